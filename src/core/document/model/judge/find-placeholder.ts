import { type PlaceholderPhrase, placeholderPhrase } from "./placeholder-words.ts";
import { withoutCodeSpans } from "./prose-lines.ts";

/** A line, or the end of one, that stands for text that is not there. */
export interface Placeholder {
  readonly kind: "ellipsis" | "phrase";
  /** As it stands in the text. */
  readonly text: string;
  /** Whether it is the whole line. */
  readonly whole: boolean;
}

/** Longer lines say something. */
const LONGEST = 240;
const LONGEST_PHRASE = 130;
/** Every placeholder has one of these; most lines have none, and cost no more than this. */
const MAYBE = /[([{<（［【〔…⋯]|\.\.|\. \.|・・|。。|\/[/*]|%%|rest|remain|else|übrig|weiter|demás|остальн/i;
const LIST_MARK = /^\s*(?:[-*+•]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/;
const EDGE = new Set("*_#=~|/%;<>!(){}[]（）［］【】〔〕…⋯.。・·•,:+–—- \t\u00a0\u3000");
const DOTS = /^(?:\.{3,4}|…{1,2}|⋯{1,2}|・{3}|。{3})$/;
const HAS_DOTS = /\.{2,}|[…⋯]|・{3}|。{3}/;
const BRACKETED = /[[({<（［【〔]/;
const COMMENTED = /<!--|\/\/|\/\*|%%/;
const PREFIX = /^(?:editor'?s? )?(?:note|nb|hinweis|anm|nota|remarque) /;

/** The placeholder that a line is or ends in, outside code spans; null for every other line. `alone`: it is a paragraph by itself. */
export function findPlaceholder(line: string, alone: boolean): Placeholder | null {
  if (line.length > LONGEST || !MAYBE.test(line)) return null;
  const text = withoutCodeSpans(line).trim();
  if (text === "") return null;
  const content = text.replace(LIST_MARK, "");
  const isListed = content !== text;
  const { lead, core, tail } = peel(content);
  if (core === "") return isEllipsis(content) ? { kind: "ellipsis", text, whole: true } : null;
  const phrase = phraseOf(core);
  if (phrase !== null) {
    const isMarked =
      (BRACKETED.test(lead) && tail !== "") || HAS_DOTS.test(lead) || HAS_DOTS.test(tail) || COMMENTED.test(lead);
    const isTableRow = content.startsWith("|");
    if (isMarked && (!isTableRow || phrase === "rest unchanged")) return { kind: "phrase", text, whole: true };
    const isEmphasised = /[*_=#–—-]$/.test(lead.trimEnd()) && !isTableRow;
    if (phrase === "rest unchanged" && !isListed && (alone || isEmphasised)) {
      return { kind: "phrase", text, whole: true };
    }
  }
  return placeholderAtEnd(text);
}

/** Whether a heading says of its whole section that it is as it was: "## Prices (unchanged)". */
export function saysUnchanged(heading: string): boolean {
  if (heading.length > LONGEST) return false;
  const bracket = lastBracket(heading);
  return bracket !== null && bracket.from > 0 && phraseOf(peel(bracket.text).core) !== null;
}

/** "… the end of the first part. (rest of the section unchanged)" */
function placeholderAtEnd(text: string): Placeholder | null {
  const dots = Math.max(text.lastIndexOf("...", text.length - 4), text.lastIndexOf("…", text.length - 2));
  const bracket = lastBracket(text);
  const from = bracket?.from ?? dots;
  if (from <= 0) return null;
  const before = text.slice(0, from).trimEnd();
  // In the middle of a sentence it is spoken of, not used.
  if (bracket !== null && !/[.!?…:;。！？*_]$/.test(before)) return null;
  const end = text.slice(from);
  return phraseOf(peel(end).core) === "rest unchanged" ? { kind: "phrase", text: end, whole: false } : null;
}

function lastBracket(text: string): { readonly from: number; readonly text: string } | null {
  const found = /(?:\([^()]*\)|\[[^[\]]*\]|（[^（）]*）|<!--[^<>]*-->)[*_]*$/.exec(text);
  return found === null ? null : { from: found.index, text: found[0] };
}

function phraseOf(core: string): PlaceholderPhrase | null {
  if (core.length > LONGEST_PHRASE) return null;
  const phrase = core
    .normalize("NFC")
    .toLowerCase()
    // Quotation marks stay: what is quoted is spoken of.
    .replace(/[^\p{L}\p{N}\p{M}'’"“”„«»「」『』]+/gu, " ")
    .trim()
    .replace(PREFIX, "");
  return placeholderPhrase(phrase);
}

/** What stands around the words of a line, and the words. */
function peel(text: string): { readonly lead: string; readonly core: string; readonly tail: string } {
  let from = 0;
  let to = text.length;
  while (from < to && EDGE.has(text[from]!)) from += 1;
  while (to > from && EDGE.has(text[to - 1]!)) to -= 1;
  return { lead: text.slice(0, from), core: text.slice(from, to), tail: text.slice(to) };
}

function isEllipsis(line: string): boolean {
  if (DOTS.test(line)) return true;
  const runs = line
    .replace(/\s+/g, "")
    .split(/[^.…⋯・。]+/)
    .filter((run) => run !== "");
  return runs.length > 0 && runs.every((run) => DOTS.test(run));
}
