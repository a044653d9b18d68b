import { expect, test } from "vitest";
import type { Canvas } from "../../records/canvas.ts";
import { openBook } from "../books/books.ts";
import { createCanvas } from "../create-canvas.ts";
import { beginDraft, finishDraft, type Moment } from "../draft.ts";
import { applyPersonSave, type PersonSave } from "../person/apply-person-save.ts";
import { closeReview, hasAnswer, reviewOutcome } from "./review.ts";
import { showToModel } from "./tell-model.ts";

const at = (kind: "person" | "model", minute: number): Moment => ({
  by: { kind },
  now: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  sealOpenedBefore: new Date(Date.UTC(2025, 0, 1)).toISOString(),
  randomId: (length) => "A".repeat(length),
});
const made: Canvas = createCanvas(
  { id: "AAAA", content: "# Plan\n", owner: "local", widgetKey: "k" },
  at("model", 0),
).record;

const save = (record: Canvas, wish: Partial<PersonSave>): Canvas => {
  const saved = applyPersonSave(
    record,
    new Map(),
    { comments: [], decisions: [], sent: false, ...wish },
    at("person", 1),
  );
  if (!saved.ok) throw new Error(saved.error.message);
  return saved.draft.record;
};
const send = (record: Canvas) => save(record, { sent: true });
const approve = (record: Canvas, note?: string) =>
  save(record, {
    status: { to: "approved", revision: record.document.revision, ...(note === undefined ? {} : { note }) },
  });
const close = (record: Canvas) => closeReview(beginDraft(record, new Map(), at("person", 1))).record;
const show = (record: Canvas, isSure = true) =>
  showToModel(openBook(beginDraft(record, new Map(), at("model", 2))), { isSure }).draft.record;
/** Whether there is an answer for the model that calls next. */
const isWaiting = (record: Canvas) =>
  hasAnswer(openBook(beginDraft(record, new Map(), at("model", 3))).record, undefined);
const edit = (record: Canvas, content: string) => save(record, { content, baseRevision: record.document.revision });

test("nobody has answered before the first answer, whatever the person types", () => {
  expect(isWaiting(made)).toBe(false);
  expect(isWaiting(edit(made, "# My plan\n"))).toBe(false);
  expect(isWaiting(save(made, { status: { to: "in_review", revision: 1 } }))).toBe(false);
});

test.each([
  ["sending", send, "sent", "changes"],
  ["approving", approve, "approved", "approved"],
  ["leaving", close, "closed", "closed"],
] as const)("%s is an answer", (_, answer, kind, outcome) => {
  const first = answer(made);
  expect(first.review).toMatchObject({ number: 1, kind, version: 1 });
  expect([isWaiting(first), reviewOutcome(first, undefined, null)]).toEqual([true, outcome]);
});

test("an answer that a model was shown is none for whoever comes later; the next one is", () => {
  const shown = show(send(made));
  expect(isWaiting(shown)).toBe(false);
  const again = send(shown);
  expect([again.review?.number, isWaiting(again)]).toEqual([2, true]);
});

test("an answer that perhaps nobody read is given again", () => {
  const late = show(send(made), false);
  expect(isWaiting(late)).toBe(true);
  expect(isWaiting(show(late))).toBe(false);
});

test("the approval of this very version is an answer for ever, and of an older one no more once it was shown", () => {
  const approved = show(approve(made));
  expect([isWaiting(approved), reviewOutcome(approved, undefined, null)]).toEqual([true, "approved"]);
  const changed = edit(approved, "# Other\n");
  expect(isWaiting(changed)).toBe(false);
});

test("whoever approves and then sends has approved", () => {
  expect(reviewOutcome(send(approve(made)), undefined, null)).toBe("approved");
  const sentAfterChange = send(edit(approve(made), "# Other\n"));
  expect(reviewOutcome(sentAfterChange, undefined, null)).toBe("changes");
});

test("leaving changes neither text nor version nor revision, and is logged", () => {
  const draft = closeReview(beginDraft(made, new Map(), at("person", 1)));
  expect(draft.record.document).toBe(made.document);
  expect(finishDraft(draft, { widgetKey: "k" })).toMatchObject({
    sealed: [],
    events: [{ kind: "review_closed", by: { kind: "person" } }],
  });
});
