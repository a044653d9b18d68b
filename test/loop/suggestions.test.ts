import { expect, test } from "vitest";
import { foundRecord } from "../../src/server/storage/ports.ts";
import { startHarness, viewIn } from "./harness.ts";

const TEXT = "# Plan\n\nFirst paragraph here.\n\nSecond paragraph here.\n";

test("suggestions are offered with their reasons, decided, and the decisions told once", async () => {
  const { call } = await startHarness();
  const { key, checkpoint } = viewIn(await call("write_canvas", { content: TEXT }));
  const { id } = checkpoint.document;
  const offered = await call("edit_canvas", {
    canvas_id: id,
    base_version: 1,
    mode: "suggest",
    edits: [
      { find: "First paragraph", replace: "Opening", reason: "Shorter" },
      { find: "Second paragraph", replace: "Closing" },
    ],
  });
  expect(offered.text).toContain("2 suggestions wait for the person to accept or reject (ids ");
  expect(offered.text).toContain("the text is unchanged.");
  const [one, two] = viewIn(offered).checkpoint.proposals;
  expect(one).toMatchObject({ kind: "suggestion", text: "Opening", reason: "Shorter", state: "open" });
  const decided = await call("save_canvas", {
    canvas_id: id,
    key,
    save_key: "s1",
    decisions: [
      { id: one!.id, decision: "accept" },
      { id: two!.id, decision: "reject" },
    ],
  });
  expect(viewIn(decided).checkpoint.document.content).toBe(TEXT.replace("First paragraph", "Opening"));
  const told = await call("read_canvas", { canvas_id: id, part: "feedback" });
  expect(told.text).toContain('- Accepted your suggestion: "First paragraph" → "Opening"');
  expect(told.text).toContain('- Rejected your suggestion: "Second paragraph" → "Closing"');
  expect(told.text).not.toContain("Edited");
  expect((await call("read_canvas", { canvas_id: id, part: "feedback" })).text).toContain("Nothing new");
});

test("with suggestions only a rewrite and an edit become suggestions, and the model is told so before and after", async () => {
  const { call } = await startHarness();
  const { key, checkpoint } = viewIn(await call("write_canvas", { content: TEXT }));
  const { id } = checkpoint.document;
  await call("save_canvas", { canvas_id: id, key, save_key: "s1", settings: { suggestOnly: true } });
  expect((await call("read_canvas", { canvas_id: id })).text).toContain("Wants suggestions instead of changes");
  const edited = await call("edit_canvas", { canvas_id: id, edits: [{ find: "First", replace: "1st" }] });
  expect(edited.text).toContain("suggestions only");
  const written = await call("write_canvas", { canvas_id: id, content: TEXT.replace("Second", "2nd") });
  const { document, proposals } = viewIn(written).checkpoint;
  expect(document.content).toBe(TEXT);
  expect(proposals.map(({ text }) => text)).toEqual(["1st", "2nd paragraph here.\n"]);
});

test("a conflict is told to both, and each way of settling it does what it says", async () => {
  const expected = {
    keep: TEXT.replace("Second", "Mine"),
    take: TEXT.replace("Second", "Theirs"),
    both: TEXT.replace("Second", "Mine paragraph here.\n\nTheirs"),
    edit: TEXT.replace("Second", "Ours"),
  };
  for (const [decision, content] of Object.entries(expected)) {
    const { call, close } = await startHarness();
    const { key, checkpoint } = viewIn(await call("write_canvas", { content: TEXT }));
    const { id } = checkpoint.document;
    const own = { canvas_id: id, key };
    await call("save_canvas", { ...own, save_key: "s1", base_revision: 1, content: TEXT.replace("Second", "Mine") });
    const written = await call("write_canvas", {
      canvas_id: id,
      base_version: 1,
      content: TEXT.replace("Second", "Theirs"),
    });
    expect(written.text).toContain("The text stays as it is.");
    expect(written.text).toContain("In one place you changed words that others had changed since");
    const { document, proposals } = viewIn(written).checkpoint;
    expect(document.content).toBe(expected.keep);
    const approve = { ...own, status: { to: "approved", revision: document.revision } };
    expect(await call("save_canvas", { ...approve, save_key: "s2" })).toMatchObject({
      reply: { code: "open_conflicts" },
    });
    const decisions = [
      { id: proposals[0]!.id, decision, ...(decision === "edit" ? { text: "Ours paragraph here." } : {}) },
    ];
    const settled = await call("save_canvas", { ...own, save_key: "s3", decisions });
    expect(viewIn(settled).checkpoint.document.content).toBe(content);
    await close();
  }
});

