import type { TextChange } from "../diff/hunk.ts";
import { applyChanges } from "../diff/text-changes.ts";
import { isAttached } from "./map-anchors.ts";
import type { Proposal } from "./records.ts";

/** `content` as it would read with these proposals taken. Where two overlap, the earlier one in the text stands. */
export function proposedText(content: string, proposals: readonly Proposal[]): string {
  const changes: TextChange[] = [];
  let end = 0;
  const inOrder = proposals
    .filter(({ anchor }) => isAttached(anchor, content))
    .sort((a, b) => a.anchor.offset - b.anchor.offset || a.anchor.length - b.anchor.length);
  for (const { anchor, text } of inOrder) {
    if (anchor.offset < end) continue;
    end = anchor.offset + anchor.length;
    changes.push({ from: anchor.offset, to: end, insert: text });
  }
  return applyChanges(content, changes);
}
