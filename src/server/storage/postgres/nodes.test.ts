import fc from "fast-check";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { freshDatabase, whyNoPostgres } from "../../../../test/setup/fresh-database.ts";
import { createMemoryStore } from "../memory/store.ts";
import type { Store } from "../ports.ts";
import { sampleCreate, sampleRecord, sampleSave, sampleTime } from "../sample-change.ts";
import { IDS, NOW, READERS, shownBy, steps } from "../steps-for-tests.ts";
import { openPostgresStore, type PostgresStore } from "./store.ts";

const now = () => new Date(sampleTime(NOW));
const SOON = { timeout: 20_000 };

describe.skipIf(whyNoPostgres() !== null)(`nodes on one database ${whyNoPostgres() ?? ""}`, () => {
  let url: string;
  let nodes: PostgresStore[];
  let logged: string[];
  const open = async (schema?: string): Promise<PostgresStore> => {
    const log = (line: string) => void logged.push(line);
    const store = await openPostgresStore({
      url,
      now,
      log,
      connections: 3,
      ...(schema === undefined ? {} : { schema }),
    });
    nodes.push(store);
    return store;
  };
  const create = (store: Store, id: string) =>
    store.canvases.create("local", sampleCreate(sampleRecord(id, `text of ${id}`)));
  const told = async (store: Store): Promise<Set<string>> => {
    const ids = new Set<string>();
    await store.changes.watch("local", (changed) => changed.forEach((id) => void ids.add(id))).ready();
    return ids;
  };
  /** Who was told of which. */
  const toldAll = async (store: Store): Promise<Set<string>> => {
    const heard = new Set<string>();
    for (const reader of ["local", ...READERS])
      await store.changes.watch(reader, (ids) => ids.forEach((id) => void heard.add(`${reader} ${id}`))).ready();
    return heard;
  };
  beforeEach(async () => {
    url = await freshDatabase();
    nodes = [];
    logged = [];
  });
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.close()));
  });

  test("many that start at once on an empty database make its tables once, and are one store", async () => {
    const started = await Promise.all(Array.from({ length: 8 }, () => open()));
    expect(new Set(started.map(({ storeId }) => storeId)).size).toBe(1);
    await create(started[0]!, "AAAA");
    expect(await started[7]!.canvases.find("local", "AAAA")).toMatchObject({ kind: "found" });
    expect(logged).toEqual([]);
  });

  test("a database of a newer release is left alone, in words", async () => {
    await (await open()).close();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("UPDATE writing_canvas.store SET value = '99' WHERE name = 'schema'");
    await client.end();
    nodes = [];
    await expect(open()).rejects.toThrow(/newer writing-canvas \(schema 99/);
  });

  test("law: whatever is done through whichever node, it answers as a store in memory does, shows the same, and all are told", async () => {
    const step = fc.record({
      name: fc.constantFrom(...Object.keys(steps)),
      id: fc.constantFrom(...IDS),
      there: fc.boolean(),
    });
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (done) => {
        runs += 1;
        const [here, there] = [await open(`law_${runs}`), await open(`law_${runs}`)];
        const memory = createMemoryStore({ now });
        const heard = await Promise.all([here, there, memory].map(toldAll));
        for (const { name, id, there: isThere } of done) {
          const act = steps[name]!(id);
          expect(await act(isThere ? there : here)).toEqual(await act(memory));
        }
        const shown = await shownBy(memory);
        for (const node of [here, there]) expect(await shownBy(node)).toEqual(shown);
        const all = [...heard[2]!].sort();
        for (const ids of heard.slice(0, 2)) await expect.poll(() => [...ids].sort(), SOON).toEqual(all);
        await Promise.all([here, there].map((node) => node.close()));
        nodes = [];
      }),
      { numRuns: 10 },
    );
  });

  test("of a burst that no single notice holds nothing is missed, also by whoever hears nothing for a while", async () => {
    const [here, there] = [await open(), await open()];
    const heard = await told(there);
    const ids = Array.from({ length: 300 }, (_, n) => `Z${n}`);
    await Promise.all(ids.slice(0, 150).map((id) => create(here, id)));
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()",
    );
    await client.end();
    await Promise.all(ids.slice(150).map((id) => create(here, id)));
    await expect.poll(() => heard.size, SOON).toBe(300);
  });

  test("saves of one canvas through two nodes at once all count", async () => {
    const both = [await open(), await open()];
    await both[0]!.canvases.create("local", sampleCreate(sampleRecord("AAAA", "0")));
    await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        both[n % 2]!.canvases.update("local", "AAAA", {}, (record) => ({
          change: sampleSave(record, String(Number(record.document.content) + 1)),
          answer: null,
        })),
      ),
    );
    expect(await both[1]!.canvases.find("local", "AAAA")).toMatchObject({ record: { document: { content: "100" } } });
    const events = await both[0]!.canvases.events("local", "AAAA", 0, 999);
    expect(events.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 101 }, (_, n) => n + 1));
  });

  test("a mark is claimed by one of many, until it has ended; marks of a kind are listed", async () => {
    const both = [await open(), await open()];
    const until = new Date(now().getTime() + 1_000);
    const claims = Array.from({ length: 40 }, (_, n) => both[n % 2]!.marks.claim("link", "a", until));
    expect((await Promise.all(claims)).filter((isClaimed) => isClaimed)).toHaveLength(1);
    expect([await both[0]!.marks.has("link", "a"), await both[1]!.marks.has("link", "b")]).toEqual([true, false]);
    await both[0]!.marks.claim("link", "old", now());
    expect(await both[1]!.marks.claim("link", "old", until)).toBe(true);
    for (const key of ["vscode", "", "claude"]) await both[0]!.marks.keep("assistant", key, until);
    await both[0]!.marks.keep("assistant", "gone", now());
    expect(await both[1]!.marks.list("assistant")).toEqual(["", "claude", "vscode"]);
  });

  test("the first to need a secret makes it for all", async () => {
    const both = [await open(), await open()];
    const secrets = await Promise.all(Array.from({ length: 20 }, (_, n) => both[n % 2]!.secrets.of("ann")));
    expect(new Set(secrets).size).toBe(1);
  });
});
