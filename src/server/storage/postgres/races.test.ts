import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CuttingProxy } from "../../../../test/faults/cutting-proxy.ts";
import { freshDatabase } from "../../../../test/setup/fresh-database.ts";
import { sampleCreate, sampleRecord } from "../sample-change.ts";
import { createKnownTexts } from "./history/texts.ts";
import { openPostgresStore, type PostgresStore } from "./store.ts";

const DAY = 24 * 60 * 60 * 1000;
const BEGAN = Date.parse("2026-02-01T00:00:00Z");

let url: string;
let client: pg.Client;
/** Within a transaction nobody sees what others wait for now. */
let onlooker: pg.Client;
let time = BEGAN;
const opened: PostgresStore[] = [];
const open = async (at = url): Promise<PostgresStore> => {
  const store = await openPostgresStore({ url: at, now: () => new Date(time), log: () => undefined, connections: 4 });
  opened.push(store);
  return store;
};
beforeEach(async () => {
  time = BEGAN;
  url = await freshDatabase();
  client = new pg.Client({ connectionString: url, options: "-c search_path=writing_canvas" });
  onlooker = new pg.Client({ connectionString: url });
  await client.connect();
  await onlooker.connect();
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await client.end();
  await onlooker.end();
});

/** Once so many of the stores' statements wait for a lock of somebody else. */
async function untilWaiting(statements: number): Promise<void> {
  const sql =
    "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  await expect
    .poll(async () => (await onlooker.query<{ n: number }>(sql)).rows[0]?.n, { timeout: 5_000 })
    .toBe(statements);
}

async function rowsOf(table: string, column: string): Promise<readonly unknown[]> {
  return (await client.query<Record<string, unknown>>(`SELECT ${column} FROM ${table} ORDER BY 1`)).rows.map(
    (row) => row[column],
  );
}

describe("what happens at the same time on several nodes", () => {
  test("a canvas that is brought back while old ones are purged stays", async () => {
    const store = await open();
    await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", "mine")));
    await store.bin.put("local", "AAAA");
    for (const day of [31, 32]) {
      time = BEGAN + day * DAY;
      await open();
    }
    await client.query("BEGIN");
    await client.query("SELECT value FROM store WHERE name = 'bin sightings' FOR UPDATE");
    time = BEGAN + 34 * DAY;
    const opening = open();
    await untilWaiting(1);
    expect(await store.bin.bringBack("local", "AAAA")).toBe(true);
    await client.query("COMMIT");
    await opening;
    expect(await store.canvases.find("local", "AAAA")).toMatchObject({ kind: "found" });
  });

  test("a purge that waits for a write leaves nothing of what was written", async () => {
    const store = await open();
    await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", "mine")));
    await client.query("BEGIN");
    await client.query("UPDATE canvases SET writes = writes + 1");
    await client.query(
      `INSERT INTO versions SELECT id, 1, owner, 1, title, status, '{}', updated_at, 0, 0, NULL, '', 1, '"mine"' FROM canvases`,
    );
    const purging = store.bin.purge("local", "AAAA");
    await untilWaiting(1);
    await client.query("COMMIT");
    expect(await purging).toBe(true);
    expect(await rowsOf("versions", "body")).toEqual([]);
  });

  test("a canvas that is made while its owner is erased is there whole, or not at all", async () => {
    const [here, there] = [await open(), await open()];
    await here.canvases.create("local", sampleCreate(sampleRecord("AAAA", "old")));
    // What erases has deleted canvases, and waits before it goes on.
    await client.query("BEGIN");
    await client.query("LOCK TABLE versions IN SHARE MODE");
    const erasing = here.archive.erase("local");
    await untilWaiting(1);
    const making = there.canvases.create("local", sampleCreate(sampleRecord("BBBB", "new")));
    await untilWaiting(2);
    await client.query("COMMIT");
    expect([await erasing, await making]).toEqual([1, { kind: "created" }]);
    expect((await here.canvases.list("local", { limit: 9 })).canvases.map(({ id }) => id)).toEqual(["BBBB"]);
    expect(await here.canvases.events("local", "BBBB", 0, 9)).toHaveLength(1);
    expect((await here.archive.ids("local")).map(({ id }) => id)).toEqual(["BBBB"]);
  });

  test("whoever comes back after they were erased has the same secret on every node", async () => {
    const [here, there] = [await open(), await open()];
    const before = await there.secrets.of("local");
    await here.archive.erase("local");
    time += 5_000;
    const after = await here.secrets.of("local");
    expect(after).not.toBe(before);
    expect(await there.secrets.of("local")).toBe(after);
  });

  test("the last canvas that fits was made, although the answer to its commit was lost", async () => {
    const straight = await open();
    const proxy = await CuttingProxy.before(url);
    try {
      const store = await open(proxy.url);
      const make = (id: string) => store.canvases.create("local", sampleCreate(sampleRecord(id, "one")), undefined, 1);
      await make("AAAA");
      await straight.archive.erase("local");
      const from = proxy.bytes("to client");
      await make("BBBB");
      const bytes = proxy.bytes("to client") - from;
      for (let cut = bytes - 45; cut <= bytes; cut += 3) {
        await straight.archive.erase("local");
        void proxy.cutAfter("to client", cut);
        const made = await make(`C${cut}`);
        proxy.mend();
        expect([cut, made]).toEqual([cut, { kind: "created" }]);
        expect((await straight.canvases.list("local", { limit: 9 })).total).toBe(1);
      }
    } finally {
      await proxy.close();
    }
  });
});

test("what an address asks of the database does not move the tables", async () => {
  const store = await open(`${url}?options=-c%20work_mem%3D8MB`);
  await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", "mine")));
  expect(await rowsOf("writing_canvas.canvases", "id")).toEqual(["AAAA"]);
});

test("a version of a number that none can have is one that there is not", async () => {
  const store = await open();
  await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", "mine")));
  for (const version of [2 ** 31, 2 ** 53, 1.5, -1]) {
    const found = await store.canvases.update("local", "AAAA", { versions: [version] }, (_, texts) => ({
      answer: texts.size,
    }));
    expect(found).toMatchObject({ kind: "done", answer: 0 });
  }
});

test("short texts are remembered in as little room as long ones", () => {
  const texts = createKnownTexts();
  const size = { bodies: 1, patches: 0 };
  for (let n = 0; n < 50_000; n++) texts.put(`canvas ${n}`, 1, { content: "", base: 1, size });
  expect(texts.get("canvas 0", 1)).toBeNull();
  expect(texts.get("canvas 49999", 1)).toEqual({ content: "", base: 1, size });
});
