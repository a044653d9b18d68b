import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { foundRecord, type Store } from "../../ports.ts";
import { recordFrom } from "../../rows.ts";
import { sampleCreate, sampleRecord, sampleSave, sampleShare, sampleTime } from "../../sample-change.ts";
import { hashText } from "../../version-text.ts";
import { findSqlEngine, type OpenSql } from "../engine/adapter.ts";
import { openSqliteStore, STORE_FILE } from "../store.ts";
import { openRawFile, recoverInto } from "./recover-store.ts";
import { lossWords } from "./recovery-report.ts";

const PAGE = 4096;
const CANVASES = 40;
const IDS = Array.from(
  { length: CANVASES },
  (_, n) => `AA${String(n).padStart(2, "2").replaceAll(/[01]/g, "Z")}${n + 10}`,
);
const NOW = new Date("2026-11-16T12:00:00Z");

let folder: string;
let engine: OpenSql;
let said: string[];
/** One store for all: its file, the texts in force by id, and what else must stay. */
let bytes: Buffer;
let texts: Map<string, string>;
let secret: string;
let storeId: string;
beforeAll(async () => {
  engine = await findSqlEngine();
  const made = mkdtempSync(join(tmpdir(), "canvas-recover-made-"));
  const store = await open(made);
  texts = await fill(store);
  secret = await store.secrets.of("local");
  storeId = store.storeId;
  await store.close();
  bytes = readFileSync(join(made, STORE_FILE));
  rmSync(made, { recursive: true, force: true });
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-recover-"));
  said = [];
  writeFileSync(file(), bytes);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => join(folder, STORE_FILE);
const open = (in_ = folder) => openSqliteStore({ folder: in_, now: () => NOW, log: (line) => said.push(line) });

/** Every line tells whose it is, and whether it is of the text in force. */
const linesOf = (n: number, kind: "past" | "head", count: number) =>
  Array.from({ length: count }, (_, line) => `${kind}${n + 100}: line ${line} of this text`).join("\n");

/** Some short, some over many pages; some with a history. Gives the texts in force, by id. */
async function fill(store: Store): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const [n, id] of IDS.entries()) {
    const saves = n % 4;
    const content = linesOf(n, saves === 0 ? "head" : "past", 3 + ((n * 7) % 90));
    const document = { title: `Title ${n}`, createdAt: sampleTime(n) };
    await store.canvases.create("local", sampleCreate(sampleRecord(id, content, document)));
    texts.set(id, content);
    for (let save = 1; save <= saves; save++) {
      const next = linesOf(n, save === saves ? "head" : "past", 3 + ((n * save * 13) % 400));
      await store.canvases.update("local", id, {}, (record) => ({ change: sampleSave(record, next), answer: null }));
      texts.set(id, next);
    }
  }
  return texts;
}

