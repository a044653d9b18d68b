import type { Author } from "../../records/canvas.ts";

/** Text to be offered beside `content.slice(from, to)`. */
export interface Offer {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly base?: string;
  readonly reason?: string;
  readonly by?: Author;
}

/**
 * The same offers in at most `most` (at least one): neighbours are joined, those of one block first, then those of one
 * section, then those that stand nearest to each other. Made all together they give the same text as the finer ones. None
 * is joined where all have room. Offers that overlap come out in one.
 */
export function joinOffers(content: string, offers: readonly Offer[], most: number): readonly Offer[] {
  if (offers.length <= Math.max(1, most)) return offers;
  const sorted = offers.toSorted((a, b) => a.from - b.from || a.to - b.to);
  for (const borders of [blockBorders, sectionBorders]) {
    const parted = partedBy(borders(content));
    const groups = grouped(sorted, (end, next) => !parted(end, next));
    if (groups.length <= most) return groups.map((group) => joined(content, group));
  }
  const separate = widestGaps(sorted, Math.max(1, most) - 1);
  const groups = grouped(sorted, (_, next) => !separate.has(next));
  return groups.map((group) => joined(content, group));
}

/** Where a blank line ends. */
function blockBorders(content: string): number[] {
  return [...content.matchAll(/\n[^\S\n]*(?=\n)/g)].map(({ index, 0: found }) => index + found.length);
}

/** Where a heading begins. */
function sectionBorders(content: string): number[] {
  return [...content.matchAll(/^#{1,6}[ \t]/gm)].map(({ index }) => index);
}

/** Whether a border stands between the end of one offer and the next; to be asked in the order of the text. */
function partedBy(borders: readonly number[]): (end: number, next: Offer) => boolean {
  let at = 0;
  return (end, next) => {
    while (at < borders.length && borders[at]! < end) at++;
    return at < borders.length && borders[at]! <= next.from;
  };
}

/** Runs of neighbours; what overlaps the ones before is always with them. */
function grouped(sorted: readonly Offer[], goesOn: (end: number, next: Offer) => boolean): Offer[][] {
  const groups: Offer[][] = [];
  let end = 0;
  for (const offer of sorted) {
    const last = groups.at(-1);
    if (last !== undefined && (offer.from < end || goesOn(end, offer))) last.push(offer);
    else groups.push([offer]);
    end = Math.max(end, offer.to);
  }
  return groups;
}

/** The offers before which most text is left alone: as many as `count`. */
function widestGaps(sorted: readonly Offer[], count: number): ReadonlySet<Offer> {
  let end = sorted[0]!.to;
  const gaps = sorted.slice(1).map((offer) => {
    const gap = offer.from - end;
    end = Math.max(end, offer.to);
    return { offer, gap };
  });
  return new Set(
    gaps
      .toSorted((a, b) => b.gap - a.gap)
      .slice(0, count)
      .map(({ offer }) => offer),
  );
}

/** What is left of the words that say why. */
const LONGEST_REASON = 1_000;

function joined(content: string, group: readonly Offer[]): Offer {
  const [first] = group;
  if (first === undefined) throw new RangeError("No offers to join");
  if (group.length === 1) return first;
  const to = group.reduce((end, offer) => Math.max(end, offer.to), first.to);
  const reason = [...new Set(group.flatMap((offer) => offer.reason ?? []))].join(" ").slice(0, LONGEST_REASON);
  return {
    from: first.from,
    to,
    text: together(content, group, to, ({ text }) => text),
    ...(group.some(({ base }) => base !== undefined)
      ? { base: together(content, group, to, (offer) => offer.base ?? content.slice(offer.from, offer.to)) }
      : {}),
    ...(reason === "" ? {} : { reason: reason.replace(/\p{Surrogate}$/u, "") }),
    ...(first.by === undefined ? {} : { by: first.by }),
  };
}

/** The text from the first offer to `end`, with what `said` gives in the place of each. */
function together(content: string, group: readonly Offer[], end: number, said: (offer: Offer) => string): string {
  const parts: string[] = [];
  let at = group[0]!.from;
  for (const offer of group) {
    parts.push(content.slice(at, Math.max(at, offer.from)), said(offer));
    at = Math.max(at, offer.to);
  }
  parts.push(content.slice(at, end));
  return parts.join("");
}
