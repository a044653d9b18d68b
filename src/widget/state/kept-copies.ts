import { changesBetween } from "../../core/diff/text-changes.ts";
import { encodeApart, joinApart, readView } from "../../protocol/canvas-view.ts";
import { isRecord } from "../../protocol/partial-check.ts";
import { isOnlyHere, type KeptView } from "./browser/browser-record.ts";
import { readDetails, writeDetails } from "./browser/kept-details.ts";
import { followedBy, isNear, readSince, SHORT_TEXT, type TextSince, wholeText } from "./text-since.ts";
import type { TextStorage } from "./text-storage.ts";

/** Copies of canvases, each in two records: one with the text, and one with all that is beside it. */
export interface KeptCopies {
  /** False when the browser would not hold it: then it holds what it held before. */
  write(view: KeptView): boolean;
  read(id: string): KeptView | null;
  drop(id: string): void;
}

/** What was written last. Where nobody else has written since, a long text goes on from the one that is kept whole. */
interface Written {
  readonly id: string;
  /** The record beside the text, to the letter. */
  readonly beside: string;
  readonly of: WholeMark;
  readonly text: TextSince;
  /** "unread": nobody has compared them yet. "apart": it is so far from the text that it is written whole each time. */
  readonly baseline: TextSince | "unread" | "apart";
}

/** Which text it is that is kept whole. */
interface WholeMark {
  readonly revision: number;
  readonly updatedAt: string;
  readonly length: number;
}

export function createKeptCopies(
  storage: TextStorage,
  write: (name: string, text: string, id: string) => boolean,
  short = SHORT_TEXT,
): KeptCopies {
  let last: Written | null = null;

  const writeWhole = (view: KeptView): boolean => {
    const { document, rest } = encodeApart(view.checkpoint);
    const { id, revision, updatedAt, content } = document;
    const { storeId, owner, key, state, access } = view;
    const beside = view.beside && writeDetails(view.beside, content);
    const before = storage.read(textName(id));
    if (!write(textName(id), JSON.stringify({ storeId, owner, ...document }), id)) return false;
    // The text once: the baseline only where it differs.
    const checkpoint = JSON.stringify({ storeId, owner, key, state, access, beside, revision, ...rest });
    if (!write(besideName(id), checkpoint, id)) {
      if (before === null) drop(id);
      else storage.write(textName(id), before);
      return false;
    }
    const isShort = content.length <= short || isOnlyHere(view);
    const of = { revision, updatedAt, length: content.length };
    last = isShort ? null : { id, beside: checkpoint, of, text: wholeText(content), baseline: "unread" };
    return true;
  };

  /** False: it is to be written whole. */
  const writeSince = (view: KeptView): boolean => {
    const { document, rest } = encodeApart(view.checkpoint);
    const { content, ...entry } = document;
    if (last === null || last.id !== document.id || isOnlyHere(view)) return false;
    if (storage.read(besideName(last.id)) !== last.beside) return false;
    const text = followedBy(last.text, content);
    if (!isNear(text)) return false;
    const baseline = baselineAfter(last, view.checkpoint.baseline);
    const isApart = baseline === "apart";
    const { storeId, owner, key, state, access } = view;
    const beside = view.beside && writeDetails(view.beside, content);
    const since = {
      of: last.of,
      document: entry,
      text: text.changes,
      ...(isApart ? {} : { baseline: baseline.changes }),
    };
    // Releases before this way of keeping find no revision in it, and ask the server.
    const claudeContent = isApart ? rest.claudeContent : null;
    const checkpoint = JSON.stringify({ storeId, owner, key, state, access, beside, ...rest, claudeContent, since });
    if (!write(besideName(document.id), checkpoint, document.id)) return false;
    last = { ...last, beside: checkpoint, text, baseline };
    return true;
  };

  const drop = (id: string): void => {
    storage.remove(textName(id));
    storage.remove(besideName(id));
  };

  return {
    write: (view) => writeSince(view) || writeWhole(view),
    read(id) {
      const document = parse(storage.read(textName(id)));
      const stored = parse(storage.read(besideName(id)));
      if (!isRecord(document) || !isRecord(stored)) return null;
      // Two records of different moments are no canvas.
      const texts = isRecord(stored.since) ? textsSince(document, stored, stored.since) : textsOf(document, stored);
      if (texts === null || document.id !== id) return null;
      const { storeId, owner, key, state, access, beside, revision: _, since: _since, ...checkpoint } = stored;
      const { storeId: docStore, owner: docOwner } = document;
      if (storeId !== docStore || owner !== docOwner) return null;
      const told = toldOf(checkpoint.told);
      const joined = joinApart(texts.document, { ...checkpoint, told, claudeContent: texts.baseline });
      const view = readView({ storeId, owner, key, state, access, checkpoint: joined });
      if (view === null) return null;
      const details = readDetails(beside, view.checkpoint.document.content);
      return details === undefined ? view : { ...view, beside: details };
    },
    drop,
  };
}

function textName(id: string): string {
  return `canvas:doc:${id}`;
}

function besideName(id: string): string {
  return `canvas:checkpoint:${id}`;
}

/** Mostly it is the text itself, or the one that this grew from. */
function baselineAfter({ text: { whole }, baseline: was }: Written, text: string): TextSince | "apart" {
  if (was === "apart") return was;
  const is = was === "unread" ? { whole, text, changes: changesBetween(whole, text) } : followedBy(was, text);
  return isNear(is) ? is : "apart";
}

type Fields = Readonly<Record<string, unknown>>;

interface KeptTexts {
  readonly document: Fields;
  readonly baseline: unknown;
}

function textsOf({ storeId: _, owner: _owner, ...document }: Fields, stored: Fields): KeptTexts | null {
  return stored.revision === document.revision ? { document, baseline: stored.claudeContent } : null;
}

function textsSince(
  { content: whole, revision, updatedAt }: Fields,
  stored: Fields,
  { of, document, ...since }: Fields,
): KeptTexts | null {
  if (!isRecord(of) || !isRecord(document) || typeof whole !== "string") return null;
  if (of.revision !== revision || of.updatedAt !== updatedAt || of.length !== whole.length) return null;
  const content = readSince(whole, since.text);
  const baseline = since.baseline === undefined ? stored.claudeContent : readSince(whole, since.baseline);
  // Null: it is the text.
  const isDamaged = content === null || (baseline === null && since.baseline !== undefined);
  return isDamaged ? null : { document: { ...document, content }, baseline };
}

/** Of a checkpoint that the first release kept: it counted revisions, and knew nothing of what had arrived. */
function toldOf(told: unknown): unknown {
  if (!isRecord(told) || !Array.isArray(told.marks)) return told;
  const knownVersion = typeof told.offeredVersion === "number" ? told.offeredVersion : 1;
  return { client: "", seen: told.marks, offered: [], knownVersion };
}

/** Damaged by whatever shares this storage it is as good as absent, and the server has the canvas. */
export function parse(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
