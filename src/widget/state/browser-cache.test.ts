import { expect, test } from "vitest";
import { WIRE_BASELINE, WIRE_CONTENT, WIRE_REST, WIRE_TOLD, wireDocument } from "../../protocol/testing/wire-canvas.ts";
import { viewOfText } from "./browser/view-of-text-for-tests.ts";
import { createBrowserCache } from "./browser-cache.ts";
import { smallStorage } from "./small-storage.ts";
import { baseAt, NO_CHANGES } from "./state.ts";
import { memoryStorage, openStorage } from "./text-storage.ts";

function viewOf(id: string, content: string) {
  return { ...viewOfText(content, id), storeId: "store", owner: "local", key: "k", state: "1" };
}
const pending = {
  storeId: "store",
  owner: "local",
  at: 5,
  base: baseAt(1, "a"),
  content: "b",
  changes: [{ from: 0, to: 1, insert: "b" }],
  local: NO_CHANGES,
  suggesting: false,
  past: [],
  unanswered: null,
};

const longPending = (length: number) => {
  const content = "y".repeat(length);
  return { ...pending, content, changes: [{ from: 0, to: 1, insert: content }] };
};

test("a canvas comes back as it was, under the keys of every release, its text kept once", () => {
  const storage = memoryStorage();
  const cache = createBrowserCache(storage);
  const view = viewOf("HN8B", "some words");
  expect(cache.remember(view)).toBe(true);
  expect(cache.recall("HN8B")).toEqual(view);
  expect([...storage.names()].sort()).toEqual([
    "canvas:checkpoint:HN8B",
    "canvas:doc:HN8B",
    "canvas:index",
    "canvas:titles",
  ]);
  const all = storage.names().map((name) => storage.read(name));
  expect(all.filter((record) => record?.includes("some words"))).toHaveLength(1);
  const own = ["canvas:doc:HN8B", "canvas:checkpoint:HN8B"].map((name) => storage.read(name));
  expect(own.every((record) => record?.includes('"storeId":"store"'))).toBe(true);
});

test.each([
  ["another baseline", WIRE_BASELINE, WIRE_BASELINE],
  ["the text as its baseline", null, WIRE_CONTENT],
])("a canvas with %s that an earlier release kept is read, and kept again to the byte", (_, kept, baseline) => {
  const origin = { storeId: "store", owner: "local" };
  const own = { ...origin, key: "KEY", state: "4-a", revision: 4 };
  const texts = {
    "canvas:titles": JSON.stringify([{ id: "HN8B", title: "Plan" }]),
    "canvas:doc:HN8B": JSON.stringify({ ...origin, ...wireDocument({ content: WIRE_CONTENT }) }),
    "canvas:checkpoint:HN8B": JSON.stringify({ ...own, ...WIRE_REST, told: WIRE_TOLD, claudeContent: kept }),
    "canvas:index": JSON.stringify([{ ...origin, ...wireDocument({}) }]),
  };
  const before = memoryStorage();
  for (const [name, text] of Object.entries(texts)) before.write(name, text);
  const view = createBrowserCache(before).recall("HN8B")!;
  expect(view.checkpoint).toMatchObject({ baseline, document: { lastEditor: "person" } });
  expect(view.checkpoint.comments.map(({ by }) => by.kind)).toEqual(["person", "person", "model"]);
  const after = memoryStorage();
  createBrowserCache(after).remember(view);
  expect(Object.fromEntries(after.names().map((name) => [name, after.read(name)]))).toEqual(texts);
});

test("two records of different moments, or of none, are no canvas", () => {
  const storage = memoryStorage();
  const cache = createBrowserCache(storage);
  cache.remember(viewOf("HN8B", "one"));
  const document = JSON.parse(storage.read("canvas:doc:HN8B") ?? "{}");
  storage.write("canvas:doc:HN8B", JSON.stringify({ ...document, revision: 9 }));
  expect(cache.recall("HN8B")).toBeNull();
  storage.write("canvas:doc:HN8B", "[1, 2");
  expect(cache.recall("HN8B")).toBeNull();
});

