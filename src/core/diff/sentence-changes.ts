import { splitLines } from "../text/split-lines.ts";
import { splitSentences } from "../text/split-sentences.ts";
import type { TextChange } from "./hunk.ts";
import { diffSequences, internPair } from "./sequence-diff.ts";
import { lineChanges } from "./text-changes.ts";

const EFFORT = 400;

/**
 * Changes that turn `a` into `b`, each of which makes sense alone: whole sentences where a line became another line, whole
 * blocks of lines otherwise. Ordered and disjoint; together they are exactly `b`.
 */
export function sentenceChanges(a: string, b: string): TextChange[] {
  return lineChanges(a, b).flatMap((change) => {
    const was = splitLines(a.slice(change.from, change.to));
    const now = splitLines(change.insert);
    if (was.length !== now.length) return [change];
    let from = change.from;
    return was.flatMap((line, i) => {
      const changes = inLine(line, now[i]!, from);
      from += line.length;
      return changes;
    });
  });
}

function inLine(was: string, now: string, offset: number): TextChange[] {
  if (was === now) return [];
  const a = splitSentences(was);
  const b = splitSentences(now);
  const { a: aIds, b: bIds, size } = internPair(a, b);
  const aStarts = starts(a);
  const bStarts = starts(b);
  return diffSequences(aIds, bIds, size, EFFORT).map((edit) => ({
    from: offset + aStarts[edit.aFrom]!,
    to: offset + aStarts[edit.aTo]!,
    insert: now.slice(bStarts[edit.bFrom]!, bStarts[edit.bTo]!),
  }));
}

function starts(parts: readonly string[]): number[] {
  const all = [0];
  for (const part of parts) all.push(all.at(-1)! + part.length);
  return all;
}
