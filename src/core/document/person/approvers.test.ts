import fc from "fast-check";
import { expect, test } from "vitest";
import { at, canvasOf, good } from "../../../../test/loop/canvas-fixture.ts";
import { approvalState, recordApprovalState } from "../../people/approval-state.ts";
import type { Canvas } from "../../records/canvas.ts";
import type { Person } from "../../records/sharing.ts";
import { openBook } from "../books/books.ts";
import { beginDraft, type Moment } from "../draft.ts";
import { hasAnswer } from "../review/review.ts";
import { outcomeWords } from "../review/review-words.ts";
import { checkpointFor, showToModel } from "../review/tell-model.ts";
import { applyPersonSave, type PersonSave } from "./apply-person-save.ts";

const TEXT = "# Plan\n\nOne two three.\n";
const ADA: Person = { subject: "ada", name: "Ada" };
const BOB: Person = { subject: "bob", name: "Bob" };
const EVE: Person = { subject: "eve", name: "Eve" };

/** Ada's; Bob may read, Eve edit; Ada and Bob are asked. */
function canvas(approvers: readonly Person[] = [ADA, BOB]): Canvas {
  const share = (person: Person, role: "viewer" | "editor") => ({ person, role, at: at("person").now });
  const sharing = { owner: ADA, people: [share(BOB, "viewer"), share(EVE, "editor")], links: [], approvers };
  return canvasOf(TEXT, { owner: "ada", sharing });
}
const as = (person: Person): Moment => ({ ...at("person", 1), by: { kind: "person", ...person } });
function saved(record: Canvas, who: Person, more: Partial<PersonSave>) {
  return applyPersonSave(record, new Map([[1, TEXT]]), { comments: [], decisions: [], sent: false, ...more }, as(who));
}
type Act = (record: Canvas) => ReturnType<typeof saved>;
const approve =
  (who: Person, note?: string): Act =>
  (record) =>
    saved(record, who, {
      status: { to: "approved", revision: record.document.revision, ...(note === undefined ? {} : { note }) },
    });
const set =
  (who: Person, to: "draft" | "in_review" | "archived"): Act =>
  (record) =>
    saved(record, who, { status: { to, revision: record.document.revision } });
const write =
  (who: Person, words: string): Act =>
  (record) =>
    saved(record, who, { content: `${TEXT}${words}\n`, baseRevision: record.document.revision });
const comment =
  (who: Person): Act =>
  (record) =>
    saved(record, who, { comments: [{ op: "add", id: `c${record.document.revision}`, body: "Hm", anchor: null }] });

const run = (record: Canvas, ...acts: readonly Act[]) => acts.reduce((now, act) => good(act(now)).draft.record, record);
const states = (record: Canvas) => recordApprovalState(record).asked.map(({ state }) => state);

test.each<[string, Act[], string, string[]]>([
  ["nobody yet", [], "draft", ["waiting", "waiting"]],
  ["one of two", [approve(ADA)], "in_review", ["approved", "waiting"]],
  ["one of two, twice", [approve(ADA), approve(ADA)], "in_review", ["approved", "waiting"]],
  ["both", [approve(ADA), approve(BOB)], "approved", ["approved", "approved"]],
  ["a comment between them", [approve(ADA), comment(EVE), approve(BOB)], "approved", ["approved", "approved"]],
  ["a text between them", [approve(ADA), write(EVE, "x"), approve(BOB)], "in_review", ["stale", "approved"]],
  [
    "both of the later text",
    [approve(ADA), write(EVE, "x"), approve(BOB), approve(ADA)],
    "approved",
    ["approved", "approved"],
  ],
  ["a text after both", [approve(ADA), approve(BOB), write(EVE, "x")], "approved", ["stale", "stale"]],
  ["taken back", [approve(ADA), set(ADA, "in_review")], "in_review", ["waiting", "waiting"]],
  ["taken back after both", [approve(ADA), approve(BOB), set(BOB, "in_review")], "in_review", ["approved", "waiting"]],
  [
    "another's in_review takes nobody's back",
    [approve(ADA), approve(BOB), set(EVE, "in_review")],
    "in_review",
    ["approved", "approved"],
  ],
  ["back to draft they keep theirs", [approve(ADA), set(EVE, "draft")], "draft", ["approved", "waiting"]],
  [
    "and the last makes it approved",
    [approve(ADA), set(EVE, "draft"), approve(BOB)],
    "approved",
    ["approved", "approved"],
  ],
  [
    "approved again after it was taken back by an editor",
    [approve(ADA), approve(BOB), set(EVE, "draft"), approve(ADA)],
    "approved",
    ["approved", "approved"],
  ],
])("several approvers: %s", (_, acts, status, expected) => {
  const record = run(canvas(), ...acts);
  expect(record.document.status).toBe(status);
  expect(states(record)).toEqual(expected);
  const isWhole = status === "approved";
  expect(record.approval === null).toBe(!isWhole);
});