test.each([
  ["no protections", { protections: undefined }],
  ["a comment that is none", { comments: [null] }],
  ["a comment on nothing known", { comments: [{ id: "a", body: "b", by: {}, anchor: { offset: 1 } }] }],
  ["a proposal without text", { proposals: [{ id: "a", by: {}, anchor: null }] }],
])("a record with %s is no canvas: whatever shares the storage may have written it", (_, change) => {
  const storage = memoryStorage();
  const cache = createBrowserCache(storage);
  cache.remember(viewOf("HN8B", "one"));
  const stored = JSON.parse(storage.read("canvas:checkpoint:HN8B") ?? "{}");
  storage.write("canvas:checkpoint:HN8B", JSON.stringify({ ...stored, ...change }));
  expect(cache.recall("HN8B")).toBeNull();
});

const long = (words: string) =>
  Array.from({ length: 2_000 }, (_, at) => `Line ${at} of a long text.\n`).join("") + words;

test("a long canvas is kept whole once, then as what was done to it; its baseline too", () => {
  const storage = memoryStorage();
  const cache = createBrowserCache(storage);
  const first = viewOf("HN8B", long("one"));
  const later = (content: string, revision: number) => {
    const { checkpoint } = first;
    const document = { ...checkpoint.document, content, revision, version: revision };
    return { ...first, state: `${revision}`, checkpoint: { ...checkpoint, document } };
  };
  cache.remember(first);
  const kept = storage.read("canvas:doc:HN8B");
  for (const view of [
    later(long("one, two"), 2),
    later(`Before. ${long("one, two")}`, 3),
    later(`Before. ${long("one")}`, 4),
  ]) {
    expect(cache.remember(view)).toBe(true);
    expect(storage.read("canvas:doc:HN8B") === kept).toBe(true);
    expect(storage.read("canvas:checkpoint:HN8B")?.length).toBeLessThan(2_000);
    expect(createBrowserCache(storage).recall("HN8B")).toEqual(view);
  }
  // What is another text altogether is kept whole again.
  const other = later(long("").replaceAll("Line", "Paragraph"), 5);
  cache.remember(other);
  expect(storage.read("canvas:doc:HN8B")).toContain("Paragraph");
  expect(createBrowserCache(storage).recall("HN8B")).toEqual(other);
});

test("two widgets that keep one long canvas in turns leave it as the last one kept it", () => {
  const storage = memoryStorage();
  const widgets = [createBrowserCache(storage), createBrowserCache(storage)];
  const view = viewOf("HN8B", long(""));
  for (let revision = 1; revision < 12; revision++) {
    const document = { ...view.checkpoint.document, content: long(`${revision}`), revision };
    const next = { ...view, checkpoint: { ...view.checkpoint, document } };
    widgets[(revision >> 1) % 2]?.remember(next);
    expect(createBrowserCache(storage).recall("HN8B")).toEqual(next);
  }
});

