import { expect, test } from "vitest";
import { at, canvasOf, good } from "../../../../test/loop/canvas-fixture.ts";
import type { Canvas, Status } from "../../records/canvas.ts";
import { applyModelWrite } from "../model/apply-model-write.ts";
import { applyPersonSave, type PersonSave } from "./apply-person-save.ts";

const BASE = "# Plan\n\nFirst paragraph here.\n\nSecond paragraph here.\n";

function save(record: Canvas, more: Partial<PersonSave>, minutes = 3) {
  return applyPersonSave(
    record,
    new Map([[1, BASE]]),
    { comments: [], decisions: [], sent: false, ...more },
    at("person", minutes),
  );
}
/** The canvas after the model rewrote it: v2, revision 2. */
function rewritten(content: string): Canvas {
  return good(applyModelWrite(canvasOf(BASE), new Map(), { content, comments: [], addresses: [] }, at("model", 1)))
    .draft.record;
}
function withStatus(status: Status, record = canvasOf(BASE)): Canvas {
  return { ...record, document: { ...record.document, status } };
}

test("a save on an older text asks for that text, then merges", () => {
  const record = rewritten(BASE.replace("Second", "Another"));
  const content = BASE.replace("First", "My first");
  expect(save(record, { content, baseRevision: 1 })).toMatchObject({ ok: false, error: { code: "base_needed" } });
  const { draft, merged, conflicts } = good(save(record, { content, baseRevision: 1, baseContent: BASE }));
  expect(draft.record.document.content).toBe(BASE.replace("First", "My first").replace("Second", "Another"));
  expect([merged, conflicts]).toEqual([true, 0]);
});

test("on the same words the person's text stays and the model's stands beside it", () => {
  const record = rewritten(BASE.replace("Second", "Another"));
  const { draft, conflicts } = good(
    save(record, { content: BASE.replace("Second", "Middle"), baseRevision: 1, baseContent: BASE }),
  );
  expect(draft.record.document.content).toContain("Middle paragraph");
  expect(conflicts).toBe(1);
  expect(draft.record.proposals).toMatchObject([
    { by: { kind: "model" }, text: "Another paragraph here.", anchor: { quotedText: "Middle paragraph here." } },
  ]);
});

test("two widgets typing at once: the later stays, the earlier stands beside it as the person's", () => {
  const first = good(save(canvasOf(BASE), { content: BASE.replace("Second", "Left"), baseRevision: 1 })).draft.record;
  const { draft } = good(save(first, { content: BASE.replace("Second", "Right"), baseRevision: 1, baseContent: BASE }));
  expect(draft.record.document.content).toContain("Right paragraph");
  expect(draft.record.proposals).toMatchObject([{ by: { kind: "person" }, text: "Left paragraph here." }]);
});

test("a save based before a change of comments alone needs no merge", () => {
  const add = { op: "add" as const, id: "c111", body: "b", anchor: null };
  const commented = good(save(canvasOf(BASE), { comments: [add] })).draft.record;
  expect(commented.document.revision).toBe(2);
  expect(commented.document.version).toBe(1);
  expect(good(save(commented, { content: "new", baseRevision: 1 })).merged).toBe(false);
});

test.each<[string, Partial<PersonSave>, Canvas, string]>([
  ["content without base_revision", { content: "x" }, canvasOf(BASE), "invalid_input"],
  ["a base of the future", { content: "x", baseRevision: 9 }, canvasOf(BASE), "future_version"],
  ["approving another revision", { status: { to: "approved", revision: 1 } }, rewritten("x"), "approval_stale"],
  [
    "approving a text made on another",
    { content: "y", baseRevision: 1, status: { to: "approved", revision: 2 } },
    rewritten("x"),
    "approval_stale",
  ],
  ["text in an archived canvas", { content: "x", baseRevision: 1 }, withStatus("archived"), "archived"],
  ["a title in an archived canvas", { title: "x" }, withStatus("archived"), "archived"],
  ["an unknown proposal", { decisions: [{ id: "zzzz", decision: "keep" }] }, canvasOf(BASE), "unknown_proposal"],
])("refused: %s", (_, more, record, code) => {
  expect(save(record, more)).toMatchObject({ ok: false, error: { code } });
});

test("an archived canvas reopens, with a text in the same save", () => {
  const { draft } = good(
    save(withStatus("archived"), { content: "new", baseRevision: 1, status: { to: "draft", revision: 1 } }),
  );
  expect(draft.record.document).toMatchObject({ status: "draft", content: "new" });
});

test("approval names what was seen, waits for conflicts, and is kept with its note", () => {
  const clash = rewritten(BASE.replace("Second", "Another"));
  const content = BASE.replace("Second", "Middle");
  const record = good(save(clash, { content, baseRevision: 1, baseContent: BASE })).draft.record;
  const { revision } = record.document;
  const status = { to: "approved" as const, revision, note: " Fine " };
  expect(save(record, { status })).toMatchObject({ ok: false, error: { code: "open_conflicts" } });
  const decisions = [{ id: record.proposals[0]!.id, decision: "keep" as const }];
  const { draft } = good(save(record, { status, decisions }));
  expect(draft.record.approval).toMatchObject({ version: 3, note: "Fine", by: { kind: "person" } });
  expect(draft.record.head.sealed).toBe(true);
  const later = good(save(draft.record, { content: "other", baseRevision: draft.record.document.revision }));
  expect(later.draft.record.document.status).toBe("approved");
  expect(later.draft.record.approval?.version).not.toBe(later.draft.record.document.version);
  const reopened = good(save(later.draft.record, { status: { to: "draft", revision: 0 } }));
  expect(reopened.draft.record.approval).toBeNull();
});

test("a title is the person's until it is emptied", () => {
  const named = good(save(canvasOf(BASE), { title: "  My  plan " })).draft.record;
  expect(named.document).toMatchObject({ title: "My plan", titleGiven: true, version: 1, revision: 2 });
  expect(named.titledBy).toBe("person");
  const emptied = good(save(named, { title: " " })).draft.record;
  expect(emptied.document).toMatchObject({ title: "Plan", titleGiven: false });
  expect(emptied.titledBy).toBeUndefined();
});

test("comments anchored in the widget's own text stand on their words in the merged one", () => {
  const record = rewritten(`Intro by the model.\n\n${BASE}`);
  const content = BASE.replace("Second", "My second");
  const quotedText = "My second";
  const anchor = { offset: content.indexOf(quotedText), length: quotedText.length, quotedText };
  const comments = [{ op: "add" as const, id: "c111", body: "look", anchor }];
  const { draft } = good(save(record, { content, baseRevision: 1, baseContent: BASE, comments }));
  const placed = draft.record.comments[0]!.anchor!;
  expect(draft.record.document.content.slice(placed.offset, placed.offset + placed.length)).toBe(quotedText);
});

test("one save is one revision, whatever it carries", () => {
  const { draft } = good(
    save(canvasOf(BASE), {
      content: "# New\n",
      baseRevision: 1,
      title: "T",
      settings: { suggestOnly: true },
      status: { to: "in_review", revision: 1 },
      comments: [{ op: "add", id: "c111", body: "b", anchor: null }],
      sent: true,
    }),
  );
  expect(draft.record.document).toMatchObject({ revision: 2, version: 2, status: "in_review", title: "T" });
  expect(draft.record.books).toMatchObject([{ offers: [{ by: "message", version: 2 }] }]);
  expect(draft.events.map(({ kind }) => kind)).toEqual([
    "saved",
    "changed",
    "comment",
    "renamed",
    "setting",
    "status",
    "sent",
  ]);
});
