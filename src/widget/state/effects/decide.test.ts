import { expect, test } from "vitest";
import type { ProposalDecision } from "../../../core/records/operations.ts";
import { proposalWords } from "../../words.ts";
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
  "all decisions (%s) go in one save, and are taken back in one",
  async (how) => {
    const rig = await suggested();
    const decided = rig.actions.decide(all(rig, how))!;
    await allSettled();
    expect(rig.saves()).toHaveLength(1);
    expect(open(rig)).toEqual([]);
    expect(decided.after).toBe(rig.ready().draft);
    expect(await rig.actions.takeBack(decided)).toBe("done");
    await allSettled();
    expect(rig.saves()).toHaveLength(2);
    expect(rig.ready().draft).toBe(TEXT);
    expect(rig.server.record().document.content).toBe(TEXT);
    expect(open(rig)).toEqual(["Tuesday", "Fin."]);
    expect(rig.server.record().proposals.every(({ state }) => state === "open")).toBe(true);
  },
);

test("what was typed before and after a decision stays when it is taken back", async () => {
  const rig = await suggested();
  rig.actions.type(`${TEXT}Before.\n`);
  const decided = rig.actions.decide(all(rig, "accept").slice(0, 1))!;
  await allSettled();
  rig.actions.type(`${rig.ready().draft}After.\n`);
  expect(await rig.actions.takeBack(decided)).toBe("done");
  await allSettled();
  expect(rig.server.record().document.content).toBe(`${TEXT}Before.\nAfter.\n`);
  expect(open(rig)).toEqual(["Tuesday", "Fin."]);
});

test("words written over what was accepted are not touched, and the person is told why", async () => {
  const rig = await suggested();
  const decided = rig.actions.decide(all(rig, "accept").slice(0, 1))!;
  await allSettled();
  const changed = rig.ready().draft.replace("Tuesday", "Wednesday");
  rig.actions.type(changed);
  expect(await rig.actions.takeBack(decided)).toBe("never");
  expect(rig.ready().draft).toBe(changed);
  expect(rig.store.state().notices.map(({ text }) => text)).toContain(proposalWords.undoChanged);
});

test("while the server is away a decision waits, and so does taking it back", async () => {
  const rig = await suggested();
  rig.host.reachable = false;
  const decided = rig.actions.decide(all(rig, "accept").slice(0, 1))!;
  await allSettled();
  expect(await rig.actions.takeBack(decided)).toBe("later");
  expect(rig.store.state().notices.map(({ text }) => text)).toContain(proposalWords.undoNotSaved);
  rig.host.reachable = true;
  rig.actions.retrySave();
  await allSettled();
  expect(rig.server.record().document.content).toContain("Tuesday");
  expect(await rig.actions.takeBack(decided)).toBe("done");
  await allSettled();
  expect(rig.server.record().document.content).toBe(TEXT);
});

test("a change of the text alone is taken back, and forth again", async () => {
  const rig = await suggested();
  const after = TEXT.replace("We", "They");
  rig.actions.type(after);
  const change = { canvasId: "HN8B", decisions: [], before: TEXT, after };
  expect(await rig.actions.takeBack(change)).toBe("done");
  expect(rig.ready().draft).toBe(TEXT);
  expect(await rig.actions.takeBack({ ...change, before: after, after: TEXT })).toBe("done");
  expect(rig.ready().draft).toBe(after);
});

test("a decision that a model's write overtakes loses nothing of either", async () => {
  const rig = await suggested();
  rig.server.write(TEXT.replace("# Plan", "# Our plan"));
  const decided = rig.actions.decide(all(rig, "accept").slice(0, 1))!;
  await allSettled();
  expect(rig.server.record().document.content).toBe("# Our plan\n\nWe meet Tuesday.\n\nThe end.\n");
  expect(rig.ready().draft).toBe(rig.server.record().document.content);
  expect(await rig.actions.takeBack(decided)).toBe("done");
  await allSettled();
  expect(rig.server.record().document.content).toBe("# Our plan\n\nWe meet Monday.\n\nThe end.\n");
});

test("without a server decisions are made and taken back in the browser alone", async () => {
  const rig = await suggested({ abilities: { serverTools: false } });
  const decided = rig.actions.decide(all(rig, "accept"))!;
  await allSettled();
  expect(rig.ready().draft).toContain("We meet Tuesday.");
  expect(open(rig)).toEqual([]);
  expect(await rig.actions.takeBack(decided)).toBe("done");
  await allSettled();
  expect(rig.ready().draft).toBe(TEXT);
  expect(open(rig)).toEqual(["Tuesday", "Fin."]);
  expect(rig.saves()).toEqual([]);
});
