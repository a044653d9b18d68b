import type { PageAudit } from "../../../../protocol/page.ts";

export type Line = PageAudit["lines"][number];

/** What is known, with the newest page of the server's: where the two do not meet, only that. */
export function withNewest(before: PageAudit | null, fresh: PageAudit): PageAudit {
  const last = fresh.lines.at(-1);
  const newest = before?.lines[0];
  if (before === null || last === undefined || newest === undefined || !fresh.more || last.number > newest.number) {
    return fresh;
  }
  return {
    lines: [...fresh.lines, ...before.lines.filter(({ number }) => number < last.number)],
    more: before.more,
  };
}

/** And with what comes below it. */
export function withOlder(before: PageAudit, older: PageAudit): PageAudit {
  const last = before.lines.at(-1)?.number ?? Number.POSITIVE_INFINITY;
  return { lines: [...before.lines, ...older.lines.filter(({ number }) => number < last)], more: older.more };
}

/** The canvases that cannot be opened: deleted, and not brought back since. */
export function goneIn(lines: readonly Line[]): ReadonlySet<string> {
  const last = new Map<string, Line["kind"]>();
  for (const { canvasId, kind } of lines) {
    const decides = kind === "deleted" || kind === "purged" || kind === "brought_back";
    if (decides && !last.has(canvasId)) last.set(canvasId, kind);
  }
  return new Set([...last].flatMap(([id, kind]) => (kind === "brought_back" ? [] : [id])));
}

/** Each canvas once, by its newest title. */
export function canvasesIn(lines: readonly Line[]): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  for (const { canvasId, title } of lines) if (!titles.has(canvasId)) titles.set(canvasId, title);
  return titles;
}

export interface Day {
  /** The first moment that stands in it, for its name. */
  readonly at: string;
  readonly lines: readonly Line[];
}

/** Days by the reader's clock, in the lines' order. */
export function byDay(lines: readonly Line[], timeZone?: string): readonly Day[] {
  const zone = timeZone === undefined ? {} : { timeZone };
  const day = new Intl.DateTimeFormat("en", { dateStyle: "short", ...zone });
  const nameOf = (at: string) => (Number.isNaN(Date.parse(at)) ? at : day.format(Date.parse(at)));
  const days: { at: string; lines: Line[] }[] = [];
  for (const line of lines) {
    const current = days.at(-1);
    if (current !== undefined && nameOf(current.at) === nameOf(line.at)) current.lines.push(line);
    else days.push({ at: line.at, lines: [line] });
  }
  return days;
}

/** "Today", "Yesterday", "Monday, November 3", and of another year with it. */
export function dayInWords(at: string, now: number, timeZone?: string): string {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return at;
  const zone = timeZone === undefined ? {} : { timeZone };
  const plain = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", ...zone });
  const days = Math.round((Date.parse(plain.format(now)) - Date.parse(plain.format(time))) / 86_400_000);
  if (days === 0 || days === 1) {
    const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-days, "day");
    return words.slice(0, 1).toUpperCase() + words.slice(1);
  }
  const isSameYear = plain.format(now).slice(0, 4) === plain.format(time).slice(0, 4);
  return new Intl.DateTimeFormat("en", {
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(isSameYear ? {} : { year: "numeric" }),
    ...zone,
  }).format(time);
}

export function timeOfDay(at: string): string {
  const time = Date.parse(at);
  return Number.isNaN(time) ? "" : new Intl.DateTimeFormat("en", { hour: "numeric", minute: "2-digit" }).format(time);
}
