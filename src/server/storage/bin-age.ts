import { BIN_DAYS } from "../../protocol/limits.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long the clock must go on, as the openings of a store see it, after it first said that a canvas is old enough. */
const DOUBT_MS = 2 * DAY_MS;
/** A longer step between two openings may be the clock's and not the time's: it counts as one day. */
const LONGEST_STEP_MS = 7 * DAY_MS;

/** What the last opening of a store found old in the bin, and for how long the clock has gone on with each since. */
export interface BinSightings {
  readonly at: number;
  readonly seenMs: ReadonlyMap<string, number>;
}

export interface BinEntry {
  /** Names one deletion of one canvas. */
  readonly key: string;
  /** Milliseconds, by the clock of that time. */
  readonly deletedAt: number;
}

/**
 * What may be purged at an opening: what is older than 30 days by a clock that has since gone on for two more days, and
 * never said otherwise. So no single start with a wrong clock, however far ahead, empties the bin; nor do many within a
 * day, nor one that jumps from one wrong time to another. Sightings are null when nothing is old.
 */
export function findExpired(
  bin: readonly BinEntry[],
  before: BinSightings | null,
  now: number,
): { readonly purged: readonly string[]; readonly sightings: BinSightings | null } {
  const step = before === null ? 0 : stepBetween(before.at, now);
  const purged: string[] = [];
  const seenMs = new Map<string, number>();
  for (const { key, deletedAt } of bin) {
    if (!(now - deletedAt > BIN_DAYS * DAY_MS)) continue;
    const known = before?.seenMs.get(key);
    const seen = known === undefined ? 0 : known + step;
    if (seen >= DOUBT_MS) purged.push(key);
    else seenMs.set(key, seen);
  }
  return { purged, sightings: seenMs.size === 0 ? null : { at: now, seenMs } };
}

/** How much of the way between two openings surely was time. A clock that was put back has gone on by nothing. */
function stepBetween(from: number, to: number): number {
  const advance = Math.max(0, to - from);
  return advance > LONGEST_STEP_MS ? DAY_MS : advance;
}

/** What `writeSightings` wrote. Null also when it is not: then what is old is seen as old for the first time. */
export function readSightings(text: string | null): BinSightings | null {
  const lines = text === null ? [] : text.split("\n");
  const [at = Number.NaN, ...rest] = lines.map((line) => Number.parseInt(line, 10));
  if (Number.isNaN(at) || rest.some(Number.isNaN)) return null;
  return { at, seenMs: new Map(rest.map((ms, index) => [keyOf(lines[index + 1] ?? ""), ms])) };
}

/** The time of the opening, then a line for each canvas that is old: for how long it was seen, and which. */
export function writeSightings({ at, seenMs }: BinSightings): string {
  return [String(at), ...[...seenMs].map(([key, ms]) => `${ms} ${key}`)].join("\n");
}

function keyOf(line: string): string {
  return line.slice(line.indexOf(" ") + 1);
}
