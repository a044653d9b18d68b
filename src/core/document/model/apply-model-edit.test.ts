import fc from "fast-check";
import { expect, test } from "vitest";
import { at, baseline, canvasOf, good } from "../../../../test/loop/canvas-fixture.ts";
import { computeDiff } from "../../diff/compute-diff.ts";
import type { Canvas } from "../../records/canvas.ts";
import { applyPersonSave } from "../person/apply-person-save.ts";
import { applyModelEdit, type ModelEdit } from "./apply-model-edit.ts";

const BASE = "# Plan\n\nFirst paragraph here.\n\nSecond paragraph here.\n\nThird paragraph here.\n";

function save(record: Canvas, content: string): Canvas {
  const input = { content, baseRevision: record.document.revision, comments: [], decisions: [], sent: false };
  return good(applyPersonSave(record, new Map([[1, BASE]]), input, at("person", 1))).draft.record;
}
function edit(record: Canvas, find: string, replace: string, more: Partial<ModelEdit> = {}) {
  const input: ModelEdit = { edits: [{ find, replace }], mode: "apply", comments: [], addresses: [], ...more };
  return applyModelEdit(record, new Map([[1, BASE]]), input, at("model", 2));
}

test("the model's edit does not show as the person's, and the person's goes on showing", () => {
  const record = save(canvasOf(BASE), BASE.replace("First", "My first"));
  const after = good(edit(record, "Third paragraph", "Last paragraph")).draft.record;
  expect(after.document.content).toBe(BASE.replace("First", "My first").replace("Third", "Last"));
  expect(baseline(after)).toBe(BASE.replace("Third", "Last"));
});

test("an edit of the person's own words is known to the model afterwards", () => {
  const record = save(canvasOf(BASE), BASE.replace("First", "My first"));
  const after = good(edit(record, "My first paragraph", "Our first paragraph")).draft.record;
  expect(computeDiff(baseline(after), after.document.content)).toEqual([]);
});

test("an edit of text that the person put in", () => {
  const record = save(canvasOf(BASE), `${BASE}\nA new end.\n`);
  const after = good(edit(record, "A new end.", "The end.")).draft.record;
  expect(after.document.content).toBe(`${BASE}\nThe end.\n`);
});

test("law: without changes by the person the baseline follows every edit exactly", () => {
  const words = fc.constantFrom("First", "Second", "Third", "# Plan", "paragraph here.\n\nSecond");
  fc.assert(
    fc.property(words, fc.string(), (find, replace) => {
      const outcome = edit(canvasOf(BASE), find, replace.replace(/\0|\p{Cs}/gu, ""));
      if (!outcome.ok) return;
      expect(baseline(outcome.draft.record)).toBe(outcome.draft.record.document.content);
    }),
  );
});

test("a passage that the person changed is stale, and nothing is applied", () => {
  const record = save(canvasOf(BASE), BASE.replace("Second paragraph", "Middle part"));
  expect(edit(record, "Second paragraph here.", "x")).toMatchObject({ ok: false, error: { code: "stale_version" } });
  expect(edit(record, "Second paragraph here.", "x", { baseVersion: 1 })).toMatchObject({
    error: { code: "stale_version" },
  });
});

test("suggest leaves the text, and offers each edit with its reason", () => {
  const input = { mode: "suggest" as const, edits: [{ find: "Second", replace: "2nd", reason: "Shorter" }] };
  const { draft, suggestions } = good(edit(canvasOf(BASE), "", "", input));
  expect(draft.record.document).toMatchObject({ content: BASE, version: 1, revision: 2 });
  expect(baseline(draft.record)).toBe(BASE);
  expect(suggestions).toHaveLength(1);
  expect(draft.record.proposals).toMatchObject([
    { kind: "suggestion", text: "2nd", reason: "Shorter", anchor: { quotedText: "Second" } },
  ]);
});

test("with suggestions only an edit becomes a suggestion, and that is said", () => {
  const { draft, notes } = good(edit(canvasOf(BASE, { settings: { suggestOnly: true } }), "Second", "2nd"));
  expect(draft.record.document.content).toBe(BASE);
  expect(notes.join()).toContain("suggestions only");
});

test("an edit of protected text is refused with the text", () => {
  const offset = BASE.indexOf("Second");
  const anchor = { quotedText: "Second", offset, length: 6, prefix: "", suffix: "", revision: 1 };
  const record = canvasOf(BASE, { protections: [{ id: "p1", anchor, createdAt: "" }] });
  expect(edit(record, "Second paragraph", "x")).toMatchObject({ ok: false, error: { code: "protected_text" } });
  expect(edit(record, "Third", "x").ok).toBe(true);
});

test("an edit that puts what stands there is no version", () => {
  const { draft, textChanged } = good(edit(canvasOf(BASE), "Second", "Second"));
  expect(textChanged).toBe(false);
  expect(draft.record).toBe(draft.start);
});

test("an edit whose answer was lost and that is sent again does not put its words in twice", () => {
  const start = canvasOf(BASE);
  const find = "First paragraph here.";
  const replace = `${find}\n\nA new paragraph after it.`;
  const once = good(edit(start, find, replace)).draft.record;
  const again = good(edit(once, find, replace));
  expect(again.draft.record.document.content).toBe(once.document.content);
  expect(again).toMatchObject({ textChanged: false, notes: [expect.stringContaining("not added again")] });
  const meant = good(edit(once, find, replace, { baseVersion: once.document.version }));
  expect(meant.textChanged).toBe(true);
});

test("a comment of a call that is sent again is not made twice", () => {
  const comments = [{ body: "Is this so?", quote: "First" }, { body: "All of it?" }];
  const once = good(edit(canvasOf(BASE), "Second", "2nd", { comments })).draft.record;
  const again = good(edit(once, "here.\n", "here.\n", { comments, edits: [] })).draft.record;
  expect(again.comments).toHaveLength(2);
});
