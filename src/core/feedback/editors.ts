import type { LineRange } from "../diff/hunk.ts";
import { changesBetween } from "../diff/text-changes.ts";
import { peopleIn } from "../people/touches.ts";
import type { Person, Touch } from "../records/sharing.ts";
import { lineStarts, splitLines } from "../text/split-lines.ts";

/** 1-based, of the text as it is; ending before it starts: between two lines, where something went. */
export type EditedLines = LineRange;

interface Place {
  readonly from: number;
  readonly to: number;
}

/**
 * Who made the edits in these lines, from the text that a model knows to the text as it is: those who touched what differs, not
 * who wrote beside it before. Nobody, where that is not known.
 */
export function editorsOf(
  baseline: string,
  content: string,
  touches: readonly Touch[],
): (lines: EditedLines) => readonly Person[] {
  if (touches.length === 0 || baseline === content) return () => [];
  const starts = lineStarts(splitLines(content));
  const places = placesOf(baseline, content);
  return ({ start, end }) => {
    const from = starts[start - 1] ?? content.length;
    const to = end < start ? from : (starts[end] ?? content.length);
    const people: Person[] = [];
    for (let i = firstEnding(places, from); i < places.length && places[i]!.from <= to; i++) {
      const place = places[i]!;
      if (meets(place, from, to)) people.push(...peopleIn(touches, place.from, place.to));
    }
    // Two comparisons may lay the same change elsewhere in its line.
    return people.length > 0 ? eachOnce(people) : peopleIn(touches, from, to);
  };
}

function eachOnce(people: readonly Person[]): readonly Person[] {
  return [...new Map(people.map((person) => [person.subject, person])).values()];
}

/** Where the text as it is differs; empty where something went. */
function placesOf(baseline: string, content: string): Place[] {
  let grown = 0;
  return changesBetween(baseline, content).map(({ from, to, insert }) => {
    const start = from + grown;
    grown += insert.length - (to - from);
    return { from: start, to: start + insert.length };
  });
}

/** The first of them that ends at `offset` or behind it. */
function firstEnding(places: readonly Place[], offset: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]!.to < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function meets(place: Place, from: number, to: number): boolean {
  if (from === to) return place.from <= to && place.to >= from;
  return place.from === place.to ? place.from >= from && place.from < to : place.from < to && place.to > from;
}
