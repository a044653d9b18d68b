import { nearestLines } from "../comments/find-quote.ts";
import { computeDiff } from "../diff/compute-diff.ts";
import type { TextChange } from "../diff/hunk.ts";
import { lineAndColumn } from "./check-text.ts";
import { type Found, findBySpacing, findExact } from "./find-text.ts";
import { excerpt } from "./protected-text.ts";
import { type Refusal, type RefusalCode, type Result, refuse } from "./refusal.ts";

export interface ModelEditItem {
  readonly find: string;
  readonly replace: string;
  readonly line?: number;
  readonly reason?: string;
}

/** An edit with its place in the text. */
export interface LocatedEdit extends TextChange {
  readonly index: number;
  readonly reason?: string;
}

/**
 * Where each edit applies, in the order of the text, or everything that is wrong with any of them. Exact matches first,
 * then ones that differ only in white space, which `notes` tells. `known` are the texts that the model may have had in mind.
 */
export function locateEdits(
  content: string,
  known: readonly string[],
  edits: readonly ModelEditItem[],
): Result<{ readonly located: readonly LocatedEdit[]; readonly notes: readonly string[] }> {
  const located: LocatedEdit[] = [];
  const notes: string[] = [];
  const refusals: Refusal[] = [];
  edits.forEach((edit, index) => {
    const place = locate(content, known, edit, `edits[${index}]`);
    if (!place.ok) {
      refusals.push(place.error);
      return;
    }
    const { from, to, bySpacing } = place;
    if (bySpacing) {
      notes.push(`edits[${index}] matched line ${lineOf(content, from)} with different white space, and was applied.`);
    }
    const insert = replacement(content, edit, bySpacing);
    located.push({ index, from, to, insert, ...(edit.reason === undefined ? {} : { reason: edit.reason }) });
  });
  located.sort((a, b) => a.from - b.from || a.to - b.to || a.index - b.index);
  if (refusals.length === 0) refusals.push(...overlaps(content, located));
  if (refusals.length > 0) return refuse(refusals[0]!.code, together(refusals, edits.length));
  return { ok: true, located, notes };
}

function together(refusals: readonly Refusal[], edits: number): string {
  const shown = refusals.slice(0, 10).map((refusal) => refusal.message);
  const more = refusals.length > shown.length ? [`And ${refusals.length - shown.length} more edits failed.`] : [];
  const none = edits > 1 ? ["None of the edits was applied: correct these and send all of them again."] : [];
  return [...shown, ...more, ...none].join("\n");
}

function locate(
  content: string,
  known: readonly string[],
  edit: ModelEditItem,
  name: string,
): Result<Found & { readonly bySpacing: boolean }> {
  const exact = findExact(content, edit.find);
  const bySpacing = exact.length === 0;
  const places = bySpacing ? findBySpacing(content, edit.find) : exact;
  if (places.length === 0) return missing(content, known, edit.find, name);
  if (places.length === 1) return { ok: true, ...places[0]!, bySpacing };
  const lines = places.map((place) => lineOf(content, place.from));
  const onLine = places.filter((_, i) => lines[i] === edit.line);
  if (onLine.length === 1) return { ok: true, ...onLine[0]!, bySpacing };
  return refuse("find_ambiguous", ambiguous(edit, name, lines, onLine.length));
}

function ambiguous(edit: ModelEditItem, name: string, lines: readonly number[], onLine: number): string {
  const distinct = [...new Set(lines)];
  const list = distinct.slice(0, 50).join(", ") + (distinct.length > 50 ? ", …" : "");
  const what = `${name}: find "${excerpt(edit.find)}" occurs ${lines.length} times, on lines ${list}.`;
  if (onLine > 1 || distinct.length === 1) {
    return `${what} It occurs several times on one line: make find longer, with the words around it, until it is unique.`;
  }
  if (edit.line !== undefined)
    return `${what} None of them starts on line ${edit.line}: pass one of these numbers as line.`;
  return `${what} Pass line with one of these numbers, or make find longer until it is unique.`;
}

function missing(content: string, known: readonly string[], find: string, name: string): ReturnType<typeof refuse> {
  for (const base of known) {
    const inBase = findExact(base, find)[0] ?? findBySpacing(base, find)[0];
    if (inBase === undefined) continue;
    const now = whatStandsThere(base, content, inBase);
    const message = `${name}: find "${excerpt(find)}" was in the text you know, but the person has changed it since. ${now} Edit what stands there now, if it still needs it.`;
    return refuse("stale_version", message);
  }
  const near = nearestLines(content, find, 3);
  const hint =
    near.length === 0
      ? "Nothing like it is there: call read_canvas for the text as it is now."
      : `The nearest lines:\n${near.map((line) => `  ${line.line}: ${cut(line.text)}`).join("\n")}\nCopy find exactly from the canvas (read_canvas shows it).`;
  return refuse("find_missing", `${name}: find "${excerpt(find)}" is not in the canvas. ${hint}`);
}

/** The person's lines in place of a range of the base. */
function whatStandsThere(base: string, content: string, place: Found): string {
  const first = lineOf(base, place.from);
  const last = lineOf(base, Math.max(place.from, place.to - 1));
  const hunks = computeDiff(base, content).filter(
    (hunk) => hunk.originalRange !== undefined && hunk.originalRange.start <= last && hunk.originalRange.end >= first,
  );
  const lines = hunks.flatMap((hunk) =>
    hunk.modified === undefined
      ? [`  (lines ${hunk.originalRange!.start}–${hunk.originalRange!.end} of your text were deleted)`]
      : hunk.modified
          .replace(/\r?\n$/, "")
          .split("\n")
          .map((text, i) => `  ${hunk.modifiedRange.start + i}: ${text}`),
  );
  const shown = lines.slice(0, 20).map(cut);
  const more = lines.length > shown.length ? `\n  (and ${lines.length - shown.length} more lines)` : "";
  return `There now:\n${shown.join("\n")}${more}\n`;
}

/** What is put in, with the line endings of the document, and without the outer white space that a loose match left out. */
function replacement(content: string, edit: ModelEditItem, bySpacing: boolean): string {
  let text = edit.replace;
  if (bySpacing && /^\s/.test(edit.find)) text = text.trimStart();
  if (bySpacing && /\s$/.test(edit.find)) text = text.trimEnd();
  return usesCrLf(content) && !text.includes("\r") ? text.replaceAll("\n", "\r\n") : text;
}

function usesCrLf(content: string): boolean {
  const newline = content.indexOf("\n");
  return newline > 0 && content[newline - 1] === "\r";
}

function overlaps(content: string, located: readonly LocatedEdit[]): Refusal[] {
  const found: Refusal[] = [];
  for (let i = 1; i < located.length; i += 1) {
    const [before, after] = [located[i - 1]!, located[i]!];
    if (after.from >= before.to) continue;
    const code: RefusalCode = "edits_overlap";
    const message = `edits[${before.index}] and edits[${after.index}] change the same text on line ${lineOf(content, after.from)}. Make them one edit.`;
    found.push({ code, message });
  }
  return found;
}

/** A line of prose can be a page long. */
function cut(line: string): string {
  return line.length > 400 ? `${line.slice(0, 400)}…` : line;
}

function lineOf(text: string, offset: number): number {
  return lineAndColumn(text, offset).line;
}
