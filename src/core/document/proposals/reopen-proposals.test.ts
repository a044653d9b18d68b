import fc from "fast-check";
import { expect, test } from "vitest";
import { at, baseline, canvasOf, good, withBook } from "../../../../test/loop/canvas-fixture.ts";
import { buildFeedback } from "../../feedback/build-feedback.ts";
import type { Canvas } from "../../records/canvas.ts";
import type { ProposalDecision } from "../../records/operations.ts";
import { applyModelEdit } from "../model/apply-model-edit.ts";
import { applyModelWrite } from "../model/apply-model-write.ts";
import { applyPersonSave, type PersonSave } from "../person/apply-person-save.ts";
import { checkpointFor } from "../review/tell-model.ts";

const BASE = "# Plan\n\nFirst paragraph here.\n\nSecond paragraph here.\n\n- item one\n";

function suggested(content: string, ...edits: [find: string, replace: string][]): Canvas {
  const input = {
    edits: edits.map(([find, replace]) => ({ find, replace })),
    mode: "suggest" as const,
    comments: [],
    addresses: [],
  };
  return good(applyModelEdit(canvasOf(content), new Map(), input, at("model", 1))).draft.record;
}
function save(record: Canvas, more: Partial<PersonSave>) {
  const input = { baseRevision: record.document.revision, comments: [], decisions: [], sent: false, ...more };
  return good(applyPersonSave(record, new Map([[1, BASE]]), input, at("person", 2)));
}
const all = (record: Canvas, decision: "accept" | "reject" | "keep" | "take" | "both" | "reopen") =>
  record.proposals.map(({ id }): ProposalDecision => ({ id, decision }));
const shape = ({ proposals }: Canvas) => proposals.map(({ id, state, anchor }) => ({ id, state, anchor }));
/** Without the revision, which counts every save. */
const places = (record: Canvas) =>
  shape(record).map(({ id, state, anchor: { revision: _, ...anchor } }) => ({ id, state, anchor }));

test.each(["accept", "reject", "both"] as const)("%s is taken back: text, state and baseline are as before", (how) => {
  const record = suggested(BASE, ["First", "1st"], ["item one", "item 1"]);
  const decided = save(record, { decisions: all(record, how) }).draft.record;
  const undone = save(decided, { content: BASE, decisions: all(decided, "reopen") }).draft.record;
  expect(undone.document.content).toBe(BASE);
  expect(baseline(undone)).toBe(baseline(record));
  expect(places(undone)).toEqual(places(record));
  expect(undone.proposals.some((proposal) => "settledAt" in proposal)).toBe(false);
});

test("words of one's own are taken back, and the model had been told those words", () => {
  const record = suggested(BASE, ["First", "1st"]);
  const decisions = [{ id: record.proposals[0]!.id, decision: "edit" as const, text: "Number one" }];
  const decided = save(record, { decisions }).draft.record;
  expect(buildFeedback({ checkpoint: checkpointFor(decided) }).text).toContain(
    'Wrote "Number one" instead of your "1st"',
  );
  const undone = save(decided, { content: BASE, decisions: all(decided, "reopen") }).draft.record;
  expect(undone.proposals[0]).not.toHaveProperty("used");
  expect(baseline(undone)).toBe(BASE);
});

test.each(["keep", "take", "both"] as const)("a settled conflict (%s) waits again", (how) => {
  const mine = BASE.replace("First paragraph here.", "My first paragraph.");
  const theirs = BASE.replace("First paragraph here.", "Their first paragraph.");
  const typed = save(canvasOf(BASE), { content: mine }).draft.record;
  const write = { content: theirs, base_version: 1, comments: [], addresses: [] };
  const record = good(applyModelWrite(typed, new Map([[1, BASE]]), write, at("model", 3))).draft.record;
  expect(record.proposals).toMatchObject([{ kind: "conflict", state: "open" }]);
  const decided = save(record, { decisions: all(record, how) }).draft.record;
  const undone = save(decided, { content: record.document.content, decisions: all(decided, "reopen") });
  expect(places(undone.draft.record)).toEqual(places(record));
  const wish = { to: "approved" as const, revision: undone.draft.record.document.revision };
  const input = { comments: [], decisions: all(decided, "reopen"), sent: false, status: wish };
  const refused = applyPersonSave(undone.draft.record, new Map(), input, at("person", 4));
  expect(refused).toMatchObject({ ok: false, error: { code: "open_conflicts" } });
});

