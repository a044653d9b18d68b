import { expect, test } from "vitest";
import { at, baseline, canvasOf, good, withBook } from "../../../../test/loop/canvas-fixture.ts";
import type { Canvas } from "../../records/canvas.ts";
import { applyPersonSave } from "../person/apply-person-save.ts";
import { applyModelWrite, type ModelWrite } from "./apply-model-write.ts";

const BASE = "# Plan\n\nFirst paragraph here.\n\nSecond paragraph here.\n\nThird paragraph here.\n";

/** The canvas after the person made it this text. */
function edited(content: string, start = canvasOf(BASE)): Canvas {
  const save = { content, baseRevision: start.document.revision, comments: [], decisions: [], sent: false };
  return good(applyPersonSave(start, new Map([[1, BASE]]), save, at("person", 1))).draft.record;
}

function write(record: Canvas, content: string, more: Partial<ModelWrite> = {}) {
  return applyModelWrite(
    record,
    new Map([[1, BASE]]),
    { content, comments: [], addresses: [], ...more },
    at("model", 2),
  );
}

test.each<[string, Partial<ModelWrite>]>([
  ["named by its base_version", { baseVersion: 1 }],
  ["without base_version", {}],
])("what the person changed after the base is merged in: %s", (_, more) => {
  const record = edited(BASE.replace("First", "My first"));
  const outcome = good(write(record, BASE.replace("Third", "Last"), more));
  expect(outcome.draft.record.document.content).toBe(BASE.replace("First", "My first").replace("Third", "Last"));
  expect(outcome).toMatchObject({ merged: true, conflicts: 0, textChanged: true });
  expect(baseline(outcome.draft.record)).toBe(BASE.replace("Third", "Last"));
});

test("on the same words the person's stay and the model's stand beside them", () => {
  const record = edited(BASE.replace("Second", "Middle"));
  const { draft, conflicts } = good(write(record, BASE.replace("Second", "Another"), { baseVersion: 1 }));
  expect(draft.record.document.content).toBe(BASE.replace("Second", "Middle"));
  expect(conflicts).toBe(1);
  expect(draft.record.proposals).toMatchObject([
    {
      kind: "conflict",
      by: { kind: "model" },
      state: "open",
      text: "Another paragraph here.",
      base: "Second paragraph here.",
      anchor: { quotedText: "Middle paragraph here." },
    },
  ]);
});

test("the same conflict is not raised twice", () => {
  const record = edited(BASE.replace("Second", "Middle"));
  const once = good(write(record, BASE.replace("Second", "Another"), { baseVersion: 1 })).draft.record;
  const twice = good(write(once, BASE.replace("Second", "Another"), { baseVersion: 1 }));
  expect(twice.draft.record.proposals).toHaveLength(1);
});

test("a version shown that contains the person's change lets the model change it", () => {
  const unseen = edited(BASE.replace("Second", "Middle"));
  const record = withBook(unseen, { knownVersion: 2 });
  const { draft } = good(write(record, BASE.replace("Second", "Other"), { baseVersion: 2 }));
  expect(draft.record.document.content).toBe(BASE.replace("Second", "Other"));
});

test("a version named that the model was never shown takes nothing out", () => {
  const unseen = edited(BASE.replace("Second", "Middle"));
  const { draft, assumed } = good(write(unseen, BASE.replace("First", "Opening"), { baseVersion: 2 }));
  expect(assumed).toBe("your own text of v1");
  expect(draft.record.document.content).toBe(BASE.replace("Second", "Middle").replace("First", "Opening"));
});

test("a text that stands already is no version, yet it becomes the baseline", () => {
  const mine = BASE.replace("Second", "Middle");
  const { draft, textChanged } = good(write(edited(mine), mine));
  expect(textChanged).toBe(false);
  expect(draft.record.document).toMatchObject({ version: 2, revision: 2 });
  expect(baseline(draft.record)).toBe(mine);
});

test("a text with other line endings keeps those of the document", () => {
  const record = canvasOf("a\r\nb\r\nc\r\n");
  const { draft } = good(
    applyModelWrite(record, new Map(), { content: "a\nB\nc\n", comments: [], addresses: [] }, at("model")),
  );
  expect(draft.record.document.content).toBe("a\r\nB\r\nc\r\n");
});

