import { diffPhrases } from "../diff/diff-words.ts";
import { GAP, wholeEnd, wholeStart } from "../text/quote-text.ts";

/** Around a changed word so many words are shown, and no more than so many characters (some scripts have no spaces). */
const AROUND_WORDS = 6;
const AROUND_CHARS = 48;
/** What names a change for good: its words, and this much of what stood around them. */
const CONTEXT = 16;

interface Range {
  readonly from: number;
  readonly to: number;
}

/** One line that became another: what changed in it, with a few words around; and what names the change. */
export function changedWords(
  was: string,
  now: string,
): { readonly was: string; readonly now: string; readonly name: string; readonly words: string } {
  const edits = diffPhrases(was, now);
  return {
    was: shown(
      was,
      edits.map(({ aFrom, aTo }) => ({ from: aFrom, to: aTo })),
    ),
    now: shown(
      now,
      edits.map(({ bFrom, bTo }) => ({ from: bFrom, to: bTo })),
    ),
    name: edits
      .map(({ aFrom, aTo, bFrom, bTo }) => {
        const around = [was.slice(Math.max(0, aFrom - CONTEXT), aFrom), was.slice(aTo, aTo + CONTEXT)];
        return JSON.stringify([...around, was.slice(aFrom, aTo), now.slice(bFrom, bTo)]);
      })
      .join(),
    words: pairOf(
      edits.map(({ aFrom, aTo }) => was.slice(aFrom, aTo)).join(" "),
      edits.map(({ bFrom, bTo }) => now.slice(bFrom, bTo)).join(" "),
    ),
  };
}

/** So much of each side is kept to know a place by. */
const LONGEST_WORDS = 120;

/** What went and what came, in short. */
export function pairOf(removed: string, inserted: string): string {
  return JSON.stringify([removed.slice(0, LONGEST_WORDS), inserted.slice(0, LONGEST_WORDS)]);
}

const BEGINNING = 8;

/**
 * Whether one of these changes has taken the place of another, each as `pairOf` gives it: they took out the same words, or
 * where neither took out any, they begin to put in the same.
 */
export function placesOf(all: readonly string[]): (other: string) => boolean {
  const removals = new Set<string>();
  const insertions: string[] = [];
  for (const one of all) {
    const [removed = "", inserted = ""] = JSON.parse(one) as string[];
    removals.add(removed);
    if (removed.trim() === "") insertions.push(inserted);
  }
  // One text of all of them, none running into the next: none of them holds a NUL.
  const inserted = insertions.join("\0");
  return (other) => {
    const [removed = "", put = ""] = JSON.parse(other) as string[];
    if (removed.trim() !== "") return removals.has(removed);
    const start = put.trim().slice(0, BEGINNING);
    return start !== "" && inserted.includes(start);
  };
}

function shown(line: string, changed: readonly Range[]): string {
  const windows: { from: number; to: number }[] = [];
  for (const { from, to } of changed) {
    const start = wordsBefore(line, from);
    const end = wordsAfter(line, to);
    const last = windows.at(-1);
    // A gap is worth its sign only where it leaves out more than that.
    if (last && start <= last.to + 2 * GAP.length) last.to = Math.max(last.to, end);
    else windows.push({ from: start <= 2 * GAP.length ? 0 : start, to: end });
  }
  const last = windows.at(-1);
  if (last && line.length - last.to <= 2 * GAP.length) last.to = line.length;
  const parts = windows.map(({ from, to }) => line.slice(from, to)).join(` ${GAP} `);
  return `${windows[0] && windows[0].from > 0 ? "…" : ""}${parts}${last && last.to < line.length ? "…" : ""}`;
}

/** Where the sixth word before `offset` begins. */
function wordsBefore(line: string, offset: number): number {
  const least = wholeEnd(line, Math.max(0, offset - AROUND_CHARS));
  let at = offset;
  for (let words = 0; at > least; at--) {
    if (isSpace(line, at - 1) && !isSpace(line, at) && at < offset && ++words >= AROUND_WORDS) break;
  }
  return wholeEnd(line, at);
}

function wordsAfter(line: string, offset: number): number {
  const most = Math.min(line.length, offset + AROUND_CHARS);
  let at = offset;
  for (let words = 0; at < most; at++) {
    if (isSpace(line, at) && at > offset && !isSpace(line, at - 1) && ++words >= AROUND_WORDS) break;
  }
  return wholeStart(line, at);
}

function isSpace(line: string, offset: number): boolean {
  return line.charCodeAt(offset) <= 32 || line[offset] === "\u00a0";
}
