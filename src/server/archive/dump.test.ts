import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { doSteps, someSteps } from "../storage/contract/random-history.ts";
import { contentsOf } from "../storage/contract/store-contents.ts";
import { createMemoryStore } from "../storage/memory/store.ts";
import type { Store } from "../storage/ports.ts";
import {
  sampleAmend,
  sampleComment,
  sampleCreate,
  sampleRecord,
  sampleSave,
  sampleShare,
  sampleTime,
} from "../storage/sample-change.ts";
import { openSqliteStore } from "../storage/sqlite/store.ts";
import { DamagedRowError, DeletedMeanwhileError } from "../storage/store-error.ts";
import { checkDump } from "./check-dump.ts";
import { loadDump, planLoad } from "./load-dump.ts";
import type { DumpFile } from "./read-lines.ts";
import { type DumpOptions, dumpLines } from "./write-dump.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-dump-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const now = () => new Date(sampleTime(1_000));
const memory = (storeId = "memory") => createMemoryStore({ storeId, now });
const sqlite = () => openSqliteStore({ folder: mkdtempSync(join(folder, "s-")), now, log: () => undefined });

function fileOf(text: string | Buffer): DumpFile {
  const bytes = Buffer.from(text);
  // In pieces that end anywhere: in the middle of a character, too.
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + Math.min(length, 97)) };
}

const refuse = (id: string, reason: string): never => {
  throw new Error(`${id} could not be loaded: ${reason}`);
};

async function dumped(store: Store, options: Partial<DumpOptions> = {}): Promise<string> {
  let text = "";
  const skipped: string[] = [];
  const all = {
    version: "1.2.3",
    now: now(),
    onSkipped: (id: string) => skipped.push(id),
    onRefused: refuse,
    ...options,
  };
  for await (const line of dumpLines(store, all)) text += line;
  return text;
}

async function load(store: Store, text: string) {
  const file = fileOf(text);
  return loadDump(store, file, checkDump(file), {});
}

/** The lines, changed, with a last line that fits them: as somebody writes them who knows how. */
function resealed(text: string, change: (lines: string[]) => string[]): string {
  const lines = text.trimEnd().split("\n");
  const end = JSON.parse(lines.pop() ?? "") as object;
  const changed = change(lines);
  const sha256 = createHash("sha256")
    .update(changed.map((line) => `${line}\n`).join(""))
    .digest("hex");
  return `${[...changed, JSON.stringify({ ...end, lines: changed.length + 1, sha256 })].join("\n")}\n`;
}

/** AAAA of ann with versions, a point and a comment; BBBB of ben in the bin; CCCC of ben removed for ever. */
async function sample(): Promise<Store> {
  const store = memory("of the sample");
  const save = (content: string) =>
    store.canvases.update("ann", "AAAA", {}, (record) => ({ change: sampleSave(record, content), answer: null }));
  const first = { ...sampleRecord("AAAA", "line\n".repeat(50)), owner: "ann", comments: [sampleComment("c1", {})] };
  await store.canvases.create("ann", sampleCreate(first), { key: "k", fingerprint: "made so" });
  await save(`${"line\n".repeat(50)}more`);
  await save("quite another 😀");
  await store.canvases.update("ann", "AAAA", {}, (record) => ({ change: sampleAmend(record, "end"), answer: null }));
  for (const id of ["BBBB", "CCCC"])
    await store.canvases.create("ben", sampleCreate({ ...sampleRecord(id, `of ${id}`), owner: "ben" }));
  await store.bin.put("ben", "BBBB");
  await store.bin.purge("ben", "CCCC");
  return store;
}

test("law: a dump, loaded into an empty store of whichever kind, is the same store; loaded again it changes nothing", async () => {
  const kinds: Record<string, () => Promise<Store>> = { sqlite, memory: async () => memory() };
  const kind = fc.constantFrom(...Object.keys(kinds));
  await fc.assert(
    fc.asyncProperty(someSteps, kind, kind, async (done, fromKind, toKind) => {
      const [from, to] = [await kinds[fromKind]!(), await kinds[toKind]!()];
      try {
        await doSteps(from, done);
        const text = await dumped(from);
        expect(checkDump(fileOf(text)).bad).toEqual([]);
        const before = await contentsOf(from);
        const [first, second] = [await load(to, text), await load(to, text)];
        expect(await contentsOf(to)).toEqual(before);
        expect(to.storeId).toBe(from.storeId);
        expect(second).toEqual({
          ...first,
          written: 0,
          buried: 0,
          there: first.written,
          buriedThere: first.buried,
          adopted: true,
        });
      } finally {
        await from.close();
        await to.close();
      }
    }),
    { numRuns: 25 },
  );
});

