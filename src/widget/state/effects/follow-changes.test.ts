import { expect, test } from "vitest";
import { stepsOfWidget } from "../../features/undo/testing/steps-of-widget.ts";
import { createFakeServer } from "../../host/fake-server.ts";
import { allSettled, createFakeClock } from "../fake-clock.ts";
import { openWidget, type WidgetRig } from "../widget-rig.ts";

const TEXT = "# Plan\n\nShip on Monday.\n\nTell the team.\n";
const CHANGED = TEXT.replace("Monday", "Tuesday").replace("the team", "everybody");
/** The old words of what is marked, and the new ones. */
const marked = (rig: WidgetRig) =>
  rig.ready().marked.marks.map(({ from, to, was }) => `${was} → ${rig.ready().draft.slice(from, to)}`);
const BOTH = ["Monday → Tuesday", "the team → everybody"];

async function changed() {
  const rig = openWidget();
  await rig.write(TEXT);
  await rig.write(CHANGED);
  return rig;
}

test("what the model changes while the widget is open is marked by words", async () => {
  const rig = await changed();
  expect(marked(rig)).toEqual(BOTH);
});

test.each<readonly [string, (rig: WidgetRig) => void]>([
  ["a letter elsewhere", (rig) => rig.actions.type(`${rig.ready().draft}More.\n`)],
  ["a letter before all of it", (rig) => rig.actions.type(`Now.\n\n${rig.ready().draft}`)],
  ["a new title", (rig) => rig.actions.rename("Another")],
  ["a comment", (rig) => rig.actions.comment({ op: "add", id: "c1", body: "Why?", anchor: null })],
])("%s takes no mark away, also when it is saved", async (_, act) => {
  const rig = await changed();
  act(rig);
  expect(marked(rig)).toEqual(BOTH);
  await rig.clock.advance(2_000);
  expect(rig.ready().save.kind).toBe("saved");
  expect(marked(rig)).toEqual(BOTH);
});

test("a change of a marked word takes that mark, undo brings it back, and Got it takes all", async () => {
  const rig = await changed();
  rig.actions.type(CHANGED.replace("Tuesday", "Tues"));
  expect(marked(rig)).toEqual(BOTH.slice(1));
  rig.actions.type(CHANGED);
  expect(marked(rig)).toEqual(BOTH);
  rig.actions.acknowledge();
  expect(marked(rig)).toEqual([]);
});

test("what arrives while the person types is marked, and what they type is not", async () => {
  const rig = openWidget();
  await rig.write(TEXT);
  rig.actions.type(TEXT.replace("# Plan", "# My plan"));
  await rig.replay(CHANGED, rig.server.write(CHANGED));
  await rig.clock.advance(2_000);
  expect(rig.ready().draft).toBe(CHANGED.replace("# Plan", "# My plan"));
  expect(marked(rig)).toEqual(BOTH);
});

test("what arrives beside a conflict is marked once it is in the text", async () => {
  const rig = openWidget();
  await rig.write(TEXT);
  rig.actions.type(TEXT.replace("Monday", "Friday"));
  await rig.replay(CHANGED, rig.server.write(CHANGED));
  await rig.clock.advance(2_000);
  expect(rig.ready().draft).toContain("Ship on Friday.");
  expect(marked(rig)).toEqual(BOTH.slice(1));
});

async function suggested() {
  const rig = openWidget();
  await rig.write(TEXT);
  const result = rig.server.edit([{ find: "Monday", replace: "Tuesday" }], "suggest");
  rig.host.tell({ kind: "input", tool: "edit_canvas", args: { canvas_id: "HN8B" } });
  rig.host.tell({ kind: "result", result });
  await allSettled();
  const steps = stepsOfWidget(rig);
  const accept = () => steps.decide([{ id: rig.server.record().proposals[0]!.id, decision: "accept" }]);
  return { rig, accept, undo: steps.undo };
}

