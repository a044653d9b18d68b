import { expect, test } from "vitest";
import { createFakeServer } from "../host/fake-server.ts";
import { shellWords } from "../words.ts";
import { createBrowserCache } from "./browser-cache.ts";
import { allSettled, createFakeClock } from "./fake-clock.ts";
import { baseAt, NO_CHANGES } from "./state.ts";
import { memoryStorage } from "./text-storage.ts";
import { openWidget, type WidgetRig } from "./widget-rig.ts";

const TEXT = "# Plan\n\nOne.\n\nTwo.\n";
const said = (rig: WidgetRig) => rig.store.state().notices.map(({ id }) => id);

/** A widget whose words are saved, and a copy of the store from before them. */
async function savedAfterBackup() {
  const server = createFakeServer();
  const storage = { ...memoryStorage(), kind: "browser" as const };
  const rig = openWidget({ server, storage });
  const result = server.write(TEXT);
  await rig.replay(TEXT, result);
  const type = async (text: string) => {
    rig.actions.type(text);
    await rig.clock.advance(1_000);
  };
  await type("# Plan\n\nOne by me.\n\nTwo.\n");
  const putBack = server.backup();
  await type("# Plan\n\nOne by me.\n\nTwo.\n\nThree by me.\n");
  await type("# Plan\n\nOne by me, again.\n\nTwo.\n\nThree by me.\n");
  return {
    ...rig,
    type,
    putBack,
    result,
    content: () => server.record().document.content,
    /** The text, and what stands beside it. */
    everything: () =>
      [server.record().document.content, ...server.record().proposals.map(({ text }) => text)].join("\n"),
  };
}
const LATEST = "# Plan\n\nOne by me, again.\n\nTwo.\n\nThree by me.\n";

test("words on screen that the restored store lacks come back when the person looks at them", async () => {
  const rig = await savedAfterBackup();
  rig.putBack();
  await rig.actions.returned();
  expect(rig.ready()).toMatchObject({ draft: LATEST, save: { kind: "edited" } });
  expect(rig.store.state().notices).toMatchObject([{ id: "put-back", text: shellWords.putBack }]);
  await rig.clock.advance(1_000);
  expect(rig.content()).toBe(LATEST);
  expect(rig.ready()).toMatchObject({ draft: LATEST, save: { kind: "saved" } });
  expect(rig.server.record().proposals).toEqual([]);
});

test("typed on, nothing that was saved in the lost store goes", async () => {
  const rig = await savedAfterBackup();
  rig.putBack();
  await rig.type(`${LATEST}\nFour.\n`);
  expect(rig.content()).toBe(`${LATEST}\nFour.\n`);
  expect(rig.server.record().proposals).toEqual([]);
});

test.each([
  ["fewer", 0],
  ["as many", 1],
  ["more", 4],
])(
  "others have written in the restored store since, with %s revisions: everybody's words are there",
  async (_, more) => {
    const rig = await savedAfterBackup();
    rig.putBack();
    const lines = Array.from({ length: more + 1 }, (__, at) => `Line ${at} by the model.\n`);
    let text = rig.content();
    for (const line of lines) {
      text = `${text}\n${line}`;
      rig.server.write(text);
    }
    await rig.actions.returned();
    await rig.clock.advance(1_000);
    for (const words of ["One by me, again.", "Three by me.", ...lines])
      expect(rig.everything()).toContain(words.trim());
    expect(rig.ready()).toMatchObject({ draft: rig.content(), save: { kind: "saved" } });
  },
);

test("what both changed of one sentence stands beside the person's", async () => {
  const rig = await savedAfterBackup();
  rig.putBack();
  rig.server.write("# Plan\n\nOne by the model.\n\nTwo.\n");
  await rig.actions.returned();
  await rig.clock.advance(1_000);
  expect(rig.content()).toContain("One by me, again.");
  expect(rig.server.record().proposals).toMatchObject([{ state: "open", text: "One by the model." }]);
});

test("a newer text of the same store is followed as ever", async () => {
  const rig = await savedAfterBackup();
  rig.server.write(`${rig.content()}\nFour.\n`);
  rig.server.write(LATEST.replace("Two.\n\n", ""));
  await rig.actions.returned();
  expect(rig.ready()).toMatchObject({ draft: rig.content(), save: { kind: "saved" } });
  expect(rig.content()).not.toContain("Two.");
  expect(said(rig)).toEqual([]);
});

test("an approval is not given to another text of the same revision", async () => {
  const rig = await savedAfterBackup();
  rig.putBack();
  const { revision } = rig.ready().base;
  for (const n of [1, 2, 3, 4]) if (rig.server.record().document.revision < revision) rig.server.write(`Other ${n}.\n`);
  await rig.actions.setStatus("approved");
  expect(rig.server.record()).toMatchObject({ approval: null, document: { status: "draft" } });
  expect(said(rig)).toContain("status");
  await rig.clock.advance(5_000);
  expect(rig.content()).toContain("Three by me.");
});

