import { type After, realAfter } from "../../clock/timer.ts";
import { versionsToKeep } from "../keep-versions.ts";
import type { HistoryLimit, Marks, Store, StoreLog } from "../ports.ts";
import { text } from "../rows.ts";
import { wordsOf } from "../store-error.ts";
import { createArchive } from "./archive.ts";
import { createAudit } from "./audit.ts";
import { createBin, purgeOld } from "./bin.ts";
import { createCanvases } from "./canvases.ts";
import { createChanges } from "./changes.ts";
import { createIdCount } from "./counts.ts";
import { type Database, openDatabase } from "./engine/database.ts";
import { failureInWords, failureOf } from "./engine/failures.ts";
import { migrate } from "./engine/migrations.ts";
import { prepared } from "./engine/statement.ts";
import { createKnownTexts } from "./history/texts.ts";
import { createMarks } from "./marks.ts";
import { createPeople } from "./people.ts";
import { createSecrets } from "./secrets.ts";
import { createWaits } from "./waits.ts";
import { createWeights } from "./weight.ts";

export interface PostgresStoreOptions extends HistoryLimit {
  /** postgres://user:password@host:port/database. What it leaves out comes from PostgreSQL's own environment variables. */
  readonly url: string;
  readonly now: () => Date;
  readonly log: StoreLog;
  readonly after?: After;
  /** At most so many connections, and one more to listen. */
  readonly connections?: number;
  /** Where the tables stand; made if it is not there. */
  readonly schema?: string;
}

export interface PostgresStore extends Store {
  readonly marks: Marks;
  /** For whoever watches over the node. */
  readonly gauges: () => Readonly<Record<string, number>>;
}

export const CONNECTIONS = 10;
export const SCHEMA = "writing_canvas";
const KEYS_KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const TIDY_MS = 6 * 60 * 60 * 1000;

/** The store in a PostgreSQL database that any number of machines share. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { url, now, log, after = realAfter, connections = CONNECTIONS, schema = SCHEMA } = options;
  const database = openDatabase({ url, schema, connections, log });
  let storeId = await prepare(database, schema).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const texts = createKnownTexts();
  const weights = createWeights(database.read);
  const changes = createChanges({ database, channel: `writing_canvas ${schema}`, now, log, after });
  const { changed } = changes;
  const removed = (readers: readonly string[], id: string): void => {
    for (const reader of readers) weights.forget(reader, id);
    changed(readers, id);
  };
  let stopTidying = (): void => undefined;
  // What cannot be written now can be read all the same.
  const tidyOnce = (): Promise<void> =>
    tidy(database, now()).catch((error: unknown) => log(`What is old was not tidied up: ${wordsOf(error)}`, "warn"));
  const tidyAgain = (): void => {
    stopTidying = after(TIDY_MS, () => {
      tidyAgain();
      void tidyOnce();
    });
  };
  await tidyOnce();
  tidyAgain();
  const secrets = createSecrets(database, now);
  const ids = createIdCount(database.read);
  return {
    get storeId() {
      return storeId;
    },
    canvases: createCanvases({
      database,
      texts,
      now,
      log,
      changed,
      ids,
      weights,
      keep: versionsToKeep(options.keepVersions),
    }),
    bin: createBin({ database, now, changed: removed }),
    waits: createWaits({ database, now, changed }),
    changes,
    files: {
      canvasOf: async (owner, path) => {
        const [row] = await database.read(BOUND(owner, path));
        return row === undefined ? null : text(row, "id");
      },
    },
    secrets,
    people: createPeople(database),
    audit: createAudit(database),
    archive: createArchive({
      database,
      now,
      log,
      changed: removed,
      used: ids.made,
      erased: () => {
        texts.clear();
        secrets.forget();
      },
      adopted: (id) => {
        storeId = id;
      },
    }),
    marks: createMarks(database, now),
    notice: async () => null,
    unwritable: async () => null,
    check: async () => {
      await database.read(HERE());
    },
    gauges: () => ({ ...database.gauges(), ...changes.gauges() }),
    close: async () => {
      stopTidying();
      await changes.close();
      await database.close();
    },
  };
}

const HERE = prepared("SELECT 1 AS here");
const BOUND = prepared(
  "SELECT id FROM canvases WHERE owner = $1 AND file = $2 AND deleted_at IS NULL ORDER BY seq DESC LIMIT 1",
);

/** Reaches the database, and makes its tables if they are not there, or not as they should be. */
async function prepare(database: Database, schema: string): Promise<string> {
  try {
    const client = await database.connect();
    try {
      return await migrate(client, schema);
    } finally {
      await client.end();
    }
  } catch (error) {
    const failure = failureOf(error);
    throw failure === "gone" ? failureInWords(failure, false, error) : error;
  }
}

const TIDYING = prepared("SELECT pg_try_advisory_xact_lock(hashtext(current_schema()), 1)::int AS mine");
const OLD_KEYS = prepared("DELETE FROM once WHERE at < $1");
const OLD_MARKS = prepared("DELETE FROM marks WHERE until < $1");

/** Forgets old keys and marks, and what has lain in the bin for long enough. Another node may be at it: once is enough. */
async function tidy({ inTransaction }: Database, now: Date): Promise<void> {
  await inTransaction(async (run) => {
    const [row] = await run(TIDYING());
    if (row?.mine !== 1) return;
    await run(OLD_KEYS(new Date(now.getTime() - KEYS_KEPT_MS).toISOString()));
    await run(OLD_MARKS(now.toISOString()));
    await purgeOld(run, now);
  });
}
