import { existsSync } from "node:fs";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { Store } from "../../src/server/storage/ports.ts";
import { openPostgresStore } from "../../src/server/storage/postgres/store.ts";
import { openSqliteStore, STORE_FILE } from "../../src/server/storage/sqlite/store.ts";
import { type Postgres, startPostgres } from "../../test/setup/postgres.ts";
import type { StoreKind } from "./plan.ts";

/** Somewhere to keep canvases, empty at first. */
export interface Place {
  /** For a node, and for the bare statements. */
  readonly store: string;
  /** Fills it without a client, quicker than safely; no node runs on it meanwhile. */
  fill(work: (store: Store) => Promise<unknown>): Promise<void>;
  remove(): Promise<void>;
}

/** Where the stores of one run are: a PostgreSQL whose commits are on the disk, and folders. */
export interface Places {
  fresh(kind: StoreKind): Promise<Place>;
  close(): Promise<void>;
}

const log = (line: string): void => console.error(line);
const now = () => new Date();
const MEMORY = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

export async function openPlaces(kinds: readonly StoreKind[]): Promise<Places> {
  const postgres = kinds.includes("postgres") ? await startPostgres({ durable: true }) : null;
  return {
    fresh: (kind) => (kind === "sqlite" ? freshFolder() : freshDatabase(postgres)),
    close: async () => postgres?.close(),
  };
}

async function freshFolder(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), "canvas-load-"));
  return {
    store: folder,
    fill: async (work) => {
      // In memory, and back to the disk when it is full.
      const quick = await mkdtemp(join(MEMORY, "canvas-load-"));
      const [kept, filled] = [join(folder, STORE_FILE), join(quick, STORE_FILE)];
      if (existsSync(kept)) await copyFile(kept, filled);
      const store = await openSqliteStore({ folder: quick, now, log });
      await work(store);
      await store.close();
      await copyFile(filled, kept);
      await rm(quick, { recursive: true, force: true });
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

async function freshDatabase(postgres: Postgres | null): Promise<Place> {
  if (postgres === null) throw new Error("No PostgreSQL was started");
  const url = await postgres.freshDatabase();
  return {
    store: url,
    fill: async (work) => {
      const quick = new URL(url);
      quick.searchParams.set("options", "-c synchronous_commit=off");
      const store = await openPostgresStore({ url: quick.href, now, log });
      await work(store);
      await store.close();
      // As PostgreSQL does by itself within a minute.
      await query(url, "VACUUM ANALYZE");
    },
    // With the cluster, at the end.
    remove: async () => {},
  };
}

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
