import { expect, test } from "vitest";
import { at, baseline, canvasOf, good } from "../../../../test/loop/canvas-fixture.ts";
import { computeDiff } from "../../diff/compute-diff.ts";
import type { Canvas } from "../../records/canvas.ts";
import type { ProposalDecision } from "../../records/operations.ts";
import { applyModelEdit } from "../model/apply-model-edit.ts";
import { applyModelWrite } from "../model/apply-model-write.ts";
import { applyPersonSave, type PersonSave } from "../person/apply-person-save.ts";

const BASE = "# Plan\n\nFirst paragraph here.\n\nSecond paragraph here.\n\n- item one\n";

function suggested(...edits: [find: string, replace: string][]): Canvas {
  const input = {
    edits: edits.map(([find, replace]) => ({ find, replace })),
    mode: "suggest" as const,
    comments: [],
    addresses: [],
  };
  return good(applyModelEdit(canvasOf(BASE), new Map(), input, at("model", 1))).draft.record;
}
function save(record: Canvas, more: Partial<PersonSave>) {
  const input = { baseRevision: record.document.revision, comments: [], decisions: [], sent: false, ...more };
  return good(applyPersonSave(record, new Map([[1, BASE]]), input, at("person", 2)));
}
const decideAll = (record: Canvas, decision: "accept" | "reject" | "keep" | "take" | "both") =>
  record.proposals.map(({ id }): ProposalDecision => ({ id, decision }));

test("accepted words come into the text, and do not show as the person's", () => {
  const record = suggested(["First", "1st"], ["item one", "item 1"]);
  const after = save(record, { decisions: decideAll(record, "accept") }).draft.record;
  expect(after.document.content).toBe(BASE.replace("First", "1st").replace("item one", "item 1"));
  expect(after.proposals.map(({ state }) => state)).toEqual(["accepted", "accepted"]);
  expect(computeDiff(baseline(after), after.document.content)).toEqual([]);
});

test("a model that has not heard of it rewrites from what it knows: the accepted words stay", () => {
  const record = suggested(["First", "1st"]);
  const accepted = save(record, { decisions: decideAll(record, "accept") }).draft.record;
  const content = BASE.replace("item one", "item 1");
  const input = { content, comments: [], addresses: [] };
  const after = good(applyModelWrite(accepted, new Map([[1, BASE]]), input, at("model", 3))).draft.record;
  expect(after.document.content).toBe(content.replace("First", "1st"));
  expect(after.books).toMatchObject([{ submitted: content }]);
  const heard = { ...input, content: content.replace("First", "The 1st") };
  const next = good(applyModelWrite(accepted, new Map([[1, BASE]]), heard, at("model", 3)));
  expect(next.draft.record.document.content).toContain("1st");
});

test("an edit after an accepted suggestion leaves both in the text and in what the model is known to know", () => {
  const record = suggested(["First", "1st"]);
  const accepted = save(record, { decisions: decideAll(record, "accept") }).draft.record;
  const edit = { edits: [{ find: "Second", replace: "2nd" }], mode: "apply" as const, comments: [], addresses: [] };
  const after = good(applyModelEdit(accepted, new Map([[1, BASE]]), edit, at("model", 3))).draft.record;
  expect(baseline(after)).toBe(after.document.content);
  expect(after.books).toMatchObject([{ submitted: BASE.replace("Second", "2nd") }]);
});

test("rejected words do not, and are kept with the decision", () => {
  const record = suggested(["First", "1st"]);
  const after = save(record, { decisions: decideAll(record, "reject") }).draft.record;
  expect(after.document).toMatchObject({ content: BASE, version: 1, revision: 3 });
  expect(after.proposals).toMatchObject([{ state: "rejected", text: "1st", settledAt: expect.any(String) }]);
});

test("edited then accepted: the difference to what was suggested shows as the person's", () => {
  const record = suggested(["First", "1st"]);
  const decisions = [{ id: record.proposals[0]!.id, decision: "edit" as const, text: "The 1st" }];
  const after = save(record, { decisions }).draft.record;
  expect(after.document.content).toBe(BASE.replace("First", "The 1st"));
  expect(baseline(after)).toBe(BASE.replace("First", "1st"));
  expect(after.proposals[0]!.state).toBe("edited");
});

test.each([
  ["words stand in one line", "First", "Initial", "First Initial paragraph"],
  ["paragraphs stand apart", "First paragraph here.", "A new one.", "First paragraph here.\n\nA new one.\n\nSecond"],
  ["items stand on their own lines", "- item one", "- item 1", "- item one\n- item 1\n"],
])("both: %s", (_, find, replace, result) => {
  const record = suggested([find, replace]);
  expect(save(record, { decisions: decideAll(record, "both") }).draft.record.document.content).toContain(result);
});

test("both: an item stands behind the whole line of the other, which has grown since", () => {
  const record = suggested(["- item one", "- item 1"]);
  const grown = save(record, { content: BASE.replace("- item one", "- item one and more") }).draft.record;
  const after = save(grown, { decisions: decideAll(grown, "both") }).draft.record;
  expect(after.document.content).toBe(BASE.replace("- item one", "- item one and more\n- item 1"));
});

