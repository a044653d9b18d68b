/** Characters that take no room on the screen or turn the text around them, told apart from the same characters where a script or an emoji needs them. */

/** "bidi": turns the direction of text. "tag": a letter that no screen shows. "blank": looks like a space and is a letter. */
export type UnseenCharacterKind = "bidi" | "tag" | "selector" | "blank" | "zeroWidth";

/** Unseen characters of one kind that follow each other: text[from, to). */
export interface UnseenRun {
  readonly from: number;
  readonly to: number;
  readonly kind: UnseenCharacterKind;
}

const UNSEEN =
  "\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}";
const CANDIDATE = new RegExp(`[${UNSEEN}]`, "u");
const CANDIDATES = new RegExp(`[${UNSEEN}]`, "gu");

/** A quick look: false only if the text has none of them, needed or not. */
export const mayHoldUnseen = (text: string): boolean => CANDIDATE.test(text);

/** The unseen characters of a text that no script and no emoji needs where they stand, in runs. */
export function unseenRuns(text: string): UnseenRun[] {
  const runs: { from: number; to: number; kind: UnseenCharacterKind }[] = [];
  let last: (typeof runs)[number] | undefined;
  for (const { 0: char, index: from } of text.matchAll(CANDIDATES)) {
    if (isNeeded(text, from, char)) continue;
    const to = from + char.length;
    const kind = kindOf(char.codePointAt(0)!);
    if (last?.to === from && last.kind === kind) last.to = to;
    else {
      last = { from, to, kind };
      runs.push(last);
    }
  }
  return runs;
}

/** A text in pieces: those that can be seen, and the runs between them. Joined they are the text. */
export function splitUnseen(text: string): { readonly text: string; readonly kind: UnseenCharacterKind | null }[] {
  const pieces: { text: string; kind: UnseenCharacterKind | null }[] = [];
  let done = 0;
  for (const { from, to, kind } of mayHoldUnseen(text) ? unseenRuns(text) : []) {
    if (from > done) pieces.push({ text: text.slice(done, from), kind: null });
    pieces.push({ text: text.slice(from, to), kind });
    done = to;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), kind: null });
  return pieces;
}

function kindOf(code: number): UnseenCharacterKind {
  if (code >= 0xe0100 && code <= 0xe01ef) return "selector";
  if (code >= 0xe0000) return "tag";
  if ((code >= 0xfe00 && code <= 0xfe0f) || (code >= 0x180b && code <= 0x180f && code !== 0x180e)) return "selector";
  if (isMark(code) || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return "bidi";
  return [0x115f, 0x1160, 0x2800, 0x3164, 0xffa0].includes(code) ? "blank" : "zeroWidth";
}

/** Marks of direction, which do no more than a letter of that direction would. */
const isMark = (code: number): boolean => code === 0x61c || code === 0x200e || code === 0x200f;

const JOINING =
  /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Balinese}\p{Script=Javanese}]$/u;
const SPACELESS = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]$/u;
const PICTURE = /^\p{Extended_Pictographic}$/u;
/** What an emoji may end in. */
const PICTURE_END = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;
const HAS_VARIANTS =
  /^[\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}\p{Script=Manichaean}\p{Sm}\u3000-\u303f\uff00-\uff9f]$/u;
const JAMO = /^[\u1100-\u115e\u1161-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]$/;
const BRAILLE = /^[\u2801-\u28ff]$/;
const FLAGS: readonly string[] = ["gbeng", "gbsct", "gbwls"].map(
  (name) =>
    `\u{1f3f4}${[...name].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("")}\u{e007f}`,
);
/** So far around a mark of direction the text that it is for is looked for. */
const NEAR = 24;

