import type { TextChange } from "../diff/hunk.ts";
import { applyChanges, changesBetween } from "../diff/text-changes.ts";
import { quoted, wholeEnd } from "../feedback/quote-text.ts";
import { lineAndColumn } from "./check-text.ts";
import { isAttached } from "./map-anchors.ts";
import type { Anchor, Protection } from "./records.ts";
import { type Result, refuse } from "./refusal.ts";

/** The first protected range that a change of [from, to) would touch, or undefined. */
export function protectionAt(
  content: string,
  protections: readonly Protection[],
  from: number,
  to: number,
): Protection | undefined {
  return protections.find(({ anchor }) => isAttached(anchor, content) && touches(anchor, from, to));
}

/** Something put in at either border leaves the words alone. */
function touches({ offset, length }: Anchor, from: number, to: number): boolean {
  const end = offset + length;
  return from === to ? from > offset && from < end : from < end && to > offset;
}

/**
 * A rewrite of `content` with every protected passage as it was. What the model wrote around it is taken; a change
 * that reaches from protected words into others cannot be parted, and refuses the whole.
 */
export function keepProtected(
  content: string,
  wanted: string,
  protections: readonly Protection[],
): Result<{ readonly text: string; readonly changes?: readonly TextChange[]; readonly notes: readonly string[] }> {
  const attached = protections.filter(({ anchor }) => isAttached(anchor, content));
  if (attached.length === 0 || content === wanted) return { ok: true, text: wanted, notes: [] };
  const edits = changesBetween(content, wanted);
  const gone = attached.filter(({ anchor }) => {
    const isTouched = edits.some(({ from, to }) => touches(anchor, from, to));
    return isTouched && count(wanted, anchor.quotedText) < count(content, anchor.quotedText);
  });
  if (gone.length === 0) return { ok: true, text: wanted, notes: [] };
  const changes = edits.map((change) => ({
    change,
    protection: protectionAt(content, gone, change.from, change.to),
  }));
  const torn = changes.find(({ change, protection }) => {
    if (protection === undefined) return false;
    const { offset, length } = protection.anchor;
    return change.from < offset || change.to > offset + length;
  })?.protection;
  if (torn !== undefined) {
    const { anchor } = torn;
    const { line } = lineAndColumn(content, anchor.offset);
    const message = `The person protected ${quoted(anchor.quotedText, 1_000)} (line ${line}), and your text does not contain it. Send the text again with these words exactly as they are, or change the parts around them with edit_canvas.`;
    return refuse("protected_text", message);
  }
  const notes = gone.map(
    ({ anchor }) => `The person protected "${excerpt(anchor.quotedText)}": it stays as it was. Do not change it.`,
  );
  const allowed = changes.flatMap(({ change, protection }) => (protection === undefined ? [change] : []));
  return { ok: true, text: applyChanges(content, allowed), changes: allowed, notes };
}

/** How often the words stand there: as often as before, they have only been moved. */
function count(text: string, words: string): number {
  return text.split(words).length - 1;
}

/** The beginning of it on one line, to stand between quotation marks that it cannot end. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return quoted(line.length <= 80 ? line : `${line.slice(0, wholeEnd(line, 79)).trimEnd()}…`).slice(1, -1);
}
