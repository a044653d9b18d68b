import { encodeApart } from "../../protocol/canvas-view.ts";
import { isRecord } from "../../protocol/partial-check.ts";
import { isOnlyHere, type KeptView } from "./browser/browser-record.ts";
import { createKeptBases, PENDING } from "./kept-bases.ts";
import { createKeptCopies, parse } from "./kept-copies.ts";
import { type KeptPlace, readPlace, writePlace } from "./kept-place.ts";
import { type MarksRecord, type PendingRecord, readMarks, readPending, writePending } from "./kept-records.ts";
import { SHORT_TEXT } from "./text-since.ts";
import type { TextStorage } from "./text-storage.ts";

/** Whose canvases these are. A record of another store or owner is ignored, never merged. */
export interface Origin {
  readonly storeId: string;
  readonly owner: string;
}

export interface ListedText {
  readonly revision: number;
  readonly updatedAt: string;
}

export interface FoundPending {
  readonly widget: string;
  readonly record: PendingRecord;
}

/** The browser's copy of canvases, under the same keys in every release. It also works alone when the server is away. */
export interface BrowserCache {
  readonly kind: TextStorage["kind"];
  /** False when the browser would not hold it: then it holds what it held before. */
  remember(view: KeptView): boolean;
  recall(id: string): KeptView | null;
  /** Which text of a canvas is remembered, as the list says, without reading it. */
  listed(id: string, origin: Origin): ListedText | null;
  /** The canvas is no longer there for this person: neither is its text here. What they wrote and never saved stays. */
  forget(id: string): void;
  /** What a canvas is called, as far as this browser knows: also one whose text it does not keep. */
  titleOf(id: string): string | null;
  /** Unsaved work. False when the browser would not hold it, even after old canvases made room. */
  keepPending(id: string, widget: string, record: PendingRecord): boolean;
  dropPending(id: string, widget: string): void;
  /** Of every widget's. */
  dropAllPending(id: string): void;
  /** This widget may be gone in a moment: what it keeps for itself alone need not stay. */
  leave(): void;
  /** An unfinished comment on a canvas. null: none, or no more. */
  readDraft(id: string): string | null;
  keepDraft(id: string, text: string | null): void;
  /** The newest version whose changes the person has seen; 0: none. The server counts its versions, and this browser its own. */
  readSeen(id: string, home: Home): number;
  keepSeen(id: string, home: Home, version: number): void;
  /** What the model changed and the person has not yet said "Got it" to. */
  readMarks(id: string, origin: Origin): MarksRecord | null;
  /** null: nothing. */
  keepMarks(id: string, origin: Origin, record: MarksRecord | null): void;
  /** The model's newest version that is in the text as this browser keeps it; 0: not known. */
  readIncludedVersion(id: string): number;
  keepIncludedVersion(id: string, version: number): void;
  /** The person's own wishes for "Ask", for every canvas. */
  readAsks(): readonly string[];
  keepAsks(asks: readonly string[]): void;
  /** Where the person last read: an offset of the source. 0: at the top. */
  readPlace(id: string): KeptPlace;
  keepPlace(id: string, place: KeptPlace): void;
  /** How the person likes the screen: the editor's share of its width. */
  readSplit(): number | null;
  keepSplit(ratio: number): void;
  /** Whether they last read, wrote, or did both side by side. */
  readLayout(): "read" | "write" | "split" | null;
  keepLayout(layout: "read" | "write" | "split"): void;
  /** Unsaved work on a canvas, the oldest first. */
  findPending(id: string, origin: Origin): readonly FoundPending[];
}

const INDEX = "canvas:index";
const ASKS = "canvas:asks";
const MOST_ASKS = 20;
const SPLIT = "canvas:split";
const LAYOUT = "canvas:layout";
/** Copies remembered at once: enough for a long conversation, little enough for a browser's 5 MB. */
const MOST_REMEMBERED = 50;
const LONGEST_MARKS = 200_000;
type Home = MarksRecord["home"];
const SEEN: Readonly<Record<Home, string>> = { server: "canvas:seen:", browser: "canvas:seen-here:" };
const TITLES = "canvas:titles";
const MOST_TITLES = 200;

