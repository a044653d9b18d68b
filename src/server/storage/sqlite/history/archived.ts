import { contentRevision } from "../../../../core/document/versions/past-texts.ts";
import { readLine } from "../../line-row.ts";
import type { ArchivedCanvas, HistoryEntry } from "../../ports.ts";
import { entryOf } from "../../put-lines.ts";
import { eventsFrom, number, summaryFrom } from "../../rows.ts";
import { DeletedMeanwhileError } from "../../store-error.ts";
import { unlessDamaged, versionContent } from "../../version-row.ts";
import type { Connection } from "../connection.ts";
import type { SqlDatabase, SqlRow } from "../engine/adapter.ts";
import { EVENT_ROW, SUMMARY_ROW } from "../rows.ts";
import { endText, readLineRows } from "./line.ts";

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
  yield* readLines(inCanvas, log, canvas);
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

/** Line by line: what is thinned out of one meanwhile is there, or is not, as a whole. */
async function* readLines(
  inCanvas: InCanvas,
  log: (line: string) => void,
  { id, archived }: Canvas,
): AsyncIterable<HistoryEntry> {
  const end = contentRevision(archived.record);
  const versions = await inCanvas((database, seq) =>
    database.all("SELECT DISTINCT version FROM points WHERE canvas = ? AND revision < ? ORDER BY version", seq, end),
  );
  for (const each of versions) {
    const version = number(each, "version");
    const { rows, damaged, before } = await inCanvas((database, seq) => ({
      ...readLineRows(database, seq, version, end - 1),
      before: endText(database, seq, version - 1),
    }));
    const lost = new Set(damaged);
    for (const { row, content } of readLine(rows, () => before)) {
      if (content === null) lost.add(row.revision);
      else yield entryOf({ row, content });
    }
    for (const revision of lost)
      log(`What version ${version} of canvas ${id} held in revision ${revision} cannot be rebuilt, and is left out.`);
  }
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
