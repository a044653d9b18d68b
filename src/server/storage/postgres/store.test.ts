import pg from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { freshDatabase, whyNoPostgres } from "../../../../test/setup/fresh-database.ts";
import { describeStore } from "../contract/store-contract.ts";
import { openPostgresStore } from "./store.ts";

const TABLES = [
  "ids",
  "canvases",
  "counts",
  "versions",
  "points",
  "events",
  "once",
  "waits",
  "marks",
  "readers",
  "people",
  "audit",
];
let url: string;
let client: pg.Client;
const free: string[] = [];
let made = 0;

/** Those of a store that was closed, emptied: quicker than making tables anew. */
async function emptySchema(): Promise<string> {
  const schema = free.pop();
  if (schema === undefined) {
    made += 1;
    return `test_${made}`;
  }
  const store = `DELETE FROM ${schema}.store WHERE name <> 'schema'`;
  await client.query([...TABLES.map((table) => `DELETE FROM ${schema}.${table}`), store].join(";"));
  return schema;
}

describe.skipIf(whyNoPostgres() !== null)(`a store that machines share ${whyNoPostgres() ?? ""}`, () => {
  beforeAll(async () => {
    url = await freshDatabase();
    client = new pg.Client({ connectionString: url });
    await client.connect();
  });
  afterAll(() => client.end());

  describeStore("PostgreSQL", async (surroundings) => {
    const schema = await emptySchema();
    const store = await openPostgresStore({ ...surroundings, url, schema, connections: 4 });
    const { close } = store;
    return Object.assign(store, {
      close: async () => {
        await close();
        free.push(schema);
      },
    });
  });
});
