import { randomBytes } from "node:crypto";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { Change } from "../../../core/records/history.ts";
import { assertFurther } from "../decide-with-texts.ts";
import { assertKeepable, subjectsOf, titleKey } from "../listing.ts";
import { readPeopleEvents } from "../people-events.ts";
import type { Canvases, Decide, Decided, Missing, Once, UpdateOutcome } from "../ports.ts";
import { listingFrom, number, recordFrom, type StoredRow, text } from "../rows.ts";
import { UnwritableError } from "../store-error.ts";
import { LOADED } from "./columns.ts";
import { type IdCount, lockCount } from "./counts.ts";
import type { Database, Run } from "./engine/database.ts";
import { prepared } from "./engine/statement.ts";
import { createHistory } from "./history/history.ts";
import { peopleRows } from "./history/people-events.ts";
import { planHistory } from "./history/plan-history.ts";
import { createKnownTexts, type KnownTexts, readText } from "./history/texts.ts";
import { LISTED, listCanvases } from "./list.ts";
import { OWN_ID, SEEN_ID, sharedCanvases, toldOf } from "./readers.ts";
import { createTurns } from "./turns.ts";
import type { Weights } from "./weight.ts";
import { createStatement, updateStatement } from "./write-change.ts";

export interface CanvasesOptions {
  readonly database: Database;
  readonly texts: KnownTexts;
  readonly now: () => Date;
  readonly log: (line: string) => void;
  /** Called after each write, with all for whom the canvas is there, or was before. */
  readonly changed: (readers: readonly string[], id: string) => void;
  readonly ids: IdCount;
  readonly weights: Weights;
  /** So many sealed versions of a canvas stay; null: all. */
  readonly keep: number | null;
}

const FIND = prepared(`SELECT ${LOADED} FROM canvases c WHERE c.id = ${SEEN_ID} AND c.deleted_at IS NULL`);
const LOAD_ONCE = prepared(
  `SELECT ${LOADED}, o.fingerprint AS once FROM canvases c
   LEFT JOIN once o ON o.owner = c.owner AND o.scope = c.id AND o.key = $3
   WHERE c.id = ${SEEN_ID} AND c.deleted_at IS NULL`,
);
const IS_SEEN = prepared(`SELECT id FROM canvases WHERE id = ${SEEN_ID} AND deleted_at IS NULL`);
const WHY_MISSING = prepared(
  `SELECT 1 AS gone FROM ids WHERE id = ${OWN_ID} AND deleted_at IS NOT NULL
   UNION ALL SELECT 1 FROM canvases WHERE deleted_at IS NOT NULL AND id = (SELECT id FROM readers
     WHERE subject = $2 AND id = $1 AND is_reading AND (until IS NULL OR until > $3)) LIMIT 1`,
);
const CREATED_ONCE = prepared("SELECT fingerprint, canvas_id FROM once WHERE owner = $1 AND scope = '' AND key = $2");
const IS_USED = prepared("SELECT id FROM ids WHERE id = $1");
const WRITTEN_BY = prepared(
  `SELECT id FROM canvases WHERE id = $1 AND string_to_array(last_write, ' ') && $2::text[]
   UNION ALL SELECT canvas FROM events WHERE canvas = $1 AND sequence > $3 AND write = ANY($2::text[])`,
);
const FOUND_BY = prepared(
  "SELECT write FROM events WHERE canvas = $1 AND sequence > $3 AND write = ANY($2::text[]) LIMIT 1",
);
const FIND_CREATED = prepared(
  `SELECT id FROM ids WHERE owner = $1 AND fingerprint = $2 AND created_at >= $3 AND deleted_at IS NULL
   ORDER BY created_at DESC, seq DESC LIMIT 1`,
);
const TITLED = prepared(
  `SELECT ${LISTED} FROM canvases WHERE owner = $1 AND deleted_at IS NULL
   AND id IN (SELECT id FROM ids WHERE owner = $1 AND title_key = $2 AND deleted_at IS NULL)
   ORDER BY updated_at DESC, seq DESC LIMIT 1`,
);
const NEWEST_IDS = prepared(
  `SELECT id FROM (
     (SELECT id, seq FROM ids WHERE owner = $1 AND deleted_at IS NULL AND EXISTS (SELECT 1 FROM canvases WHERE canvases.id = ids.id)
      ORDER BY seq DESC LIMIT $2)
     UNION ALL (${sharedCanvases("$1", "id, seq", { now: "$3" })} ORDER BY seq DESC LIMIT $2)
   ) AS newest ORDER BY seq DESC LIMIT $2`,
);