test("law: a dump that was cut anywhere, or in which any byte is another, is refused as a whole", async () => {
  const bytes = Buffer.from(await dumped(await sample()));
  fc.assert(
    fc.property(fc.nat(bytes.length - 2), fc.integer({ min: 1, max: 255 }), (at, by) => {
      const other = Buffer.from(bytes);
      other[at] = other[at]! ^ by;
      expect(() => checkDump(fileOf(other))).toThrow();
      expect(() => checkDump(fileOf(bytes.subarray(0, at)))).toThrow();
    }),
    { numRuns: 300 },
  );
  // Its last line break is no part of what it says.
  expect(checkDump(fileOf(bytes.subarray(0, -1))).bad).toEqual([]);
});

test("has a line for everything, texts as what changed in them, and says at its end how many there are", async () => {
  const text = await dumped(await sample());
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map(({ kind }) => kind)).toEqual([
    "writing-canvas dump",
    "secret",
    "canvas",
    ...["version", "version", "point", "event", "event", "event"],
    "secret",
    "audit",
    "canvas",
    "event",
    "used",
    "end",
  ]);
  expect(lines[0]).toEqual({
    kind: "writing-canvas dump",
    format: 1,
    version: "1.2.3",
    storeId: "of the sample",
    owners: 2,
    at: sampleTime(1_000),
  });
  expect(lines[4]).toMatchObject({ version: 2, patch: [[250, 250, "more"]] });
  expect(lines[5]).toMatchObject({ kind: "point", content: "quite another 😀" });
  expect(lines.at(-1)).toMatchObject({
    lines: 15,
    canvases: 2,
    versions: 2,
    points: 1,
    events: 4,
    used: 1,
    secrets: 2,
    people: 0,
    audit: 2,
  });
});

test("of one owner has nothing of anybody else, and no secrets", async () => {
  const store = await sample();
  const text = await dumped(store, { owner: "ben" });
  expect(text).not.toContain("ann");
  expect(text).not.toContain('secret",');
  const other = memory("of another");
  expect(await load(other, text)).toMatchObject({ written: 1, buried: 1, adopted: false });
  expect(other.storeId).toBe("of another");
  expect(await other.archive.owners()).toEqual(["ben"]);
  await expect(dumped(store, { owner: "bob" })).rejects.toThrow(
    'nothing of "bob" here. Those who have canvases: "ann", "ben".',
  );
});

test("into a store that is in use, it adds what is not there, and leaves its id and its keys", async () => {
  const text = await dumped(await sample());
  const store = memory("in use");
  await store.canvases.create("ann", sampleCreate({ ...sampleRecord("AAAA", "another text"), owner: "ann" }));
  const secret = await store.secrets.of("ben");
  expect(await planLoad(store, fileOf(text), checkDump(fileOf(text)))).toEqual({
    ...(await load(store, text)),
  });
  expect(store.storeId).toBe("in use");
  expect(await store.secrets.of("ben")).toBe(secret);
  expect((await store.archive.read("ann", "AAAA"))?.record.document.content).toBe("another text");
  expect((await store.bin.list("ben")).map(({ canvas }) => canvas.id)).toEqual(["BBBB"]);
});

test("a canvas that is damaged is named and left out; one that is removed while it is read is a used id", async () => {
  const store = await sample();
  const { archive } = store;
  const skipped: string[] = [];
  const damaged: Store = {
    ...store,
    storeId: store.storeId,
    archive: {
      ...archive,
      read: async (owner, id) => {
        if (id === "AAAA") throw new DamagedRowError("storage_failed", "It is damaged.");
        return archive.read(owner, id);
      },
      async *history(owner, canvas) {
        await store.bin.purge(owner, canvas.record.document.id);
        yield* [];
        throw new DeletedMeanwhileError(canvas.record.document.id);
      },
    },
  };
  const text = await dumped(damaged, { onSkipped: (id, reason) => skipped.push(`${id}: ${reason}`) });
  expect(skipped).toEqual(["AAAA: It is damaged."]);
  expect(checkDump(fileOf(text)).counts).toMatchObject({ canvases: 0, used: 2 });
});

