/** What a model is told, when it counts as told, and what another model is told: over the wire, with lost answers. */
import { Client } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { createMemoryStore } from "../../src/server/storage/memory/store.ts";
import { foundRecord, type Store } from "../../src/server/storage/ports.ts";
import { type Harness, startHarness, viewIn } from "./harness.ts";

const TEXT = "# Plan\n\nFirst paragraph here.\n\nSecond paragraph here.\n\nThird paragraph here.\n";

/** A connection of this program to the store. */
const connect = (store: Store, name = "claude-ai"): Promise<Harness> =>
  startHarness(store, { client: new Client({ name, version: "1" }) });

async function open(text = TEXT) {
  const store = createMemoryStore();
  const model = await connect(store);
  const created = await model.call("write_canvas", { content: text });
  const { canvasId: canvas_id } = created;
  const { key } = viewIn(created);
  let saves = 0;
  const content = async () => foundRecord(await store.canvases.find("local", canvas_id))!.document.content;
  const person = {
    save: async (fields: Readonly<Record<string, unknown>>) =>
      viewIn(await model.call("save_canvas", { canvas_id, key, save_key: `s${saves++}`, ...fields })).checkpoint,
    types: async (from: string, to: string) => {
      const { revision, content: now } = foundRecord(await store.canvases.find("local", canvas_id))!.document;
      return person.save({ base_revision: revision, content: now.replace(from, () => to) });
    },
    comments: (id: string, body: string) => person.save({ comments: [{ op: "add", id, body, anchor: null }] }),
  };
  const edit = (of: Harness, find: string, replace: string, more: Readonly<Record<string, unknown>> = {}) =>
    of.call("edit_canvas", { canvas_id, edits: [{ find, replace }], ...more });
  const feedback = async (of: Harness) => (await of.call("read_canvas", { canvas_id, part: "feedback" })).text;
  return { store, model, canvas_id, key, person, edit, feedback, content };
}

test("told once: the next call on the same connection proves that the result arrived", async () => {
  const { model, person, edit, canvas_id } = await open();
  await person.types("First", "My first");
  const first = await edit(model, "Third", "Last");
  expect(first.text).toBe(`1 edit applied (line 7).
Canvas ${canvas_id} v3, draft. New from the person:
- Edited line 3: "First paragraph here." → "My first paragraph here."
base_version: 3`);
  expect((await edit(model, "Last", "Final")).text).toBe(`1 edit applied (line 7).
Canvas ${canvas_id} v4, draft. Nothing new from the person.
Told before: 1 edit (read_canvas part "feedback").
base_version: 4`);
});

test("a result that no later call proves is told again: on another connection it may have been lost", async () => {
  const { store, model, person, edit } = await open();
  await person.types("First", "My first");
  expect((await edit(model, "Third", "Last")).text).toContain("My first");
  const again = await connect(store);
  expect((await edit(again, "Last", "Final")).text).toContain("My first");
  expect((await edit(again, "Final", "Ultimate")).text).toContain("Nothing new");
});

test("naming the version of a result proves it, whatever the connection", async () => {
  const { store, model, person, edit } = await open();
  await person.types("First", "My first");
  const { version } = await edit(model, "Third", "Last");
  const again = await connect(store);
  const next = await edit(again, "Last", "Final", { base_version: version });
  expect(next.text).toContain("Nothing new from the person.\nTold before: 1 edit");
});

test("calls of the widget on the same connection prove nothing", async () => {
  const { model, store, person, edit, key, canvas_id } = await open();
  await person.types("First", "My first");
  await edit(model, "Third", "Last");
  await model.call("load_canvas", { canvas_id, key });
  await person.comments("c1", "Why?");
  expect(
    foundRecord(await store.canvases.find("local", canvas_id))!.books[0]!.seen.filter((mark) =>
      mark.startsWith("edit"),
    ),
  ).toEqual([]);
});

test("a call that was sent before the answer was there proves nothing", async () => {
  const { model, person, canvas_id, edit } = await open();
  await person.types("First", "My first");
  const [one, two] = await Promise.all([edit(model, "Third", "Last"), edit(model, "Second", "Middle")]);
  expect([one.text, two.text].every((text) => text.includes("My first"))).toBe(true);
  expect((await model.call("edit_canvas", { canvas_id, edits: [], status: "in_review" })).text).toContain(
    "Nothing new",
  );
});