test("nor are words given up for another text of the same revision, where the server does not say that it is one", async () => {
  const rig = await savedAfterBackup();
  rig.putBack();
  const { revision } = rig.ready().base;
  while (rig.server.record().document.revision < revision) rig.server.write(`${rig.content()}\nAnd more.\n`);
  rig.actions.type(`${LATEST}\nFour.\n`);
  rig.host.reachable = false;
  rig.host.tell({ kind: "result", result: rig.server.open() });
  await allSettled();
  expect(rig.ready().draft).toBe(`${LATEST}\nFour.\n`);
  rig.host.reachable = true;
  await rig.clock.advance(60_000);
  for (const words of ["One by me, again.", "Three by me.", "Four.", "And more."])
    expect(rig.everything()).toContain(words);
});

test("comments that the restored store lacks come back as well, where their words stand", async () => {
  const rig = await savedAfterBackup();
  const anchor = { offset: LATEST.indexOf("Three"), length: 5, quotedText: "Three" };
  rig.actions.comment({ op: "add", id: "c1", body: "why?", anchor });
  await rig.clock.advance(1_000);
  rig.putBack();
  await rig.actions.returned();
  await rig.clock.advance(1_000);
  expect(rig.server.record().comments).toMatchObject([{ id: "c1", body: "why?", anchor }]);
});

test("after a reload it is what this browser remembers that comes back", async () => {
  const rig = await savedAfterBackup();
  rig.stop();
  rig.putBack();
  const again = openWidget({
    server: rig.server,
    storage: rig.storage,
    clock: createFakeClock(),
    widgetId: "widget-2",
  });
  await again.replay(TEXT, rig.result);
  await again.clock.advance(1_000);
  expect(rig.content()).toContain("Three by me.");
  expect(rig.content()).toContain("One by me, again.");
  expect(again.ready()).toMatchObject({ draft: rig.content(), save: { kind: "saved" } });
  await allSettled();
  expect(rig.storage.names().filter((name) => name.startsWith("canvas:pending:"))).toEqual([]);
});

test("what this browser remembers is not given up where it has no room to bring it back, and the person is told", async () => {
  const rig = await savedAfterBackup();
  rig.stop();
  rig.putBack();
  const { storage } = rig;
  const full = {
    ...storage,
    write: (name: string, text: string) => !name.includes(":pending") && storage.write(name, text),
  };
  const again = openWidget({ server: rig.server, storage: full, clock: createFakeClock(), widgetId: "widget-2" });
  await again.replay(TEXT, rig.result);
  await again.clock.advance(1_000);
  expect(again.store.state().notices.map(({ id }) => id)).toEqual(["full"]);
  expect(createBrowserCache(storage).recall("HN8B")?.checkpoint.document.content).toBe(LATEST);
});

test("nor does it stay away because another tab has unsaved work on an older text", async () => {
  const rig = await savedAfterBackup();
  createBrowserCache(rig.storage).keepPending("HN8B", "other", {
    storeId: "store",
    owner: "local",
    at: 1,
    base: baseAt(1, TEXT),
    content: `${TEXT}\nElsewhere.\n`,
    changes: [{ from: TEXT.length, to: TEXT.length, insert: "\nElsewhere.\n" }],
    local: NO_CHANGES,
    suggesting: false,
    past: [],
    unanswered: null,
  });
  rig.stop();
  rig.putBack();
  const again = openWidget({
    server: rig.server,
    storage: rig.storage,
    clock: createFakeClock(),
    widgetId: "widget-2",
    liveness: { isAlive: async (life) => life === "other" },
  });
  await again.replay(TEXT, rig.result);
  await again.clock.advance(1_000);
  for (const words of ["One by me, again.", "Three by me."]) expect(rig.everything()).toContain(words);
});

test("nor where it was opened already when the server said that its store is an older one", async () => {
  const rig = await savedAfterBackup();
  rig.stop();
  const again = openWidget({ server: rig.server, storage: rig.storage, widgetId: "widget-2" });
  const { callTool } = again.host;
  const calls: (() => void)[] = [];
  again.host.callTool = (tool, args) =>
    new Promise((settle) => calls.push(() => void callTool(tool, args).then((answer) => settle(answer))));
  await again.replay(TEXT, rig.result);
  again.host.tell({ kind: "result", result: rig.result });
  await allSettled();
  const [first, second] = calls.splice(0);
  again.host.reachable = false;
  first?.();
  await allSettled();
  again.host.reachable = true;
  again.host.callTool = callTool;
  rig.putBack();
  second?.();
  await again.clock.advance(60_000);
  expect(rig.content()).toBe(LATEST);
});

test("work of an earlier release, kept without a hash, is brought back into a restored store", async () => {
  const rig = await savedAfterBackup();
  rig.host.reachable = false;
  rig.actions.type(`${LATEST}\nUnsaved.\n`);
  rig.stop();
  rig.putBack();
  const name = "canvas:pending:HN8B:widget-1";
  const { past: _, ...record } = JSON.parse(rig.storage.read(name) ?? "{}");
  const { revision, content } = record.base;
  rig.storage.write(name, JSON.stringify({ ...record, base: { revision, content } }));
  const again = openWidget({ server: rig.server, storage: rig.storage, clock: rig.clock });
  await again.replay(TEXT, rig.result);
  await again.clock.advance(5_000);
  for (const words of ["One by me, again.", "Three by me.", "Unsaved."]) expect(rig.content()).toContain(words);
});