test("people, the audit and whom canvases are shared with are in it, and come back, beside what is known better", async () => {
  const store = await sample();
  await store.people.seen({ subject: "ann", name: "Ann", email: "ann@example.org" });
  await store.people.seen({ subject: "ada", name: "Ada" });
  for (let n = 0; n < 450; n++)
    await store.audit.add("ann", {
      canvasId: "AAAA",
      title: "T",
      kind: "exported",
      by: { kind: "person", subject: "ada" },
      at: sampleTime(n),
      payload: { n },
    });
  await store.canvases.update("ann", "AAAA", {}, (record) => ({
    change: sampleShare(record, ["ada", "ben"], ["hash"]),
    answer: null,
  }));
  const text = await dumped(store);
  expect(checkDump(fileOf(text)).counts).toMatchObject({ people: 2, audit: 453 });
  for (const other of [memory(), await sqlite()]) {
    await other.people.seen({ subject: "ada", name: "Ada L." });
    await load(other, text);
    await load(other, text);
    expect(await other.people.of(["ann", "ada"])).toEqual([
      { subject: "ann", name: "Ann", email: "ann@example.org" },
      { subject: "ada", name: "Ada L." },
    ]);
    const lines = await other.audit.list("ann", { limit: 999 });
    expect([lines.length, lines[0]?.kind, lines[1]?.payload]).toEqual([451, "shared", { n: 449 }]);
    expect((await other.canvases.list("ada", { limit: 9 })).canvases).toMatchObject([{ id: "AAAA", shared: 3 }]);
    await other.close();
  }
  const own = await dumped(store, { owner: "ben" });
  expect(own).not.toContain("ada");
  // Of somebody who has no canvas, what is known of them.
  expect(checkDump(fileOf(await dumped(store, { owner: "ada" }))).counts).toMatchObject({ people: 1, canvases: 0 });
});

test("a program that knows no people and no audit says so, and loads all else", async () => {
  const text = resealed(await dumped(await sample()), (lines) =>
    lines.map((line) => line.replace('{"kind":"audit"', '{"kind":"of a later program"')),
  );
  const store = memory();
  expect(await load(store, text)).toMatchObject({ written: 2, skipped: [{ id: null }] });
});

test("a dump of a program that knew no people and no audit is loaded as it is", async () => {
  const text = await dumped(await sample());
  const lines = text
    .trimEnd()
    .split("\n")
    .filter((line) => !line.startsWith('{"kind":"audit"'));
  const { people: _p, audit: _a, ...end } = JSON.parse(lines.pop()!) as Record<string, unknown>;
  const older = resealed(`${[...lines, JSON.stringify(end)].join("\n")}\n`, (each) => each);
  expect(await load(memory(), older)).toMatchObject({ written: 2, buried: 1, skipped: [] });
});

function sharedWith(subject: string, role = "viewer"): object {
  return { people: [{ person: { subject, name: "x" }, role, at: sampleTime(1) }], links: [], approvers: [] };
}

