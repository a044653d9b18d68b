import { expect, test } from "vitest";
import { createBrowserCache } from "../../state/browser-cache.ts";
import { createFakeClock } from "../../state/fake-clock.ts";
import { createKeptUndo, undoMakesRoom } from "../../state/kept-undo.ts";
import { baseAt, NO_CHANGES } from "../../state/state.ts";
import { memoryStorage, type TextStorage } from "../../state/text-storage.ts";
import { type KeptHistory, readHistory } from "../../text/editor/kept-history.ts";
import { createUndoKeeper } from "./undo-keeper.ts";

const ORIGIN = { storeId: "store", owner: "local" };
const STEP = {
  changes: [[5, "x"]],
  startSelection: { ranges: [{ anchor: 0, head: 0 }], main: 0 },
  selectionsAfter: [],
};
const history = (hash = "1.2"): KeptHistory => ({
  length: 5,
  hash,
  text: null,
  caret: { anchor: 5, head: 5 },
  done: [STEP],
  undone: [],
});
const undoNames = (storage: TextStorage) => storage.names().filter((name) => name.startsWith("canvas:undo:"));

/** A storage with room for so many characters. */
function smallStorage(room: number): TextStorage {
  const memory = memoryStorage();
  return {
    ...memory,
    kind: "browser",
    write(name, text) {
      const others = memory.names().filter((one) => one !== name);
      const used = others.reduce((sum, one) => sum + one.length + (memory.read(one)?.length ?? 0), 0);
      return used + name.length + text.length <= room && memory.write(name, text);
    },
  };
}

test("the undo of a canvas comes back for its own store and owner only", () => {
  const undo = createKeptUndo(memoryStorage(), createFakeClock());
  undo.keep("HN8B", ORIGIN, history());
  expect(undo.read("HN8B", ORIGIN)).toEqual(history());
  expect(undo.read("HN8B", { ...ORIGIN, owner: "another" })).toBeNull();
  expect(undo.read("HN8B", { ...ORIGIN, storeId: "another" })).toBeNull();
  expect(undo.read("K2M4", ORIGIN)).toBeNull();
});

test("of two widgets the last one to write is kept", () => {
  const storage = memoryStorage();
  createKeptUndo(storage, createFakeClock()).keep("HN8B", ORIGIN, history("a"));
  createKeptUndo(storage, createFakeClock()).keep("HN8B", ORIGIN, history("b"));
  expect(createKeptUndo(storage, createFakeClock()).read("HN8B", ORIGIN)).toEqual(history("b"));
});

test("it is kept for the few canvases edited last, and not for ever", async () => {
  const storage = memoryStorage();
  const clock = createFakeClock();
  const undo = createKeptUndo(storage, clock);
  for (const id of ["AAAA", "BBBB", "CCCC", "AAAA", "DDDD", "EEEE"]) undo.keep(id, ORIGIN, history());
  expect([...undoNames(storage)].sort()).toEqual(["AAAA", "CCCC", "DDDD", "EEEE"].map((id) => `canvas:undo:${id}`));
  await clock.advance(15 * 24 * 60 * 60_000);
  expect(undo.read("EEEE", ORIGIN)).toBeNull();
  undo.keep("FFFF", ORIGIN, history());
  expect(undoNames(storage)).toEqual(["canvas:undo:FFFF"]);
});

test.each(["", "[", "null", "[1]", '{"storeId":"store","owner":"local"}', '{"history":{}}'])(
  "a damaged record is as good as none: %s",
  (text) => {
    const storage = memoryStorage();
    const undo = createKeptUndo(storage, createFakeClock());
    undo.keep("HN8B", ORIGIN, history());
    storage.write("canvas:undo:HN8B", text);
    expect(readHistory(undo.read("HN8B", ORIGIN))).toBeNull();
    undo.keep("HN8B", ORIGIN, history());
    storage.write("canvas:undo", text);
    expect(readHistory(undo.read("HN8B", ORIGIN))).toBeNull();
  },
);

test("where the room is short, undo goes before unsaved text and before remembered canvases", () => {
  const storage = smallStorage(2_000);
  const cache = createBrowserCache(undoMakesRoom(storage));
  createKeptUndo(storage, createFakeClock()).keep("HN8B", ORIGIN, history("h".repeat(1_200)));
  expect(undoNames(storage)).toHaveLength(1);
  storage.write("canvas:doc:K2M4", "remembered");
  const base = baseAt(1, "");
  const content = "w".repeat(1_000);
  const changes = [{ from: 0, to: 0, insert: content }];
  const record = { ...ORIGIN, at: 1, base, content, changes, local: NO_CHANGES };
  expect(cache.keepPending("HN8B", "w1", { ...record, suggesting: false, past: [], unanswered: null })).toBe(true);
  expect(undoNames(storage)).toEqual([]);
  expect(storage.read("canvas:doc:K2M4")).toBe("remembered");
});

test("what finds no room is not kept, and takes no room", () => {
  const storage = smallStorage(300);
  storage.write("canvas:pending:HN8B:w1", "words");
  createKeptUndo(storage, createFakeClock()).keep("HN8B", ORIGIN, history("h".repeat(1_200)));
  expect(storage.names()).toEqual(["canvas:pending:HN8B:w1"]);
});

test("undo is written after a rest, now and then while somebody types on, and at once when the page goes", async () => {
  const clock = createFakeClock();
  let written = 0;
  const keeper = createUndoKeeper(
    clock,
    () => history(),
    () => written++,
  );
  for (let at = 0; at < 8; at++) {
    keeper.changed();
    await clock.advance(900);
  }
  expect(written).toBe(1);
  await clock.advance(1_000);
  expect(written).toBe(2);
  await clock.advance(60_000);
  keeper.flush();
  expect(written).toBe(2);
  keeper.changed();
  keeper.flush();
  expect(written).toBe(3);
});
