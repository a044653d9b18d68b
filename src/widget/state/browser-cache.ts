import { encodeApart, joinApart, readView } from "../../protocol/canvas-view.ts";
import { isRecord } from "../../protocol/partial-check.ts";
import { isOnlyHere, type KeptView } from "./browser/browser-record.ts";
import { readDetails, writeDetails } from "./browser/kept-details.ts";
import { type KeptPlace, readPlace, writePlace } from "./kept-place.ts";
import { type MarksRecord, type PendingRecord, readMarks, readPending, writePending } from "./kept-records.ts";
import type { TextStorage } from "./text-storage.ts";

/** Whose canvases these are. A record of another store or owner is ignored, never merged. */
export interface Origin {
  readonly storeId: string;
  readonly owner: string;
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
  /** The canvas is no longer there for this person: neither is its text here. What they wrote and never saved stays. */
  forget(id: string): void;
  /** What a canvas is called, as far as this browser knows: also one whose text it does not keep. */
  titleOf(id: string): string | null;
  /** Unsaved work. False when the browser would not hold it, even after old canvases made room. */
  keepPending(id: string, widget: string, record: PendingRecord): boolean;
  dropPending(id: string, widget: string): void;
  /** Of every widget's. */
  dropAllPending(id: string): void;
  /** An unfinished comment on a canvas. null: none, or no more. */
  readDraft(id: string): string | null;
  keepDraft(id: string, text: string | null): void;
  /** The newest version whose changes the person has seen; 0: none. */
  readSeen(id: string): number;
  keepSeen(id: string, version: number): void;
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
const TITLES = "canvas:titles";
const MOST_TITLES = 200;

export function createBrowserCache(storage: TextStorage): BrowserCache {
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
    storage.remove(`canvas:doc:${id}`);
    storage.remove(`canvas:checkpoint:${id}`);
    storage.remove(`canvas:marks:${id}`);
  };
  const recall = (id: string): KeptView | null => {
    const document = parse(storage.read(`canvas:doc:${id}`));
    const stored = parse(storage.read(`canvas:checkpoint:${id}`));
    if (!isRecord(document) || !isRecord(stored)) return null;
    // Two records of different moments are no canvas.
    if (stored.revision !== document.revision || document.id !== id) return null;
    const { storeId, owner, key, state, access, beside, revision: _revision, ...checkpoint } = stored;
    const { storeId: docStore, owner: docOwner, ...plain } = document;
    if (storeId !== docStore || owner !== docOwner) return null;
    const joined = joinApart(plain, { ...checkpoint, told: toldOf(checkpoint.told) });
    const view = readView({ storeId, owner, key, state, access, checkpoint: joined });
    if (view === null) return null;
    const details = readDetails(beside, view.checkpoint.document.content);
    return details === undefined ? view : { ...view, beside: details };
  };
  const makeRoom = (except: string): boolean => {
    const index = readIndex();
    const oldest = index.findLast(({ id }) => id !== except && isCopy(id));
    if (!oldest) return false;
    forget(oldest.id);
    storage.write(INDEX, JSON.stringify(index.filter((entry) => entry.id !== oldest.id)));
    return true;
  };
  /** What exists elsewhere too may go; the only one of its kind stays, whatever wants its place. */
  const isCopy = (id: string): boolean => {
    const kept = recall(id);
    return kept === null || !isOnlyHere(kept);
  };
  const write = (name: string, text: string, id: string): boolean => {
    while (!storage.write(name, text)) if (!makeRoom(id)) return false;
    return true;
  };

  return {
    kind: storage.kind,
    remember(view) {
      // The text once: the baseline only where it differs.
      const { document, rest } = encodeApart(view.checkpoint);
      const { storeId, owner, key, state, access } = view;
      const beside = view.beside && writeDetails(view.beside, document.content);
      const id = document.id;
      keepTitle(document);
      const { revision } = document;
      const checkpoint = { storeId, owner, key, state, access, beside, revision, ...rest };
      const before = storage.read(`canvas:doc:${id}`);
      if (!write(`canvas:doc:${id}`, JSON.stringify({ storeId, owner, ...document }), id)) return false;
      if (!write(`canvas:checkpoint:${id}`, JSON.stringify(checkpoint), id)) {
        if (before === null) forget(id);
        else storage.write(`canvas:doc:${id}`, before);
        return false;
      }
      const { content: _content, ...entry } = document;
      const index = [{ storeId, owner, ...entry }, ...readIndex().filter((other) => other.id !== id)];
      const old = new Set(index.slice(MOST_REMEMBERED).flatMap((one) => (isCopy(one.id) ? [one.id] : [])));
      for (const gone of old) forget(gone);
      // It is found without the list, which only says what may go first.
      write(INDEX, JSON.stringify(index.filter((one) => !old.has(one.id))), id);
      return true;
    },
    recall,
    forget(id) {
      forget(id);
      storage.remove(`canvas:seen:${id}`);
      storage.write(INDEX, JSON.stringify(readIndex().filter((entry) => entry.id !== id)));
    },
    titleOf: (id) => readTitles().find((entry) => entry.id === id)?.title ?? null,
    keepPending: (id, widget, record) =>
      write(`canvas:pending:${id}:${widget}`, JSON.stringify(writePending(record)), id),
    dropPending: (id, widget) => storage.remove(`canvas:pending:${id}:${widget}`),
    dropAllPending(id) {
      const prefix = `canvas:pending:${id}:`;
      for (const name of storage.names().filter((one) => one.startsWith(prefix))) storage.remove(name);
    },
    readDraft: (id) => storage.read(`canvas:comment:${id}`),
    keepDraft(id, text) {
      if (text === null) storage.remove(`canvas:comment:${id}`);
      else write(`canvas:comment:${id}`, text, id);
    },
    readSeen: (id) => Number(storage.read(`canvas:seen:${id}`) ?? 0) || 0,
    keepSeen: (id, version) => void storage.write(`canvas:seen:${id}`, String(version)),
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
      const prefix = `canvas:pending:${id}:`;
      return storage
        .names()
        .filter((name) => name.startsWith(prefix))
        .flatMap((name) => {
          const record = readPending(parse(storage.read(name)));
          return record && record.storeId === origin.storeId && record.owner === origin.owner
            ? [{ widget: name.slice(prefix.length), record }]
            : [];
        })
        .sort((a, b) => a.record.at - b.record.at);
    },
  };
}

/** Of a checkpoint that the first release kept: it counted revisions, and knew nothing of what had arrived. */
function toldOf(told: unknown): unknown {
  if (!isRecord(told) || !Array.isArray(told.marks)) return told;
  const knownVersion = typeof told.offeredVersion === "number" ? told.offeredVersion : 1;
  return { client: "", seen: told.marks, offered: [], knownVersion };
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

function parse(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    // Damaged by whatever shares this storage: as good as absent, and the server has the canvas.
    return null;
  }
}