test.each<[string, Partial<ModelWrite>, Partial<Canvas>, string]>([
  ["a version of the future", { baseVersion: 7 }, {}, "future_version"],
  ["approving", { status: "approved" }, {}, "status_not_allowed"],
  ["an unknown comment to answer", { comments: [{ body: "x", replyTo: "zzzz" }] }, {}, "unknown_comment"],
  ["an unknown comment to address", { addresses: ["zzzz"] }, {}, "unknown_comment"],
  ["an archived canvas", {}, { document: { ...canvasOf(BASE).document, status: "archived" } }, "archived"],
  [
    "reopening an archived canvas",
    { status: "draft" },
    { document: { ...canvasOf(BASE).document, status: "archived" } },
    "archived",
  ],
])("refused: %s", (_, more, patch, code) => {
  expect(write(canvasOf(BASE, patch), "new", more)).toMatchObject({ ok: false, error: { code } });
});

test("with suggestions only the text and the baseline stay, and each changed sentence is a suggestion", () => {
  const record = canvasOf(BASE, { settings: { suggestOnly: true } });
  const { draft, suggestions, notes } = good(write(record, BASE.replace("First", "1st").replace("Third", "3rd")));
  expect(draft.record.document.content).toBe(BASE);
  expect(baseline(draft.record)).toBe(BASE);
  expect(suggestions).toHaveLength(2);
  // Each makes sense alone.
  expect(draft.record.proposals).toMatchObject([
    { kind: "suggestion", text: "1st paragraph here.\n", anchor: { quotedText: "First paragraph here.\n" } },
    { kind: "suggestion", text: "3rd paragraph here.\n", anchor: { quotedText: "Third paragraph here.\n" } },
  ]);
  expect(notes.join()).toContain("suggestions only");
});

test("the person's name for a canvas outlives the model's", () => {
  const start = canvasOf(BASE);
  const save = { title: "Mine", comments: [], decisions: [], sent: false };
  const named = good(applyPersonSave(start, new Map(), save, at("person"))).draft.record;
  const { draft, notes } = good(write(named, "# Other\n", { title: "Theirs" }));
  expect(draft.record.document.title).toBe("Mine");
  expect(notes.join()).toContain('"Mine"');
});

test("a status that the person set meanwhile stays", () => {
  const start = canvasOf(BASE);
  const save = { status: { to: "in_review" as const, revision: 1 }, comments: [], decisions: [], sent: false };
  const reviewed = good(applyPersonSave(start, new Map(), save, at("person"))).draft.record;
  const { draft, notes } = good(write(reviewed, "# New\n", { status: "draft" }));
  expect(draft.record.document.status).toBe("in_review");
  expect(notes.join()).toContain("in_review");
});

test("protected text stays in a full rewrite, and the model is told", () => {
  const offset = BASE.indexOf("Second");
  const anchor = { quotedText: "Second paragraph here.", offset, length: 22, prefix: "", suffix: "", revision: 1 };
  const record = canvasOf(BASE, { protections: [{ id: "p1", anchor, createdAt: "" }] });
  const { draft, notes } = good(write(record, BASE.replace("Second", "Other").replace("Third", "3rd")));
  expect(draft.record.document.content).toBe(BASE.replace("Third", "3rd"));
  expect(notes.join()).toContain("protected");
});

test("comments stand on their words in the new text", () => {
  const { draft } = good(
    write(canvasOf(BASE), BASE.replace("Third", "Last"), {
      comments: [{ body: "here", quote: "Last paragraph" }, { body: "all" }],
    }),
  );
  const [here, all] = draft.record.comments;
  expect(here?.anchor?.quotedText).toBe("Last paragraph");
  expect(all?.anchor).toBeNull();
});

test("comments on equal words take the places in turn, and the model is told which", () => {
  const comments = [
    { body: "one", quote: "paragraph here" },
    { body: "two", quote: "paragraph here" },
    { body: "three", quote: "Third paragraph" },
  ];
  const { draft, notes } = good(write(canvasOf(BASE), BASE, { comments }));
  expect(draft.record.comments.map(({ anchor }) => anchor?.offset)).toEqual([
    BASE.indexOf("paragraph here"),
    BASE.indexOf("paragraph here", 20),
    BASE.indexOf("Third"),
  ]);
  expect(notes).toEqual([
    expect.stringContaining("occurs 3 times; the comment stands on line 3"),
    expect.stringContaining("occurs 3 times; the comment stands on line 5"),
  ]);
});
