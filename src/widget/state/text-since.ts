import { z } from "zod";
import { composeChanges, sizeOfChanges } from "../../core/diff/compose-changes.ts";
import type { TextChange } from "../../core/diff/hunk.ts";
import { applyChanges, changesFit } from "../../core/diff/text-changes.ts";
import { commonPrefix, commonSuffix } from "../../core/text/common-ends.ts";
import { textChange } from "../../protocol/widget-inputs.ts";

/** Up to so many characters a text is written whole each time: it costs nothing, and every release reads it. */
export const SHORT_TEXT = 20_000;
/** The changes of a text that is kept whole may take so much of its length; then it is written whole again. */
const LARGEST_SHARE = 1 / 16;
const SMALL_CHANGES = 2_000;

/** A text that goes on from one that is kept whole. */
export interface TextSince {
  readonly whole: string;
  readonly text: string;
  /** What makes it of the whole one. */
  readonly changes: readonly TextChange[];
}

export function wholeText(text: string): TextSince {
  return { whole: text, text, changes: [] };
}

/** The next text after the same whole one, at the cost of what is different from the last. */
export function followedBy(kept: TextSince, text: string): TextSince {
  if (text === kept.text) return kept;
  const from = commonPrefix(kept.text, text);
  const end = commonSuffix(kept.text, text, Math.min(kept.text.length, text.length) - from);
  const change = { from, to: kept.text.length - end, insert: text.slice(from, text.length - end) };
  return { ...kept, text, changes: composeChanges(kept.changes, [change]) };
}

/** Whether its changes are so few that writing them is worth it. */
export function isNear({ text, changes }: TextSince): boolean {
  return sizeOfChanges(changes) <= Math.max(SMALL_CHANGES, text.length * LARGEST_SHARE);
}

const list = z.array(textChange);

/** The text as it was kept, or null where the two do not fit: browsers' storages get damaged. */
export function readSince(whole: string, changes: unknown): string | null {
  const read = list.safeParse(changes);
  return read.success && changesFit(whole.length, read.data) ? applyChanges(whole, read.data) : null;
}
