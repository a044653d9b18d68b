import { type Draft, headVersion } from "../../../core/document/draft.ts";
import type { Canvas } from "../../../core/records/canvas.ts";
import type { VersionRecord, VersionSummary } from "../../../core/records/history.ts";
import { type PackedChange, packText, unpackText } from "../../../protocol/canvas-view.ts";
import { isRecord } from "../../../protocol/partial-check.ts";

/** A closed version as a browser keeps it. */
export interface KeptVersion extends VersionSummary {
  /** What makes its text of that of the next one; for the newest, of the canvas's own. */
  readonly back: readonly PackedChange[];
}

/** Oldest first. */
export type KeptHistory = readonly KeptVersion[];

/** So many closed versions are kept, and so much of their texts: a browser has little room. */
const MOST_VERSIONS = 40;
const MOST_TEXT = 100_000;

/** The texts of the versions, by number. Those before one that cannot be had cannot be had either. */
export function textsOf(history: KeptHistory, content: string): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  let newer = content;
  for (const { version, back } of history.toReversed()) {
    const text = unpackText(newer, back);
    if (text === null) break;
    texts.set(version, text);
    newer = text;
  }
  return texts;
}

/** The history after a draft, which may have closed versions and left another text in force. */
export function historyAfter(history: KeptHistory, { start, record, sealed, texts }: Draft): KeptHistory {
  const { content } = record.document;
  if (content === start.document.content && sealed.length === 0) return history;
  const known = new Set([...history, ...sealed].map(({ version }) => version));
  // It was closed elsewhere, where nobody asked this browser to keep it.
  const isLost = start.head.sealed && record.document.version !== start.document.version;
  const before = isLost && !known.has(start.document.version) ? [closedHead(start, texts)] : [];
  return withVersions(history, start.document.content, [...before, ...sealed], content);
}

/** The history of a canvas that comes from a server, in the place of what was here; null: nothing was. */
export function historyInPlace(
  old: { readonly canvas: Canvas; readonly history: KeptHistory } | null,
  canvas: Canvas,
): KeptHistory {
  const { content, version } = canvas.document;
  const older = old === null ? [] : withVersions(old.history, old.canvas.document.content, headOf(old), content);
  const known = older.filter((each) => each.version < version);
  return canvas.head.sealed
    ? withVersions(known, content, [closedHead(canvas, textsOf(known, content))], content)
    : known;
}

/** The version that stood there, if it is not in the history yet. */
function headOf({ canvas, history }: { readonly canvas: Canvas; readonly history: KeptHistory }): VersionRecord[] {
  const { version, content } = canvas.document;
  return history.some((each) => each.version === version) ? [] : [closedHead(canvas, textsOf(history, content))];
}

function closedHead(canvas: Canvas, texts: ReadonlyMap<number, string>): VersionRecord {
  const { version } = canvas.document;
  return headVersion(canvas, version === 1 ? "" : (texts.get(version - 1) ?? null), true);
}

/** What stands on the text `before`, with more versions behind it, on the text `after`. */
function withVersions(
  history: KeptHistory,
  before: string,
  added: readonly VersionRecord[],
  after: string,
): KeptHistory {
  const last = history.at(-1);
  const text = last === undefined ? null : unpackText(before, last.back);
  const standing = last === undefined || text === null ? [] : [{ ...last, content: text }];
  const texts = [...standing, ...added];
  const packed = texts.map(({ content, ...summary }, at): KeptVersion => {
    return { ...summary, back: packText(texts[at + 1]?.content ?? after, content) };
  });
  return within([...(standing.length === 0 ? [] : history.slice(0, -1)), ...packed]);
}

/** As much as there is room for, the newest first. */
function within(history: KeptHistory): KeptHistory {
  let room = MOST_TEXT;
  const first = history.findLastIndex(({ back }, at) => {
    room -= back.reduce((sum, [, , insert]) => sum + insert.length + 20, 0);
    return room < 0 || history.length - at > MOST_VERSIONS;
  });
  return history.slice(first + 1);
}

/** What stands there, as far as it makes sense: browsers' storages get damaged. */
export function readHistory(value: unknown): KeptHistory {
  if (!Array.isArray(value)) return [];
  const isSound = (each: unknown): each is KeptVersion =>
    isRecord(each) && typeof each.version === "number" && isRecord(each.by) && Array.isArray(each.back);
  // What stands before a damaged one cannot be made any more.
  return value.slice(value.findLastIndex((each: unknown) => !isSound(each)) + 1) as KeptHistory;
}

/** The versions as a list shows them, newest first. */
export function listHistory(history: KeptHistory, canvas: Canvas, before = Number.POSITIVE_INFINITY): VersionSummary[] {
  const { version, content } = canvas.document;
  const texts = textsOf(history, content);
  const { content: _, ...head } = headVersion(
    canvas,
    version === 1 ? "" : (texts.get(version - 1) ?? null),
    canvas.head.sealed,
  );
  const older = history.flatMap(({ back: __, ...each }) => (texts.has(each.version) ? [each] : []));
  const closed = older.find((each) => each.version === version);
  return [closed ?? head, ...older.filter((each) => each.version < version).reverse()].filter(
    (each) => each.version < before,
  );
}