test("Send is logged each time, even when nothing is new", async () => {
  const { call, store } = await startHarness();
  const { key, checkpoint } = viewIn(await call("write_canvas", { content: TEXT }));
  const own = { canvas_id: checkpoint.document.id, key, sent: true };
  await call("save_canvas", { ...own, save_key: "s1" });
  await call("save_canvas", { ...own, save_key: "s2" });
  const events = await store.canvases.events("local", own.canvas_id, 0, 100);
  expect(events.filter(({ kind }) => kind === "sent")).toHaveLength(2);
  expect(foundRecord(await store.canvases.find("local", own.canvas_id))?.document.revision).toBe(1);
});

test("the person protects a passage: the model is told, and refused", async () => {
  const { call } = await startHarness();
  const { key, checkpoint } = viewIn(await call("write_canvas", { content: TEXT }));
  const own = { canvas_id: checkpoint.document.id, key };
  const quotedText = "First paragraph";
  const add = { op: "add", id: "lock1", offset: TEXT.indexOf(quotedText), length: quotedText.length, quotedText };
  const saved = await call("save_canvas", { ...own, save_key: "s1", base_revision: 1, protect: [add] });
  expect(viewIn(saved).checkpoint.protections).toMatchObject([{ id: "lock1", anchor: { quotedText } }]);
  const { canvas_id } = own;
  expect((await call("read_canvas", { canvas_id })).text).toContain('- Protected "First paragraph" (line 3)');
  const refused = await call("edit_canvas", { canvas_id, edits: [{ find: "First", replace: "1st" }] });
  expect(refused).toMatchObject({ isError: true, reply: { code: "protected_text" } });
  const free = await call("save_canvas", { ...own, save_key: "s2", protect: [{ op: "remove", id: "lock1" }] });
  expect(viewIn(free).checkpoint.protections).toEqual([]);
  const wrong = await call("save_canvas", { ...own, save_key: "s3", protect: [{ op: "add", id: "x" }] });
  expect(wrong.text).toContain("protect[0].offset is missing");
});

test("the person suggests: the text stays, the model makes the edit, and that settles it", async () => {
  const { call } = await startHarness();
  const { key, checkpoint } = viewIn(await call("write_canvas", { content: TEXT }));
  const own = { canvas_id: checkpoint.document.id, key };
  const content = TEXT.replace("Second", "Last");
  const saved = await call("save_canvas", { ...own, save_key: "s1", base_revision: 1, content, suggest: true });
  expect(viewIn(saved).checkpoint.document).toMatchObject({ content: TEXT, version: 1 });
  const { canvas_id } = own;
  const read = await call("read_canvas", { canvas_id, part: "feedback" });
  expect(read.text).toContain('of the person at line 5: "Second" → "Last". Make this edit if you agree');
  const made = await call("edit_canvas", { canvas_id, base_version: 1, edits: [{ find: "Second", replace: "Last" }] });
  expect(made.text).toContain("You made the person's suggestion");
  expect(viewIn(made).checkpoint.proposals).toMatchObject([{ state: "accepted" }]);
  expect((await call("read_canvas", { canvas_id, part: "feedback" })).text).not.toContain("Make this edit");
});

test("accepting races a model's write on the same words: both texts are kept, whichever is first", async () => {
  const { call, store } = await startHarness();
  const { key, checkpoint } = viewIn(await call("write_canvas", { content: TEXT }));
  const { id } = checkpoint.document;
  const edits = [{ find: "Second paragraph", replace: "Closing words" }];
  const offered = viewIn(await call("edit_canvas", { canvas_id: id, mode: "suggest", edits }));
  const decisions = [{ id: offered.checkpoint.proposals[0]!.id, decision: "accept" }];
  const [accepted, written] = await Promise.all([
    call("save_canvas", { canvas_id: id, key, save_key: "s1", decisions }),
    call("write_canvas", { canvas_id: id, base_version: 1, content: TEXT.replace("Second", "Another") }),
  ]);
  expect([accepted.isError, written.isError]).toEqual([false, false]);
  const record = foundRecord(await store.canvases.find("local", id))!;
  const versions = await Promise.all(
    (await store.canvases.versions("local", id, { limit: 100 })).map(({ version }) =>
      store.canvases.version("local", id, version),
    ),
  );
  const all = JSON.stringify([record.document.content, record.proposals, versions.map((version) => version?.content)]);
  expect(all).toContain("Closing words");
  expect(all).toContain("Another");
  expect(record.proposals[0]!.state).toBe("accepted");
});
