import type { CanvasRecord, Status } from "../../../core/records/canvas.ts";
import type { Change, NewEvent } from "../../../core/records/history.ts";
import { type LineRow, MOMENT } from "../line-row.ts";
import { auditLinesOf, titleKey } from "../listing.ts";
import type { Once } from "../ports.ts";
import { auditSteps } from "./audit.ts";
import { columnsOf } from "./columns.ts";
import { type SqlParameter, type Statement, StatementParts } from "./engine/statement.ts";
import type { HistoryPlan, PlannedVersion } from "./history/plan-history.ts";
import { readerSteps } from "./readers.ts";

/** One change of a canvas that is there, decided on `writes`. */
export interface PlannedUpdate {
  readonly before: CanvasRecord;
  readonly writes: number;
  readonly change: Change;
  readonly plan: HistoryPlan;
  readonly once: Once | undefined;
  /** So many sealed versions stay; null: all. */
  readonly keep: number | null;
  readonly at: string;
  /** Names this write. */
  readonly writeId: string;
}

/** Of the writes before, in characters: so many others may come between a write and the question whether it came to be. */
const NAMES_KEPT = 200;

/**
 * The whole change as one statement, so that it is there or not, in one way there and back. It gives one row; none when
 * somebody else has written since.
 */
export function updateStatement(planned: PlannedUpdate): Statement {
  const { before, writes, change, plan, once, keep, at, writeId } = planned;
  const { id, title, status, content } = change.record.document;
  const owner = change.record.owner;
  const parts = new StatementParts();
  const columns = columnsOf(change.record, content !== before.document.content).map(
    ({ name, type, value }) => `${name} = ${parts.value(value, type)}`,
  );
  const key = parts.value(id);
  const steps = [
    `written AS (UPDATE canvases SET ${columns.join(", ")}, writes = writes + 1, changed = pg_current_xact_id(),
       last_write = ${parts.value(writeId)} || ' ' || left(last_write, ${NAMES_KEPT}), events = events + ${parts.value(change.events.length, "int")},
       sealed = ${parts.value(plan.sealed, "int")}, pointed = ${parts.value(plan.pointed, "int")}
     WHERE id = ${key} AND owner = ${parts.value(owner)} AND writes = ${parts.value(writes, "bigint")} AND deleted_at IS NULL
     RETURNING id, owner, events)`,
    ...historySteps(parts, plan),
    ...forgetSteps(parts, plan, keep, id),
    ...eventSteps(parts, change.events, writeId),
    ...auditSteps(parts, auditLinesOf(change)),
    ...readerSteps(parts, before, change.record),
    ...onceSteps(parts, once, id, at),
    ...(status === before.document.status ? [] : [countStep({ [before.document.status]: -1, [status]: 1 })]),
  ];
  if (titleKey(title) !== titleKey(before.document.title))
    steps.push(
      `titled AS (UPDATE ids SET title_key = ${parts.value(titleKey(title))} FROM written WHERE ids.id = written.id)`,
    );
  return parts.finish(`WITH ${steps.join(",\n")}\nSELECT id FROM written`, isUsual(change));
}

export interface PlannedCreation {
  readonly change: Change;
  readonly plan: HistoryPlan;
  readonly once: Once | undefined;
  readonly keep: number | null;
  readonly at: string;
  readonly writeId: string;
  /** Of the archive: the number of its last event, and since when it lies in the bin. */
  readonly events?: number;
  readonly deletedAt?: string | undefined;
  readonly fingerprint?: string | undefined;
}