test("Send marks nothing as told: a decision followed by Send reaches the model", async () => {
  const { model, person, canvas_id, feedback } = await open();
  const edits = [{ find: "Second paragraph", replace: "The middle" }];
  const offered = await model.call("edit_canvas", { canvas_id, mode: "suggest", edits });
  const { id } = viewIn(offered).checkpoint.proposals[0]!;
  expect(offered.text).toContain(`(id ${id})`);
  await person.save({ decisions: [{ id, decision: "reject" }] });
  const sent = await person.save({ sent: true });
  expect([sent.told.offered.length, sent.told.seen.filter((mark) => mark.startsWith("proposal"))]).toEqual([1, []]);
  expect(await feedback(model)).toContain('- Rejected your suggestion: "Second paragraph" → "The middle"');
});

test("the widget's badges: pending, offered by a result or a message, seen by a later call", async () => {
  const { model, person, edit, canvas_id, key } = await open();
  const told = async () => {
    const { seen, offered } = viewIn(await model.call("load_canvas", { canvas_id, key })).checkpoint.told;
    const edits = (marks: readonly string[]) => marks.filter((mark) => mark.startsWith("edit")).length;
    return [edits(offered), edits(seen)];
  };
  await person.types("First", "My first");
  expect(await told()).toEqual([0, 0]);
  await person.save({ sent: true });
  expect(await told()).toEqual([1, 0]);
  await edit(model, "Third", "Last");
  expect(await told()).toEqual([1, 0]);
  await edit(model, "Last", "Final");
  expect(await told()).toEqual([0, 1]);
});

test("part feedback has everything, told or not; the news only what is new", async () => {
  const { model, person, edit, feedback } = await open();
  await person.types("First", "My first");
  await person.comments("c1", "Why?");
  await edit(model, "Third", "Last");
  await person.types("Second", "Our second");
  expect((await edit(model, "Last", "Final")).text).toContain("Told before: 1 edit, 1 open comment");
  const all = await feedback(model);
  expect(all).toMatch(
    /Nothing new from the person\.\n- \(told before\) Edited line 3.*\n- \(told before\) Edited line 5.*\n- \(told before\) Comment c1/,
  );
});

test("a canvas that was kept: the first model that reads it knows that text, and is told what changes later", async () => {
  const { store, person: _, canvas_id: __ } = await open();
  const page = await connect(store, "claude-ai");
  const kept = viewIn(await page.call("save_canvas", { save_key: "mine", content: TEXT }));
  const canvas_id = kept.checkpoint.document.id;
  const read = await page.call("read_canvas", { canvas_id });
  expect(read.text).toContain("Nothing new from the person.");
  const own = { canvas_id, key: kept.key };
  const content = TEXT.replace("First", "1st");
  await page.call("save_canvas", { ...own, save_key: "s", base_revision: 1, content });
  const edits = [{ find: "Third", replace: "Last" }];
  const first = await page.call("edit_canvas", { canvas_id, edits });
  expect(first.text).toContain('- Edited line 3: "First paragraph here." → "1st paragraph here."');
  expect((await page.call("edit_canvas", { canvas_id, edits: [], status: "in_review" })).text).toContain("Nothing new");
});

test("what the model wrote in an earlier version is not called the person's", async () => {
  const { model, person, edit, canvas_id, content } = await open();
  await person.types("First", "My first");
  await edit(model, "Third", "Last");
  // A rewrite that goes back to what the model once sent: its own later edit stays its own.
  const written = await model.call("write_canvas", {
    canvas_id,
    base_version: 1,
    content: TEXT.replace("Second", "2nd"),
  });
  expect(written.text).not.toContain("Last");
  expect(written.text).not.toContain("Conflict");
  expect(await content()).toContain("My first");
});