test("what the person accepts is no news to them, and nor is what they take back", async () => {
  const { rig, accept, undo } = await suggested();
  accept();
  await allSettled();
  expect([rig.ready().draft, marked(rig)]).toEqual([TEXT.replace("Monday", "Tuesday"), []]);
  undo();
  await allSettled();
  expect([rig.ready().draft, marked(rig)]).toEqual([TEXT, []]);
});

test("what the model writes while the person accepts something is marked, and that alone", async () => {
  const { rig, accept } = await suggested();
  rig.server.edit([{ find: "the team", replace: "everybody" }]);
  accept();
  await allSettled();
  expect([rig.ready().draft, marked(rig)]).toEqual([CHANGED, BOTH.slice(1)]);
});

test("what the person wrote or accepted in another widget is not the model's, whoever came last", async () => {
  const one = openWidget();
  await one.write(TEXT);
  const two = openWidget({ server: one.server, clock: one.clock, widgetId: "widget-2" });
  await two.replay(TEXT, one.server.open());
  two.actions.type(TEXT.replace("# Plan", "# My plan"));
  await two.clock.advance(2_000);
  one.server.write(CHANGED);
  await one.actions.returned();
  expect(one.ready().draft).toBe(CHANGED.replace("# Plan", "# My plan"));
  expect(marked(one)).toEqual(BOTH);
});

test("a model that only suggested has changed nothing", async () => {
  const one = openWidget();
  await one.write(TEXT);
  const two = openWidget({ server: one.server, clock: one.clock, widgetId: "widget-2" });
  await two.replay(TEXT, one.server.open());
  two.actions.type(TEXT.replace("# Plan", "# My plan"));
  await two.clock.advance(2_000);
  one.server.edit([{ find: "Monday", replace: "Tuesday" }], "suggest");
  await one.actions.returned();
  expect(one.ready().draft).toBe(TEXT.replace("# Plan", "# My plan"));
  expect(marked(one)).toEqual([]);
  const three = openWidget({ server: one.server, clock: one.clock, widgetId: "widget-3" });
  await three.replay(TEXT, one.server.open());
  expect(marked(three)).toEqual([]);
});

test("the model's next change adds to the marks", async () => {
  const rig = await changed();
  await rig.write(CHANGED.replace("# Plan", "# Launch").replace("Tuesday", "Friday"));
  expect(marked(rig)).toEqual(["Plan → Launch", "Monday → Friday", "the team → everybody"]);
});

test("they outlive a reload, with what the person changed meanwhile", async () => {
  const rig = await changed();
  rig.actions.type(`Now.\n\n${CHANGED.replace("Tuesday", "Tue")}`);
  await rig.clock.advance(3_000);
  rig.stop();
  const again = openWidget({ server: rig.server, storage: rig.storage, clock: rig.clock, widgetId: "again" });
  await again.replay(CHANGED, rig.server.write(rig.ready().draft));
  expect(marked(again)).toEqual(BOTH.slice(1));
});

test("a new widget of the next call marks what the older one had marked, and what is new", async () => {
  const rig = await changed();
  rig.actions.type(`${CHANGED}More.\n`);
  await rig.clock.advance(3_000);
  const next = openWidget({ server: rig.server, storage: rig.storage, clock: rig.clock, widgetId: "next" });
  await next.write(`${CHANGED.replace("# Plan", "# Launch")}More.\n`);
  expect(marked(next)).toEqual(["Plan → Launch", ...BOTH]);
});

test("without anything kept, the version before tells what changed", async () => {
  const server = createFakeServer();
  server.write(TEXT);
  const rig = openWidget({ server });
  await rig.replay(CHANGED, server.write(CHANGED));
  expect(marked(rig)).toEqual(BOTH);
});

