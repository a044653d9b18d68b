import { expect, test } from "vitest";
import { at, baseline, canvasOf, good } from "../../../../test/loop/canvas-fixture.ts";
import { buildFeedback } from "../../feedback/build-feedback.ts";
import type { Canvas } from "../../records/canvas.ts";
import { applyModelEdit } from "../model/apply-model-edit.ts";
import { applyModelWrite } from "../model/apply-model-write.ts";
import { applyPersonSave } from "../person/apply-person-save.ts";
import { checkpointFor } from "../review/tell-model.ts";

const TEXT = "# Plan\n\nFirst paragraph here.\n\nSecond paragraph here.\n";

function suggest(content: string, record = canvasOf(TEXT)): Canvas {
  const input = {
    content,
    suggest: true,
    baseRevision: record.document.revision,
    comments: [],
    decisions: [],
    sent: false,
  };
  return good(applyPersonSave(record, new Map(), input, at("person", 1))).draft.record;
}
const edit = (record: Canvas, find: string, replace: string) =>
  good(
    applyModelEdit(
      record,
      new Map(),
      { edits: [{ find, replace }], mode: "apply", comments: [], addresses: [] },
      at("model", 2),
    ),
  );

test("what the person suggests is told to the model, and the text stays", () => {
  const record = suggest(TEXT.replace("First", "Opening").replace("Second paragraph here.\n", ""));
  expect(record.document).toMatchObject({ content: TEXT, version: 1, revision: 2 });
  expect(record.proposals).toMatchObject([
    { kind: "suggestion", by: { kind: "person" }, text: "Opening", anchor: { quotedText: "First" } },
    { kind: "suggestion", by: { kind: "person" }, text: "" },
  ]);
  const { text } = buildFeedback({ checkpoint: checkpointFor(record) });
  expect(text).toContain('of the person at line 3: "First" → "Opening". Make this edit if you agree');
});

test("a suggestion on the same words is amended, and what was suggested before stays", () => {
  const first = suggest(TEXT.replace("First", "Ope").replace("Second", "Clo"));
  const second = suggest(TEXT.replace("First", "Opening").replace("Second", "Clo"), first);
  expect(second.proposals.map(({ text }) => text)).toEqual(["Opening", "Clo"]);
  expect(second.proposals.map(({ id }) => id)).toEqual(first.proposals.map(({ id }) => id));
  // The text never had them: suggesting more says nothing about them.
  const third = suggest(TEXT.replace("Plan", "Idea"), second);
  expect(third.proposals.map(({ text }) => text)).toEqual(["Opening", "Clo", "Idea"]);
  expect(suggest(TEXT, second)).toBe(second);
  const ends = suggest(`${TEXT}\nOne end.\n`, suggest(`${TEXT}\nAnother end.\n`));
  expect(ends.proposals.map(({ text }) => text.trim())).toEqual(["Another end.", "One end."]);
  expect(suggest(TEXT.replace("First", "Opening").replace("Second", "Clo"), second)).toBe(second);
});

test.each([
  ["a replacement", TEXT.replace("First", "Opening"), "First", "Opening"],
  ["a replacement within a larger edit", TEXT.replace("First", "Opening"), "First paragraph", "Opening paragraph"],
  ["a deletion", TEXT.replace("Second paragraph here.\n", ""), "\nSecond paragraph here.\n", ""],
  ["an insertion", `${TEXT}\nThe end.\n`, "Second paragraph here.\n", "Second paragraph here.\n\nThe end.\n"],
])("the model makes %s that the person suggested: it is settled, and said", (_, wanted, find, replace) => {
  const { draft, notes } = edit(suggest(wanted), find, replace);
  expect(draft.record.proposals.map(({ state }) => state)).toEqual(["accepted"]);
  expect(notes.join()).toContain("You made the person's suggestion");
});

test("a rewrite that has it settles it too; another change does not", () => {
  const record = suggest(TEXT.replace("First", "Opening"));
  const write = (content: string) =>
    good(applyModelWrite(record, new Map(), { content, comments: [], addresses: [] }, at("model", 2))).draft.record;
  expect(write(TEXT.replace("First", "Opening").replace("Second", "2nd")).proposals[0]!.state).toBe("accepted");
  expect(write(TEXT.replace("Second", "2nd")).proposals[0]!.state).toBe("open");
  expect(write(TEXT.replace("First", "Initial")).proposals[0]!.state).toBe("open");
});

test("the person may make or drop their own suggestion", () => {
  const record = suggest(TEXT.replace("First", "Opening"));
  const decide = (decision: "accept" | "reject") => {
    const decisions = [{ id: record.proposals[0]!.id, decision }];
    return good(applyPersonSave(record, new Map(), { comments: [], decisions, sent: false }, at("person", 2))).draft
      .record;
  };
  expect(decide("accept").document.content).toBe(TEXT.replace("First", "Opening"));
  expect(baseline(decide("accept"))).toBe(TEXT);
  expect(decide("reject").document.content).toBe(TEXT);
});