test("what is open already stays, and is said; a decision after it stands", () => {
  const record = suggested(BASE, ["First", "1st"]);
  const again = save(record, { decisions: all(record, "reopen") });
  expect(again.notes).toEqual([`${record.proposals[0]!.id} is open already.`]);
  expect(again.draft.record).toBe(again.draft.start);
  const decided = save(record, { decisions: all(record, "reject") }).draft.record;
  const redone = save(decided, { decisions: [...all(decided, "reopen"), ...all(decided, "accept")] }).draft.record;
  expect(redone.document.content).toContain("1st paragraph");
});

test("of two decisions in one save the last stands, once", () => {
  const record = suggested(BASE, ["First", "1st"]);
  const after = save(record, { decisions: [...all(record, "accept"), ...all(record, "accept")] }).draft.record;
  expect(after.document.content).toBe(BASE.replace("First", "1st"));
});

test("words that have gone leave it waiting where they stood", () => {
  const record = suggested(BASE, ["Second paragraph here.", "The end."]);
  const decided = save(record, { decisions: all(record, "accept") }).draft.record;
  const undone = save(decided, { decisions: all(decided, "reopen") }).draft.record;
  expect(undone.document.content).toContain("The end.");
  expect(undone.proposals[0]).toMatchObject({
    state: "open",
    anchor: { length: 0, quotedText: "Second paragraph here." },
  });
});

test("what is decided again is told again", () => {
  const record = suggested(BASE, ["First", "1st"]);
  const decided = save(record, { decisions: all(record, "reject") }).draft.record;
  const told = withBook(decided, { seen: buildFeedback({ checkpoint: checkpointFor(decided) }).marks });
  const undone = save(told, { decisions: all(told, "reopen") }).draft.record;
  const again = save(undone, { decisions: all(undone, "reject") }).draft.record;
  expect(buildFeedback({ checkpoint: checkpointFor(again) }).text).toContain(
    'Rejected your suggestion: "First" → "1st"',
  );
});

test("law: any decisions, taken back with their text, leave everything as it was; made again, as they were", () => {
  const word = fc.constantFrom("alpha", "beta", "gamma", "delta", "the", "end");
  const lines = fc.array(fc.array(word, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 8 });
  const decision = fc.constantFrom("accept" as const, "reject" as const, "both" as const);
  fc.assert(
    fc.property(lines, fc.array(decision, { minLength: 8, maxLength: 8 }), fc.nat(3), (words, decisions, skip) => {
      const texts = words.map((line, i) => `Line ${i}: ${line.join(" ")}.`);
      const content = `${texts.join("\n\n")}\n`;
      const edits = texts.flatMap((text, i): [string, string][] =>
        i % (skip + 1) === 0 ? [[text, `${text.slice(0, -1)} omega ${i}.`]] : [],
      );
      const record = suggested(content, ...edits);
      const made = record.proposals.map(({ id }, i): ProposalDecision => ({ id, decision: decisions[i]! }));
      const decided = save(record, { decisions: made }).draft.record;
      const undone = save(decided, { content, decisions: all(decided, "reopen") }).draft.record;
      expect(places(undone)).toEqual(places(record));
      expect(baseline(undone)).toBe(baseline(record));
      const redone = save(undone, { decisions: made }).draft.record;
      expect(redone.document.content).toBe(decided.document.content);
      expect(baseline(redone)).toBe(baseline(decided));
    }),
  );
});