/** Whether a script or an emoji needs the character where it stands: then it is no trick and no mistake. */
export function isNeeded(text: string, at: number, char: string): boolean {
  const code = char.codePointAt(0)!;
  if (code >= 0xe0000 && code < 0xe0100) return isInFlag(text, at);
  const before = charBefore(text, at);
  const after = charAt(text, at + char.length);
  if (code === 0x200d && PICTURE_END.test(before) && PICTURE.test(after)) return true;
  if (code === 0x200d) return JOINING.test(before);
  if (code === 0x200c) return JOINING.test(before) && JOINING.test(after);
  if (code === 0x200b) return SPACELESS.test(before) && SPACELESS.test(after);
  if (code === 0x34f) return /^\p{M}$/u.test(after) && /^[\p{M}\p{Script=Hebrew}]$/u.test(before);
  if (code === 0xfe0e || code === 0xfe0f) {
    return /^[0-9#*]$/.test(before) ? after === "\u20e3" : /^\p{Emoji}$/u.test(before) || HAS_VARIANTS.test(before);
  }
  if (code >= 0xfe00 && code <= 0xfe0d) return HAS_VARIANTS.test(before);
  if (code >= 0xe0100 && code <= 0xe01ef) return /^\p{Script=Han}$/u.test(before);
  if (code >= 0x180b && code <= 0x180f) return /^\p{Script=Mongolian}$/u.test(before) && kindAt(before) === null;
  if (isMark(code)) {
    const isRepeated = isMark(before.codePointAt(0) ?? 0);
    return !isRepeated && isNearRightToLeft(text, at, at + char.length);
  }
  if (code === 0x115f || code === 0x1160) return JAMO.test(before) || JAMO.test(after);
  if (code === 0x2800) return BRAILLE.test(before) || BRAILLE.test(after);
  return false;
}

const kindAt = (char: string): UnseenCharacterKind | null =>
  char !== "" && CANDIDATE.test(char) ? kindOf(char.codePointAt(0)!) : null;

/** Whether letters that run from right to left stand near on the same line. */
function isNearRightToLeft(text: string, from: number, to: number): boolean {
  for (let at = from - 1; at >= 0 && from - at <= NEAR && !isLineBreak(text.charCodeAt(at)); at--) {
    if (isRightToLeft(text.charCodeAt(at))) return true;
  }
  for (let at = to; at < text.length && at - to < NEAR && !isLineBreak(text.charCodeAt(at)); at++) {
    if (isRightToLeft(text.charCodeAt(at))) return true;
  }
  return false;
}

const isLineBreak = (unit: number): boolean => unit === 10 || unit === 13;

/** By code units: of pairs the first half tells the scripts that run from right to left. */
function isRightToLeft(unit: number): boolean {
  if (unit < 0x590) return false;
  if (unit <= 0x8ff) return unit !== 0x61c;
  return (
    (unit >= 0xfb1d && unit <= 0xfdff) ||
    (unit >= 0xfe70 && unit <= 0xfefc) ||
    unit === 0xd802 ||
    unit === 0xd803 ||
    unit === 0xd83a ||
    unit === 0xd83b
  );
}

const LONGEST_FLAG = 14;

/** The flags of England, Scotland and Wales are a black flag, five tags and a last one. */
function isInFlag(text: string, at: number): boolean {
  const near = Math.max(0, at - LONGEST_FLAG);
  const start = text.slice(near, at).lastIndexOf("\u{1f3f4}");
  if (start < 0) return false;
  return FLAGS.some((flag) => text.startsWith(flag, near + start) && at < near + start + flag.length);
}

function charBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  const isPair = low >= 0xdc00 && low < 0xe000 && at >= 2;
  return at > 0 ? text.slice(isPair ? at - 2 : at - 1, at) : "";
}

function charAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
}

const NAMES: ReadonlyMap<number, readonly [string, string]> = new Map([
  [0xad, ["SHY", "soft hyphen"]],
  [0x34f, ["CGJ", "combining grapheme joiner"]],
  [0x61c, ["ALM", "Arabic letter mark"]],
  [0x180e, ["MVS", "Mongolian vowel separator"]],
  [0x200b, ["ZWSP", "zero-width space"]],
  [0x200c, ["ZWNJ", "zero-width non-joiner"]],
  [0x200d, ["ZWJ", "zero-width joiner"]],
  [0x200e, ["LRM", "left-to-right mark"]],
  [0x200f, ["RLM", "right-to-left mark"]],
  [0x202a, ["LRE", "left-to-right embedding"]],
  [0x202b, ["RLE", "right-to-left embedding"]],
  [0x202c, ["PDF", "end of a direction"]],
  [0x202d, ["LRO", "left-to-right override"]],
  [0x202e, ["RLO", "right-to-left override"]],
  [0x2060, ["WJ", "word joiner"]],
  [0x2066, ["LRI", "left-to-right isolate"]],
  [0x2067, ["RLI", "right-to-left isolate"]],
  [0x2068, ["FSI", "first strong isolate"]],
  [0x2069, ["PDI", "end of an isolate"]],
  [0x2800, ["BLANK", "empty Braille pattern"]],
  [0xfeff, ["BOM", "byte order mark"]],
] as const);

/** The name of an unseen character, and the same in a few capital letters. */
export function characterName(code: number): { readonly short: string; readonly name: string } {
  const known = NAMES.get(code);
  if (known !== undefined) return { short: known[0], name: known[1] };
  switch (kindOf(code)) {
    case "tag":
      return { short: "TAG", name: "tag character" };
    case "selector": {
      const number = code >= 0xe0100 ? code - 0xe0100 + 17 : code - 0xfe00 + 1;
      return code < 0xfe00
        ? { short: "FVS", name: "variation selector" }
        : { short: `VS${number}`, name: "variation selector" };
    }
    case "blank":
      return { short: "FILLER", name: "Hangul filler" };
    default:
      return { short: codeName(code), name: "invisible character" };
  }
}

/** "U+200B". */
export const codeName = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;

/** What tag characters spell; "" if the run is of others. */
export function tagText(run: string): string {
  let text = "";
  for (const char of run) {
    const code = char.codePointAt(0)! - 0xe0000;
    if (code >= 0x20 && code < 0x7f) text += String.fromCharCode(code);
  }
  return text;
}

/** Each different character of a run, with how often it stands there, in the order of the first. */
export function countCharacters(run: string): { readonly code: number; readonly count: number }[] {
  const counts = new Map<number, number>();
  for (const char of run) counts.set(char.codePointAt(0)!, (counts.get(char.codePointAt(0)!) ?? 0) + 1);
  return [...counts].map(([code, count]) => ({ code, count }));
}