const WRITE_ID_BYTES = 12;

export function createCanvases(options: CanvasesOptions): Canvases {
  const { database, texts, now, log, changed, ids, weights, keep } = options;
  const { read, patiently } = database;
  const turns = createTurns();
  const time = (): string => now().toISOString();
  return {
    ...createHistory(read, texts, log),

    create: async (owner, change, once, most) => {
      assertBelongs(change, owner, change.record.document.id);
      const creation = { owner, change, once, most, keep, at: time(), writeId: newWriteId() };
      const outcome = await createCanvas(database, texts, creation);
      if (outcome.kind === "created") {
        ids.made();
        changed([owner, ...subjectsOf(change.record)], change.record.document.id);
      }
      return outcome;
    },

    find: async (reader, id) => {
      const [row] = await read(FIND(id, reader));
      if (row === undefined) return whyMissing(read, reader, id, time());
      weights.saw(reader, row);
      return { kind: "found", record: recordFrom(row) };
    },

    update: async <Answer>(
      reader: string,
      id: string,
      asked: Parameters<Canvases["update"]>[2],
      decide: Decide<Answer>,
    ): Promise<UpdateOutcome<Answer>> => {
      const update = { reader, id, versions: asked.versions ?? [], once: asked.once, decide, keep, at: time() };
      const isReading = asked.isReading === true;
      const onLoad = (row: StoredRow): void => weights.saw(reader, row);
      // Whoever reads again changes nothing, mostly: then nobody waits for a turn.
      const look = (run: Run) => decideUnwritten({ run, texts, update, onLoad }, () => null);
      const unchanged = isReading ? await patiently(look, false) : null;
      if (unchanged !== null) return unchanged;
      // Nobody waits for the turns of those for whom there is a canvas: how long that takes would tell that there is one.
      if (turns.isTaken(id) && (await read(IS_SEEN(id, reader))).length === 0)
        return whyMissing(read, reader, id, update.at);
      return turns.inTurn(id, async () => {
        const attempts = new Map<string, Begun<Answer>>();
        const { outcome, told } = await patiently((run, unsure) =>
          decideAndWrite({ run, texts, update, attempts, unsure, onLoad }),
        ).catch(async (error: unknown) => {
          if (!(error instanceof UnwritableError)) throw error;
          const answered = await decideUnwritten({ run: database.read, texts, update, onLoad }, (answer) =>
            isReading ? { kind: "done", answer, wrote: false, unsaved: error.message } : null,
          );
          if (answered === null) throw error;
          return { outcome: answered, told: [] };
        });
        if (told.length > 0) changed(told, id);
        return outcome;
      });
    },

    list: (reader, query) => listCanvases(read, reader, query, time()),

    eventsByPeople: (reader, { canvasId, ...query }) =>
      readPeopleEvents(query, (...page) => peopleRows(read, { reader, canvasId, now: time() }, ...page), log),

    titled: async (owner, title) => {
      const [row] = await read(TITLED(owner, titleKey(title)));
      return row === undefined ? null : listingFrom(row);
    },

    findCreated: async (owner, fingerprint, since) => {
      const [row] = await read(FIND_CREATED(owner, fingerprint, since));
      return row === undefined ? null : text(row, "id");
    },

    ids: async (reader, limit) => (await read(NEWEST_IDS(reader, limit, time()))).map((row) => text(row, "id")),

    weight: weights.of,

    count: ids.count,
  };
}

interface Creation {
  readonly owner: string;
  readonly change: Change;
  readonly once: Once | undefined;
  readonly most: number | undefined;
  readonly keep: number | null;
  readonly at: string;
  readonly writeId: string;
}