describe("a store with random pages damaged", () => {
  const pageAt = (page: number) => bytes.subarray(page * PAGE, (page + 1) * PAGE);
  const isOf = (page: number, n: number) =>
    pageAt(page).includes(`head${n + 100}: `) || pageAt(page).includes(`${IDS[n]}localTitle ${n}draft`);
  const recovered = (damaged: Buffer) => {
    writeFileSync(file(), damaged);
    const database = engine(":memory:");
    const raw = openRawFile(file());
    try {
      const report = recoverInto(database, raw, engine, NOW);
      expect(database.get("PRAGMA integrity_check")?.integrity_check).toBe("ok");
      const rows = database.all("SELECT * FROM canvases").map(recordFrom);
      const ids = database.all("SELECT id FROM ids").map(({ id }) => id);
      return { report, rows: new Map(rows.map((record) => [record.document.id, record])), ids: new Set(ids) };
    } finally {
      raw.close();
      database.close();
    }
  };

  const damages = fc.record({
    how: fc.constantFrom("zeros", "noise", "half", "cut"),
    pages: fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
    seed: fc.nat(),
  });
  const apply = ({ how, pages, seed }: { how: string; pages: readonly number[]; seed: number }) => {
    const count = bytes.length / PAGE;
    if (how === "cut") {
      const kept = Math.floor(count / 2) + (seed % Math.floor(count / 2));
      const gone = Array.from({ length: count - kept }, (_, n) => kept + n);
      return { damaged: bytes.subarray(0, kept * PAGE + (seed % PAGE)), gone };
    }
    const damaged = Buffer.from(bytes);
    const gone = pages.map((page) => page % count);
    let state = seed;
    for (const page of gone) {
      for (let at = 0; at < (how === "half" ? PAGE / 2 : PAGE); at++) {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        damaged[page * PAGE + at] = how === "zeros" ? 0 : state >>> 24;
      }
    }
    return { damaged, gone };
  };

  test("gives back every canvas whose own pages are sound, as it was, and no text that nobody wrote; what is missing is named", () => {
    fc.assert(
      fc.property(damages, (damage) => {
        const { damaged, gone } = apply(damage);
        const { report, rows } = recovered(damaged);
        const named = new Set(report.losses.flatMap((loss) => ("id" in loss ? [loss.id] : [])));
        for (const [n, id] of IDS.entries()) {
          const content = rows.get(id)?.document.content;
          if (!gone.some((page) => isOf(page, n))) expect([id, content]).toEqual([id, texts.get(id)]);
          if (content === texts.get(id)) continue;
          // Unless all that names it is damaged as well: its row, the ids, and the index of the ids.
          if (rows.has(id)) expect(named).toContain(id);
          const own = new RegExp(`^((past|head)${n + 100}: [^\\n]*(\\n|$))*`).exec(content ?? "")?.[0];
          expect(own?.length ?? 0).toBeGreaterThanOrEqual((content ?? "").lastIndexOf("\n") + 1);
        }
      }),
      { numRuns: 15 },
    );
  });

  test("gives everything back where all roots of its trees are damaged", () => {
    const database = engine(file());
    const roots = database.all("SELECT rootpage FROM sqlite_master WHERE rootpage > 0");
    database.close();
    const damaged = Buffer.from(bytes);
    const isInner = (page: number) => [2, 5].includes(pageAt(page)[0] ?? 0);
    for (const { rootpage } of roots) {
      const page = Number(rootpage) - 1;
      if (isInner(page)) damaged.fill(0xa5, page * PAGE, (page + 1) * PAGE);
    }
    damaged.fill(0, 0, PAGE);
    const { report, rows } = recovered(damaged);
    expect([...rows.keys()].sort()).toEqual([...IDS].sort());
    for (const [id, content] of texts) expect(rows.get(id)?.document.content).toBe(content);
    expect(lossWords(report.losses).filter((line) => line.startsWith("Canvas "))).toEqual([]);
  });

  test.each([
    ["all of it", 0, 100],
    ["its beginning", 0, 16],
    ["the sizes", 16, 24],
    ["what counts pages and changes", 24, 60],
  ])("gives everything back where %s in the header is damaged", (_, from, to) => {
    const { rows } = recovered(Buffer.from(bytes).fill(0xa5, from, to));
    for (const [id, content] of texts) expect(rows.get(id)?.document.content).toBe(content);
  });

  test("finds nothing missing in a sound one", () => {
    const { report, rows, ids } = recovered(bytes);
    expect(report).toMatchObject({ canvases: CANVASES, binned: 0, losses: [] });
    expect(ids.size).toBe(CANVASES);
    expect(new Set([...rows].map(([id, record]) => `${id} ${hashText(record.document.content)}`))).toEqual(
      new Set([...texts].map(([id, content]) => `${id} ${hashText(content)}`)),
    );
  });
});

/** The page (from 0) that holds the row of a canvas in force. */
function pageOf(bytes: Buffer, words: string): number {
  const at = bytes.indexOf(words);
  if (at === -1) throw new Error(`${words} is nowhere in the file`);
  return Math.floor(at / PAGE);
}

function damagePage(path: string, words: string): Buffer {
  const bytes = readFileSync(path);
  const page = pageOf(bytes, words);
  bytes.fill(0xa5, page * PAGE, (page + 1) * PAGE);
  writeFileSync(path, bytes);
  return bytes;
}