test("a second model is told who else wrote, never that the person did", async () => {
  const { store, model, person, edit, feedback } = await open();
  const other = await connect(store, "codex-mcp-client");
  await feedback(other);
  await edit(model, "Third", "Last");
  const told = await feedback(other);
  expect(told).toContain('- Another model ("claude-ai"), not the person, wrote v2: read_canvas shows its text');
  expect(told).not.toContain("Edited");
  await person.types("First", "My first");
  expect(await feedback(other)).toContain("- Edited line 3");
  expect(await feedback(model)).toContain("- Edited line 3");
});

test("a decision and a message told to one model are still news to the other", async () => {
  const { store, model, person, canvas_id, feedback } = await open();
  const other = await connect(store, "codex-mcp-client");
  await feedback(other);
  const edits = [{ find: "Second paragraph", replace: "The middle" }];
  const offered = await model.call("edit_canvas", { canvas_id, mode: "suggest", edits });
  await person.save({ decisions: [{ id: viewIn(offered).checkpoint.proposals[0]!.id, decision: "accept" }] });
  expect(await feedback(model)).toContain("- Accepted your suggestion");
  expect(await feedback(model)).toContain("Nothing new");
  expect(await feedback(other)).toContain(`- Accepted "claude-ai"'s suggestion`);
});

test("without base_version: its own text, else what it was shown whole, else refused; and the result says which", async () => {
  const { store, model, person, canvas_id, content } = await open();
  await person.types("Second", "My second");
  const own = await model.call("write_canvas", { canvas_id, content: TEXT.replace("Third", "Last") });
  expect(own.text).toContain("Taken as made from your own text of v1.");
  expect(await content()).toContain("My second");

  const stranger = await connect(store, "codex-mcp-client");
  for (const named of [{}, { base_version: 2 }, { base_version: 3 }]) {
    const refused = await stranger.call("write_canvas", { canvas_id, content: "# Mine\n", ...named });
    expect(refused.text).toMatch(/^Error \(not_shown\): .*Call read_canvas first/);
  }
  await stranger.call("read_canvas", { canvas_id, part: "feedback" });
  await stranger.call("read_canvas", { canvas_id, to_line: 3 });
  expect((await stranger.call("write_canvas", { canvas_id, content: "# Mine\n" })).isError).toBe(true);

  const read = await stranger.call("read_canvas", { canvas_id });
  await person.types("First", "My first");
  const theirs = (await content()).replace("My first", "First").replace("Last", "Final");
  const written = await stranger.call("write_canvas", { canvas_id, content: theirs });
  expect(written.text).toContain(`Taken as made from v${read.version}, the newest that you were shown whole.`);
  expect(await content()).toContain("My first");
  expect(await content()).toContain("Final");
});

test("a text read page by page is read whole", async () => {
  const long = `# Long\n\n${Array.from({ length: 900 }, (_, i) => `Line ${i} of a text that is longer than one page of it can hold.\n`).join("\n")}`;
  const { store, canvas_id } = await open(long);
  const reader = await connect(store, "codex-mcp-client");
  const content = long.replace("Line 7 of", "Line seven of");
  const first = await reader.call("read_canvas", { canvas_id });
  const next = Number(/from_line: (\d+)/.exec(first.text)?.[1]);
  expect((await reader.call("write_canvas", { canvas_id, content })).text).toContain("not_shown");
  await reader.call("read_canvas", { canvas_id, from_line: next });
  expect((await reader.call("write_canvas", { canvas_id, content })).isError).toBe(false);
});

test("a number that the model cannot know from a result takes out nothing that it was not shown", async () => {
  const { model, person, canvas_id, content } = await open();
  const paste = Array.from({ length: 300 }, (_, i) => `Pasted line ${i}.`).join("\n");
  await person.types("Second paragraph here.", paste);
  const told = await model.call("edit_canvas", { canvas_id, edits: [], status: "in_review" });
  expect(told.text).toContain('read_canvas part "feedback" has all of it');
  // The result named v2, but showed only a part of what the person pasted.
  const written = await model.call("write_canvas", {
    canvas_id,
    base_version: told.version,
    content: TEXT.replace("First", "1st"),
  });
  expect(written.isError).toBe(false);
  expect(await content()).toContain("Pasted line 299.");
});

