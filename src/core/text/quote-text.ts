import { splitUnseen } from "./unseen-characters.ts";

/**
 * Text of the person, or of a document, as it may stand in what the model reads: it cannot begin a line of its own, end
 * a quotation, turn the direction of what follows, or hide.
 */

/** Control characters, line separators, halves of pairs; and whatever else nobody sees. */
const UNREADABLE = /[\p{Cc}\p{Zl}\p{Zp}]|\p{Surrogate}/gu;

function visible(text: string): string {
  return splitUnseen(text)
    .map((piece) =>
      piece.kind === null
        ? piece.text.replace(UNREADABLE, (char) => (char === "\t" ? char : escaped(char)))
        : escaped(piece.text),
    )
    .join("");
}

/** By code units, as JSON has it. */
function escaped(text: string): string {
  return text
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

/** One line of a document, to stand behind a prefix. */
export function lineText(line: string): string {
  return visible(line.replace(/[\r\n]+$/, ""));
}

/** In quotation marks on one line, with JSON's escapes. Longer than `max`: the beginning and the end of it. */
export function quoted(text: string, max = Number.POSITIVE_INFINITY): string {
  const shown = text.length > max ? shortened(text, max) : text;
  const quotable = shown
    .replace(/\\/g, "\\\\")
    .replace(/"/g, '\\"')
    .replace(/\r\n?|\n/g, "\\n")
    .replace(/\t/g, "\\t");
  return `"${visible(quotable)}"`;
}

export const GAP = "[…]";

/** The beginning and the end, with a gap between: at most `max` characters. */
function shortened(text: string, max: number): string {
  const room = Math.max(0, max - GAP.length - 2);
  const head = wholeEnd(text, Math.ceil(room * 0.7));
  const tail = wholeStart(text, text.length - (room - Math.ceil(room * 0.7)));
  return `${text.slice(0, head)} ${GAP} ${text.slice(tail)}`;
}

/** The nearest offset at or before `offset` that does not part a surrogate pair. */
export function wholeEnd(text: string, offset: number): number {
  return isInsidePair(text, offset) ? offset - 1 : offset;
}
/** The nearest offset at or after `offset` that does not part a surrogate pair. */
export function wholeStart(text: string, offset: number): number {
  return isInsidePair(text, offset) ? offset + 1 : offset;
}
function isInsidePair(text: string, offset: number): boolean {
  const before = text.charCodeAt(offset - 1);
  const after = text.charCodeAt(offset);
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
}
