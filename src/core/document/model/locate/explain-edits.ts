import type { NearFinder } from "../../../comments/find-quote.ts";
import { computeDiff } from "../../../diff/compute-diff.ts";
import type { RefusalCode } from "../../../records/refusal.ts";
import { quoted } from "../../../text/quote-text.ts";
import { createLineIndex } from "../../../text/split-lines.ts";
import { excerpt } from "../../protection/protected-text.ts";
import type { FormattedFinder } from "./find-formatted.ts";
import type { Found, TextFinder } from "./find-text.ts";

/** A replacement of this many characters that stands in the text is hardly there by chance. */
const TELLING = 8;

/** Why a passage that stands in several places is not enough, and what would be. */
export function explainAmbiguous(
  edit: { readonly find: string; readonly line?: number },
  name: string,
  lines: readonly number[],
  onLine: number,
): string {
  const distinct = [...new Set(lines)];
  const list = distinct.slice(0, 50).join(", ") + (distinct.length > 50 ? ", …" : "");
  const what = `${name}: find "${excerpt(edit.find)}" occurs ${lines.length} times, on lines ${list}.`;
  if (onLine > 1 || distinct.length === 1) {
    return `${what} It occurs several times on one line: make find longer, with the words around it, until it is unique.`;
  }
  if (edit.line !== undefined) {
    return `${what} None of them starts on line ${edit.line}: pass one of these numbers as line.`;
  }
  return `${what} Pass line with one of these numbers, or make find longer until it is unique.`;
}

/** A text that the model may have had in mind. */
export interface KnownText {
  readonly text: string;
  readonly finder: TextFinder;
}

/** A longer passage is not worth repeating: it is read where it stands. */
const LONGEST_SOURCE = 2_000;

/**
 * Why a passage is not there: the person has changed it since (with what stands there now), its words are formatted (with
 * the source to send), or it never was.
 */
export function explainMissing(
  {
    content,
    known,
    isPersons,
    findFormatted,
    findNear,
    lineOf,
  }: {
    readonly content: string;
    readonly known: readonly KnownText[];
    readonly isPersons: (find: string) => boolean;
    readonly findFormatted: FormattedFinder;
    readonly findNear: NearFinder;
    readonly lineOf: (offset: number) => number;
  },
  { find, replace }: { readonly find: string; readonly replace: string },
  name: string,
): [RefusalCode, string] {
  const done = replace.trim().length >= TELLING ? content.indexOf(replace) : -1;
  if (done >= 0) {
    const message = `${name}: find "${excerpt(find)}" is not in the canvas, but its replacement stands on line ${lineOf(done)}: this edit seems to have been made already. Leave it out; call read_canvas to be sure.`;
    return ["find_missing", message];
  }
  for (const base of known) {
    const place = base.finder.find(find)?.places[0];
    if (place === undefined) continue;
    const now = whatStandsThere(base.text, content, place);
    const message = `${name}: find "${excerpt(find)}" was in the text that you know, but ${isPersons(find) ? "the person has changed it" : "it has changed"} since. ${now}\nEdit what stands there now, if it still needs it.`;
    return ["stale_version", message];
  }
  const formatted = findFormatted(find);
  if (formatted !== null) {
    const line = lineOf(formatted.from);
    const { from, to } = formatted;
    const hint =
      to - from > LONGEST_SOURCE
        ? `lines ${line}–${lineOf(to - 1)} with formatting; copy find from there (read_canvas with from_line ${line}).`
        : `line ${line} with formatting; send find as: ${quoted(content.slice(from, to))}.`;
    return ["find_missing", `${name}: find "${excerpt(find)}" is not in the canvas. Its words stand on ${hint}`];
  }
  const near = findNear(find, 3).map((line) => `  ${line.line}: ${cut(line.text)}`);
  const hint =
    near.length === 0
      ? "Nothing like it is there: call read_canvas for the text as it is now."
      : `The nearest lines:\n${near.join("\n")}\nCopy find exactly from the canvas (read_canvas shows it).`;
  return ["find_missing", `${name}: find "${excerpt(find)}" is not in the canvas. ${hint}`];
}

/** The person's lines in place of a range of the base. */
function whatStandsThere(base: string, content: string, place: Found): string {
  const lineOf = createLineIndex(base);
  const first = lineOf(place.from);
  const last = lineOf(Math.max(place.from, place.to - 1));
  const hunks = computeDiff(base, content).filter(
    ({ originalRange }) => originalRange !== undefined && originalRange.start <= last && originalRange.end >= first,
  );
  const lines = hunks.flatMap((hunk) =>
    hunk.type === "removed"
      ? [hunk.after === 0 ? "  (deleted at the beginning)" : `  (deleted: it stood after line ${hunk.after})`]
      : hunk.modified
          .replace(/\r?\n$/, "")
          .split("\n")
          .map((text, i) => `  ${hunk.modifiedRange.start + i}: ${text}`),
  );
  if (lines.length === 0) return "Call read_canvas to see what stands there now.";
  const more = lines.length > 20 ? [`  (and ${lines.length - 20} more lines)`] : [];
  return ["There now:", ...lines.slice(0, 20).map(cut), ...more].join("\n");
}

/** A line of prose can be a page long. */
function cut(line: string): string {
  return line.length > 400 ? `${line.slice(0, 400)}…` : line;
}
