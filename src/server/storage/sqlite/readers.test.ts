import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Store } from "../ports.ts";
import { sampleCreate, sampleRecord, sampleShare, sampleTime } from "../sample-change.ts";
import { findSqlEngine, type OpenSql } from "./engine/adapter.ts";
import { openSqliteStore } from "./store.ts";

let folder: string;
let store: Store;
/** What was asked of the engine, each with the way in which it looked. */
let asked: { readonly sql: string; readonly plan: string }[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-readers-"));
  const real = await findSqlEngine();
  const engine: OpenSql = (path) => {
    const database = real(path);
    const note = (sql: string, values: readonly (string | number | null)[]): void => {
      if (!sql.startsWith("SELECT") && !sql.startsWith("UPDATE canvases")) return;
      const plan = database.all(`EXPLAIN QUERY PLAN ${sql}`, ...values).map(({ detail }) => String(detail));
      asked.push({ sql, plan: plan.join("; ") });
    };
    return {
      ...database,
      get: (sql, ...values) => {
        note(sql, values);
        return database.get(sql, ...values);
      },
      all: (sql, ...values) => {
        note(sql, values);
        return database.all(sql, ...values);
      },
      run: (sql, ...values) => {
        note(sql, values);
        return database.run(sql, ...values);
      },
    };
  };
  asked = [];
  store = await openSqliteStore({ folder, now: () => new Date(sampleTime(1)), log: () => undefined, engine });
  await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", "x")));
  const { record } = sampleShare(sampleRecord("BBBB", "x"), ["ada"]);
  await store.canvases.create("local", sampleCreate(record));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const during = async (work: () => Promise<unknown>): Promise<typeof asked> => {
  asked = [];
  await work();
  // Of the connection itself: who has written meanwhile.
  return asked.filter(({ sql }) => !sql.includes("total_changes"));
};

const WAYS: Record<string, (reader: string, id: string) => Promise<unknown>> = {
  find: (reader, id) => store.canvases.find(reader, id),
  update: (reader, id) => store.canvases.update(reader, id, {}, () => ({ answer: null })),
  versions: (reader, id) => store.canvases.versions(reader, id, { limit: 9 }),
  events: (reader, id) => store.canvases.events(reader, id, 0, 9),
  "events by people": (reader, id) => store.canvases.eventsByPeople(reader, { limit: 9, canvasId: id }),
  weight: (reader, id) => store.canvases.weight(reader, id),
  delete: (reader, id) => store.bin.put(reader, id),
  "bring back": (reader, id) => store.bin.bringBack(reader, id),
};

test.each(Object.entries(WAYS))(
  "%s of another's canvas asks the same as of one that never was, and only indexes",
  async (_, ask) => {
    const [others, never] = [await during(() => ask("eve", "AAAA")), await during(() => ask("eve", "ZZZZ"))];
    expect(others).toEqual(never);
    const looked = others.flatMap(({ plan }) => plan.split("; ")).filter((step) => step.includes("canvases"));
    for (const step of looked) {
      // By its number: only of what was found in `readers` before.
      expect(step).toMatch(/canvases_of_owner \(owner=\? AND id=\?\)|INTEGER PRIMARY KEY/);
    }
  },
);

test("their own is found at once: nobody looks whether it is shared", async () => {
  const own = await during(() => store.canvases.find("local", "AAAA"));
  // It, and whether it was read whole.
  expect(own).toHaveLength(2);
  expect(own.some(({ sql }) => sql.includes("readers"))).toBe(false);
});

test("a list of their own asks nothing more; one of everything asks once whether anything is shared", async () => {
  const own = await during(() => store.canvases.list("local", { limit: 9, whose: "own" }));
  const all = await during(() => store.canvases.list("local", { limit: 9 }));
  expect(own.filter(({ sql }) => sql.includes("readers"))).toEqual([]);
  expect(all.filter(({ sql }) => sql.includes("readers"))).toHaveLength(1);
  expect(all).toHaveLength(own.length + 1);
});
