import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { freshDatabase, whyNoPostgres } from "../../../../test/setup/fresh-database.ts";
import type { Store } from "../ports.ts";
import { sampleCreate, sampleRecord, sampleSave, sampleShare, sampleTime } from "../sample-change.ts";
import { SEEN_ID } from "./readers.ts";
import { openPostgresStore, type PostgresStore } from "./store.ts";

const SOON = { timeout: 20_000 };

describe.skipIf(whyNoPostgres() !== null)(`readers of canvases on many nodes ${whyNoPostgres() ?? ""}`, () => {
  let url: string;
  let client: pg.Client;
  let nodes: PostgresStore[];
  const open = async (): Promise<PostgresStore> => {
    const now = () => new Date(sampleTime(1_000));
    const store = await openPostgresStore({ url, now, log: () => undefined, connections: 3, schema: "here" });
    nodes.push(store);
    return store;
  };
  const create = (store: Store, id: string, subjects: readonly string[] = []) =>
    store.canvases.create("local", sampleCreate(sampleShare(sampleRecord(id, "x"), subjects).record));
  const told = async (store: Store, reader: string): Promise<Set<string>> => {
    const ids = new Set<string>();
    await store.changes.watch(reader, (changed) => changed.forEach((id) => void ids.add(id))).ready();
    return ids;
  };
  beforeEach(async () => {
    url = await freshDatabase();
    client = new pg.Client({ connectionString: url, options: "-c search_path=here" });
    await client.connect();
    nodes = [];
  });
  afterEach(async () => {
    await client.end();
    await Promise.all(nodes.map((node) => node.close()));
  });

  test("what a node wrote and could not say before it was killed is told to readers all the same", async () => {
    const store = await open();
    for (const id of ["AAAA", "BBBB", "CCCC", "DDDD"]) await create(store, id, ["ada"]);
    const heard = await told(store, "ada");
    // As nodes write that say nothing: one that is written, one that is shared no longer, one that is.
    await client.query("UPDATE canvases SET changed = pg_current_xact_id() WHERE id = 'AAAA'");
    await client.query("UPDATE readers SET is_reading = false, changed = pg_current_xact_id() WHERE id = 'BBBB'");
    await expect.poll(() => [...heard].sort(), SOON).toEqual(["AAAA", "BBBB"]);
    await client.query("UPDATE canvases SET changed = pg_current_xact_id() WHERE id IN ('BBBB', 'CCCC')");
    await expect.poll(() => [...heard].sort(), SOON).toEqual(["AAAA", "BBBB", "CCCC"]);
  });

  test("hundreds of readers with long names are told by another node, although no single notice holds them", async () => {
    const [here, there] = [await open(), await open()];
    const subjects = Array.from({ length: 200 }, (_, n) => `${n}${"ö".repeat(200)}`);
    const heard = await Promise.all(subjects.map((subject) => told(there, subject)));
    await create(here, "AAAA", subjects);
    await expect.poll(() => heard.filter((ids) => ids.has("AAAA")).length, SOON).toBe(200);
  });

  test("whoever asks for another's canvas does not wait for those who write it", async () => {
    const store = await open();
    await create(store, "AAAA", ["ada"]);
    await client.query("BEGIN");
    await client.query("SELECT id FROM canvases WHERE id = 'AAAA' FOR UPDATE");
    const save = (reader: string, id: string) =>
      store.canvases.update(reader, id, {}, (record) => ({ change: sampleSave(record, "y"), answer: null }));
    const waiting = [save("local", "AAAA"), save("ada", "AAAA")];
    expect(await save("eve", "AAAA")).toEqual({ kind: "none" });
    expect(await save("eve", "ZZZZ")).toEqual({ kind: "none" });
    await client.query("COMMIT");
    expect(await Promise.all(waiting)).toMatchObject([{ wrote: true }, { wrote: true }]);
  });

  test("another's id is looked for as one that never was: the canvas itself is not touched", async () => {
    const store = await open();
    for (let n = 0; n < 300; n++) await create(store, `Z${n}`, n % 10 === 0 ? ["ada", "bob"] : []);
    // So many that it is worth an index: fewer are all looked at, whichever of them is sought.
    await client.query(
      "INSERT INTO readers SELECT 'subject ' || n, 'Y' || n, '3'::xid8, true FROM generate_series(1, 20000) AS each (n)",
    );
    await client.query("VACUUM ANALYZE");
    const touched = async (reader: string, id: string): Promise<readonly string[]> => {
      const found = `SELECT c.id FROM canvases c WHERE c.id = ${SEEN_ID.replaceAll("$1", `'${id}'`).replaceAll("$2", `'${reader}'`)}`;
      const { rows } = await client.query<{ "QUERY PLAN": string }>(
        `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ${found}`,
      );
      return rows.map((row) => row["QUERY PLAN"]).filter((line) => /Scan|loops|Heap/.test(line));
    };
    const others = await touched("eve", "Z50");
    expect(others).toEqual((await touched("eve", "YYYY")).map((line) => line.replaceAll("YYYY", "Z50")));
    expect(others.join("\n")).toMatch(/ids_of_owner/);
    expect(others.join("\n")).not.toMatch(/ids_id_key/);
    expect(others.join("\n")).toMatch(/readers_pkey/);
  });

  test("a database of the release before is taken on with all that is in it", async () => {
    await create(await open(), "AAAA");
    await nodes.pop()?.close();
    await client.query(
      `DROP TABLE readers, people, audit; DROP INDEX ids_of_owner, events_by_people, events_by_people_in_canvas;
       ALTER TABLE canvases DROP COLUMN shared, DROP COLUMN readers; ALTER TABLE points DROP COLUMN base, DROP COLUMN step; UPDATE store SET value = '1' WHERE name = 'schema'`,
    );
    const store = await open();
    expect(await store.canvases.find("local", "AAAA")).toMatchObject({ kind: "found" });
    expect((await store.canvases.list("local", { limit: 9 })).total).toBe(1);
    const shared = await store.canvases.update("local", "AAAA", {}, (record) => ({
      change: sampleShare(record, ["ada"]),
      answer: null,
    }));
    expect(shared).toMatchObject({ wrote: true });
    expect(await store.canvases.find("ada", "AAAA")).toMatchObject({ kind: "found" });
  });
});
