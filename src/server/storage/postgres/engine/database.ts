import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { StoreLog } from "../../ports.ts";
import type { StoredRow } from "../../rows.ts";
import { failureInWords, failureOf } from "./failures.ts";
import type { Statement } from "./statement.ts";

export interface DatabaseOptions {
  /** postgres://user:password@host:port/database */
  readonly url: string;
  /** Where the tables stand. */
  readonly schema: string;
  /** At most so many connections for calls. */
  readonly connections: number;
  readonly log: StoreLog;
}

/** Runs one statement on one connection. */
export type Run = (statement: Statement) => Promise<readonly StoredRow[]>;

export interface Database {
  /** What only reads: tried again while the database is away. */
  readonly read: Run;
  /**
   * Work that is tried again while the database is away, or while another is in the way. `unsure`: what an earlier try wrote
   * may be there (never where it only reads). Then it fails in words.
   */
  readonly patiently: <T>(work: (run: Run, unsure: boolean) => Promise<T>, mayWrite?: boolean) => Promise<T>;
  /** The same for several statements, all or nothing: what throws is taken back. */
  readonly inTransaction: <T>(work: (run: Run, unsure: boolean) => Promise<T>) => Promise<T>;
  /** A connection of its own, which the caller ends. */
  readonly connect: () => Promise<pg.Client>;
  readonly gauges: () => Readonly<Record<string, number>>;
  readonly close: () => Promise<void>;
}

/** So long a call waits for a database that is away: a restart or a change of the main one is not noticed. */
const PATIENCE_MS = 5_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 400;
const CONNECT_MS = 5_000;
/** A database that has fallen silent is noticed before whoever called has given up. */
const STATEMENT_MS = 8_000;
/** Longer: the database is the first to give up, and says so. */
const ANSWER_MS = 10_000;
const IDLE_MS = 30_000;

const INT8 = 20;

export function openDatabase({ url, schema, connections, log }: DatabaseOptions): Database {
  // The driver lets what the address says take the place of ours, and some addresses carry options of their own.
  const address = new URL(url);
  const given = address.searchParams.get("options") ?? "";
  address.searchParams.delete("options");
  const settings = {
    connectionString: address.href,
    application_name: "writing-canvas",
    options: `${given} -c search_path=${schema}`.trim(),
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types: { getTypeParser },
  };
  const pool = new pg.Pool({
    ...settings,
    options: `${settings.options} -c statement_timeout=${STATEMENT_MS}`,
    query_timeout: ANSWER_MS,
    max: connections,
    idleTimeoutMillis: IDLE_MS,
  });
  // Of a connection that nobody uses at the moment: the next call gets another.
  pool.on("error", (error) => log(`A connection to the database was lost: ${error.message}`, "warn"));
  // Of one that is in use: its call fails and tries again. Without a listener that would end the process.
  pool.on("connect", (client) => void client.on("error", () => undefined));

  const withClient = async <T>(work: (run: Run) => Promise<T>): Promise<T> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw new Unreached(error);
    });
    let isSound = false;
    try {
      const done = await work((statement) => runOn(client, statement));
      isSound = true;
      return done;
    } catch (error) {
      isSound = failureOf(error) !== "gone";
      throw error;
    } finally {
      client.release(!isSound);
    }
  };

  const patiently = async <T>(work: (run: Run, unsure: boolean) => Promise<T>, mayWrite = true): Promise<T> => {
    const until = performance.now() + PATIENCE_MS;
    let unsure = false;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        return await withClient((run) => work(run, unsure));
      } catch (thrown) {
        const error = thrown instanceof Unreached ? thrown.cause : thrown;
        const failure = failureOf(error);
        if (failure === "other") throw error;
        if (failure === "gone" && mayWrite && !(thrown instanceof Unreached)) unsure = true;
        const isFinal = failure === "bad text" || failure === "full" || performance.now() + pause > until;
        if (isFinal) throw failureInWords(failure, unsure, error);
      }
      await wait(pause * (0.5 + Math.random()));
    }
  };

  return {
    patiently,
    read: (statement) => patiently((run) => run(statement), false),
    inTransaction: (work) =>
      patiently(async (run, unsure) => {
        await run({ text: "BEGIN", values: [] });
        try {
          const done = await work(run, unsure);
          await run({ text: "COMMIT", values: [] });
          return done;
        } catch (error) {
          // A connection that is gone takes its transaction along.
          if (failureOf(error) !== "gone") await run({ text: "ROLLBACK", values: [] });
          throw error;
        }
      }),
    connect: async () => {
      const client = new pg.Client(settings);
      // One that fails later says so by its end; without a listener that would end the process.
      client.on("error", () => undefined);
      await client.connect();
      return client;
    },
    gauges: () => ({
      database_connections: pool.totalCount,
      database_connections_idle: pool.idleCount,
      database_calls_waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}

/** Nothing was sent: no connection could be had. */
class Unreached extends Error {
  constructor(cause: unknown) {
    super("The database could not be reached", { cause });
  }
}

async function runOn(
  client: pg.PoolClient | pg.Client,
  { text, values, name }: Statement,
): Promise<readonly StoredRow[]> {
  const { rows } = await client.query<StoredRow>({
    text,
    values: [...values],
    ...(name === undefined ? {} : { name }),
  });
  return rows;
}

/** Numbers of eight bytes are numbers here: none of ours is longer than a number can say exactly. */
function getTypeParser(...[oid, format]: Parameters<typeof pg.types.getTypeParser>): unknown {
  return oid === INT8 ? Number : pg.types.getTypeParser(oid, format);
}
