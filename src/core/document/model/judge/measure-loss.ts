import { proseLines } from "./prose-lines.ts";
import type { Survey } from "./survey-text.ts";

/** A canvas shorter than this may lose what it likes: the person sees all of it at a glance. */
const SHORT = 200;
const MOST_TEXT = 0.6;
const FEWEST_HEADINGS = 2;

interface Measured {
  readonly text: string;
  readonly survey: Survey;
}

/** How much of `before` is missing in `after`, as a sentence with figures; null where that is no more than editing takes. */
export function describeLoss(before: Measured, after: Measured): string | null {
  if (before.text.length < SHORT) return null;
  const left = 1 - MOST_TEXT;
  const losesText =
    after.text.length < before.text.length * left && weightOf(after.text) < weightOf(before.text) * left;
  const had = before.survey.headings.length;
  const has = after.survey.headings.length;
  const halved = (kept: number) => had - kept >= FEWEST_HEADINGS && (had - kept) * 2 > had;
  const losesHeadings = halved(has) && halved(Math.max(has, countTitlesKept(before.survey.headings, after.text)));
  if (!losesText && !losesHeadings) return null;
  const percent = Math.round((1 - after.text.length / before.text.length) * 100);
  const headings = had > 0 ? `${number(has)} of ${number(had)} heading${had === 1 ? "" : "s"}` : "";
  if (percent <= 0) return `It has ${headings}.`;
  const characters = `${number(after.text.length)} of ${number(before.text.length)} characters (${percent} % less)`;
  return `It has ${characters}${headings === "" ? "" : ` and ${headings}`}.`;
}

const number = (value: number): string => value.toLocaleString("en");

/**
 * How much a text says, so that a translation or a table without padding is no loss: white space and repeated rules
 * count nothing, a character of a script that writes words with one or two counts three.
 */
function weightOf(text: string): number {
  let weight = 0;
  let previous = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Space, tab, line ends, no-break space, ideographic space; then runs of "-", "=", "_", "*".
    if (code <= 32 || code === 0xa0 || code === 0x3000) continue;
    const isRepeated = code === previous && (code === 45 || code === 61 || code === 95 || code === 42);
    previous = code;
    if (!isRepeated) weight += isDense(code) ? 3 : 1;
  }
  return weight;
}

const isDense = (code: number): boolean =>
  (code >= 0x3040 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7af);

const TITLE_EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const LONGEST_TITLE = 120;

/** How many titles still stand at the beginning of a line, as a list item, in bold, or as a table's first cell, outside code. */
function countTitlesKept(titles: readonly string[], text: string): number {
  const lines = new Set<string>();
  for (const line of proseLines(text)) {
    if (line.text === "") continue;
    const start = line.text.slice(0, LONGEST_TITLE);
    lines.add(bare(start));
    const inner = start.replace(/^[\s>\-+*|\d.)]+/, "");
    const end = inner.search(/[*|:]/);
    if (end > 0) lines.add(bare(inner.slice(0, end)));
  }
  let kept = 0;
  for (const title of titles) if (lines.has(bare(title.slice(0, LONGEST_TITLE)))) kept += 1;
  return kept;
}

const bare = (line: string): string => line.replace(TITLE_EDGES, "").toLowerCase();