/** `short`: up to so many characters texts are written whole each time. */
export function createBrowserCache(storage: TextStorage, short = SHORT_TEXT): BrowserCache {
  const readIndex = (): readonly IndexEntry[] => {
    const list = parse(storage.read(INDEX));
    return Array.isArray(list) ? list.filter(isIndexEntry) : [];
  };
  const readTitles = (): readonly TitleEntry[] => {
    const list = parse(storage.read(TITLES));
    return Array.isArray(list) ? list.filter(isTitleEntry) : [];
  };
  const keepTitle = ({ id, title }: TitleEntry): void => {
    const before = readTitles();
    if (before.find((entry) => entry.id === id)?.title === title) return;
    const titles = [{ id, title }, ...before.filter((entry) => entry.id !== id)];
    storage.write(TITLES, JSON.stringify(titles.slice(0, MOST_TITLES)));
  };
  const forget = (id: string): void => {
    copies.drop(id);
    storage.remove(`canvas:marks:${id}`);
  };
  /** The records of unsaved work on a canvas, by the names of canvas and widget. */
  const worksOn = (id: string): readonly string[] =>
    storage.names().flatMap((name) => (name.startsWith(`${PENDING}${id}:`) ? [name.slice(PENDING.length)] : []));
  const makeRoom = (except: string): boolean => {
    if (bases.dropUnused()) return true;
    const index = readIndex();
    const oldest = index.findLast(({ id }) => id !== except && isCopy(id));
    if (!oldest) return false;
    forget(oldest.id);
    storage.write(INDEX, JSON.stringify(index.filter((entry) => entry.id !== oldest.id)));
    return true;
  };
  /** What exists elsewhere too may go; the only one of its kind stays, whatever wants its place. */
  const isCopy = (id: string): boolean => {
    const kept = copies.read(id);
    return kept === null || !isOnlyHere(kept);
  };
  const write = (name: string, text: string, id: string): boolean => {
    while (!storage.write(name, text)) if (!makeRoom(id)) return false;
    return true;
  };
  const copies = createKeptCopies(storage, write, short);
  const bases = createKeptBases(storage, write, short);

  return {
    kind: storage.kind,
    remember(view) {
      const { document } = encodeApart(view.checkpoint);
      const { storeId, owner } = view;
      const { id } = document;
      keepTitle(document);
      if (!copies.write(view)) return false;
      const { content: _content, ...entry } = document;
      const index = [{ storeId, owner, ...entry }, ...readIndex().filter((other) => other.id !== id)];
      const old = new Set(index.slice(MOST_REMEMBERED).flatMap((one) => (isCopy(one.id) ? [one.id] : [])));
      for (const gone of old) forget(gone);
      // It is found without the list, which only says what may go first.
      write(INDEX, JSON.stringify(index.filter((one) => !old.has(one.id))), id);
      return true;
    },
    recall: copies.read,
    listed(id, { storeId, owner }) {
      const entry: object | undefined = readIndex().find((one) => one.id === id);
      if (!isRecord(entry) || entry.storeId !== storeId || entry.owner !== owner) return null;
      const { revision, updatedAt } = entry;
      return typeof revision === "number" && typeof updatedAt === "string" ? { revision, updatedAt } : null;
    },
    forget(id) {
      forget(id);
      bases.dropUnused(id);
      for (const name of Object.values(SEEN)) storage.remove(name + id);
      storage.write(INDEX, JSON.stringify(readIndex().filter((entry) => entry.id !== id)));
    },
    titleOf: (id) => readTitles().find((entry) => entry.id === id)?.title ?? null,
    keepPending(id, widget, record) {
      const work = `${id}:${widget}`;
      const base = bases.keep(id, work, record.base);
      if (base === null || !write(PENDING + work, JSON.stringify({ ...writePending(record), base }), id)) return false;
      bases.written();
      return true;
    },
    dropPending(id, widget) {
      storage.remove(`${PENDING}${id}:${widget}`);
      bases.drop(`${id}:${widget}`);
    },
    dropAllPending(id) {
      for (const work of worksOn(id)) storage.remove(PENDING + work);
      bases.dropUnused(id);
    },
    leave: bases.leave,
    readDraft: (id) => storage.read(`canvas:comment:${id}`),
    keepDraft(id, text) {
      if (text === null) storage.remove(`canvas:comment:${id}`);
      else write(`canvas:comment:${id}`, text, id);
    },
    readSeen: (id, home) => Number(storage.read(SEEN[home] + id) ?? 0) || 0,
    keepSeen: (id, home, version) => void storage.write(SEEN[home] + id, String(version)),
    readMarks: (id, origin) => readMarks(parse(storage.read(`canvas:marks:${id}`)), origin),
    keepMarks(id, { storeId, owner }, record) {
      const text = record === null ? "" : JSON.stringify({ storeId, owner, ...record });
      // A comfort that takes no room from any text: then the versions are compared.
      const isKept = text !== "" && text.length <= LONGEST_MARKS && storage.write(`canvas:marks:${id}`, text);
      if (!isKept) storage.remove(`canvas:marks:${id}`);
    },
    readIncludedVersion: (id) => Number(storage.read(`canvas:taken:${id}`) ?? 0) || 0,
    keepIncludedVersion: (id, version) => void storage.write(`canvas:taken:${id}`, String(version)),
    readPlace: (id) => readPlace(parse(storage.read(`canvas:place:${id}`))),
    keepPlace(id, place) {
      const written = writePlace(place);
      if (written === null) storage.remove(`canvas:place:${id}`);
      else storage.write(`canvas:place:${id}`, written);
    },
    readAsks() {
      const list = parse(storage.read(ASKS));
      return Array.isArray(list) ? list.filter((one) => typeof one === "string").slice(0, MOST_ASKS) : [];
    },
    keepAsks: (asks) => void storage.write(ASKS, JSON.stringify(asks.slice(-MOST_ASKS))),
    readSplit() {
      const ratio = parse(storage.read(SPLIT));
      return typeof ratio === "number" && ratio >= 0.2 && ratio <= 0.8 ? ratio : null;
    },
    keepSplit: (ratio) => void storage.write(SPLIT, JSON.stringify(ratio)),
    readLayout() {
      const layout = storage.read(LAYOUT);
      return layout === "read" || layout === "write" || layout === "split" ? layout : null;
    },
    keepLayout: (layout) => void storage.write(LAYOUT, layout),
    findPending(id, origin) {
      return worksOn(id)
        .flatMap((work) => {
          const value = parse(storage.read(PENDING + work));
          const record = readPending(isRecord(value) ? { ...value, base: bases.read(work, value.base) } : value);
          return record && record.storeId === origin.storeId && record.owner === origin.owner
            ? [{ widget: work.slice(id.length + 1), record }]
            : [];
        })
        .sort((a, b) => a.record.at - b.record.at);
    },
  };
}

interface IndexEntry {
  readonly id: string;
}

function isIndexEntry(value: unknown): value is IndexEntry {
  return isRecord(value) && typeof value.id === "string";
}

interface TitleEntry {
  readonly id: string;
  readonly title: string;
}

function isTitleEntry(value: unknown): value is TitleEntry {
  return isRecord(value) && typeof value.id === "string" && typeof value.title === "string";
}
