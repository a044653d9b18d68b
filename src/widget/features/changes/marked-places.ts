import type { ChangeMark } from "../../../core/diff/change-marks.ts";
import type { TextChange } from "../../../core/diff/hunk.ts";

/** Marks on neighbouring lines, to be looked at as one: the lines they stand in, now and before. Either may be empty. */
export interface MarkedPlace {
  readonly from: number;
  readonly to: number;
  readonly beforeFrom: number;
  readonly beforeTo: number;
  readonly marks: readonly ChangeMark[];
}

/** The marks by places, in order. White space alone is no place. */
export function markedPlaces(text: string, before: string, marks: readonly ChangeMark[]): MarkedPlace[] {
  const places: MarkedPlace[] = [];
  let growth = 0;
  for (const mark of marks) {
    const { from, to, was } = mark;
    const now = linesAround(text, from, to, was);
    const then = linesAround(before, from - growth, from - growth + was.length, text.slice(from, to));
    growth += to - from - was.length;
    if (isSpace(was) && isSpace(text.slice(from, to))) continue;
    const last = places.at(-1);
    if (last !== undefined && (now.from <= last.to || then.from <= last.beforeTo)) {
      places[places.length - 1] = {
        from: last.from,
        to: Math.max(last.to, now.to),
        beforeFrom: last.beforeFrom,
        beforeTo: Math.max(last.beforeTo, then.to),
        marks: [...last.marks, mark],
      };
    } else {
      places.push({ from: now.from, to: now.to, beforeFrom: then.from, beforeTo: then.to, marks: [mark] });
    }
  }
  return places;
}

/** What makes one place of the text what it was before. */
export function undoPlace({ marks }: MarkedPlace): readonly TextChange[] {
  return marks.map(({ from, to, was }) => ({ from, to, insert: was }));
}

/** Where the words of a mark stand: a space at either end is not underlined with them. Nothing but space: all of it. */
export function wordsOf(text: string, { from, to }: ChangeMark): { from: number; to: number } {
  const words = text.slice(from, to);
  if (isSpace(words)) return { from, to };
  return { from: to - words.trimStart().length, to: from + words.trimEnd().length };
}

/** The whole lines of [from, to); none where whole lines, the `others`, stood or stand there and nothing does here. */
function linesAround(text: string, from: number, to: number, others: string): { from: number; to: number } {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const isBetweenLines = start === from || from === 0;
  if (from === to && isBetweenLines && (others.endsWith("\n") || from === text.length)) return { from, to };
  if (to > from && text[to - 1] === "\n") return { from: start, to };
  const end = text.indexOf("\n", to);
  return { from: start, to: end === -1 ? text.length : end + 1 };
}

function isSpace(text: string): boolean {
  return text.trim() === "";
}
