import type { Change, MomentRecord, MomentSummary, PointSummary } from "../../../core/records/history.ts";
import { type LineRow, MOMENT, momentText, summaryOf } from "../line-row.ts";
import { lineAfter, lineNews, planLine } from "../plan-line.ts";

/** The rows of the lines of all versions, as a store of tables keeps them. */
export type Lines = ReadonlyMap<number, readonly LineRow[]>;
/** The text of a version; empty before the first, null: there is none. */
export type TextOf = (version: number) => string | null;

export function withChange(lines: Lines, change: Change, textOf: TextOf): Lines {
  const next = new Map(lines);
  for (const news of lineNews(change, textOf)) {
    const there = next.get(news.version) ?? [];
    const line = lineAfter(there, planLine(there, news));
    if (line.length === 0) next.delete(news.version);
    else next.set(news.version, line);
  }
  return next;
}

export function withRowOf(lines: Lines, row: LineRow): Lines {
  return new Map([...lines, [row.version, [...(lines.get(row.version) ?? []), row]]]);
}

/** Newest first. */
export function momentsIn(lines: Lines, version: number): readonly MomentSummary[] {
  return (lines.get(version) ?? []).map(summaryOf).reverse();
}

export function pointsIn(lines: Lines, version: number): readonly PointSummary[] {
  const rows = (lines.get(version) ?? []).filter(({ reason }) => reason !== MOMENT);
  return rows.map((row) => summaryOf(row) as PointSummary).reverse();
}

export function momentIn(lines: Lines, version: number, revision: number, textOf: TextOf): MomentRecord | null {
  const line = lines.get(version) ?? [];
  const row = line.find((each) => each.revision === revision);
  const content = momentText(line, revision, () => textOf(version - 1));
  return row === undefined || content === null ? null : { ...summaryOf(row), version, content };
}
