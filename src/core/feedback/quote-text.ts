/**
 * Text of the person, or of a document, as it may stand in what the model reads: it cannot begin a line of its own, end
 * a quotation, turn the direction of what follows, or hide.
 */

// Control characters, line separators, what turns the direction of text, and what takes no room on the screen.
const UNSEEN =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]|\p{Surrogate}/gu;

function visible(text: string): string {
  return text.replace(UNSEEN, (char, offset: number) => {
    if (char === "\t" || isPartOfLetter(text, char, offset)) return char;
    // By code units, as JSON has it.
    return char
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join("");
  });
}

/** Joiners and variation selectors belong to letters of many scripts and to emoji: there they are no trick. */
function isPartOfLetter(text: string, char: string, offset: number): boolean {
  const before = text.charCodeAt(offset - 1);
  if (char === "\u200c" || char === "\u200d") return before > 0xff && text.charCodeAt(offset + 1) > 0xff;
  const isSelector = char >= "\ufe00" && char <= "\ufe0f";
  const isFirst =
    before > 0xff &&
    !(before >= 0xfe00 && before <= 0xfe0f) &&
    !(before >= 0xdb40 && before <= 0xdfff && text.charCodeAt(offset - 2) === 0xdb40);
  return isSelector && (isFirst || /[0-9#*©®]/.test(text[offset - 1] ?? ""));
}

/** One line of a document, to stand behind a prefix. */
export function lineText(line: string): string {
  return visible(line.replace(/[\r\n]+$/, ""));
}

/** In quotation marks on one line, with JSON's escapes. Longer than `max`: the beginning and the end of it. */
export function quoted(text: string, max = Number.POSITIVE_INFINITY): string {
  const shown = text.length > max ? shortened(text, max) : text;
  const escaped = shown
    .replace(/\\/g, "\\\\")
    .replace(/"/g, '\\"')
    .replace(/\r\n?|\n/g, "\\n")
    .replace(/\t/g, "\\t");
  return `"${visible(escaped)}"`;
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