test.each<[string, Canvas, Act, string]>([
  ["an editor who is not asked", canvas(), approve(EVE), "not_allowed"],
  ["a viewer who is not asked", canvas([ADA]), approve(BOB), "not_allowed"],
  ["a viewer, where nobody is asked", canvas([]), approve(BOB), "not_allowed"],
  ["a viewer sets another status", canvas(), set(BOB, "draft"), "not_allowed"],
  [
    "another revision",
    canvas(),
    (r) => saved(r, ADA, { status: { to: "approved", revision: r.document.revision - 1 } }),
    "approval_stale",
  ],
])("refused: %s", (_, record, act, code) => {
  expect(act(record)).toMatchObject({ ok: false, error: { code } });
});

test("a refusal says who is asked", () => {
  expect(approve(EVE)(canvas())).toMatchObject({
    error: { message: expect.stringContaining("Ada and Bob are asked to approve canvas HN8B") },
  });
});

test("where nobody is asked whoever may edit approves alone, as ever", () => {
  const record = run(canvas([]), approve(EVE));
  expect(record).toMatchObject({ document: { status: "approved" }, approval: { by: EVE } });
  expect(record.approvals).toBeUndefined();
});

test("each approval is logged, seals the version, and is no answer until the last", () => {
  const first = good(approve(ADA, "Fine")(canvas())).draft;
  expect(first.events).toMatchObject([{ kind: "approved", by: ADA, payload: { complete: false, note: "Fine" } }]);
  expect(first.record.head.sealed).toBe(true);
  expect([first.record.review, hasAnswer(first.record, {})]).toEqual([undefined, false]);
  const both = good(approve(BOB)(first.record)).draft;
  expect(both.events).toMatchObject([{ kind: "approved", by: BOB, payload: { complete: true } }]);
  expect(both.record.approval?.by).toMatchObject(BOB);
  expect([both.record.review?.kind, hasAnswer(both.record, {})]).toEqual(["approved", true]);
});

const told = (record: Canvas) =>
  showToModel(openBook(beginDraft(record, new Map([[1, TEXT]]), at("model", 9)))).feedback;

test("the model is told of each as news, and of all", () => {
  const one = run(canvas(), approve(ADA, "Fine"));
  expect(told(one).text).toContain('New from Ada:\n- Ada approved v1 (waiting for Bob): "Fine"');
  const both = run(one, approve(BOB, "Ship it"));
  expect(told(both).text).toContain('- Ada and Bob approved v1; Ada: "Fine"; Bob: "Ship it"');
  expect(outcomeWords(both, "approved", told(both).news)[0]).toBe(
    'Ada and Bob approved canvas HN8B at v1, with this note: "Ship it"',
  );
});

test("what the widget has says the same", () => {
  const record = run(canvas(), approve(ADA), write(EVE, "x"), approve(BOB));
  expect(approvalState(checkpointFor(record))).toMatchObject({
    asked: [
      { person: ADA, state: "stale", version: 1 },
      { person: BOB, state: "approved", version: 2 },
    ],
    isComplete: false,
  });
});

test("law: approved means that all who are asked approved this very text at some time, whatever happened between", () => {
  const acts = fc.constantFrom<Act>(
    approve(ADA),
    approve(BOB),
    set(ADA, "in_review"),
    set(BOB, "in_review"),
    set(EVE, "draft"),
    comment(EVE),
    write(EVE, "x"),
    write(ADA, "y"),
  );
  fc.assert(
    fc.property(fc.array(acts, { maxLength: 12 }), (all) => {
      let record = canvas();
      for (const act of all) {
        const done = act(record);
        if (done.ok) record = done.draft.record;
        const { status, version } = record.document;
        if (status === "approved" && record.approval?.version === version) {
          expect(recordApprovalState(record).isComplete).toBe(true);
        }
        expect(new Set((record.approvals ?? []).map(({ by }) => by.subject)).size).toBe(
          (record.approvals ?? []).length,
        );
      }
    }),
  );
});

test("two approve at once: what the other approved meanwhile is the very text that both saw; anything else is stale", () => {
  const start = canvas();
  const { revision } = start.document;
  const seen =
    (who: Person): Act =>
    (record) =>
      saved(record, who, { status: { to: "approved", revision } });
  expect(run(start, approve(ADA), seen(BOB)).document.status).toBe("approved");
  const stale = { ok: false, error: { code: "approval_stale" } };
  expect(seen(BOB)(run(start, write(EVE, "x")))).toMatchObject(stale);
  expect(seen(BOB)(run(start, approve(ADA), comment(EVE)))).toMatchObject(stale);
  expect(seen(BOB)(run(start, approve(ADA), write(EVE, "x")))).toMatchObject(stale);
});
