import { contentRevision } from "../../../../core/document/versions/past-texts.ts";
import { lineRow, readLine } from "../../line-row.ts";
import type { ArchivedCanvas, HistoryEntry } from "../../ports.ts";
import { entryOf } from "../../put-lines.ts";
import { eventsFrom, number, summaryFrom } from "../../rows.ts";
import { DeletedMeanwhileError } from "../../store-error.ts";
import { unlessDamaged, versionContent } from "../../version-row.ts";
import type { Run } from "../engine/database.ts";
import { prepared } from "../engine/statement.ts";
import { createKnownTexts, endText } from "./texts.ts";

/** Each with its text: not many of them are in memory at once. */
const VERSIONS_AT_ONCE = 16;
const EVENTS_AT_ONCE = 500;

const IS_THERE = prepared("SELECT 1 AS there FROM canvases WHERE id = $1 AND owner = $2");
const VERSIONS = prepared(
  `SELECT version, revision, title, status, by, at, words_added, words_removed, label, base, hash, body FROM versions
   WHERE canvas = $1 AND version > $2 AND version <= $3 ORDER BY version LIMIT ${VERSIONS_AT_ONCE}`,
);
const LINED = prepared("SELECT DISTINCT version FROM points WHERE canvas = $1 AND revision < $2 ORDER BY version");
const LINE = prepared(
  `SELECT version, revision, reason, at, words_added, words_removed, hash, base, step, body FROM points
   WHERE canvas = $1 AND version = $2 AND revision < $3 ORDER BY revision`,
);
const EVENTS = prepared(
  `SELECT sequence, kind, by, at, version, payload FROM events
   WHERE canvas = $1 AND sequence > $2 AND sequence <= $3 ORDER BY sequence LIMIT ${EVENTS_AT_ONCE}`,
);

/** All of a canvas's history, in the bin or not, as the port `Archive` says. Others may write between its parts. */
export async function* readHistory(
  read: Run,
  log: (line: string) => void,
  owner: string,
  archived: ArchivedCanvas,
): AsyncIterable<HistoryEntry> {
  const { id } = archived.record.document;
  const run: Run = async (statement) => {
    const rows = await read(statement);
    if ((await read(IS_THERE(id, owner))).length === 0) throw new DeletedMeanwhileError(id);
    return rows;
  };
  yield* readVersions(run, log, id, archived.sealed);
  yield* readLines(run, log, id, contentRevision(archived.record));
  yield* readEvents(run, log, id, archived.events);
}

async function* readVersions(
  run: Run,
  log: (line: string) => void,
  id: string,
  last: number,
): AsyncIterable<HistoryEntry> {
  let after = 0;
  let before: string | null = null;
  for (;;) {
    const rows = await run(VERSIONS(id, after, last));
    for (const row of rows) {
      after = number(row, "version");
      const content: string | null = versionContent(row, before);
      before = content;
      const summary = content === null ? null : unlessDamaged(() => summaryFrom(row));
      if (content !== null && summary !== null) yield { kind: "version", version: { ...summary, content } };
      else log(`Version ${after} of canvas ${id} cannot be rebuilt exactly, and is left out.`);
    }
    if (rows.length < VERSIONS_AT_ONCE) return;
  }
}

/** Line by line: what is thinned out of one meanwhile is there, or is not, as a whole. */
async function* readLines(run: Run, log: (line: string) => void, id: string, end: number): AsyncIterable<HistoryEntry> {
  const texts = createKnownTexts();
  for (const each of await run(LINED(id, end))) {
    const version = number(each, "version");
    const found = await run(LINE(id, version, end));
    const rows = found.map((row) => ({ row: lineRow(row), revision: number(row, "revision") }));
    const lost = new Set(rows.filter(({ row }) => row === null).map(({ revision }) => revision));
    const before = await endText(run, texts, id, version - 1);
    for (const { row, content } of readLine(
      rows.flatMap(({ row }) => row ?? []),
      () => before,
    )) {
      if (content === null) lost.add(row.revision);
      else yield entryOf({ row, content });
    }
    for (const revision of lost)
      log(`What version ${version} of canvas ${id} held in revision ${revision} cannot be rebuilt, and is left out.`);
  }
}

async function* readEvents(
  run: Run,
  log: (line: string) => void,
  id: string,
  last: number,
): AsyncIterable<HistoryEntry> {
  let after = 0;
  for (;;) {
    const rows = await run(EVENTS(id, after, last));
    const events = eventsFrom(rows);
    const damaged = rows.length - events.length;
    if (damaged > 0) log(`Of the log of canvas ${id} ${damaged} of ${rows.length} entries are damaged and left out.`);
    for (const event of events) yield { kind: "event", event };
    const end = rows.at(-1);
    if (end === undefined || rows.length < EVENTS_AT_ONCE) return;
    after = number(end, "sequence");
  }
}
