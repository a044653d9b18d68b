/** The statements that no server can do without, by the same driver as the store's: what keeping documents costs by itself. */
import { join } from "node:path";
import pg from "pg";
import { findSqlEngine } from "../../src/server/storage/sqlite/engine/adapter.ts";
import { documentText, drive, type Operation, type Stretch } from "./plan.ts";
import { serveAsks } from "./worker.ts";

/** Where: `postgres://…`, or a folder for SQLite. How many connections: as many as a node has. */
const [where = "", connections = "10"] = process.argv.slice(2);
const SCHEMA = `CREATE TABLE IF NOT EXISTS documents (id text PRIMARY KEY, owner text NOT NULL, title text NOT NULL,
  status text NOT NULL, updated_at text NOT NULL, revision integer NOT NULL, content text NOT NULL)`;
const INDEX = "CREATE INDEX IF NOT EXISTS documents_newest ON documents (owner, updated_at DESC, id)";
const PAGE = 20;

interface Statements {
  list(): Promise<unknown>;
  read(id: string): Promise<unknown>;
  update(id: string, revision: number, content: string): Promise<unknown>;
  insert(id: string, content: string): Promise<unknown>;
  close(): Promise<void>;
}

function onPostgres(): Statements {
  const pool = new pg.Pool({ connectionString: where, max: Number(connections) });
  const query = (name: string, text: string, values: readonly unknown[]) =>
    pool.query({ name, text, values: [...values] });
  return {
    list: () =>
      query(
        "list",
        `SELECT id, title, status, updated_at FROM documents WHERE owner = $1 ORDER BY updated_at DESC, id LIMIT ${PAGE}`,
        ["local"],
      ),
    read: (id) => query("read", "SELECT * FROM documents WHERE id = $1", [id]),
    update: (id, revision, content) =>
      query("update", "UPDATE documents SET revision = $2, content = $3, updated_at = $4 WHERE id = $1", [
        id,
        revision,
        content,
        new Date().toISOString(),
      ]),
    insert: (id, content) =>
      query("insert", "INSERT INTO documents VALUES ($1, 'local', $2, 'draft', $3, 1, $4)", [
        id,
        `Document ${id}`,
        new Date().toISOString(),
        content,
      ]),
    close: () => pool.end(),
  };
}

async function onSqlite(): Promise<Statements> {
  const database = (await findSqlEngine())(join(where, "bare.db"));
  database.exec("PRAGMA busy_timeout = 10000");
  // As the store has it: acknowledged is on the disk.
  database.exec("PRAGMA synchronous = EXTRA");
  return {
    list: async () =>
      database.all(
        `SELECT id, title, status, updated_at FROM documents WHERE owner = ? ORDER BY updated_at DESC, id LIMIT ${PAGE}`,
        "local",
      ),
    read: async (id) => database.get("SELECT * FROM documents WHERE id = ?", id),
    update: async (id, revision, content) =>
      database.run(
        "UPDATE documents SET revision = ?, content = ?, updated_at = ? WHERE id = ?",
        revision,
        content,
        new Date().toISOString(),
        id,
      ),
    insert: async (id, content) =>
      database.run(
        "INSERT INTO documents VALUES (?, 'local', ?, 'draft', ?, 1, ?)",
        id,
        `Document ${id}`,
        new Date().toISOString(),
        content,
      ),
    close: async () => database.close(),
  };
}

const isPostgres = where.startsWith("postgres");
const statements = isPostgres ? onPostgres() : await onSqlite();
const name = `${process.pid}-`;
let inserted = 0;
let turn = 0;

async function makeTable(): Promise<void> {
  if (isPostgres) {
    const client = new pg.Client({ connectionString: where });
    await client.connect();
    await client.query(`${SCHEMA}; ${INDEX}`);
    await client.end();
  } else {
    const database = (await findSqlEngine())(join(where, "bare.db"));
    database.exec(`${SCHEMA}; ${INDEX};`);
    database.close();
  }
}

async function once(operation: Operation, client: number): Promise<void> {
  const id = `${name}${client}`;
  switch (operation) {
    case "list":
      return void (await statements.list());
    case "read":
      return void (await statements.read(id));
    case "edit":
      turn += 1;
      await statements.read(id);
      return void (await statements.update(id, turn, documentText(id, turn)));
    case "write":
      inserted += 1;
      return void (await statements.insert(`${name}w${inserted}`, documentText(`${name}w${inserted}`, 0)));
  }
}

export type SqlAsk =
  | { readonly kind: "table" }
  | { readonly kind: "prepare"; readonly clients: number }
  | ({ readonly kind: "run" } & Stretch);

serveAsks(
  async (ask: SqlAsk) => {
    if (ask.kind === "table") return makeTable();
    if (ask.kind === "prepare") {
      for (let client = 0; client < ask.clients; client++)
        await statements.insert(`${name}${client}`, documentText(`${name}${client}`, 0));
      return null;
    }
    return drive(ask, async (client) => {
      await once(ask.operation, client);
      return { error: null, bytes: 0 };
    });
  },
  () => statements.close(),
);