test("the view of a widget is for the model behind its own program, on the page for the last that was active", async () => {
  const { store, model, person, edit, canvas_id, key } = await open();
  const other = await connect(store, "vscode");
  await other.call("read_canvas", { canvas_id });
  await person.types("First", "My first");
  await edit(other, "Third", "Last");
  const clientOf = async (of: Harness) =>
    viewIn(await of.call("load_canvas", { canvas_id, key })).checkpoint.told.client;
  expect(await clientOf(model)).toBe("claude-ai");
  expect(await clientOf(other)).toBe("vscode");
  expect(await clientOf(await connect(store, "writing-canvas-page"))).toBe("vscode");
});

test("a new name is news, and so is the old one again", async () => {
  const { model, person, edit } = await open();
  await person.save({ title: "Our plan" });
  expect((await edit(model, "Third", "Last")).text).toContain('- Named the canvas "Our plan"');
  expect((await edit(model, "Last", "Final")).text).toContain("Nothing new");
  await person.save({ title: "Plan" });
  expect((await edit(model, "Final", "Third")).text).toContain('- Named the canvas "Plan"');
  expect((await edit(model, "Third", "Last")).text).toContain("Nothing new");
});

test.each<[string, (person: Awaited<ReturnType<typeof open>>["person"]) => Promise<unknown>, string]>([
  [
    "undoes an edit",
    (person) => person.types("My first", "First"),
    '- Took back: Edited line 3: "First paragraph here." → "My first paragraph here."',
  ],
  [
    "changes it again",
    (person) => person.types("My first", "Our first"),
    '- Edited line 3: "First paragraph here." → "Our first paragraph here."',
  ],
  ["resolves a comment", (person) => person.save({ comments: [{ op: "resolve", id: "c1" }] }), "- Resolved comment c1"],
  ["deletes a comment", (person) => person.save({ comments: [{ op: "delete", id: "c1" }] }), "- Deleted comment c1"],
  [
    "writes a comment anew",
    (person) => person.save({ comments: [{ op: "edit", id: "c1", body: "How?" }] }),
    '- Comment c1 on the whole document: "How?"',
  ],
])("what was told and is no longer so is news: the person %s", async (_, act, expected) => {
  const { model, person, edit } = await open();
  await person.types("First", "My first");
  await person.comments("c1", "Why?");
  await edit(model, "Third", "Last");
  expect((await edit(model, "Last", "Third")).text).toContain("Nothing new");
  await act(person);
  const told = await edit(model, "Third", "Last");
  expect(told.text).toContain(`New from the person:\n${expected}\n`);
  expect(told.text.match(/^- /gm)).toHaveLength(1);
  expect((await edit(model, "Last", "Final")).text).toContain("Nothing new");
});

test("a comment that the model addressed and the person opens again is news again", async () => {
  const { model, person, edit } = await open();
  await person.comments("c1", "Why?");
  await edit(model, "Third", "Last");
  expect((await edit(model, "Last", "Final", { addresses: ["c1"] })).text).toContain("Nothing new");
  await person.save({ comments: [{ op: "reopen", id: "c1" }] });
  expect((await edit(model, "Final", "Third")).text).toContain('- Comment c1 on the whole document: "Why?"');
});

test("a reply that came before the model's own next word is told all the same", async () => {
  const { model, person, canvas_id } = await open();
  const said = await model.call("edit_canvas", { canvas_id, comments: [{ quote: "First", body: "Sure?" }] });
  const { id } = viewIn(said).checkpoint.comments[0]!;
  await person.save({ comments: [{ op: "reply", id: "r1", replyTo: id, body: "Change all of it" }] });
  const next = await model.call("edit_canvas", { canvas_id, comments: [{ reply_to: id, body: "By the way" }] });
  expect(next.text).toContain('- Reply r1 to your comment "Sure?"');
});

test("a decision that was told and is taken back is news", async () => {
  const { store, model, person, canvas_id, edit } = await open();
  const edits = [{ find: "Second paragraph", replace: "The middle" }];
  const offered = await model.call("edit_canvas", { canvas_id, mode: "suggest", edits });
  const { id } = viewIn(offered).checkpoint.proposals[0]!;
  await person.save({ decisions: [{ id, decision: "accept" }] });
  expect((await edit(model, "Third", "Last")).text).toContain("- Accepted your suggestion");
  const { revision, content } = foundRecord(await store.canvases.find("local", canvas_id))!.document;
  const back = content.replace("The middle", "Second paragraph");
  await person.save({ base_revision: revision, content: back, decisions: [{ id, decision: "reopen" }] });
  const told = await edit(model, "Last", "Third");
  expect(told.text).toContain(`- Took back their decision on suggestion ${id}: it waits again`);
  expect(told.text).not.toContain("Edited");
  expect((await edit(model, "Third", "Last")).text).toContain("Nothing new");
});

