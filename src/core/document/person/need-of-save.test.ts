import { expect, test } from "vitest";
import type { PersonSave } from "./apply-person-save.ts";
import { needOfSave } from "./need-of-save.ts";

const comments = [{ op: "resolve" as const, id: "c" }];
const approved = { to: "approved" as const, revision: 1 };

test.each<[string, Partial<PersonSave>, string]>([
  ["nothing", {}, "view"],
  ["leaving", { left: true, seal: true }, "view"],
  ["text", { content: "x", baseRevision: 1 }, "edit"],
  ["a suggestion", { content: "x", baseRevision: 1, suggest: true }, "comment"],
  ["a suggestion and a title", { content: "x", suggest: true, title: "t" }, "edit"],
  ["comments", { comments }, "comment"],
  ["sending", { sent: true }, "comment"],
  ["a decision", { decisions: [{ id: "p", decision: "reject" }] }, "edit"],
  ["settings", { settings: { suggestOnly: true } }, "edit"],
  ["a protection", { protect: [{ op: "remove", id: "r" }] }, "edit"],
  ["no protection", { protect: [] }, "view"],
  ["a status", { status: { to: "draft", revision: 1 } }, "edit"],
  ["approval", { status: approved }, "approve"],
  ["approval, said", { status: approved, sent: true }, "approve"],
  ["approval with comments", { status: approved, comments }, "comment"],
  ["approval of one's own text", { status: approved, content: "x", baseRevision: 1 }, "edit"],
])("what a save needs: %s", (_, save, need) => {
  expect(needOfSave({ comments: [], decisions: [], sent: false, ...save })).toBe(need);
});

test("who is asked takes their approval back whatever their role", () => {
  const save: PersonSave = { comments: [], decisions: [], sent: false, status: { to: "in_review", revision: 1 } };
  expect([needOfSave(save), needOfSave(save, true)]).toEqual(["edit", "approve"]);
});

test("who suggested something takes it back, and does not make it the text", () => {
  const need = (decision: "reject" | "reopen" | "accept", id = "mine") =>
    needOfSave({ comments: [], decisions: [{ id, decision }], sent: false }, false, new Set(["mine"]));
  expect([need("reject"), need("reopen"), need("accept"), need("reject", "other")]).toEqual([
    "comment",
    "comment",
    "edit",
    "edit",
  ]);
});