test("a suggestion follows its words through other changes, and through changes inside them", () => {
  const record = suggested(["Second paragraph here.", "The end."]);
  const moved = save(record, {
    content: BASE.replace("# Plan", "# A longer plan").replace("Second paragraph", "Second short paragraph"),
  });
  const [proposal] = moved.draft.record.proposals;
  expect(proposal!.anchor.quotedText).toBe("Second short paragraph here.");
  const after = save(moved.draft.record, { decisions: decideAll(moved.draft.record, "accept") }).draft.record;
  expect(after.document.content).toContain("A longer plan\n\nFirst paragraph here.\n\nThe end.\n");
});

test("a suggestion whose text was deleted is put in at the gap", () => {
  const record = suggested(["Second paragraph here.", "The end."]);
  const cut = save(record, { content: BASE.replace("Second paragraph here.\n\n", "") }).draft.record;
  expect(cut.proposals[0]!.anchor).toMatchObject({ length: 0, quotedText: "Second paragraph here." });
  const after = save(cut, { decisions: decideAll(cut, "accept") }).draft.record;
  expect(after.document.content).toContain("The end.");
  expect(after.document.content).toContain("First paragraph here.");
});

test("deleted text that comes back has its suggestion again", () => {
  const record = suggested(["Second paragraph here.", "The end."]);
  const cut = save(record, { content: BASE.replace("Second paragraph here.\n\n", "") }).draft.record;
  const back = save(cut, { content: BASE }).draft.record;
  expect(back.proposals[0]!.anchor).toMatchObject({ length: 22, offset: BASE.indexOf("Second") });
});

test("500 suggestions are accepted at once", () => {
  const lines = Array.from({ length: 500 }, (_, i) => `Line number ${i} of the text.\n`);
  const content = lines.join("");
  const edits = lines.map((_, i) => ({ find: `number ${i} of`, replace: `no. ${i} of` }));
  const input = { edits, mode: "suggest" as const, comments: [], addresses: [] };
  const record = good(applyModelEdit(canvasOf(content), new Map(), input, at("model"))).draft.record;
  const after = save(record, { decisions: decideAll(record, "accept") }).draft.record;
  expect(after.document.content).toBe(content.replaceAll("number", "no."));
});

test("suggestions of two models on the same words are decided one after the other", () => {
  const first = suggested(["First paragraph", "Alpha"]);
  const input = {
    edits: [{ find: "paragraph here.\n\nSecond", replace: "Beta" }],
    mode: "suggest" as const,
    comments: [],
    addresses: [],
  };
  const other = { ...at("model"), by: { kind: "model" as const, client: "other" } };
  const record = good(applyModelEdit(first, new Map(), input, other)).draft.record;
  const after = save(record, { decisions: decideAll(record, "accept") }).draft.record;
  expect(after.proposals.every(({ state }) => state === "accepted")).toBe(true);
  expect(after.document.content).toContain("Alpha");
  expect(after.document.content).toContain("Beta");
});

test("what was settled in another widget is left, and said", () => {
  const record = suggested(["First", "1st"]);
  const settled = save(record, { decisions: decideAll(record, "accept") }).draft.record;
  const again = save(settled, { decisions: decideAll(record, "reject") });
  expect(again.notes.join()).toContain("already settled (accepted)");
  expect(again.draft.record).toBe(again.draft.start);
});

test("a newer suggestion of the same model on the same words takes the place of its older one", () => {
  const first = suggested(["First paragraph", "Alpha"], ["item one", "item 1"]);
  const edits = [{ find: "First", replace: "Beta" }];
  const input = { edits, mode: "suggest" as const, comments: [], addresses: [] };
  const record = good(applyModelEdit(first, new Map(), input, at("model"))).draft.record;
  expect(record.proposals.map(({ text, state }) => [text, state])).toEqual([
    ["Alpha", "withdrawn"],
    ["item 1", "open"],
    ["Beta", "open"],
  ]);
});

test("a model takes its own open suggestions back, and no others", () => {
  const record = suggested(["First", "1st"], ["item one", "item 1"]);
  const ids = record.proposals.map(({ id }) => id);
  const take = (withdraw: readonly string[], client?: string) => {
    const by = { kind: "model" as const, ...(client === undefined ? {} : { client }) };
    const input = { edits: [], mode: "apply" as const, comments: [], addresses: [], withdraw };
    return applyModelEdit(record, new Map(), input, { ...at("model"), by });
  };
  expect(good(take([ids[0]!])).draft.record.proposals.map(({ state }) => state)).toEqual(["withdrawn", "open"]);
  expect(take(["zzzz"])).toMatchObject({ error: { message: expect.stringContaining(ids.join(", ")) } });
  expect(take([ids[0]!], "other")).toMatchObject({
    error: { message: expect.stringContaining("no open suggestions") },
  });
});
