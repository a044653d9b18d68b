import { expect, test } from "vitest";
import { unpackSave } from "../../../protocol/left-save.ts";
import { allSettled } from "../fake-clock.ts";
import { readPending } from "../kept-records.ts";
import { openWidget, type WidgetRig } from "../widget-rig.ts";

const TEXT = "# Title\n\nOne.\n";

async function held(text = TEXT, options: Parameters<typeof openWidget>[0] = {}) {
  const rig = openWidget({ holds: true, ...options });
  await rig.write(text);
  return rig;
}

/** The host goes, and sends what it holds: the way of the server with it. */
function sendHeld({ host, server }: WidgetRig): void {
  let made: string | null = null;
  for (const left of host.held) {
    const texts = [made, server.record().document.content].filter((text) => text !== null);
    const unpacked = unpackSave(left, texts);
    if (unpacked === null) continue;
    server.answer("save_canvas", unpacked.save);
    made = unpacked.content ?? made;
  }
}

const content = (rig: WidgetRig) => rig.server.record().document.content;
const revision = (rig: WidgetRig) => rig.server.record().document.revision;

test("the host holds what was typed at once, and nothing once the server has it", async () => {
  const rig = await held();
  expect(rig.host.held).toEqual([]);
  rig.actions.type(`${TEXT}Two.`);
  expect(rig.host.held).toMatchObject([{ canvas_id: "HN8B", changes: [{ insert: "Two." }] }]);
  await rig.clock.advance(1_000);
  expect(rig.host.held).toEqual([]);
});

test("the widget ends: what the host sends is all that was typed", async () => {
  const rig = await held();
  rig.actions.type(`${TEXT}T`);
  rig.actions.type(`${TEXT}Two.`);
  rig.stop();
  sendHeld(rig);
  expect(content(rig)).toBe(`${TEXT}Two.`);
});

test("a host that sends what the widget saves too makes one revision, in either order", async () => {
  for (const first of ["host", "widget"]) {
    const rig = await held();
    const before = revision(rig);
    rig.actions.type(`${TEXT}Two.`);
    if (first === "host") sendHeld(rig);
    const kept = rig.host.held;
    await rig.actions.leaving();
    rig.host.held = kept;
    sendHeld(rig);
    expect(new Set(rig.server.saveKeys).size).toBe(1);
    expect([content(rig), revision(rig)]).toEqual([`${TEXT}Two.`, before + 1]);
  }
});

test.each(["before", "never"])(
  "typed while a save is under way, which arrives %s: both are there, once",
  async (when) => {
    const rig = await held();
    rig.actions.type(`${TEXT}Two.`);
    rig.host.hangs = true;
    void rig.actions.leaving();
    await allSettled();
    if (when === "before") rig.server.answer("save_canvas", rig.saves()[0]!);
    rig.actions.type(`${TEXT}Two. Three.`);
    expect(rig.host.held).toHaveLength(2);
    sendHeld(rig);
    expect(content(rig)).toBe(`${TEXT}Two. Three.`);
    expect(rig.server.record().proposals).toEqual([]);
  },
);

test("sent by the host, changed by the model, recovered by the next widget: nothing comes back", async () => {
  const rig = await held();
  rig.actions.type(`${TEXT}Two.`);
  rig.stop();
  sendHeld(rig);
  rig.server.edit([{ find: "Two.", replace: "Second." }]);
  const next = openWidget({
    holds: true,
    server: rig.server,
    storage: rig.storage,
    clock: rig.clock,
    widgetId: "widget-2",
    liveness: { isAlive: async () => false },
  });
  await next.replay(TEXT, rig.server.answer("load_canvas", { canvas_id: "HN8B", key: "secret" }));
  await rig.clock.advance(20_000);
  expect(content(rig)).toBe(`${TEXT}Second.`);
  expect(next.ready().draft).toBe(`${TEXT}Second.`);
  expect(rig.server.record().proposals).toEqual([]);
});

test("a word in a large text is held at once, too", async () => {
  const large = "A line.\n".repeat(130_000);
  const rig = await held(large);
  rig.actions.type(`${large}W`);
  rig.actions.type(`${large}Word.`);
  expect(rig.host.held).toMatchObject([{ changes: [{ insert: "Word." }] }]);
  expect(rig.saves()).toHaveLength(0);
  sendHeld(rig);
  expect(content(rig)).toBe(`${large}Word.`);
});

test.each([
  ["letters", "y".repeat(200_000)],
  ["signs of three bytes each", "語".repeat(25_000)],
])("%s too many for a host that goes are saved after a quarter of a second of rest", async (_, pasted) => {
  const rig = await held();
  rig.actions.type(pasted);
  await rig.clock.advance(300);
  expect(rig.saves()).toHaveLength(1);
  expect(content(rig)).toBe(pasted);
  rig.host.reachable = false;
  rig.actions.type(`${pasted}${pasted}`);
  await rig.clock.advance(300);
  expect(rig.saves()).toHaveLength(2);
  for (let more = 0; more < 10; more++) {
    rig.actions.type(`${pasted}${pasted}${"z".repeat(more)}`);
    await rig.clock.advance(40);
  }
  expect(rig.saves()).toHaveLength(2);
});

test("suggestions wait in the browser, whoever leaves", async () => {
  const rig = await held();
  await rig.actions.setSuggesting(true);
  rig.actions.type(`${TEXT}Two.`);
  expect(rig.host.held).toEqual([]);
});

test("a host that holds nothing is told nothing", async () => {
  const rig = await held(TEXT, { holds: false });
  rig.actions.type(`${TEXT}Two.`);
  expect(rig.host.held).toEqual([]);
  const kept = JSON.parse(rig.storage.read("canvas:pending:HN8B:widget-1") ?? "{}");
  expect(kept.unanswered).toBeNull();
});

test("a teardown is answered as soon as the text is stored", async () => {
  const rig = await held(TEXT, { holds: false });
  rig.actions.type(`${TEXT}Two.`);
  await rig.host.tearDown();
  expect(content(rig)).toBe(`${TEXT}Two.`);
});

test("a teardown is answered after 500 ms where the server does not answer, and the browser has the text", async () => {
  const rig = await held(TEXT, { holds: false });
  rig.host.hangs = true;
  rig.actions.type(`${TEXT}Two.`);
  let answered = false;
  const down = rig.host.tearDown().then(() => {
    answered = true;
  });
  await rig.clock.advance(499);
  expect(answered).toBe(false);
  await rig.clock.advance(1);
  await down;
  const kept = readPending(JSON.parse(rig.storage.read("canvas:pending:HN8B:widget-1") ?? "{}"));
  expect(kept?.content).toBe(`${TEXT}Two.`);
});
