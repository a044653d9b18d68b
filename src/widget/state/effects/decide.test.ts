import { expect, test } from "vitest";
import type { ProposalDecision } from "../../../core/records/operations.ts";
import { stepsOfWidget } from "../../features/undo/testing/steps-of-widget.ts";
import { allSettled } from "../fake-clock.ts";
import { shownCheckpoint } from "../unsaved-changes.ts";
import { openWidget, type WidgetRig } from "../widget-rig.ts";

const TEXT = "# Plan\n\nWe meet Monday.\n\nThe end.\n";

async function suggested(options: Parameters<typeof openWidget>[0] = {}) {
  const rig = openWidget(options);
  await rig.write(TEXT);
  const result = rig.server.edit(
    [
      { find: "Monday", replace: "Tuesday" },
      { find: "The end.", replace: "Fin." },
    ],
    "suggest",
  );
  rig.host.tell({ kind: "input", tool: "edit_canvas", args: { canvas_id: "HN8B" } });
  rig.host.tell({ kind: "result", result });
  await allSettled();
  return rig;
}
const open = (rig: WidgetRig) =>
  shownCheckpoint(rig.ready())
    .proposals.filter(({ state }) => state === "open")
    .map(({ text }) => text);
const all = (rig: WidgetRig, decision: "accept" | "reject") =>
  rig.server.record().proposals.map(({ id }): ProposalDecision => ({ id, decision }));

test.each(["accept", "reject"] as const)(
  "all decisions (%s) go in one save with what they put into the text, and are taken back in one",
  async (how) => {
    const rig = await suggested();
    const steps = stepsOfWidget(rig);
    steps.decide(all(rig, how));
    const decided = rig.ready().draft;
    expect(decided).toBe(how === "accept" ? TEXT.replace("Monday", "Tuesday").replace("The end.", "Fin.") : TEXT);
    await allSettled();
    expect(rig.saves()).toHaveLength(1);
    expect(open(rig)).toEqual([]);
    expect(rig.ready().draft).toBe(decided);
    expect(rig.server.record().document.content).toBe(decided);
    expect(steps.undo()).toBe(true);
    await allSettled();
    expect(rig.saves()).toHaveLength(2);
    expect(rig.ready().draft).toBe(TEXT);
    expect(rig.server.record().document.content).toBe(TEXT);
    expect(open(rig)).toEqual(["Tuesday", "Fin."]);
    expect(rig.server.record().proposals.every(({ state }) => state === "open")).toBe(true);
    expect(steps.redo()).toBe(true);
    await allSettled();
    expect(rig.server.record().document.content).toBe(decided);
    expect(rig.server.record().proposals.every(({ state }) => state === `${how}ed`)).toBe(true);
  },
);

test("what was typed before and after a decision stays when it is taken back", async () => {
  const rig = await suggested();
  const steps = stepsOfWidget(rig);
  rig.actions.type(`${TEXT}Before.\n`);
  steps.decide(all(rig, "accept").slice(0, 1));
  rig.actions.type(`${rig.ready().draft}After.\n`);
  await allSettled();
  expect(rig.ready().draft).toBe(`${TEXT.replace("Monday", "Tuesday")}Before.\nAfter.\n`);
  steps.undo();
  await rig.clock.advance(1_000);
  expect(rig.server.record().document.content).toBe(`${TEXT}Before.\nAfter.\n`);
  expect(open(rig)).toEqual(["Tuesday", "Fin."]);
});

test("while the server is away a decision is made and taken back at once, and nothing of it is left to save", async () => {
  const rig = await suggested();
  const steps = stepsOfWidget(rig);
  rig.host.reachable = false;
  steps.decide(all(rig, "accept").slice(0, 1));
  await allSettled();
  expect(rig.ready().draft).toContain("Tuesday");
  steps.undo();
  expect([rig.ready().draft, open(rig)]).toEqual([TEXT, ["Tuesday", "Fin."]]);
  steps.redo();
  expect(rig.ready().draft).toContain("Tuesday");
  rig.host.reachable = true;
  rig.actions.retrySave();
  await rig.clock.advance(5_000);
  expect(rig.server.record().document.content).toContain("Tuesday");
  expect(rig.server.record().proposals.map(({ state }) => state)).toEqual(["accepted", "open"]);
  steps.undo();
  await rig.clock.advance(1_000);
  expect(rig.server.record().document.content).toBe(TEXT);
  expect(rig.server.record().proposals.map(({ state }) => state)).toEqual(["open", "open"]);
});

test("accepted words are the model's news to nobody, and what is typed into them is the person's", async () => {
  const rig = await suggested();
  stepsOfWidget(rig).decide(all(rig, "accept").slice(0, 1));
  rig.actions.type(rig.ready().draft.replace("Tuesday", "Tuesday at nine"));
  await rig.clock.advance(2_000);
  const { baseline } = rig.ready().view.checkpoint;
  expect(baseline).toBe(TEXT.replace("Monday", "Tuesday"));
});

