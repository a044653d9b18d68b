import { expect, test } from "vitest";
import { META_KEY } from "../../../protocol/names.ts";
import { createFakeServer } from "../../host/fake-server.ts";
import type { ToolReply } from "../../host/host-port.ts";
import { allSettled } from "../fake-clock.ts";
import { openWidget, type WidgetRig } from "../widget-rig.ts";

/** A host that shows a canvas by itself, as our own page does: results that carry the canvas, and no call before them. */

const TEXT = "# Plan\n\nOne.\n\nTwo.\n";
const MINE = "# Plan\n\nOne by me.\n\nTwo.\n";

async function tell(rig: WidgetRig, result: ToolReply): Promise<void> {
  rig.host.tell({ kind: "result", result });
  await allSettled();
}
async function opened(): Promise<WidgetRig> {
  const rig = openWidget();
  rig.server.write(TEXT);
  await tell(rig, rig.server.open());
  return rig;
}
const type = async (rig: WidgetRig, text: string): Promise<void> => {
  rig.actions.type(text);
  await rig.clock.advance(1_000);
};
const loads = (rig: WidgetRig): number => rig.host.calls.filter(({ tool }) => tool === "load_canvas").length;
const notices = (rig: WidgetRig) => rig.store.state().notices.map(({ id }) => id);

test("the canvas is there at once, and is not asked for again", async () => {
  const rig = openWidget();
  rig.server.write(TEXT);
  rig.host.tell({ kind: "result", result: rig.server.open() });
  expect(rig.ready()).toMatchObject({ draft: TEXT, home: "server", save: { kind: "saved" }, unsure: false });
  await rig.clock.advance(10_000);
  expect(rig.host.calls).toEqual([]);
});

test("newer ones come in the same way", async () => {
  const rig = await opened();
  rig.server.edit([{ find: "Two.", replace: "Two and more." }]);
  await tell(rig, rig.server.open());
  expect(rig.ready().draft).toBe(TEXT.replace("Two.", "Two and more."));
  expect(rig.ready().marked.marks).not.toEqual([]);
  await type(rig, rig.ready().draft.replace("One.", "One by me."));
  rig.server.edit([{ find: "more", replace: "much more" }]);
  await tell(rig, rig.server.open());
  expect(rig.ready().draft).toBe("# Plan\n\nOne by me.\n\nTwo and much more.\n");
  expect(loads(rig)).toBe(0);
});

test("what was typed and not saved yet is joined with what came", async () => {
  const rig = await opened();
  rig.actions.type(MINE);
  rig.server.edit([{ find: "Two.", replace: "Two and more." }]);
  await tell(rig, rig.server.open());
  expect(rig.ready().draft).toBe(MINE.replace("Two.", "Two and more."));
  await rig.clock.advance(1_000);
  expect(rig.server.record().document.content).toBe(MINE.replace("Two.", "Two and more."));
  expect(loads(rig)).toBe(0);
});

test("one that was asked for before a save, and comes after it, takes nothing back", async () => {
  const rig = await opened();
  const before = rig.server.open();
  await type(rig, MINE);
  await tell(rig, before);
  expect(rig.ready()).toMatchObject({ draft: MINE, save: { kind: "saved" } });
  expect(notices(rig)).toEqual([]);
  expect(rig.server.record().document.content).toBe(MINE);
});

test.each([
  ["fewer", 0],
  ["more", 4],
])(
  "an older copy of the store with %s revisions since is known, and the words on screen are saved to it",
  async (_, more) => {
    const rig = await opened();
    await type(rig, MINE);
    const putBack = rig.server.backup();
    await type(rig, `${MINE}\nThree by me.\n`);
    await type(rig, `${MINE}\nThree by me, again.\n`);
    putBack();
    for (let at = 0; at < more; at++) rig.server.write(`${rig.server.record().document.content}\nLine ${at}.\n`);
    await tell(rig, rig.server.open());
    expect(notices(rig)).toEqual(["put-back"]);
    await rig.clock.advance(1_000);
    const { document, proposals } = rig.server.record();
    const everything = [document.content, ...proposals.map(({ text }) => text)].join("\n");
    for (const words of ["One by me.", "Three by me, again.", ...(more === 0 ? [] : ["Line 3."])])
      expect(everything).toContain(words);
  },
);

test("in the next life what this browser remembers need not be asked for either", async () => {
  const rig = await opened();
  await type(rig, MINE);
  rig.stop();
  rig.server.edit([{ find: "Two.", replace: "Two and more." }]);
  const next = openWidget({ server: rig.server, storage: rig.storage, clock: rig.clock, widgetId: "widget-2" });
  await tell(next, rig.server.open());
  expect(next.ready().draft).toBe(MINE.replace("Two.", "Two and more."));
  expect(loads(next)).toBe(0);
});

test("a canvas that a host replays is asked for, with or without its call", async () => {
  const server = createFakeServer();
  server.write(TEXT);
  const { meta, ...result } = server.open();
  const said = (meta as Readonly<Record<string, object>>)[META_KEY];
  const replayed = { ...result, meta: { [META_KEY]: { ...said, newest: undefined } } };
  server.write(MINE);
  const rig = openWidget({ server });
  await tell(rig, replayed);
  expect(rig.ready().draft).toBe(MINE);
  expect(loads(rig)).toBe(1);
});