/** The same for a new canvas: no row when the id was ever used. A key that was used fails (`once_pkey`). */
export function createStatement(creation: PlannedCreation): Statement {
  const { change, plan, once, at, writeId, deletedAt, fingerprint = once?.fingerprint } = creation;
  const { record } = change;
  const { id, title, createdAt, status } = record.document;
  const parts = new StatementParts();
  const columns = columnsOf(record, true);
  const values = columns.map(({ type, value }) => parts.value(value, type));
  const gone = parts.value(deletedAt ?? null);
  const events = creation.events ?? change.events.length;
  const steps = [
    `used AS (INSERT INTO ids (id, owner, created_at, deleted_at, fingerprint, title_key)
       VALUES (${parts.value(id)}, ${parts.value(record.owner)}, ${parts.value(createdAt)}, ${gone},
         ${parts.value(fingerprint ?? null)}, ${parts.value(titleKey(title))})
     ON CONFLICT (id) DO NOTHING RETURNING id, seq, owner)`,
    `written AS (INSERT INTO canvases (id, seq, owner, writes, last_write, changed, deleted_at, sealed, pointed, events,
         ${columns.map(({ name }) => name).join(", ")})
       SELECT id, seq, owner, 1, ${parts.value(writeId)}, pg_current_xact_id(), ${gone}, ${parts.value(plan.sealed, "int")},
         ${parts.value(plan.pointed, "int")}, ${parts.value(events, "int")}, ${values.join(", ")}
       FROM used RETURNING id, owner, events)`,
    ...historySteps(parts, plan),
    ...eventSteps(parts, change.events, writeId),
    ...auditSteps(parts, auditLinesOf(change)),
    ...readerSteps(parts, {}, record),
    ...onceSteps(parts, once, "", at),
    countStep({ [deletedAt === undefined ? status : "binned"]: 1 }),
  ];
  return parts.finish(`WITH ${steps.join(",\n")}\nSELECT id FROM written`, isUsual(change));
}

/** Many events or versions at once are rare, and each number of them would be a statement of its own. */
function isUsual({ events, sealed, points = [], moments = [], thins = [] }: Change): boolean {
  return events.length <= 4 && sealed.length <= 2 && points.length + moments.length <= 2 && thins.length === 0;
}

/** Of `versions`, behind canvas and owner. */
export const VERSION_COLUMNS = {
  names: "version, revision, title, status, by, at, words_added, words_removed, label, hash, base, body",
  types: ["int", "int", "text", "text", "text", "text", "int", "int", "text", "text", "int", "text"],
} as const;

export function versionRow({ version, hash, base, body }: PlannedVersion): readonly SqlParameter[] {
  const { revision, title, status, by, at, wordsAdded, wordsRemoved, label = null } = version;
  const about = [version.version, revision, title, status, JSON.stringify(by), at, wordsAdded, wordsRemoved, label];
  return [...about, hash, base, body];
}

/** Of `points`, behind canvas and owner. */
export const POINT_COLUMNS = {
  names: "version, revision, reason, at, words_added, words_removed, hash, base, step, body",
  types: ["int", "int", "text", "text", "int", "int", "text", "int", "text", "text"],
} as const;

export function pointRow(row: LineRow): readonly SqlParameter[] {
  const { version, revision, reason, at, wordsAdded, wordsRemoved, hash, base, step, body } = row;
  return [version, revision, reason, at, wordsAdded, wordsRemoved, hash, base, step, body];
}

function historySteps(parts: StatementParts, { versions, lines }: HistoryPlan): readonly string[] {
  const steps: string[] = [];
  if (versions.length > 0) {
    const { names, types } = VERSION_COLUMNS;
    steps.push(`sealed_now AS (INSERT INTO versions (canvas, owner, ${names})
      SELECT written.id, written.owner, v.* FROM written, ${parts.rows(versions.map(versionRow), types)} AS v (${names}))`);
  }
  const placesOf = (which: "dropped" | "demoted") =>
    lines.flatMap((line) => line[which].map((revision) => [line.version, revision]));
  const [dropped, demoted] = [placesOf("dropped"), placesOf("demoted")];
  const isPlace = "points.canvas = written.id AND points.version = p.version AND points.revision = p.revision";
  if (dropped.length > 0)
    steps.push(`dropped AS (DELETE FROM points USING written, ${parts.rows(dropped, ["int", "int"])} AS p (version, revision)
      WHERE ${isPlace})`);
  if (demoted.length > 0)
    steps.push(`demoted AS (UPDATE points SET reason = '${MOMENT}', body = CASE WHEN step IS NULL THEN body ELSE '' END
      FROM written, ${parts.rows(demoted, ["int", "int"])} AS p (version, revision)
      WHERE ${isPlace})`);
  const rows = lines.flatMap(({ written }) => written);
  if (rows.length > 0) {
    const { names, types } = POINT_COLUMNS;
    const replaced = names
      .split(", ")
      .slice(2)
      .map((name) => `${name} = excluded.${name}`);
    steps.push(`pointed_now AS (INSERT INTO points (canvas, owner, ${names})
      SELECT written.id, written.owner, p.* FROM written, ${parts.rows(rows.map(pointRow), types)} AS p (${names})
      ON CONFLICT (canvas, version, revision) DO UPDATE SET ${replaced.join(", ")})`);
  }
  return steps;
}

