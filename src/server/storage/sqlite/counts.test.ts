import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type CanvasRecord, STATUSES, type Status } from "../../../core/records/canvas.ts";
import { createMemoryStore } from "../memory/store.ts";
import type { ListQuery, Store } from "../ports.ts";
import { sampleCreate, sampleRecord, sampleSave, sampleTime } from "../sample-change.ts";
import { findSqlEngine, type SqlDatabase } from "./engine/adapter.ts";
import { recoverFile } from "./recovery/recover-file.ts";
import { openSqliteStore, STORE_FILE } from "./store.ts";

const IDS = ["AAAA", "BBBB", "CCCC", "DDDD", "EEEE"] as const;
const now = () => new Date(sampleTime(1_000));

type Step = (store: Store, owner: string, id: string, status: Status) => Promise<unknown>;
const steps: Record<string, Step> = {
  create: (store, owner, id, status) =>
    store.canvases.create(owner, sampleCreate({ ...sampleRecord(id, id, { status }), owner })),
  put: (store, owner, id, status) =>
    store.archive.write(
      owner,
      {
        record: { ...sampleRecord(id, id, { status, updatedAt: sampleTime(5) }), owner },
        ...(status === "draft" ? { deletedAt: sampleTime(9) } : {}),
        sealed: 0,
        events: 0,
      },
      [],
    ),
  bury: (store, owner, id) => store.archive.bury(owner, { id, createdAt: sampleTime(0) }),
  save: (store, owner, id) =>
    store.canvases.update(owner, id, {}, (record) => ({ change: sampleSave(record, "more"), answer: null })),
  move: (store, owner, id, status) =>
    store.canvases.update(owner, id, {}, (record) => ({ change: moved(record, status), answer: null })),
  delete: (store, owner, id) => store.bin.put(owner, id),
  undelete: (store, owner, id) => store.bin.bringBack(owner, id),
  purge: (store, owner, id) => store.bin.purge(owner, id),
};

function moved(record: CanvasRecord, status: Status) {
  const revision = record.document.revision + 1;
  const document = { ...record.document, status, revision, updatedAt: sampleTime(revision) };
  return { record: { ...record, document }, sealed: [], events: [] };
}

const someSteps = fc.array(
  fc.record({
    name: fc.constantFrom("create", "create", "put", "move", ...Object.keys(steps)),
    owner: fc.constantFrom("local", "ann"),
    id: fc.constantFrom(...IDS),
    status: fc.constantFrom(...STATUSES),
  }),
  { minLength: 1, maxLength: 30 },
);
const QUERIES: readonly Omit<ListQuery, "limit">[] = [
  {},
  ...STATUSES.flatMap((status) => [{ status }, { except: status }, { status, except: "draft" as const }]),
];

/** What is counted, beside what there is. */
function assertCounted(database: SqlDatabase): void {
  const counted = database.all("SELECT owner, status, is_binned, n FROM counts ORDER BY 1, 2, 3");
  const real = database.all(
    "SELECT owner, status, deleted_at IS NOT NULL AS is_binned, count(*) AS n FROM canvases GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
  );
  expect(counted).toEqual(real);
  expect(database.all("SELECT n FROM used_ids")).toEqual(database.all("SELECT count(*) AS n FROM ids"));
}

async function pagesOf(store: Store, query: Omit<ListQuery, "limit">): Promise<unknown> {
  const pages: unknown[] = [];
  let cursor: string | undefined;
  do {
    const { canvases, total, next } = await store.canvases.list("local", {
      ...query,
      limit: 2,
      ...(cursor === undefined ? {} : { cursor }),
    });
    pages.push([canvases, total]);
    cursor = next;
  } while (cursor !== undefined);
  return pages;
}

test("law: whatever is done, what is counted is what there is, in a recovered file too, and lists show the same as in memory", async () => {
  const engine = await findSqlEngine();
  await fc.assert(
    fc.asyncProperty(someSteps, fc.boolean(), async (done, isErased) => {
      const folder = mkdtempSync(join(tmpdir(), "canvas-counts-"));
      const store = await openSqliteStore({ folder, now, log: () => undefined });
      const memory = createMemoryStore({ now });
      const database = engine(join(folder, STORE_FILE));
      try {
        for (const { name, owner, id, status } of done) {
          expect(await steps[name]!(store, owner, id, status)).toEqual(await steps[name]!(memory, owner, id, status));
          assertCounted(database);
        }
        for (const query of QUERIES) expect(await pagesOf(store, query)).toEqual(await pagesOf(memory, query));
        expect(await store.canvases.count()).toBe(await memory.canvases.count());
        if (isErased) expect(await store.archive.erase("local")).toBe(await memory.archive.erase("local"));
        assertCounted(database);
        // As a process of the first release writes: it knows neither counts nor a bin.
        database.run("UPDATE canvases SET status = 'archived' WHERE id = 'AAAA'");
        database.run("DELETE FROM canvases WHERE id = 'BBBB'");
        assertCounted(database);
        const into = join(folder, "recovered.db");
        await recoverFile({ path: join(folder, STORE_FILE), into, engine, now: now() });
        const recovered = engine(into);
        assertCounted(recovered);
        recovered.close();
      } finally {
        database.close();
        await store.close();
        rmSync(folder, { recursive: true, force: true });
      }
    }),
    { numRuns: 25 },
  );
});

test("a file of the first released schema is counted when it is taken on", async () => {
  const folder = mkdtempSync(join(tmpdir(), "canvas-counts-"));
  const engine = await findSqlEngine();
  const old = engine(join(folder, STORE_FILE));
  old.exec(readFileSync(new URL("engine/released/schema-1.sql", import.meta.url), "utf8"));
  const store = await openSqliteStore({ folder, now, log: () => undefined });
  assertCounted(old);
  expect(Number(old.get("SELECT sum(n) AS n FROM counts")?.n)).toBeGreaterThan(1);
  old.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});
