import { expect, test } from "vitest";
import { AUDITED, type EventKind } from "../../../../core/records/history.ts";
import type { Line } from "./audit-lines.ts";
import { sentenceOf } from "./audit-sentence.ts";

const ADA = { subject: "ada", name: "Ada" };
const BOB = { subject: "bob", name: "Bob" };
const CYD = { subject: "cyd", name: "Cyd" };
const by = (person: typeof ADA) => ({ kind: "person" as const, ...person });

function said(
  kind: EventKind,
  payload: Line["payload"],
  who: Line["by"] = by(ADA),
  me: typeof ADA | null = ADA,
): string {
  const line: Line = { number: 1, canvasId: "HN8B", title: "Plan", kind, by: who, at: "2026-03-02T09:00:00Z", payload };
  return sentenceOf(line, me)
    .pieces.map((piece) => (piece.kind === "title" ? "‹Plan›" : piece.text))
    .join(" ")
    .replaceAll(/ ([,;])/g, "$1");
}

test.each<[EventKind, Line["payload"], string]>([
  ["approved", { revision: 4 }, "You approved ‹Plan›"],
  ["approved", { revision: 4, complete: false }, "You approved ‹Plan›; others are still asked"],
  ["approved", { revision: 4, complete: true }, "You approved ‹Plan›, as the last of those who were asked"],
  ["deleted", {}, "You deleted ‹Plan›"],
  ["brought_back", {}, "You brought back ‹Plan›"],
  ["purged", {}, "You deleted ‹Plan› for good"],
  ["exported", { form: "docx", version: 3 }, "You exported ‹Plan› as a Word document (v3)"],
  ["exported", { form: "print" }, "You printed ‹Plan›"],
  ["exported", { form: "copy" }, "You copied ‹Plan›"],
  ["exported", { form: "odt" }, "You exported ‹Plan› as odt"],
  ["shared", { person: BOB, role: "editor" }, "You shared ‹Plan› with Bob, who can edit"],
  ["unshared", { person: BOB }, "You stopped sharing ‹Plan› with Bob"],
  ["link_made", { link: "l1", role: "viewer" }, "You made a link to ‹Plan› that lets people view"],
  ["link_revoked", { link: "l1" }, "You revoked a link to ‹Plan›"],
  ["approvers_asked", { people: [BOB] }, "You asked Bob to approve ‹Plan›"],
  ["approvers_asked", { people: [BOB, ADA, CYD] }, "You asked Bob, yourself and Cyd to approve ‹Plan›"],
  ["approvers_asked", { people: [] }, "You asked nobody any more to approve ‹Plan›"],
  ["renamed", {}, "You did something else (renamed) with ‹Plan›"],
])("%s %j is said in words", (kind, payload, words) => {
  expect(said(kind, payload)).toBe(words);
});

test("what others did is theirs, and a model's is the model's", () => {
  expect(said("joined", { person: BOB, role: "commenter", link: "l1" }, by(BOB))).toBe(
    "Bob joined ‹Plan› by a link, and can comment",
  );
  expect(said("unshared", { person: BOB }, by(BOB))).toBe("Bob removed ‹Plan› from their list");
  expect(said("exported", { form: "pdf" }, { kind: "model", client: "claude-code", ...BOB })).toBe(
    "Claude, for Bob exported ‹Plan› as a PDF",
  );
});

test("a server without people tells of the person", () => {
  expect(said("deleted", {}, { kind: "person" }, null)).toBe("You deleted ‹Plan›");
});

test("payloads that cannot be read leave their part out", () => {
  expect(said("shared", { person: "bob", role: "king" })).toBe("You shared ‹Plan›");
  expect(said("approvers_asked", { people: "all" })).toBe("You asked nobody any more to approve ‹Plan›");
});

test("every kind that is written down has words of its own", () => {
  for (const kind of AUDITED) expect(said(kind, {})).not.toContain("something else");
});
