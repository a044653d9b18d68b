import { isAttached } from "../../comments/map-anchors.ts";
import type { TextChange } from "../../diff/hunk.ts";
import { applyChanges, changesBetween } from "../../diff/text-changes.ts";
import type { Anchor, Protection } from "../../records/canvas.ts";
import { type Result, refuse } from "../../records/refusal.ts";
import { quoted, wholeEnd } from "../../text/quote-text.ts";
import { lineAndColumn } from "../check-text.ts";
import { type PlaceFault, placeFaults } from "./protected-place.ts";

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
 * that reaches from protected words into others cannot be parted, and refuses the whole, as does whatever makes them say,
 * or be, something else where they stand.
 */
export function keepProtected(
  content: string,
  wanted: string,
  protections: readonly Protection[],
): Result<{ readonly text: string; readonly changes?: readonly TextChange[]; readonly notes: readonly string[] }> {
  if (content === wanted || !protections.some(({ anchor }) => isAttached(anchor, content))) {
    return { ok: true, text: wanted, notes: [] };
  }
  const edits = changesBetween(content, wanted);
  const gone = [...placeFaults(content, wanted, edits, protections).keys()];
  if (gone.length === 0) return { ok: true, text: wanted, notes: [] };
  const isInside = ({ from, to }: TextChange): boolean =>
    gone.some(({ anchor: { offset, length } }) => from >= offset && to <= offset + length);
  const allowed = edits.filter((change) => !isInside(change));
  const text = applyChanges(content, allowed);
  const left = placeFaults(content, text, allowed, protections);
  const [first] = left;
  if (first !== undefined) return refuse("protected_text", refusal(content, ...first));
  const notes = gone.map(
    ({ anchor }) => `The person protected "${excerpt(anchor.quotedText)}": it stays as it was. Do not change it.`,
  );
  return { ok: true, text, changes: allowed, notes };
}

const WHY: Readonly<Record<PlaceFault, string>> = {
  changed: "your text does not contain it where it stands",
  joined: "your text joins something to it, which makes it another word or figure",
  reworded: "in your text it stands in another sentence",
  reshaped: "in your text it stands in another kind of block, formatting or link",
  hidden: "in your text it is not shown as it is now",
  moved: "your text moves it to another place",
};

/** Why what a model wants cannot be written, and the way on. */
function refusal(content: string, { anchor }: Protection, fault: PlaceFault): string {
  const { line } = lineAndColumn(content, anchor.offset);
  return `The person protected ${quoted(anchor.quotedText, 1_000)} (line ${line}), and ${WHY[fault]}. Nothing was written. Leave it exactly as and where it is, with the words around it, or change other parts with edit_canvas.`;
}

/** Why these changes may not be made, or null: as far as each alone leaves the protected words, what they come to counts. */
export function protectedFault(
  content: string,
  changes: readonly TextChange[],
  protections: readonly Protection[],
): string | null {
  if (protections.length === 0) return null;
  const [first] = placeFaults(content, applyChanges(content, changes), changes, protections);
  return first === undefined ? null : refusal(content, ...first);
}

/** The beginning of it on one line, to stand between quotation marks that it cannot end. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return quoted(line.length <= 80 ? line : `${line.slice(0, wholeEnd(line, 79)).trimEnd()}…`).slice(1, -1);
}
