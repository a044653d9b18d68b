import type { Change, VersionRecord } from "../../../../core/records/history.ts";
import { withVersion } from "../../keep-versions.ts";
import { type LineRow, lineRow, MOMENT } from "../../line-row.ts";
import { type LineNews, type LinePlan, lineNews, planLine, rowsNeeded } from "../../plan-line.ts";
import { hashText } from "../../version-text.ts";
import type { Run } from "../engine/database.ts";
import { prepared } from "../engine/statement.ts";
import { type ChainedText, type KnownTexts, readText } from "./texts.ts";

/** A sealed version as it is to be kept. */
export interface PlannedVersion extends ChainedText {
  readonly version: VersionRecord;
  readonly hash: string;
  readonly body: string;
}

/** What is written of the history, beside the record. */
export interface HistoryPlan {
  readonly versions: readonly PlannedVersion[];
  readonly lines: readonly LinePlan[];
  /** The newest sealed version, and the newest with points, from then on. */
  readonly sealed: number;
  readonly pointed: number;
}

/** The canvas as it was when the change was decided on. */
export interface HistoryBefore {
  readonly canvas: string;
  readonly sealed: number;
  readonly pointed: number;
}

const SUMMARY = "version, revision, reason, at, words_added, words_removed, hash, base, step";
const POINTS = prepared(
  `SELECT ${SUMMARY} FROM points WHERE canvas = $1 AND version = ANY($2::int[])
     AND (reason <> '${MOMENT}' OR revision = ANY($3::int[])) ORDER BY version, revision`,
);
const LINES = prepared(
  `SELECT ${SUMMARY}, body FROM points WHERE canvas = $1 AND version = ANY($2::int[]) ORDER BY version, revision`,
);

/**
 * What the change makes of the history. It only reads: whoever writes it makes sure that the canvas is still as it was.
 * The lines of versions are thinned out as in every store.
 */
export async function planHistory(
  run: Run,
  known: KnownTexts,
  before: HistoryBefore,
  change: Change,
): Promise<HistoryPlan> {
  const fresh = new Map<number, ChainedText>();
  const textOf = async (version: number): Promise<ChainedText | null> =>
    fresh.get(version) ?? (version < 1 ? null : readText(run, known, before.canvas, version));
  const versions: PlannedVersion[] = [];
  let newest = before.sealed;
  for (const version of change.sealed) {
    if (newest >= version.version)
      throw new RangeError(`Version ${version.version} cannot be sealed after version ${newest}`);
    const planned = planVersion(version, newest === 0 ? null : await textOf(newest));
    versions.push(planned);
    fresh.set(version.version, planned);
    newest = version.version;
  }
  const points = change.points ?? [];
  const texts = new Map([[0, ""]]);
  for (const { version } of points) {
    const text = version === 1 ? null : await textOf(version - 1);
    if (text !== null) texts.set(version - 1, text.content);
  }
  const news = lineNews(change, (version) => texts.get(version) ?? null);
  const there = await readLines(run, before, news);
  return {
    versions,
    lines: news.map((each) => planLine(there.get(each.version) ?? [], each)),
    sealed: newest,
    pointed: Math.max(before.pointed, ...points.map(({ version }) => version)),
  };
}

/** A chain that does not rebuild its text is not built upon. */
export function planVersion(version: VersionRecord, previous: ChainedText | null): PlannedVersion {
  const { content } = version;
  return { version, content, hash: hashText(content), ...withVersion(previous, previous?.content ?? null, version) };
}

/** The rows that a plan needs, by version. */
async function readLines(
  run: Run,
  before: HistoryBefore,
  news: readonly LineNews[],
): Promise<ReadonlyMap<number, readonly LineRow[]>> {
  const needing = (which: "all" | "points"): readonly LineNews[] => news.filter((each) => rowsNeeded(each) === which);
  // Most versions have no points, and get none: that is known without a look.
  const points = needing("points").filter(({ version, rows }) => version <= before.pointed || rows.length > 0);
  const pointed = points.map(({ version }) => version);
  const revisions = points.flatMap(({ rows }) => rows.map(({ revision }) => revision));
  const whole = needing("all").map(({ version }) => version);
  const rows = [
    ...(pointed.length === 0 ? [] : await run(POINTS(before.canvas, pointed, revisions))),
    ...(whole.length === 0 ? [] : await run(LINES(before.canvas, whole))),
  ].flatMap((row) => lineRow(row) ?? []);
  return new Map(news.map(({ version }) => [version, rows.filter((row) => row.version === version)]));
}
