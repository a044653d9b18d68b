import { isPatch, pointContent, pointSummary } from "../../point-row.ts";
import type { ArchivedCanvas, HistoryEntry } from "../../ports.ts";
import { eventsFrom, number, summaryFrom, text } from "../../rows.ts";
import { DeletedMeanwhileError } from "../../store-error.ts";
import { unlessDamaged, versionContent } from "../../version-row.ts";
import type { Run } from "../engine/database.ts";
import { prepared } from "../engine/statement.ts";
import { createKnownTexts, readText } from "./texts.ts";

/** Each with its text: not many of them are in memory at once. */
const VERSIONS_AT_ONCE = 16;
const EVENTS_AT_ONCE = 500;

const IS_THERE = prepared("SELECT 1 AS there FROM canvases WHERE id = $1 AND owner = $2");
const VERSIONS = prepared(
  `SELECT version, revision, title, status, by, at, words_added, words_removed, label, base, hash, body FROM versions
   WHERE canvas = $1 AND version > $2 AND version <= $3 ORDER BY version LIMIT ${VERSIONS_AT_ONCE}`,
);
const POINT_KEYS = prepared(
  "SELECT version, revision FROM points WHERE canvas = $1 AND revision < $2 ORDER BY version, revision",
);
const POINT = prepared(
  `SELECT version, revision, reason, at, words_added, words_removed, hash, body FROM points
   WHERE canvas = $1 AND version = $2 AND revision = $3`,
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
  const { id, revision } = archived.record.document;
  const run: Run = async (statement) => {
    const rows = await read(statement);
    if ((await read(IS_THERE(id, owner))).length === 0) throw new DeletedMeanwhileError(id);
    return rows;
  };
  yield* readVersions(run, log, id, archived.sealed);
  yield* readPoints(run, log, id, revision);
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

async function* readPoints(
  run: Run,
  log: (line: string) => void,
  id: string,
  revision: number,
): AsyncIterable<HistoryEntry> {
  const texts = createKnownTexts();
  for (const key of await run(POINT_KEYS(id, revision))) {
    const version = number(key, "version");
    const [row] = await run(POINT(id, version, number(key, "revision")));
    // Points are thinned out: one may be gone since they were counted.
    if (row === undefined) continue;
    const before = isPatch(text(row, "body")) ? await readText(run, texts, id, version - 1) : null;
    const content = pointContent(row, () => before?.content ?? null);
    const summary = pointSummary(row);
    if (content !== null && summary !== null) yield { kind: "point", point: { ...summary, version, content } };
    else
      log(
        `What version ${version} of canvas ${id} held in revision ${number(key, "revision")} cannot be rebuilt, and is left out.`,
      );
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