test("a decision that the server cannot take goes out of the text again, and the person is told", async () => {
  const rig = await suggested();
  const steps = stepsOfWidget(rig);
  rig.server.edit([{ find: "Monday", replace: "Sunday" }]);
  steps.decide(all(rig, "accept").slice(0, 1));
  expect(rig.ready().draft).toContain("Tuesday");
  rig.actions.type(`${rig.ready().draft}Typed.\n`);
  await rig.clock.advance(5_000);
  const expected = `${TEXT.replace("Monday", "Sunday")}Typed.\n`;
  expect([rig.ready().draft, rig.server.record().document.content]).toEqual([expected, expected]);
  expect(rig.store.state().notices.map(({ id }) => id)).toContain("decide");
  expect(rig.server.record().proposals.map(({ kind, state }) => [kind, state])).toEqual([
    ["suggestion", "open"],
    ["suggestion", "open"],
  ]);
});

test("what the person typed inside a suggestion is on its way when they accept it: it is decided all the same", async () => {
  const rig = await suggested();
  const steps = stepsOfWidget(rig);
  const { callTool } = rig.host;
  const waiting: (() => void)[] = [];
  rig.host.callTool = async (tool, args) => {
    await new Promise<void>((arrive) => waiting.push(arrive));
    return callTool(tool, args);
  };
  const at = TEXT.indexOf("day");
  rig.actions.type(TEXT.replace("day", ", day"), [{ from: at, to: at, insert: ", " }]);
  await rig.clock.advance(1_000);
  steps.decide(all(rig, "accept").slice(0, 1));
  for (let round = 0; round < 5; round++) {
    for (const arrive of waiting.splice(0)) arrive();
    await rig.clock.advance(1_000);
  }
  expect(rig.server.record().document.content).toBe(TEXT.replace("Monday", "Tuesday"));
  expect(rig.server.record().proposals.map(({ state }) => state)).toEqual(["accepted", "open"]);
  expect(rig.store.state().notices).toEqual([]);
});

test("what was typed into the words of a decision stays when the server cannot take it", async () => {
  const rig = await suggested();
  const steps = stepsOfWidget(rig);
  rig.server.edit([{ find: "Monday", replace: "Sunday" }]);
  steps.decide(all(rig, "accept").slice(0, 1));
  const { draft } = rig.ready();
  const at = draft.indexOf("day");
  rig.actions.type(draft.replace("day", " 9 am, day"), [{ from: at, to: at, insert: " 9 am, " }]);
  await rig.clock.advance(5_000);
  expect(rig.ready().draft).toContain("9 am");
  expect(rig.server.record().document.content).toBe(rig.ready().draft);
  expect(rig.store.state().notices.map(({ id }) => id)).toContain("decide");
});

test("a decision that a model's write overtakes loses nothing of either", async () => {
  const rig = await suggested();
  const steps = stepsOfWidget(rig);
  rig.server.write(TEXT.replace("# Plan", "# Our plan"));
  steps.decide(all(rig, "accept").slice(0, 1));
  await allSettled();
  expect(rig.server.record().document.content).toBe("# Our plan\n\nWe meet Tuesday.\n\nThe end.\n");
  expect(rig.ready().draft).toBe(rig.server.record().document.content);
  steps.undo();
  await allSettled();
  expect(rig.server.record().document.content).toBe("# Our plan\n\nWe meet Monday.\n\nThe end.\n");
});

test("who suggests their edits accepts into the text in force, not into what they suggest", async () => {
  const rig = await suggested();
  const steps = stepsOfWidget(rig);
  await rig.actions.setSuggesting(true);
  rig.actions.type(`${TEXT}Mine.\n`);
  steps.decide(all(rig, "accept").slice(0, 1));
  await allSettled();
  expect(rig.server.record().document.content).toBe(TEXT.replace("Monday", "Tuesday"));
  expect(rig.ready().draft).toBe(`${TEXT.replace("Monday", "Tuesday")}Mine.\n`);
  expect(rig.server.record().proposals.map(({ state }) => state)).toEqual(["accepted", "open"]);
});

test("without a server decisions are made and taken back in the browser alone", async () => {
  const rig = await suggested({ abilities: { serverTools: false } });
  const steps = stepsOfWidget(rig);
  steps.decide(all(rig, "accept"));
  await allSettled();
  expect(rig.ready().draft).toContain("We meet Tuesday.");
  expect(open(rig)).toEqual([]);
  steps.undo();
  await allSettled();
  expect(rig.ready().draft).toBe(TEXT);
  expect(open(rig)).toEqual(["Tuesday", "Fin."]);
  expect(rig.saves()).toEqual([]);
});

test.each([
  ["nothing else was done", ""],
  ["something was typed before its words", "Before.\n\n"],
])("what was accepted without a server is accepted there, once it comes within reach: %s", async (_, typed) => {
  const alone = await suggested({ abilities: { serverTools: false } });
  const steps = stepsOfWidget(alone);
  const [first, second] = all(alone, "accept");
  steps.decide([first!]);
  steps.decide([{ id: second!.id, decision: "reject" }]);
  if (typed !== "") alone.actions.type(`${typed}${alone.ready().draft}`);
  await alone.clock.advance(3_000);
  const { draft } = alone.ready();
  alone.stop();
  const { server, storage, clock } = alone;
  const rig = openWidget({ server, storage, clock, widgetId: "again" });
  await rig.replay(TEXT, server.open());
  await clock.advance(3_000);
  expect(draft).toBe(`${typed}${TEXT.replace("Monday", "Tuesday")}`);
  expect(rig.ready().draft).toBe(draft);
  expect(server.record().document.content).toBe(draft);
  expect(server.record().proposals.map(({ state }) => state)).toEqual(["accepted", "rejected"]);
});