test("the long text that unsaved work grew from is kept once; it goes with the canvas, and with the page", () => {
  const storage = memoryStorage();
  const cache = createBrowserCache(storage);
  const bases = () => storage.names().filter((name) => name.startsWith("canvas:pending-base:"));
  const found = () => createBrowserCache(storage).findPending("HN8B", pending)[0]?.record;
  for (let revision = 1; revision < 5; revision++) {
    const content = long(`${revision}`);
    const changes = [{ from: 0, to: 0, insert: "Typed. " }];
    const record = { ...pending, base: baseAt(revision, content), content: `Typed. ${content}`, changes };
    expect(cache.keepPending("HN8B", "w1", record)).toBe(true);
    expect(bases()).toHaveLength(1);
    expect(storage.read("canvas:pending:HN8B:w1")?.length).toBeLessThan(1_000);
    expect(found()).toEqual(record);
    cache.dropPending("HN8B", "w1");
  }
  expect(bases()).toHaveLength(1);
  cache.leave();
  expect(bases()).toEqual([]);
  const base = baseAt(9, long(""));
  const record = { ...pending, base, content: base.content, changes: [] };
  cache.keepPending("HN8B", "w1", record);
  // Somebody else has made room of it: it is written again.
  for (const name of bases()) storage.remove(name);
  expect(found()).toBeUndefined();
  cache.keepPending("HN8B", "w1", record);
  expect(found()).toEqual(record);
  createBrowserCache(storage).forget("HN8B");
  expect(found()).toEqual(record);
  createBrowserCache(storage).dropPending("HN8B", "w1");
  expect(bases()).toEqual([]);
});

test("a base that is written anew takes the place of the one before once the work stands on it", () => {
  const storage = memoryStorage();
  const cache = createBrowserCache(storage);
  const texts = [long(""), long("").replaceAll("Line", "Paragraph")];
  for (const [at, text] of texts.entries()) {
    const record = { ...pending, base: baseAt(at + 1, text), content: text, changes: [] };
    cache.keepPending("HN8B", "w1", record);
    expect(createBrowserCache(storage).findPending("HN8B", pending)).toEqual([{ widget: "w1", record }]);
    expect(storage.names().filter((name) => name.startsWith("canvas:pending-base:"))).toHaveLength(1);
  }
});

test("a full storage gives up old canvases before it gives up unsaved words", () => {
  const storage = smallStorage(4_000);
  const cache = createBrowserCache(storage);
  expect(cache.remember(viewOf("AAAA", "x".repeat(1_500)))).toBe(true);
  expect(cache.keepPending("BBBB", "w", longPending(2_000))).toBe(true);
  expect(cache.recall("AAAA")).toBeNull();
  expect(cache.keepPending("BBBB", "w", longPending(9_000))).toBe(false);
  expect(cache.findPending("BBBB", pending)).toHaveLength(1);
});

test("unsaved work is found by canvas, store and owner, the oldest first", () => {
  const cache = createBrowserCache(memoryStorage());
  cache.keepPending("HN8B", "w2", { ...pending, at: 9 });
  cache.keepPending("HN8B", "w1", pending);
  cache.keepPending("X4KR", "w1", pending);
  cache.keepPending("HN8B", "w3", { ...pending, owner: "somebody else" });
  expect(cache.findPending("HN8B", pending).map((found) => found.widget)).toEqual(["w1", "w2"]);
  cache.dropPending("HN8B", "w1");
  expect(cache.findPending("HN8B", pending).map((found) => found.widget)).toEqual(["w2"]);
});

test("a storage that throws on access becomes memory, and the memory works", () => {
  const storage = openStorage(() => {
    throw new DOMException("denied", "SecurityError");
  });
  expect(storage.kind).toBe("memory");
  expect(storage.write("a", "b")).toBe(true);
  expect(storage.read("a")).toBe("b");
});

test("a storage that is taken away later answers instead of throwing", () => {
  let gone = false;
  const fail = () => {
    if (gone) throw new DOMException("denied", "SecurityError");
  };
  const texts = new Map<string, string>();
  const storage = openStorage(() => ({
    get length() {
      fail();
      return texts.size;
    },
    key: () => null,
    clear: () => {},
    getItem: (name) => {
      fail();
      return texts.get(name) ?? null;
    },
    setItem: (name, value) => {
      fail();
      texts.set(name, value);
    },
    removeItem: (name) => {
      fail();
      texts.delete(name);
    },
  }));
  expect(storage.kind).toBe("browser");
  gone = true;
  expect(storage.write("a", "b")).toBe(false);
  expect(storage.read("a")).toBeNull();
  expect(storage.names()).toEqual([]);
});