test("Got it in one widget is Got it in all of this browser", async () => {
  const clock = createFakeClock();
  const server = createFakeServer();
  const older = openWidget({ server, clock, widgetId: "older" });
  await older.write(TEXT);
  const newer = openWidget({ server, clock, storage: older.storage, widgetId: "newer" });
  await newer.write(CHANGED);
  await older.actions.returned();
  expect(marked(older)).toEqual(BOTH);
  newer.actions.acknowledge();
  await older.actions.returned();
  expect(marked(older)).toEqual([]);
});

test("where no widget reaches the server, a new widget of the next call marks what is new", async () => {
  const one = openWidget({ abilities: { serverTools: false }, widgetId: "one" });
  await one.write(TEXT);
  one.actions.type(`${TEXT}Mine.\n`);
  await one.clock.advance(3_000);
  const { server, storage, clock } = one;
  const two = openWidget({ abilities: { serverTools: false }, server, storage, clock, widgetId: "two" });
  await two.write(CHANGED);
  expect(two.ready().draft).toBe(`${CHANGED}Mine.\n`);
  expect(marked(two)).toEqual(BOTH);
});

test("what the model changes is marked, however many versions the browser had counted before the server came within reach", async () => {
  const alone = openWidget({ abilities: { serverTools: false } });
  await alone.write(TEXT);
  for (const status of ["in_review", "draft", "in_review", "draft"] as const) {
    alone.actions.type(`${alone.ready().draft}Mine.\n`);
    await alone.clock.advance(3_000);
    await alone.actions.setStatus(status);
    await alone.clock.advance(3_000);
  }
  alone.stop();
  const { server, storage, clock } = alone;
  const rig = openWidget({ server, storage, clock, widgetId: "again" });
  await rig.replay(TEXT, server.open());
  await clock.advance(3_000);
  const { version } = rig.ready().view.checkpoint.document;
  expect(version).toBeLessThan(alone.ready().view.checkpoint.document.version);
  await rig.write(`${CHANGED}${"Mine.\n".repeat(4)}`);
  expect(marked(rig)).toEqual(BOTH);
});

test("a widget that follows over several changes marks the model's and not the person's", async () => {
  const clock = createFakeClock();
  const server = createFakeServer();
  const older = openWidget({ server, clock, widgetId: "older" });
  await older.write(TEXT);
  const newer = openWidget({ server, clock, storage: older.storage, widgetId: "newer" });
  await newer.write(CHANGED);
  newer.actions.type(`${CHANGED}Mine.\n`);
  await clock.advance(3_000);
  await older.actions.returned();
  expect(older.ready().draft).toBe(`${CHANGED}Mine.\n`);
  expect(marked(older)).toEqual(BOTH);
});

test("what the person changed in another widget is not marked", async () => {
  const clock = createFakeClock();
  const server = createFakeServer();
  const one = openWidget({ server, clock, widgetId: "one" });
  await one.write(TEXT);
  const two = openWidget({ server, clock, widgetId: "two" });
  await two.replay(TEXT, server.write(TEXT));
  two.actions.type(CHANGED);
  await clock.advance(2_000);
  await one.actions.returned();
  expect(one.ready().draft).toBe(CHANGED);
  expect(marked(one)).toEqual([]);
});

test.each([
  ["no record", "nonsense"],
  [
    "marks out of order",
    {
      marks: [
        { from: 5, to: 9, was: "" },
        { from: 2, to: 3, was: "" },
      ],
    },
  ],
  ["another store", { storeId: "other" }],
])("a kept record that is %s is as good as none", async (_, damage) => {
  const rig = await changed();
  await rig.clock.advance(2_000);
  const name = rig.storage.names().find((one) => one.startsWith("canvas:marks:")) ?? "";
  const kept = JSON.parse(rig.storage.read(name) ?? "null");
  rig.storage.write(name, typeof damage === "string" ? damage : JSON.stringify({ ...kept, ...damage }));
  rig.stop();
  const again = openWidget({ server: rig.server, storage: rig.storage, clock: rig.clock, widgetId: "again" });
  await again.replay(CHANGED, rig.server.write(CHANGED));
  expect(marked(again)).toEqual(BOTH);
});
