import type { ArchivedCanvas, HistoryEntry } from "../../ports.ts";
import { eventsFrom, number, summaryFrom } from "../../rows.ts";
import { DeletedMeanwhileError } from "../../store-error.ts";
import { unlessDamaged, versionContent } from "../../version-row.ts";
import type { Connection } from "../connection.ts";
import type { SqlDatabase, SqlRow } from "../engine/adapter.ts";
import { EVENT_ROW, SUMMARY_ROW } from "../rows.ts";
import { readPoint } from "./points.ts";

/** Each with its text: not many of them are in memory at once. */
const VERSIONS_AT_ONCE = 16;
const EVENTS_AT_ONCE = 500;

interface Canvas {
  readonly owner: string;
  readonly id: string;
  readonly archived: ArchivedCanvas;
}

/** All of a canvas's history, in the bin or not, as the port `Archive` says. Others may write between its parts. */
export async function* readHistory(
  connection: Connection,
  log: (line: string) => void,
  owner: string,
  archived: ArchivedCanvas,
): AsyncIterable<HistoryEntry> {
  const canvas = { owner, id: archived.record.document.id, archived };
  const inCanvas = <T>(work: (database: SqlDatabase, seq: number) => T): Promise<T> =>
    connection.read((database) => {
      const row = database.get("SELECT seq FROM canvases WHERE id = ? AND owner = ?", canvas.id, owner);
      if (!row) throw new DeletedMeanwhileError(canvas.id);
      return work(database, number(row, "seq"));
    });
  yield* readVersions(inCanvas, log, canvas);
  yield* readPoints(inCanvas, log, canvas);
  yield* readEvents(inCanvas, log, canvas);
}

type InCanvas = <T>(work: (database: SqlDatabase, seq: number) => T) => Promise<T>;

async function* readVersions(
  inCanvas: InCanvas,
  log: (line: string) => void,
  canvas: Canvas,
): AsyncIterable<HistoryEntry> {
  let after = 0;
  let before: string | null = null;
  for (;;) {
    const rows: readonly SqlRow[] = await inCanvas((database, seq) =>
      database.all(
        `SELECT ${SUMMARY_ROW}, base, hash, CAST(body AS BLOB) AS body FROM versions
         WHERE canvas = ? AND version > ? AND version <= ? ORDER BY version LIMIT ${VERSIONS_AT_ONCE}`,
        seq,
        after,
        canvas.archived.sealed,
      ),
    );
    for (const row of rows) {
      after = number(row, "version");
      const content: string | null = versionContent(row, before);
      before = content;
      const summary = content === null ? null : unlessDamaged(() => summaryFrom(row));
      if (content !== null && summary !== null) yield { kind: "version", version: { ...summary, content } };
      else log(`Version ${after} of canvas ${canvas.id} cannot be rebuilt exactly, and is left out.`);
    }
    if (rows.length < VERSIONS_AT_ONCE) return;
  }
}

async function* readPoints(
  inCanvas: InCanvas,
  log: (line: string) => void,
  canvas: Canvas,
): AsyncIterable<HistoryEntry> {
  const keys = await inCanvas((database, seq) =>
    database.all(
      "SELECT version, revision FROM points WHERE canvas = ? AND revision < ? ORDER BY version, revision",
      seq,
      canvas.archived.record.document.revision,
    ),
  );
  for (const key of keys) {
    const [version, revision] = [number(key, "version"), number(key, "revision")];
    const { point, isThere } = await inCanvas((database, seq) => ({
      point: readPoint(database, seq, version, revision),
      isThere: isKept(database, seq, version, revision),
    }));
    if (point !== null) yield { kind: "point", point };
    else if (isThere)
      log(
        `What version ${version} of canvas ${canvas.id} held in revision ${revision} cannot be rebuilt, and is left out.`,
      );
  }
}

/** Points are thinned out: one may be gone since they were counted. */
function isKept(database: SqlDatabase, canvas: number, version: number, revision: number): boolean {
  const point = "SELECT 1 AS kept FROM points WHERE canvas = ? AND version = ? AND revision = ?";
  return database.get(point, canvas, version, revision) !== undefined;
}

async function* readEvents(
  inCanvas: InCanvas,
  log: (line: string) => void,
  canvas: Canvas,
): AsyncIterable<HistoryEntry> {
  let after = 0;
  for (;;) {
    const rows: readonly SqlRow[] = await inCanvas((database, seq) =>
      database.all(
        `SELECT ${EVENT_ROW} FROM events WHERE canvas = ? AND sequence > ? AND sequence <= ?
         ORDER BY sequence LIMIT ${EVENTS_AT_ONCE}`,
        seq,
        after,
        canvas.archived.events,
      ),
    );
    const events = eventsFrom(rows);
    const damaged = rows.length - events.length;
    if (damaged > 0)
      log(`Of the log of canvas ${canvas.id} ${damaged} of ${rows.length} entries are damaged and left out.`);
    for (const event of events) yield { kind: "event", event };
    const last = rows.at(-1);
    if (last === undefined || rows.length < EVENTS_AT_ONCE) return;
    after = number(last, "sequence");
  }
}
