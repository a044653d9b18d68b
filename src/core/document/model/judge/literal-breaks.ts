import { proseLines, withoutCodeSpans } from "./prose-lines.ts";

/** What begins with "n" after a backslash in LaTeX. */
const LATEX = new Set(
  "nabla natural nbsp ncong ndash ne nearrow neg neq new newblock newcommand newcounter newenvironment newfont newgeometry newif newlabel newlength newline newpage newtheorem nexists ng ngeq ngeqslant ngtr ni nicefrac nleftarrow nleftrightarrow nleq nleqslant nless nmid nobreak nobreakspace nocite node nodes noindent nolimits nolinkurl nonumber nonstopmode nopagebreak norm normalfont normalsize not notag notin nparallel nprec npreceq nrightarrow nshortmid nsim nsubseteq nsucc nsucceq nsupseteq ntriangleleft ntriangleright nu null num numberline numberwithin nvdash nwarrow".split(
    " ",
  ),
);
const STRING = /[(=[{,:+]\s{0,8}"(?:[^"\\\n]|\\.)*"/g;
const BREAKS = /(?:\\{1,2}r)?\\{1,2}n(?:(?:\\{1,2}r)?\\{1,2}n)*/g;
const OPENS = /[\s"'“„«([^]/;
const ENDS = /[\s"'”“»)\].,;:!?]/;

/**
 * How many line breaks are written out as a backslash and an "n". Those in code spans and in a program's strings, in
 * LaTeX (`\nu`) and paths (`C:\new`), and those that a sentence speaks of ("\n ends a line"), do not count.
 */
export function countLiteralBreaks(text: string): number {
  if (!text.includes("\\n")) return 0;
  const prose = withoutCodeSpans(text).replace(STRING, '""');
  const isInPath = pathFinder(prose);
  let count = 0;
  for (const run of prose.matchAll(BREAKS)) {
    const to = run.index + run[0].length;
    const many = run[0].split("n").length - 1;
    if (isWrittenOut(prose, run.index, to, many) && !isInPath(run.index, to)) count += many;
  }
  return count;
}

/** The same, where it is a fault: at least two, and not one real line break. Otherwise 0. */
export function literalBreaksOf(text: string): number {
  if (/[\r\n]/.test(text.trim())) return 0;
  const count = countLiteralBreaks(text);
  return count >= 2 ? count : 0;
}

/** Whether it is neither spoken of nor the beginning of a LaTeX command. */
function isWrittenOut(text: string, from: number, to: number, many: number): boolean {
  const before = text[from - 1] ?? " ";
  const after = text[to] ?? " ";
  const isAtEdge = from === 0 || to === text.length;
  if (!isAtEdge && OPENS.test(before) && ENDS.test(after) && (many === 1 || !/\s/.test(before))) return false;
  if (!/[a-z]/.test(after)) return true;
  const word = /^[A-Za-z]{0,40}/.exec(text.slice(to, to + 40))?.[0] ?? "";
  return !LATEX.has(`n${word}`) && text[to + word.length] !== "{";
}

const LONGEST_PATH = 300;
const PATH_END = new Set(" \t\r\n\u00a0\"'<>|");

/** Tells, in the order of the text, which backslashes part the names of a path: `C:\new`, `\\server\notes`, `src\net\node`. */
function pathFinder(text: string): (from: number, to: number) => boolean {
  let end = 0;
  /** From here on in the word at hand: behind a drive or a server every backslash parts names. */
  let certainFrom = 0;
  let isPlain = false;
  return (from, to) => {
    if (from >= end) {
      let start = from;
      while (start > end && !PATH_END.has(text[start - 1]!)) start -= 1;
      end = to;
      while (end < text.length && !PATH_END.has(text[end]!)) end += 1;
      const word = end - start > LONGEST_PATH ? "" : text.slice(start, end);
      const drive = /(?:^|[^A-Za-z])[A-Za-z]:\\/.exec(word);
      certainFrom = word.startsWith("\\\\") ? start : drive === null ? end : start + drive.index;
      isPlain = word.split("\\").length > 2 && /^[\w.%~\\/-]+$/.test(word);
    }
    return from >= certainFrom || (isPlain && /[a-z]/.test(text[to] ?? ""));
  };
}

/**
 * How many line breaks of an edit's replacement are written out as a backslash and an "n", where that is a fault: at
 * least two, no real line break, none in the canvas, and the passage that it replaces is not code. Otherwise 0.
 */
export function literalBreaksInEdit(
  { find, replace }: { readonly find: string; readonly replace: string },
  content: string,
): number {
  const count = literalBreaksOf(replace);
  if (count === 0 || countLiteralBreaks(content) > 0 || isInCode(content, find)) return 0;
  return count;
}

const firstLine = (text: string): string => text.split("\n", 1)[0]!.trim();

/** Whether the first place of a passage lies in a code block or a code span. */
function isInCode(content: string, find: string): boolean {
  const from = find === "" ? -1 : content.indexOf(find);
  if (from < 0) return false;
  const line = content.slice(0, from).split("\n").length;
  for (const one of proseLines(content)) {
    if (one.line === line) return one.code || !withoutCodeSpans(one.text).includes(withoutCodeSpans(firstLine(find)));
  }
  return false;
}