async function createCanvas(
  database: Database,
  texts: KnownTexts,
  creation: Creation,
): Promise<Awaited<ReturnType<Canvases["create"]>>> {
  const { patiently, inTransaction, read } = database;
  const { owner, change, once, most, keep, at, writeId } = creation;
  const { id } = change.record.document;
  const write = async (run: Run): Promise<"created" | "taken"> => {
    const plan = await planHistory(run, texts, { canvas: id, sealed: 0, pointed: 0 }, change);
    const rows = await run(createStatement({ change, plan, once, keep, at, writeId }));
    if (rows.length > 0) {
      for (const planned of plan.versions) texts.put(id, planned.version.version, planned);
      return "created";
    }
    // Taken, perhaps by this very write, whose answer was lost.
    return (await run(WRITTEN_BY(id, [writeId], 0))).length > 0 ? "created" : "taken";
  };
  try {
    if (most === undefined) return { kind: await patiently(write) };
    const made = await inTransaction(async (run, unsure) => {
      if ((await lockCount(run, owner)) < most) return write(run);
      // Perhaps by this very write, whose answer was lost.
      return unsure && (await run(WRITTEN_BY(id, [writeId], 0))).length > 0 ? "created" : "full";
    });
    if (made !== "full") return { kind: made };
    const before = once === undefined ? null : await findCreation(read, owner, once);
    if (before !== null) return before;
    return { kind: (await read(IS_USED(id))).length > 0 ? "taken" : "full" };
  } catch (error) {
    if (once === undefined || !isUsedKey(error)) throw error;
    const before = await findCreation(read, owner, once);
    // Whoever had used it has deleted their canvas meanwhile: the key is free.
    if (before === null) return createCanvas(database, texts, creation);
    // The first try was written, and its answer was lost.
    return before.kind === "repeated" && before.id === id ? { kind: "created" } : before;
  }
}

/** What the key was used for; null: for nothing yet. */
async function findCreation(
  read: Run,
  owner: string,
  once: Once,
): Promise<{ readonly kind: "repeated"; readonly id: string } | { readonly kind: "key_reused" } | null> {
  const [row] = await read(CREATED_ONCE(owner, once.key));
  if (row === undefined) return null;
  return text(row, "fingerprint") === once.fingerprint
    ? { kind: "repeated", id: text(row, "canvas_id") }
    : { kind: "key_reused" };
}

interface Update<Answer> {
  readonly reader: string;
  readonly id: string;
  readonly versions: readonly number[];
  readonly once: Once | undefined;
  readonly decide: Decide<Answer>;
  readonly keep: number | null;
  readonly at: string;
}

interface Attempt<Answer> {
  readonly run: Run;
  readonly texts: KnownTexts;
  readonly update: Update<Answer>;
  /** Told of the row that is decided on. */
  readonly onLoad: (row: StoredRow) => void;
}

/** A decision whose writing was begun, and who is told of it. */
interface Begun<Answer> {
  readonly made: Decided<Answer>;
  readonly told: readonly string[];
}

/** `told`: nobody, where nothing was written. */
interface Ended<Answer> {
  readonly outcome: UpdateOutcome<Answer>;
  readonly told: readonly string[];
}

/**
 * Decides on the newest record, and writes only if it still is. `attempts` are the decisions whose writing was begun: of one
 * whose connection was lost it is found out whether it came to be, and then it is what was decided.
 */
async function decideAndWrite<Answer>({
  run,
  texts,
  update,
  attempts,
  unsure,
  onLoad,
}: Attempt<Answer> & {
  readonly attempts: Map<string, Begun<Answer>>;
  readonly unsure: boolean;
}): Promise<Ended<Answer>> {
  const { reader, id, once } = update;
  const unwritten = (outcome: UpdateOutcome<Answer>): Ended<Answer> => ({ outcome, told: [] });
  for (;;) {
    const row = await load({ run, texts, update, onLoad });
    if (row === null) return unwritten(await whyMissing(run, reader, id, update.at));
    const begun = unsure ? await findAttempt(run, row, attempts) : null;
    if (begun !== null) return { outcome: { kind: "done", answer: begun.made.answer, wrote: true }, told: begun.told };
    const decided = await decideOn({ run, texts, update, onLoad }, row);
    if (decided.kind !== "decided") return unwritten(decided);
    const { change, answer } = decided.made;
    if (change === undefined) return unwritten({ kind: "done", answer, wrote: false });
    assertBelongs(change, decided.record.owner, id);
    const before = { canvas: id, sealed: number(row, "sealed"), pointed: number(row, "pointed") };
    const plan = await planHistory(run, texts, before, change);
    const writeId = newWriteId();
    const told = [...new Set([...toldOf(row), ...subjectsOf(change.record)])];
    attempts.set(writeId, { made: decided.made, told });
    const planned = {
      before: decided.record,
      writes: number(row, "writes"),
      change,
      plan,
      once,
      keep: update.keep,
      at: update.at,
      writeId,
    };
    const written = await run(updateStatement(planned));
    if (written.length > 0) {
      for (const sealed of plan.versions) texts.put(id, sealed.version.version, sealed);
      return { outcome: { kind: "done", answer, wrote: true }, told };
    }
    // Somebody else was faster: nothing of it was written.
    attempts.delete(writeId);
  }
}

