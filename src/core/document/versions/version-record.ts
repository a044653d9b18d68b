import { changesBetween } from "../../diff/text-changes.ts";
import type { CanvasRecord } from "../../records/canvas.ts";
import type { PointSummary, VersionRecord, VersionSummary } from "../../records/history.ts";
import { changedMiddle } from "./changed-middle.ts";

/** The head as history keeps it. `before` is the text of the version before it, empty for the first; null: it cannot be had. */
export function headVersion(record: CanvasRecord, before: string | null, sealed: boolean): VersionRecord {
  const { document, head } = record;
  const words = wordsAgainst(before, document.content);
  return {
    version: document.version,
    revision: head.contentRevision ?? document.revision,
    title: document.title,
    status: document.status,
    by: head.by,
    at: document.updatedAt,
    sealed,
    ...words,
    ...(head.label === undefined ? {} : { label: head.label }),
    content: document.content,
  };
}

/** The summary with the points inside the version, newest first. */
export function withPoints(summary: VersionSummary, points: readonly PointSummary[] = []): VersionSummary {
  return points.length === 0 ? summary : { ...summary, points };
}

/** The counts of a version or a point. Where the text before cannot be had, none are better than wrong ones. */
export function wordsAgainst(
  before: string | null,
  content: string,
): { readonly wordsAdded: number; readonly wordsRemoved: number } {
  const { added, removed } = before === null ? { added: 0, removed: 0 } : wordDelta(before, content);
  return { wordsAdded: added, wordsRemoved: removed };
}

/** Words that came and words that went. */
export function wordDelta(before: string, after: string): { readonly added: number; readonly removed: number } {
  const { was, is } = changedMiddle(before, after);
  let added = 0;
  let removed = 0;
  for (const change of changesBetween(was, is)) {
    added += words(change.insert);
    removed += words(was.slice(change.from, change.to));
  }
  return { added, removed };
}

/** Runs of letters and digits, with single apostrophes and hyphens inside. */
function words(text: string): number {
  const word = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;
  let count = 0;
  // Not by `match`, which makes a list of every word of a long text.
  while (word.test(text)) count++;
  return count;
}
