import { expect, test } from "vitest";
import { startHarness, viewIn } from "./harness.ts";

const TEXT = "# Plan\n\nFirst paragraph here.\n\nSecond paragraph here.\n";

async function openCanvas() {
  const { call } = await startHarness();
  const { key, checkpoint } = viewIn(await call("write_canvas", { content: TEXT }));
  const canvas_id = checkpoint.document.id;
  let saves = 0;
  return {
    call,
    canvas_id,
    edit: (mode: "apply" | "suggest", find: string, replace: string) =>
      call("edit_canvas", { canvas_id, mode, edits: [{ find, replace }] }),
    save: (args: Readonly<Record<string, unknown>>) =>
      call("save_canvas", { canvas_id, key, save_key: `s${saves++}`, ...args }),
    feedback: async () => (await call("read_canvas", { canvas_id, part: "feedback" })).text,
  };
}

test("a model that insists on changing protected words is answered every time, and they stay", async () => {
  const { call, canvas_id, edit, save } = await openCanvas();
  const quotedText = "First paragraph here.";
  const passage = { offset: TEXT.indexOf(quotedText), length: quotedText.length, quotedText };
  await save({ base_revision: 1, protect: [{ op: "add", id: "lock1", ...passage }] });
  for (const mode of ["apply", "suggest", "apply"] as const) {
    const refused = await edit(mode, "First", "1st");
    expect(refused).toMatchObject({ isError: true, reply: { code: "protected_text" } });
    expect(refused.text).toContain("Leave these words exactly as they are");
  }
  const content = "# Plan\n\nAnother one.\n\nSecond paragraph, longer.\n";
  const rewritten = await call("write_canvas", { canvas_id, base_version: 1, content });
  expect(rewritten.text).toContain(`The person protected "${quotedText}": it stays as it was.`);
  expect(viewIn(rewritten).checkpoint.document.content).toContain(quotedText);
  const emptied = await call("write_canvas", { canvas_id, base_version: 2, content: "Nothing at all" });
  expect(emptied).toMatchObject({ isError: true, reply: { code: "protected_text" } });
  expect((await call("read_canvas", { canvas_id })).text).toContain(quotedText);
});

test("a suggestion on a paragraph that the person deletes is told as such, and can still be taken or left", async () => {
  const { edit, save, feedback } = await openCanvas();
  const offered = viewIn(await edit("suggest", "Second paragraph here.", "The end."));
  const { id } = offered.checkpoint.proposals[0]!;
  const { revision } = offered.checkpoint.document;
  await save({ base_revision: revision, content: "# Plan\n\nFirst paragraph here.\n" });
  expect(await feedback()).toContain('"The end.", though those words are no longer in the text');
  const taken = viewIn(await save({ decisions: [{ id, decision: "accept" }] }));
  expect(taken.checkpoint.document.content).toContain("The end.");
  const back = viewIn(await save({ content: TEXT, base_revision: taken.checkpoint.document.revision }));
  const reopened = viewIn(await save({ decisions: [{ id, decision: "reopen" }] }));
  expect(back.checkpoint.document.content).toBe(TEXT);
  expect(reopened.checkpoint.proposals[0]).toMatchObject({ state: "open", anchor: { length: 22 } });
});

test("a suggestion on words that the person has changed is refused with what stands there, and nothing is offered", async () => {
  const { call, canvas_id, save } = await openCanvas();
  await save({ base_revision: 1, content: TEXT.replace("Second paragraph here.", "My own words.") });
  const edits = [{ find: "Second", replace: "Third" }];
  const stale = await call("edit_canvas", { canvas_id, base_version: 1, mode: "suggest", edits });
  expect(stale).toMatchObject({ isError: true, reply: { code: "stale_version" } });
  expect(stale.text).toContain("My own words.");
  expect(viewIn(await save({ title: "Plan B" })).checkpoint.proposals).toEqual([]);
});

test("overlapping suggestions: refused in one call, weighed one by one across two, and nothing of either is lost", async () => {
  const { call, canvas_id, edit, save } = await openCanvas();
  const both = [
    { find: "First paragraph", replace: "Alpha" },
    { find: "paragraph here.\n\nSecond", replace: "Beta" },
  ];
  const refused = await call("edit_canvas", { canvas_id, mode: "suggest", edits: both });
  expect(refused).toMatchObject({ isError: true, reply: { code: "edits_overlap" } });
  await edit("suggest", "First paragraph", "Alpha");
  const { proposals } = viewIn(await edit("suggest", "paragraph here.\n\nSecond", "Beta")).checkpoint;
  const taken = viewIn(await save({ decisions: proposals.map(({ id }) => ({ id, decision: "accept" })) }));
  expect(taken.checkpoint.document.content).toContain("Alpha");
  expect(taken.checkpoint.document.content).toContain("Beta");
  expect(taken.checkpoint.proposals.map(({ state }) => state)).toEqual(["accepted", "accepted"]);
});

test("a decision taken back through the wire: the text, the state and what the model is told", async () => {
  const { edit, save, feedback } = await openCanvas();
  const offered = viewIn(await edit("suggest", "First", "1st"));
  const { id } = offered.checkpoint.proposals[0]!;
  const taken = viewIn(await save({ decisions: [{ id, decision: "accept" }] }));
  expect(await feedback()).toContain("Accepted your suggestion");
  const { revision } = taken.checkpoint.document;
  const back = viewIn(await save({ base_revision: revision, content: TEXT, decisions: [{ id, decision: "reopen" }] }));
  expect(back.checkpoint.document.content).toBe(TEXT);
  expect(back.checkpoint.proposals).toMatchObject([{ id, state: "open" }]);
  const told = await feedback();
  expect(told).toContain("Not decided yet");
  expect(told).not.toContain("Edited");
});