/** Decides, and writes nothing. What there would be to write is `otherwise`'s to answer. */
async function decideUnwritten<Answer>(
  attempt: Attempt<Answer>,
  otherwise: (answer: Answer) => UpdateOutcome<Answer> | null,
): Promise<UpdateOutcome<Answer> | null> {
  const { reader, id } = attempt.update;
  const row = await load(attempt);
  if (row === null) return whyMissing(attempt.run, reader, id, attempt.update.at);
  const decided = await decideOn(attempt, row);
  if (decided.kind !== "decided") return decided;
  const { change, answer } = decided.made;
  return change === undefined ? { kind: "done", answer, wrote: false } : otherwise(answer);
}

async function load<Answer>({ run, update, onLoad }: Attempt<Answer>): Promise<StoredRow | null> {
  const { reader, id, once } = update;
  const [row] = await run(once === undefined ? FIND(id, reader) : LOAD_ONCE(id, reader, once.key));
  if (row === undefined) return null;
  onLoad(row);
  return row;
}

async function decideOn<Answer>(
  { run, texts, update }: Attempt<Answer>,
  row: StoredRow,
): Promise<
  | Exclude<UpdateOutcome<Answer>, { readonly kind: "done" }>
  | { readonly kind: "decided"; readonly record: CanvasRecord; readonly made: Decided<Answer> }
> {
  const record = recordFrom(row);
  if (update.once !== undefined && row.once !== null)
    return row.once === update.once.fingerprint ? { kind: "repeated", record } : { kind: "key_reused" };
  const sought = new Set<number>();
  const found = new Map<number, string>();
  for (let needs = update.versions; ; ) {
    for (const version of needs) {
      if (sought.has(version)) continue;
      sought.add(version);
      const isKept = update.keep === null || version > number(row, "sealed") - update.keep;
      // What was forgotten may still be remembered here.
      const known = await readText(run, isKept ? texts : createKnownTexts(), update.id, version);
      if (known !== null) found.set(version, known.content);
    }
    const decision = update.decide(record, found, sought);
    if (!("needs" in decision)) return { kind: "decided", record, made: decision };
    needs = decision.needs;
    assertFurther(needs, sought);
  }
}

/** The one of the begun writes that came to be; null: none did. */
async function findAttempt<Answer>(
  run: Run,
  row: StoredRow,
  attempts: ReadonlyMap<string, Begun<Answer>>,
): Promise<Begun<Answer> | null> {
  for (const name of text(row, "last_write").split(" ")) {
    const begun = attempts.get(name);
    if (begun !== undefined) return begun;
  }
  if (attempts.size === 0) return null;
  const [found] = await run(FOUND_BY(text(row, "id"), [...attempts.keys()], 0));
  return found === undefined ? null : (attempts.get(text(found, "write")) ?? null);
}

/** Of an id under which nothing lives for the reader at this time (ISO). */
async function whyMissing(run: Run, reader: string, id: string, now: string): Promise<Missing> {
  return { kind: (await run(WHY_MISSING(id, reader, now))).length > 0 ? "deleted" : "none" };
}

function isUsedKey(error: unknown): boolean {
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown };
  return code === "23505" && constraint === "once_pkey";
}

export function newWriteId(): string {
  return randomBytes(WRITE_ID_BYTES).toString("base64url");
}

export function assertBelongs(change: Pick<Change, "record">, owner: string, id: string): void {
  if (change.record.owner !== owner || change.record.document.id !== id) {
    throw new RangeError(
      `A change to ${id} of ${owner} carries ${change.record.document.id} of ${change.record.owner}`,
    );
  }
  assertKeepable(change.record);
}