test("taking the model's side of a conflict makes none of its words the person's", async () => {
  const { model, person, canvas_id, content } = await open();
  await person.types("Second paragraph", "My own paragraph");
  const written = await model.call("write_canvas", {
    canvas_id,
    content: TEXT.replace("Second paragraph", "A better one"),
  });
  const { id } = viewIn(written).checkpoint.proposals[0]!;
  await person.save({ decisions: [{ id, decision: "take" }] });
  const told = await model.call("edit_canvas", { canvas_id, edits: [], status: "in_review" });
  expect(await content()).toContain("A better one");
  expect(told.text).toContain("- Took your");
  expect(told.text).not.toMatch(/^- Edited/m);
});

test("an insertion beside the person's paragraph is not called theirs", async () => {
  const { model, person, edit } = await open();
  await person.types("Second paragraph here.", "Added by the person.\n\nSecond paragraph here.");
  await edit(model, "Third", "Last");
  const next = await edit(model, "Added by the person.", "Added by the person.\n\nAdded by the model.");
  expect(next.text).toContain("Nothing new from the person.");
});

test("what another model wrote after one has read is not called the person's", async () => {
  const { store, model, edit, canvas_id } = await open();
  const other = await connect(store, "codex-mcp-client");
  await other.call("read_canvas", { canvas_id });
  await edit(model, "Third paragraph here.", "Third paragraph here. Claude's own words.");
  const told = await other.call("edit_canvas", { canvas_id, edits: [], status: "in_review" });
  expect(told.text).toContain('- Another model ("claude-ai"), not the person, wrote v2');
  expect(told.text).not.toContain("Edited");
});

test.each([
  ["an edit", { edits: [{ find: "Third", replace: "3rd" }] }, "edit_canvas"],
  ["an outline", { part: "outline" }, "read_canvas"],
  ["a line", { to_line: 1 }, "read_canvas"],
  ["the feedback", { part: "feedback" }, "read_canvas"],
])("a newcomer that has had only %s may not rewrite, whatever number it names", async (_, args, tool) => {
  const { store, canvas_id, content } = await open();
  const stranger = await connect(store, "vscode");
  const { version } = await stranger.call(tool, { canvas_id, ...args });
  const before = await content();
  const write = { canvas_id, content: "# Mine\n\nAll new.\n", allow_removal: true, base_version: version };
  expect((await stranger.call("write_canvas", write)).text).toContain("Error (not_shown)");
  expect(await content()).toBe(before);
});

test("every item of a long feedback is on one of its pages, once", async () => {
  const { model, person, canvas_id } = await open();
  const comments = Array.from({ length: 900 }, (_, i) => ({
    op: "add",
    id: `c${i}x`,
    body: `Comment number ${i} with some words to fill a page. ${"word ".repeat(20)}`,
    anchor: null,
  }));
  await person.save({ comments });
  const found: string[] = [];
  for (let from: number | undefined = 1; from !== undefined; ) {
    const { text } = await model.call("read_canvas", { canvas_id, part: "feedback", from_line: from });
    found.push(...[...text.matchAll(/Comment (c\d+x) on/g)].map(([, id]) => id!));
    const next: string | undefined = /from_line: (\d+)\.$/m.exec(text)?.[1];
    from = next === undefined ? undefined : Number(next);
  }
  expect([found.length, new Set(found).size]).toEqual([900, 900]);
});

test("a refusal blames the person only for what they changed", async () => {
  const { model, person, edit } = await open();
  await edit(model, "Third", "Last");
  expect((await edit(model, "Third paragraph", "x")).text).toContain("but it has changed since");
  await person.types("Second", "My own");
  expect((await edit(model, "Second paragraph", "x")).text).toContain("but the person has changed it since");
});
