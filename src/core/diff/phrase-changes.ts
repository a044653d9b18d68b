import { splitLines } from "../text/split-lines.ts";
import { tokenize } from "../text/tokenize.ts";
import { diffPhrases } from "./diff-words.ts";
import type { TextChange } from "./hunk.ts";
import { lineChanges, refineChange } from "./text-changes.ts";

/**
 * The changes that turn `a` into `b` as a reader sees them: a rewritten phrase is one change and not one for each of its
 * words, and a line that came or left is one too. Ordered and disjoint.
 */
export function phrasesBetween(a: string, b: string): TextChange[] {
  if (a === b) return [];
  return lineChanges(a, b).flatMap((change) => {
    const byWords = refineChange(a, change, diffPhrases);
    const byLines = pairedLines(a, change);
    return byLines !== null && weightOf(byLines) <= weightOf(byWords) * MORE ? byLines : byWords;
  });
}

/** So much more may be marked for it to stand line by line. A paragraph that is only wrapped anew needs far more. */
const MORE = 1.3;
const MOST_PAIRS = 400;

const weightOf = (changes: readonly TextChange[]): number =>
  changes.reduce((sum, { from, to, insert }) => sum + to - from + insert.length, 0);

/** Line by line: each with the next one that is much the same, the rest removed or put in whole. Null: as many lines. */
function pairedLines(a: string, change: TextChange): TextChange[] | null {
  const was = splitLines(a.slice(change.from, change.to));
  const now = splitLines(change.insert);
  if (was.length === now.length || was.length * now.length > MOST_PAIRS) return null;
  const changes: TextChange[] = [];
  let at = change.from;
  let next = 0;
  for (const line of was) {
    const found = now.findIndex((other, index) => index >= next && areAlike(line, other));
    if (found < 0) changes.push({ from: at, to: at + line.length, insert: "" });
    else {
      if (found > next) changes.push({ from: at, to: at, insert: now.slice(next, found).join("") });
      const inside = { from: at, to: at + line.length, insert: now[found]! };
      changes.push(...(line === inside.insert ? [] : refineChange(a, inside, diffPhrases)));
      next = found + 1;
    }
    at += line.length;
  }
  if (next < now.length) changes.push({ from: at, to: at, insert: now.slice(next).join("") });
  return joinTouching(changes);
}

/** Neighbours are one change: nothing stands between them. */
function joinTouching(changes: readonly TextChange[]): TextChange[] {
  const joined: TextChange[] = [];
  for (const change of changes) {
    const last = joined.at(-1);
    if (last !== undefined && last.to === change.from) {
      joined[joined.length - 1] = { from: last.from, to: change.to, insert: last.insert + change.insert };
    } else joined.push(change);
  }
  return joined;
}

/** Half of the words of the shorter are in the other. */
function areAlike(a: string, b: string): boolean {
  const words = (line: string) => tokenize(line).filter((token) => token.trim() !== "");
  const [one, other] = [words(a), words(b)];
  const known = new Set(other);
  const shared = one.filter((word) => known.has(word)).length;
  return shared > 0 && shared * 2 >= Math.min(one.length, other.length);
}
