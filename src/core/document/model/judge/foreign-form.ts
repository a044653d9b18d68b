/** Forms in which a model sends what a tool printed instead of the text: with line numbers, or as a diff. */

interface Numbering {
  readonly first: number;
  readonly last: number;
}

const NUMBERED = /^[ \t]*(?:L|line )?\[?(\d{1,7})\]? ?(\t|→|│|\||:|[.)]) ?/i;
const FEWEST = 3;

/**
 * The numbers that run on every line of a text, as `cat -n` prints them; null where any line has none. Lines without
 * words may lack theirs. A list (`1. `) is none, unless its first item is a heading.
 */
export function lineNumbersOf(text: string, known: readonly string[]): Numbering | null {
  const stripped: string[] = [];
  let first = 0;
  let last = 0;
  let blanks = 0;
  let separator = "";
  for (const line of linesOf(text)) {
    if (line.trim() === "") {
      blanks += 1;
      continue;
    }
    const found = NUMBERED.exec(line.slice(0, 60));
    if (found === null) return null;
    const number = Number(found[1]);
    if (stripped.length === 0) {
      first = number;
      separator = found[2]!;
    } else if ((number !== last + 1 && number !== last + 1 + blanks) || found[2] !== separator) return null;
    last = number;
    blanks = 0;
    stripped.push(line.slice(found[0].length));
  }
  if (stripped.length < FEWEST) return null;
  const isHeading = (line: string) => /^ ?#{1,6} /.test(line);
  const head = stripped.find((line) => line.trim() !== "") ?? "";
  if (separator === "." || separator === ")") return isHeading(head) ? { first, last } : null;
  // Numbers alone prove nothing: data and verses have them too. What they number must be the canvas's text, or markdown.
  const lines = new Set(known.flatMap((one) => [...linesOf(one)].map((line) => line.trim())));
  const isCopied = stripped.some((line) => line.trim() !== "" && (isHeading(line) || lines.has(line.trim())));
  return isCopied ? { first, last } : null;
}

interface DiffCount {
  readonly added: number;
  readonly removed: number;
}

const HEADER = /^(?:diff --git |Index: |@@ |@@$|\*\*\* (?:Begin Patch|Update File|[^\n]{0,200}\t\d)|<{5,9} ?SEARCH)/;
const CODE_OF_DIFF = /^(`{3,}|~{3,})[ \t]*(?:diff|patch|udiff)[ \t]*\r?\n/i;

/** The lines that a text adds and removes, where all of it is a diff; null for every other text. */
export function diffOf(text: string, base: string): DiffCount | null {
  const trimmed = text.replace(/^\s*\n/, "").trimEnd();
  const opening = CODE_OF_DIFF.exec(trimmed);
  const mark = opening?.[1];
  if (opening && mark !== undefined) {
    const close = trimmed.indexOf(`\n${mark}`, opening[0].length - 1);
    const isWhole = close >= 0 && close + 1 + mark.length === trimmed.length;
    return isWhole ? countSigns(trimmed.slice(opening[0].length, close)) : null;
  }
  const count = countSigns(trimmed);
  if (count.added + count.removed === 0) return null;
  if (HEADER.test(trimmed) || /^--- [^\n]*\n\+\+\+ /.test(trimmed)) return count;
  // Code that begins without a sign is part of no diff.
  if (count.signed < count.lines * 0.8 || count.added === 0 || /^(?:```|~~~)/m.test(trimmed)) return null;
  // Lists have these signs too. A diff's lines are the canvas's own, behind one sign.
  const lines = new Set(linesOf(base));
  let kept = 0;
  let compared = 0;
  for (const line of linesOf(trimmed)) {
    if (line.trim().length < 2) continue;
    if (count.removed > 0 && line.startsWith("+")) continue;
    compared += 1;
    if (lines.has(line.slice(1))) kept += 1;
  }
  return compared > 0 && kept * 2 > compared ? count : null;
}

function countSigns(text: string): DiffCount & { readonly signed: number; readonly lines: number } {
  let added = 0;
  let removed = 0;
  let signed = 0;
  let lines = 0;
  for (const line of linesOf(text)) {
    if (line.trim() === "") continue;
    lines += 1;
    if (/^[+\- ]/.test(line)) signed += 1;
    if (line.startsWith("+") && !line.startsWith("+++ ")) added += 1;
    if (line.startsWith("-") && !line.startsWith("--- ")) removed += 1;
  }
  return { added, removed, signed, lines };
}

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    yield text.slice(start, end > start && text.charCodeAt(end - 1) === 13 ? end - 1 : end);
    start = end + 1;
  }
}
