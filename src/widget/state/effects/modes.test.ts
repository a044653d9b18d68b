import { expect, test } from "vitest";
import { shownCheckpoint } from "../unsaved-changes.ts";
import { openWidget } from "../widget-rig.ts";

const TEXT = "One two three.\n\nFour.\n";

test("a protected passage shows at once, follows the typing, is saved, and is freed again", async () => {
  const rig = openWidget();
  await rig.write(TEXT);
  rig.actions.type(`Zero. ${TEXT}`);
  rig.actions.protect({ from: 10, to: 13 });
  expect(shownCheckpoint(rig.ready()).protections).toMatchObject([{ anchor: { offset: 10, quotedText: "two" } }]);
  await rig.clock.advance(0);
  expect(rig.server.record().protections).toMatchObject([{ anchor: { quotedText: "two" } }]);
  rig.actions.type(`Before. Zero. ${TEXT}`);
  const shown = shownCheckpoint(rig.ready()).protections;
  expect(shown).toMatchObject([{ anchor: { offset: 18, quotedText: "two" } }]);
  rig.actions.unprotect(shown[0]?.id ?? "");
  await rig.clock.advance(1_000);
  expect(rig.server.record().protections).toEqual([]);
});

test("the person can have the model suggest instead of change", async () => {
  const rig = openWidget();
  await rig.write(TEXT);
  rig.actions.setSuggestOnly(true);
  expect(shownCheckpoint(rig.ready()).settings.suggestOnly).toBe(true);
  await rig.clock.advance(0);
  expect(rig.server.record().settings.suggestOnly).toBe(true);
});

test("suggested edits wait until the person is done, then stand beside the text that stays", async () => {
  const rig = openWidget();
  await rig.write(TEXT);
  await rig.actions.setSuggesting(true);
  await rig.actions.startEditing();
  rig.actions.type("One 2 three.\n\nFour.\n");
  await rig.clock.advance(20_000);
  expect(rig.saves()).toEqual([]);
  expect(rig.storage.read("canvas:pending:HN8B:widget-1")).toContain('"suggesting":true');
  rig.actions.stopEditing();
  await rig.clock.advance(0);
  expect(rig.server.record().document.content).toBe(TEXT);
  expect(rig.ready().draft).toBe(TEXT);
  const open = rig.ready().view.checkpoint.proposals.filter((one) => one.state === "open");
  expect(open).toMatchObject([{ kind: "suggestion", text: "2" }]);
});

test("suggestions that were not handed in survive a crash as suggestions", async () => {
  const rig = openWidget();
  const result = rig.server.write(TEXT);
  await rig.replay(TEXT, result);
  await rig.actions.setSuggesting(true);
  rig.actions.type("One 2 three.\n\nFour.\n");
  rig.stop();
  const again = openWidget({ server: rig.server, storage: rig.storage, clock: rig.clock });
  await again.replay(TEXT, result);
  expect(again.ready()).toMatchObject({ suggesting: true, draft: "One 2 three.\n\nFour.\n" });
  expect(again.server.record().document.content).toBe(TEXT);
});

test("suggestions handed in one after the other all stand", async () => {
  const rig = openWidget();
  await rig.write(TEXT);
  await rig.actions.setSuggesting(true);
  rig.actions.type("One 2 three.\n\nFour.\n");
  rig.actions.stopEditing();
  await rig.clock.advance(0);
  rig.actions.type("One two three.\n\nFive.\n");
  rig.actions.stopEditing();
  await rig.clock.advance(0);
  const open = rig.server.record().proposals.filter((one) => one.state === "open");
  expect(open.map(({ text }) => text)).toEqual(["2", "Five"]);
});

test("a comment on what waits as a suggestion goes with it, and stays on its words", async () => {
  const rig = openWidget();
  await rig.write("One two. One three. One four.\n");
  await rig.actions.setSuggesting(true);
  rig.actions.type("Some words before it. One two. One three. One four.\n");
  // Its answer is still out when the comment comes.
  rig.actions.rename("Another");
  const anchor = { offset: rig.ready().draft.indexOf("One two"), length: 3, quotedText: "One" };
  rig.actions.comment({ op: "add", id: "c1", body: "Why?", anchor });
  await rig.clock.advance(0);
  const { comments, proposals } = rig.server.record();
  expect(comments).toMatchObject([{ anchor: { offset: 0, quotedText: "One" } }]);
  expect(proposals).toMatchObject([{ kind: "suggestion", text: "Some words before it. " }]);
});
