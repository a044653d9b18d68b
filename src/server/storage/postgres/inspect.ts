import { openDatabase } from "./engine/database.ts";
import { SCHEMA_VERSION } from "./engine/migrations.ts";
import { SCHEMA } from "./store.ts";

/** What can be told of a database without changing anything in it. */
export interface DatabaseFacts {
  /** "18.4" */
  readonly version: string;
  /** As a number: 180004. */
  readonly versionNumber: number;
  /** It takes no writes: it is a replica, or was set so. */
  readonly isReadOnly: boolean;
  /** That of our tables; null: there are none yet. */
  readonly schema: number | null;
  /** What this program makes and reads. */
  readonly knownSchema: number;
  readonly canvases: number;
  readonly bytes: number;
  /** How many connections there may be at once, and how many there are. */
  readonly connections: { readonly most: number; readonly now: number };
  /** There and back, in milliseconds. */
  readonly roundTripMs: number;
}

/** Identities of transactions have eight bytes since then. */
export const OLDEST_DATABASE = { number: 130_000, words: "13" } as const;

export async function inspectDatabase(url: string, schema = SCHEMA): Promise<DatabaseFacts> {
  const database = openDatabase({ url, schema, connections: 1, log: () => undefined });
  const ask = async (text: string): Promise<Readonly<Record<string, unknown>>> =>
    (await database.read({ text, values: [] }))[0] ?? {};
  try {
    const about = await ask(
      `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
         (pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean)::int AS read_only,
         current_setting('max_connections')::int AS most, (SELECT count(*) FROM pg_stat_activity) AS now,
         (to_regclass('store') IS NOT NULL)::int AS made`,
    );
    const isMade = about.made === 1;
    const kept = isMade
      ? await ask(
          `SELECT (SELECT value FROM store WHERE name = 'schema')::int AS schema,
             (SELECT coalesce(sum(draft + in_review + approved + archived), 0)::bigint FROM counts) AS canvases,
             (SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
              WHERE relnamespace = to_regnamespace(current_schema()) AND relkind = 'r') AS bytes`,
        )
      : {};
    const began = performance.now();
    await ask("SELECT 1 AS here");
    return {
      version: String(about.version),
      versionNumber: Number(about.number),
      isReadOnly: about.read_only === 1,
      schema: isMade ? Number(kept.schema) : null,
      knownSchema: SCHEMA_VERSION,
      canvases: Number(kept.canvases ?? 0),
      bytes: Number(kept.bytes ?? 0),
      connections: { most: Number(about.most), now: Number(about.now) },
      roundTripMs: performance.now() - began,
    };
  } finally {
    await database.close();
  }
}