const aside = () =>
  readdirSync(folder)
    .filter((name) => name.includes(".damaged-"))
    .map((name) => join(folder, name));

describe("a damaged store that is opened", () => {
  const damageOne = async () => {
    const before = await open();
    await before.bin.put("local", IDS[5]!);
    await before.bin.purge("local", IDS[9]!);
    await before.close();
    return damagePage(file(), `${IDS[20]}localTitle 20draft`);
  };

  test("keeps its id, its keys and all else that can be read, names what is missing, and keeps the old file", async () => {
    const damaged = await damageOne();
    const store = await open();
    expect([store.storeId, await store.secrets.of("local")]).toEqual([storeId, secret]);
    expect((await store.bin.list("local")).map(({ canvas }) => canvas.id)).toEqual([IDS[5]]);
    expect(foundRecord(await store.canvases.find("local", IDS[9]!))).toBeNull();
    const back = (await Promise.all(IDS.map((id) => store.canvases.find("local", id)))).map(foundRecord);
    const same = back.filter((record) => record?.document.content === texts.get(record?.document.id ?? ""));
    expect(same.length).toBeGreaterThan(CANVASES - 12);
    const notice = await store.notice();
    for (const [n, id] of IDS.entries()) {
      if (n === 5 || n === 9 || same.includes(back[n]!)) continue;
      expect(`${said.join("\n")}`).toContain(`anvas ${id}`);
    }
    expect(aside()).toHaveLength(1);
    expect(readFileSync(aside()[0]!).equals(damaged)).toBe(true);
    expect(notice).toContain(aside()[0]);
    expect(said).toEqual([expect.stringContaining(aside()[0]!)]);
    // No id is given again: neither of one that is missing nor of one that was deleted.
    for (const id of IDS)
      expect((await store.canvases.create("local", sampleCreate(sampleRecord(id, "x")))).kind).toBe("taken");
    await store.close();
    const again = await open();
    expect(await again.notice()).toBe(notice);
    expect(said).toHaveLength(1);
    renameSync(aside()[0]!, join(folder, "elsewhere.db"));
    expect(await again.notice()).toBeNull();
    await again.close();
    expect(readdirSync(folder).sort()).toEqual([STORE_FILE, "elsewhere.db"]);
  });

  test("by several at once is recovered once", async () => {
    await damageOne();
    const stores = await Promise.all([1, 2, 3, 4].map(() => open()));
    expect(aside()).toHaveLength(1);
    expect(new Set(stores.map(({ storeId }) => storeId)).size).toBe(1);
    await stores[0]!.canvases.create("local", sampleCreate(sampleRecord("BBBB", "after")));
    for (const store of stores) {
      expect(foundRecord(await store.canvases.find("local", "BBBB"))?.document.content).toBe("after");
      await store.close();
    }
    expect(said).toHaveLength(1);
  });

  test("with only an index damaged lacks nothing, and says nothing but once", async () => {
    const database = engine(file());
    const root = Number(
      database.get("SELECT rootpage FROM sqlite_master WHERE name = 'canvases_by_time'")?.rootpage ?? 0,
    );
    database.close();
    const damaged = Buffer.from(bytes).fill(0xa5, (root - 1) * PAGE, root * PAGE);
    writeFileSync(file(), damaged);
    const store = await open();
    for (const [id, content] of texts)
      expect(foundRecord(await store.canvases.find("local", id))?.document.content).toBe(content);
    expect(said).toEqual([expect.stringContaining("Nothing is missing.")]);
    expect(await store.notice()).toBeNull();
    await store.close();
  });
});

