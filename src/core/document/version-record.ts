import { changesBetween } from "../diff/text-changes.ts";
import type { CanvasRecord, VersionRecord } from "./records.ts";

/** The head as history keeps it. `before` is the text of the version before it. */
export function headVersion(record: CanvasRecord, before: string, sealed: boolean): VersionRecord {
  const { document, head } = record;
  const words = wordDelta(before, document.content);
  return {
    version: document.version,
    revision: head.contentRevision ?? document.revision,
    title: document.title,
    status: document.status,
    by: head.by,
    at: document.updatedAt,
    sealed,
    wordsAdded: words.added,
    wordsRemoved: words.removed,
    ...(head.label === undefined ? {} : { label: head.label }),
    content: document.content,
  };
}

/** Words that came and words that went. */
export function wordDelta(before: string, after: string): { readonly added: number; readonly removed: number } {
  let added = 0;
  let removed = 0;
  for (const change of changesBetween(before, after)) {
    added += words(change.insert);
    removed += words(before.slice(change.from, change.to));
  }
  return { added, removed };
}

function words(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}
