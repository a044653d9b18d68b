import { expect, test } from "vitest";
import { applyPersonSave, type PersonSave } from "./apply-person-save.ts";
import { createCanvas } from "./create-canvas.ts";
import { beginDraft, finishDraft, type Moment } from "./draft.ts";
import type { CanvasRecord } from "./records.ts";
import { closeReview, hasAnswer, markReviewShown, reviewOutcome } from "./review.ts";
import { showToModel } from "./tell-model.ts";

const at = (kind: "person" | "model", minute: number): Moment => ({
  by: { kind },
  now: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  sealOpenedBefore: new Date(Date.UTC(2025, 0, 1)).toISOString(),
  randomId: (length) => "A".repeat(length),
});
const made = createCanvas({ id: "AAAA", content: "# Plan\n", owner: "local", widgetKey: "k" }, at("model", 0)).record;

const save = (record: CanvasRecord, wish: Partial<PersonSave>): CanvasRecord => {
  const saved = applyPersonSave(
    record,
    new Map(),
    { comments: [], decisions: [], sent: false, ...wish },
    at("person", 1),
  );
  if (!saved.ok) throw new Error(saved.error.message);
  return saved.draft.record;
};
const send = (record: CanvasRecord) => save(record, { sent: true });
const approve = (record: CanvasRecord, note?: string) =>
  save(record, {
    status: { to: "approved", revision: record.document.revision, ...(note === undefined ? {} : { note }) },
  });
const close = (record: CanvasRecord) => closeReview(beginDraft(record, new Map(), at("person", 1))).record;
const show = (record: CanvasRecord) => showToModel(beginDraft(record, new Map(), at("model", 2))).draft.record;
const edit = (record: CanvasRecord, content: string) =>
  save(record, { content, baseRevision: record.document.revision });

test("nobody has answered before the first answer, whatever the person types", () => {
  expect(hasAnswer(made)).toBe(false);
  expect(hasAnswer(edit(made, "# My plan\n"))).toBe(false);
  expect(hasAnswer(save(made, { status: { to: "in_review", revision: 1 } }))).toBe(false);
});

test.each([
  ["sending", send, "sent", "changes"],
  ["approving", approve, "approved", "approved"],
  ["leaving", close, "closed", "closed"],
] as const)("%s is an answer", (_, answer, kind, outcome) => {
  const first = answer(made);
  expect(first.review).toMatchObject({ number: 1, kind, version: 1, shown: "no" });
  expect([hasAnswer(first), reviewOutcome(first, null)]).toEqual([true, outcome]);
});

test("an answer that a model was shown is none for whoever comes later; the next one is", () => {
  const shown = show(send(made));
  expect([shown.review?.shown, hasAnswer(shown)]).toEqual(["yes", false]);
  const again = send(shown);
  expect([again.review?.number, hasAnswer(again)]).toEqual([2, true]);
});

test("an answer that perhaps nobody read is given again", () => {
  const late = markReviewShown(beginDraft(show(send(made)), new Map(), at("model", 3)), "perhaps").record;
  expect(hasAnswer(late)).toBe(true);
  expect(hasAnswer(show(late))).toBe(false);
});

test("the approval of this very version is an answer for ever, and of an older one no more once it was shown", () => {
  const approved = show(approve(made));
  expect([hasAnswer(approved), reviewOutcome(approved, null)]).toEqual([true, "approved"]);
  const changed = edit(approved, "# Other\n");
  expect(hasAnswer(changed)).toBe(false);
});

test("whoever approves and then sends has approved", () => {
  expect(reviewOutcome(send(approve(made)), null)).toBe("approved");
  const sentAfterChange = send(edit(approve(made), "# Other\n"));
  expect(reviewOutcome(sentAfterChange, null)).toBe("changes");
});

test("leaving changes neither text nor version nor revision, and is logged", () => {
  const draft = closeReview(beginDraft(made, new Map(), at("person", 1)));
  expect(draft.record.document).toBe(made.document);
  expect(finishDraft(draft)).toMatchObject({ sealed: [], events: [{ kind: "review_closed", by: { kind: "person" } }] });
});