test("a store that is damaged while it is open is recovered at the call that finds it, in every process that has it open", async () => {
  const reader = await open();
  const other = await open();
  damagePage(file(), `${IDS[20]}localTitle 20draft`);
  // Pages that SQLite has in memory are read again only when somebody has written.
  await reader.canvases.create("local", sampleCreate(sampleRecord("CCCC", "before")));
  const listed = await other.canvases.list("local", { limit: 100, query: "line" });
  expect(listed.total).toBeGreaterThan(CANVASES - 12);
  expect(foundRecord(await reader.canvases.find("local", "CCCC"))?.document.content).toBe("before");
  expect(foundRecord(await reader.canvases.find("local", IDS[38]!))?.document.content).toBe(texts.get(IDS[38]!));
  await other.canvases.create("local", sampleCreate(sampleRecord("BBBB", "after")));
  expect(foundRecord(await reader.canvases.find("local", "BBBB"))?.document.content).toBe("after");
  expect(aside()).toHaveLength(1);
  expect(await reader.notice()).toContain(aside()[0]);
  await reader.close();
  await other.close();
});

test("a store that was cut off has its beginning", async () => {
  truncateSync(file(), Math.floor(bytes.length / PAGE / 2) * PAGE);
  const store = await open();
  const { total } = await store.canvases.list("local", { limit: 1 });
  expect(total).toBeGreaterThan(10);
  expect(said[0]).toContain("was damaged");
  await store.close();
});

test("whom canvases are shared with, people and the audit are taken over, also from pages that nothing leads to", async () => {
  const store = await open();
  const [first = "", second = ""] = IDS;
  const share = (id: string, subjects: readonly string[]) =>
    store.canvases.update("local", id, {}, (record) => ({
      change: sampleShare(record, subjects, ["h"]),
      answer: null,
    }));
  await share(first, ["ada", "bob"]);
  await share(second, ["bob"]);
  await share(first, ["ada"]);
  for (let n = 0; n < 100; n++)
    await store.people.seen({ subject: `subject ${n}`, name: `Name ${n}`, email: `${n}@example.org` });
  const line = { canvasId: first, title: "T", kind: "exported", by: { kind: "person" }, at: sampleTime(1) } as const;
  for (let n = 0; n < 100; n++) await store.audit.add("local", { ...line, payload: { n, more: "x".repeat(100) } });
  await store.close();

  const database = engine(":memory:");
  const damaged = readFileSync(file());
  // The page that names all tables: their rows are known by their shape alone.
  damaged.fill(0, 100, PAGE);
  writeFileSync(file(), damaged);
  const raw = openRawFile(file());
  try {
    recoverInto(database, raw, engine, NOW);
    const reading = database.all("SELECT subject, id FROM readers WHERE is_reading = 1 ORDER BY id, subject");
    expect(reading.map(({ subject, id }) => `${subject} ${id}`)).toEqual([
      ` link h ${first}`,
      `ada ${first}`,
      ` link h ${second}`,
      `bob ${second}`,
    ]);
    expect(database.get("SELECT count(*) AS n FROM people")?.n).toBe(100);
    expect(database.get("SELECT count(*) AS n FROM audit")?.n).toBe(103);
    expect(database.get("SELECT shared FROM canvases WHERE id = ?", first)?.shared).toBe(2);
  } finally {
    raw.close();
    database.close();
  }
});

test("a file that another process replaces while it is waited for is not touched again", async () => {
  const sound = `${file()}.sound`;
  writeFileSync(sound, bytes);
  const onOld: string[] = [];
  let isOld = true;
  // The first that is opened is locked, and when that is said another file is in its place.
  const busyOnce: OpenSql = (path) => {
    const database = engine(path);
    if (!isOld || path !== file()) return database;
    isOld = false;
    return {
      ...database,
      exec: (sql) => {
        onOld.push(sql);
        if (!sql.startsWith("BEGIN")) return database.exec(sql);
        renameSync(sound, file());
        throw Object.assign(new Error("database is locked"), { rawCode: 5, errcode: 5 });
      },
    };
  };
  const store = await openSqliteStore({ folder, now: () => NOW, log: (line) => said.push(line), engine: busyOnce });
  expect(onOld.filter((sql) => !sql.startsWith("PRAGMA busy_timeout"))).toEqual(["BEGIN DEFERRED"]);
  expect((await store.canvases.list("local", { limit: 1 })).total).toBe(CANVASES);
  expect(said).toEqual([]);
  await store.close();
});
