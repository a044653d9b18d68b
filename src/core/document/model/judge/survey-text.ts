import { findPlaceholder, saysUnchanged } from "./find-placeholder.ts";
import { type ProseLine, proseLines } from "./prose-lines.ts";

export interface PlacedPlaceholder {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
  readonly whole: boolean;
}

/** How many there are, and the first of them. */
export interface Placeholders {
  readonly count: number;
  readonly first: readonly PlacedPlaceholder[];
}

/** What can be said of a text without understanding it. */
export interface Survey {
  /** The titles of its headings, outside code. */
  readonly headings: readonly string[];
  /** Lines that are only "..." or "…". */
  readonly ellipses: Placeholders;
  /** Lines such as "(rest unchanged)". */
  readonly phrases: Placeholders;
}

const SHOWN = 3;
const HEADING = /^ {0,3}(?:#{1,6}(?:[ \t]|$)|<h[1-6][\s>])/i;
const UNDERLINE = /^ {0,3}(?:=+|-{2,})[ \t]*$/;
const NO_PARAGRAPH = /^ {0,3}(?:[-*+>|]|\d{1,9}[.)][ \t])/;

/** The headings and the placeholders of a text, outside code, front matter and, for placeholders, quotations. */
export function surveyText(text: string): Survey {
  const headings: string[] = [];
  const ellipses = collector();
  const phrases = collector();
  let before: ProseLine | null = null;
  /** A line that counts only if nothing follows it: a paragraph of its own, or a heading without a section. */
  let waiting: (PlacedPlaceholder & { readonly until: "blank" | "heading" }) | null = null;
  for (const current of proseLines(text)) {
    const isBlank = current.text === "" && !current.code;
    const isHeading = !current.quoted && HEADING.test(current.text);
    if (waiting !== null && !(waiting.until === "heading" && isBlank)) {
      if (isHeading || (waiting.until === "blank" && isBlank)) phrases.add(waiting);
      waiting = null;
    }
    const startsParagraph = before === null || before.text === "" || HEADING.test(before.text);
    if (isHeading) headings.push(current.text);
    else if (UNDERLINE.test(current.text) && before !== null && isParagraph(before)) headings.push(before.text);
    if (!current.quoted && current.text !== "") {
      const { line } = current;
      const found = findPlaceholder(current.text, false);
      if (found !== null) (found.kind === "ellipsis" ? ellipses : phrases).add({ line, ...found });
      else if (isHeading && saysUnchanged(current.text)) {
        waiting = { line, text: current.text.trim(), whole: true, until: "heading" };
      } else if (startsParagraph) {
        const alone = findPlaceholder(current.text, true);
        if (alone !== null) waiting = { line, text: alone.text, whole: true, until: "blank" };
      }
    }
    before = current;
  }
  if (waiting !== null) phrases.add(waiting);
  return { headings, ellipses: ellipses.found(), phrases: phrases.found() };
}

function isParagraph({ text, quoted, code }: ProseLine): boolean {
  return !quoted && !code && text !== "" && !HEADING.test(text) && !UNDERLINE.test(text) && !NO_PARAGRAPH.test(text);
}

function collector(): { add(one: PlacedPlaceholder): void; found(): Placeholders } {
  const first: PlacedPlaceholder[] = [];
  let count = 0;
  return {
    add({ line, text, whole }) {
      count += 1;
      if (first.length < SHOWN) first.push({ line, text, whole });
    },
    found: () => ({ count, first }),
  };
}