/**
 * What is older than the newest `keep` versions and what their texts are rebuilt from: see keep-versions.ts. The version that
 * is sealed by this very statement is not yet among those that it sees.
 */
function forgetSteps(parts: StatementParts, plan: HistoryPlan, keep: number | null, id: string): readonly string[] {
  const sealed = plan.versions.length;
  if (keep === null || sealed === 0 || sealed >= keep) return [];
  const canvas = parts.value(id);
  const oldest = `(SELECT base FROM (SELECT base, version FROM versions WHERE canvas = ${canvas}
      ORDER BY version DESC LIMIT 1 OFFSET ${parts.value(keep - 1 - sealed, "int")}) AS kept
    WHERE base <= version AND EXISTS
      (SELECT 1 FROM versions WHERE canvas = ${canvas} AND version = kept.base AND left(body, 1) = '"'))`;
  return [
    `oldest AS (SELECT base FROM ${oldest} AS o WHERE EXISTS (SELECT 1 FROM versions WHERE canvas = ${canvas} AND version < o.base))`,
    `forgotten AS (DELETE FROM versions USING written, oldest WHERE versions.canvas = written.id AND versions.version < oldest.base)`,
    `without AS (DELETE FROM points USING written, oldest WHERE points.canvas = written.id AND points.version <= oldest.base)`,
  ];
}

function eventSteps(parts: StatementParts, events: readonly NewEvent[], writeId: string): readonly string[] {
  if (events.length === 0) return [];
  const rows = events.map(({ kind, by, at, version, payload }, index) => [
    events.length - 1 - index,
    kind,
    JSON.stringify(by),
    at,
    version,
    JSON.stringify(payload),
  ]);
  return [
    `logged AS (INSERT INTO events (canvas, owner, write, sequence, kind, by, at, version, payload)
      SELECT written.id, written.owner, ${parts.value(writeId)}, written.events - e.behind, e.kind, e.by, e.at, e.version, e.payload
      FROM written, ${parts.rows(rows, ["int", "text", "text", "text", "int", "text"])} AS e (behind, kind, by, at, version, payload))`,
  ];
}

/** `scope` is a canvas, or "" for creating. */
function onceSteps(parts: StatementParts, once: Once | undefined, scope: string, at: string): readonly string[] {
  if (once === undefined) return [];
  return [
    `kept AS (INSERT INTO once (owner, scope, key, fingerprint, canvas_id, at)
      SELECT owner, ${parts.value(scope)}, ${parts.value(once.key)}, ${parts.value(once.fingerprint)}, id, ${parts.value(at)} FROM written)`,
  ];
}

type Counted = Status | "binned";

/** After what is counted, in every statement: so no two of them wait for each other. */
export function countStep(changes: Partial<Record<Counted, number>>, from = "written"): string {
  const columns = Object.entries(changes).map(([name, by]) => ({ name: countedColumn(name), by }));
  const names = columns.map(({ name }) => name).join(", ");
  const first = columns.map(({ by }) => by).join(", ");
  const next = columns.map(({ name }) => `${name} = counts.${name} + excluded.${name}`).join(", ");
  return `counted AS (INSERT INTO counts (owner, ${names}) SELECT owner, ${first} FROM ${from}
    ON CONFLICT (owner) DO UPDATE SET ${next})`;
}

const COUNTED: readonly string[] = ["draft", "in_review", "approved", "archived", "binned"];

function countedColumn(name: string): string {
  if (!COUNTED.includes(name)) throw new RangeError(`Nothing counts canvases by ${name}`);
  return name;
}