describe("a line that cannot be used", () => {
  const set = (index: number, change: (line: Record<string, unknown>) => object) => (lines: string[]) =>
    lines.map((line, at) =>
      at === index ? JSON.stringify(change(JSON.parse(line) as Record<string, unknown>)) : line,
    );
  const record = (change: object) => set(2, (line) => ({ ...line, record: { ...(line.record as object), ...change } }));
  const document = (change: object) =>
    set(2, (line) => {
      const old = line.record as { document: object };
      return { ...line, record: { ...old, document: { ...old.document, ...change } } };
    });

  test.each<[string, number, (lines: string[]) => string[]]>([
    ["a text with a NUL", 3, set(2, (line) => ({ ...line, content: "a\0b" }))],
    ["half a character", 3, set(2, (line) => ({ ...line, content: "a\ud800" }))],
    ["a text that is too large", 3, set(2, (line) => ({ ...line, content: "x".repeat(6_000_000) }))],
    ["nobody's canvas", 3, set(2, (line) => ({ ...line, owner: "" }))],
    ["an owner with a NUL", 3, set(2, (line) => ({ ...line, owner: "a\0" }))],
    ["an id that is none", 3, document({ id: "../x" })],
    ["an id in lower case", 3, document({ id: "aaaa" })],
    ["a status that there is not", 3, document({ status: "lost" })],
    ["a revision that is no number", 3, document({ revision: "1; DROP TABLE canvases" })],
    ["a time that is none", 3, document({ updatedAt: "yesterday" })],
    ["comments that are none", 3, record({ comments: [{ id: "c", body: 7 }] })],
    ["a model's book without its texts", 3, record({ books: [{ client: "x" }] })],
    ["no key", 3, record({ widgetKey: "" })],
    ["a reader who is a link", 3, record({ sharing: sharedWith(" link x") })],
    ["a role that there is not", 3, record({ sharing: sharedWith("ada", "king") })],
    [
      "a review by nobody",
      3,
      record({ review: { number: 1, kind: "sent", at: sampleTime(1), version: 1, revision: 1, by: {} } }),
    ],
    ["a version twice", 5, set(4, (line) => ({ ...line, version: 1 }))],
    ["a version of the future", 5, set(4, (line) => ({ ...line, version: 99 }))],
    ["a patch of what is not there", 5, set(4, (line) => ({ ...line, patch: [[99_999, 99_999, "x"]] }))],
    ["a patch backwards", 5, set(4, (line) => ({ ...line, patch: [[9, 3, "x"]] }))],
    ["a patch that makes it too large", 5, set(4, (line) => ({ ...line, patch: [[0, 0, "x".repeat(6_000_000)]] }))],
    ["a patch with half a character", 5, set(4, (line) => ({ ...line, patch: [[0, 0, "\udc00"]] }))],
    ["neither text nor patch", 5, set(4, ({ patch: _, ...line }) => line)],
    ["both", 5, set(4, (line) => ({ ...line, content: "x" }))],
    ["a point of a later version", 6, set(5, (line) => ({ ...line, version: 9 }))],
    ["an event twice", 8, set(7, (line) => ({ ...line, sequence: 1 }))],
    ["an event before a version", 5, (lines) => lines.toSpliced(6, 1).toSpliced(3, 0, lines[6]!)],
    ["no JSON", 6, (lines) => lines.with(5, "{")],
    ["a kind that is none", 6, set(5, (line) => ({ ...line, kind: "spell" }))],
  ])("%s: nothing of that canvas is written, all else is", async (_, at, change) => {
    const text = resealed(await dumped(await sample()), change);
    const store = memory();
    const { skipped, written, buried } = await load(store, text);
    expect(skipped.map(({ line }) => line)).toEqual([at]);
    expect({ written, buried }).toEqual({ written: 1, buried: 1 });
    expect(await store.archive.ids("ann")).toEqual([]);
    expect(await store.archive.read("ben", "BBBB")).not.toBeNull();
  });

  test.each<[string, number, (lines: string[]) => string[]]>([
    ["a canvas that stands in it twice", 15, (lines) => [...lines, lines[2]!, lines[3]!]],
    ["an id that is used, and a canvas", 15, (lines) => [...lines, lines.at(-1)!.replace("CCCC", "AAAA")]],
    [
      "people that are none",
      15,
      (lines) => [...lines, '{"kind":"people","people":[{"subject":" link x","name":"x"}]}'],
    ],
    ["an audit that is none", 15, (lines) => [...lines, '{"kind":"audit","owner":"ann","lines":[{}]}']],
    ["a secret that is none", 15, (lines) => [...lines, '{"kind":"secret","owner":"ann"}']],
  ])("%s is left out, and everything else is there", async (_, at, change) => {
    const source = await sample();
    const text = resealed(await dumped(source), change);
    const store = memory();
    expect((await load(store, text)).skipped.map(({ line }) => line)).toEqual([at]);
    expect(await contentsOf(store)).toEqual(await contentsOf(source));
  });

  test.each([
    ["nothing", "", "no dump of writing-canvas"],
    ["another file", "# Notes\n", "no dump of writing-canvas"],
    [
      "a dump of a newer program",
      '{"kind":"writing-canvas dump","format":2,"version":"9.0.0"}\n',
      "Update writing-canvas",
    ],
    ["bytes", Buffer.from([0xff, 0xfe, 0x0a]), "no UTF-8"],
  ])("%s is refused in words", (_, text, words) => {
    expect(() => checkDump(fileOf(text))).toThrow(words);
  });
});
