import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import { freshDatabase } from "../../../../test/setup/fresh-database.ts";
import { describeStore } from "../contract/store-contract.ts";
import { openPostgresStore } from "./store.ts";

const TABLES = ["ids", "canvases", "counts", "versions", "points", "events", "once", "waits", "marks"];
let url: string;
let client: pg.Client;
beforeAll(async () => {
  url = await freshDatabase();
  client = new pg.Client({ connectionString: url });
  await client.connect();
});
afterAll(() => client.end());

// Emptied, which is quicker than making the tables anew.
describeStore("PostgreSQL", async (surroundings) => {
  const store = await openPostgresStore({ ...surroundings, url, connections: 4 });
  const secrets = "DELETE FROM writing_canvas.store WHERE name NOT IN ('id', 'schema')";
  await client.query([...TABLES.map((table) => `DELETE FROM writing_canvas.${table}`), secrets].join(";"));
  return store;
});
