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
