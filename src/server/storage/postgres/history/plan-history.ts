import { MOST_OF_SEALED, MOST_POINTS, outranks, thinPoints } from "../../../../core/document/versions/points.ts";
import type { Change, PointRecord, PointSummary, VersionRecord } from "../../../../core/records/history.ts";
import { withVersion } from "../../keep-versions.ts";
import { pointBody, pointSummary } from "../../point-row.ts";
import { number, text } from "../../rows.ts";
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

export interface PlannedPoint {
  readonly point: PointRecord;
  readonly hash: string;
  readonly body: string;
}

/** What is written of the history, beside the record. */
export interface HistoryPlan {
  readonly versions: readonly PlannedVersion[];
  readonly points: readonly PlannedPoint[];
  readonly droppedPoints: readonly { readonly version: number; readonly revision: number }[];
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

const POINTS = prepared(
  `SELECT version, revision, reason, at, words_added, words_removed, hash FROM points
   WHERE canvas = $1 AND version = ANY($2::int[]) ORDER BY version, revision`,
);

/**
 * What the change makes of the history. It only reads: whoever writes it makes sure that the canvas is still as it was.
 * The points of a version, never the same text twice in a row, are thinned out as in every store.
 */
export async function planHistory(
  run: Run,
  known: KnownTexts,
  before: HistoryBefore,
  { sealed, points = [] }: Pick<Change, "sealed" | "points">,
): Promise<HistoryPlan> {
  const fresh = new Map<number, ChainedText>();
  const textOf = async (version: number): Promise<ChainedText | null> =>
    fresh.get(version) ?? (version < 1 ? null : readText(run, known, before.canvas, version));
  const versions: PlannedVersion[] = [];
  let newest = before.sealed;
  for (const version of sealed) {
    if (newest >= version.version)
      throw new RangeError(`Version ${version.version} cannot be sealed after version ${newest}`);
    const planned = planVersion(version, newest === 0 ? null : await textOf(newest));
    versions.push(planned);
    fresh.set(version.version, planned);
    newest = version.version;
  }
  const touched = new Set([...points, ...sealed].map(({ version }) => version));
  const hadPoints = [...touched].some((version) => version <= before.pointed);
  if (points.length === 0 && !hadPoints)
    return { versions, points: [], droppedPoints: [], sealed: newest, pointed: before.pointed };

  const shelves = await readShelves(run, before.canvas, hadPoints ? [...touched] : []);
  const kept: PlannedPoint[] = [];
  for (const point of points) {
    const plan = { point, hash: hashText(point.content), body: "" };
    if (!shelfOf(shelves, point.version).put(plan)) continue;
    kept.push({ ...plan, body: pointBody((await textOf(point.version - 1))?.content ?? null, point.content) });
  }
  for (const { version, hash } of versions) shelfOf(shelves, version.version).settle(hash);
  const stays = (version: number, revision: number): boolean => shelfOf(shelves, version).has(revision);
  return {
    versions,
    points: kept.filter(({ point }) => stays(point.version, point.revision)),
    droppedPoints: [...shelves].flatMap(([version, shelf]) =>
      shelf.before.filter((revision) => !shelf.has(revision)).map((revision) => ({ version, revision })),
    ),
    sealed: newest,
    pointed: Math.max(before.pointed, ...points.map(({ version }) => version)),
  };
}

/** A chain that does not rebuild its text is not built upon. */
export function planVersion(version: VersionRecord, previous: ChainedText | null): PlannedVersion {
  const { content } = version;
  return { version, content, hash: hashText(content), ...withVersion(previous, previous?.content ?? null, version) };
}

/** The points of one version, in the order of their revisions. */
interface Shelf {
  /** The revisions of those that were there. */
  readonly before: readonly number[];
  has(revision: number): boolean;
  /** False: it is there already. */
  put(more: { readonly point: PointRecord; readonly hash: string }): boolean;
  /** Once the version is sealed with a text of this hash. */
  settle(hash: string): void;
}

type Shelved = { readonly summary: PointSummary; readonly hash: string };

function createShelf(there: readonly Shelved[]): Shelf {
  let points = there;
  const thin = (most: number): void => {
    const dropped = thinPoints(
      points.map(({ summary }) => summary),
      most,
    );
    points = points.filter(({ summary }) => !dropped.includes(summary.revision));
  };
  return {
    before: there.map(({ summary }) => summary.revision),
    has: (revision) => points.some(({ summary }) => summary.revision === revision),
    put: ({ point, hash }) => {
      const newest = points.at(-1);
      const isTwin = newest?.hash === hash;
      if (newest !== undefined && isTwin && !outranks(point, newest.summary)) return false;
      const { content: _content, version: _version, ...summary } = point;
      const others = points.filter((each) => !(isTwin && each === newest) && each.summary.revision !== point.revision);
      points = [...others, { summary, hash }];
      thin(MOST_POINTS);
      return true;
    },
    settle: (hash) => {
      points = points.filter((each) => each.hash !== hash);
      thin(MOST_OF_SEALED);
    },
  };
}

async function readShelves(run: Run, canvas: string, versions: readonly number[]): Promise<Map<number, Shelf>> {
  const rows = versions.length === 0 ? [] : await run(POINTS(canvas, versions));
  const there = new Map<number, Shelved[]>();
  for (const row of rows) {
    const summary = pointSummary(row);
    const version = number(row, "version");
    if (summary !== null) there.set(version, [...(there.get(version) ?? []), { summary, hash: text(row, "hash") }]);
  }
  return new Map([...there].map(([version, points]) => [version, createShelf(points)]));
}

function shelfOf(shelves: Map<number, Shelf>, version: number): Shelf {
  const shelf = shelves.get(version) ?? createShelf([]);
  shelves.set(version, shelf);
  return shelf;
}
