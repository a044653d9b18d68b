import { expect, test } from "vitest";
import { at, canvasOf, good } from "../../../../test/loop/canvas-fixture.ts";
import type { Approval, Canvas } from "../../records/canvas.ts";
import type { Person, ShareLink } from "../../records/sharing.ts";
import { beginDraft, type Draft } from "../draft.ts";
import {
  addLink,
  askApprovers,
  changeRole,
  join,
  MOST_LINKS,
  MOST_PEOPLE,
  revokeLink,
  shareWith,
  unshare,
} from "./share.ts";
import { standingOf } from "./standing.ts";

const ADA: Person = { subject: "ada", name: "Ada" };
const BOB: Person = { subject: "bob", name: "Bob" };
const EVE: Person = { subject: "eve", name: "Eve" };
const NOW = at("person").now;
const LATER = at("person", 60).now;

type Step = (draft: Draft) => ReturnType<typeof shareWith>;
const bob =
  (role: "viewer" | "commenter" | "editor"): Step =>
  (draft) =>
    shareWith(draft, BOB, role, ADA);
const link = (id: string, role: ShareLink["role"] = "commenter", expiresAt?: string): ShareLink => ({
  id,
  hash: `hash of ${id}`,
  role,
  createdAt: NOW,
  ...(expiresAt === undefined ? {} : { expiresAt }),
});
const made =
  (given: ShareLink): Step =>
  (draft) =>
    addLink(draft, given, ADA);
const joins =
  (person: Person, by: ShareLink, now = NOW): Step =>
  (draft) =>
    join(draft, person, by, now);
const asks =
  (...people: Person[]): Step =>
  (draft) =>
    askApprovers(draft, people);

function begin(record = canvasOf("# Plan\n", { owner: "ada" }), minutes = 0): Draft {
  const moment = at("person", minutes);
  return beginDraft(record, new Map(), { ...moment, by: { kind: "person", name: "Ada", subject: "ada" } });
}
function run(start: Draft, ...steps: readonly Step[]): Draft {
  return steps.reduce((draft, step) => good(step(draft)).draft, start);
}
function standings({ record }: Draft, now = NOW) {
  return ["ada", "bob", "eve"].map((subject) => standingOf(record, subject, now));
}
const kinds = ({ events }: Draft) => events.map(({ kind }) => kind);

test.each<[string, Step[], (string | null)[], string[]]>([
  ["somebody by name", [bob("viewer")], ["owner", "viewer", null], ["shared"]],
  ["the same again says nothing", [bob("viewer"), bob("viewer")], ["owner", "viewer", null], ["shared"]],
  ["another role", [bob("editor"), bob("viewer")], ["owner", "viewer", null], ["shared", "shared"]],
  [
    "a role changed",
    [bob("viewer"), (d) => changeRole(d, "bob", "editor")],
    ["owner", "editor", null],
    ["shared", "shared"],
  ],
  ["taken back", [bob("editor"), (d) => unshare(d, "bob")], ["owner", null, null], ["shared", "unshared"]],
  ["by a link", [made(link("l1")), joins(BOB, link("l1"))], ["owner", "commenter", null], ["link_made", "joined"]],
  [
    "by a link twice",
    [made(link("l1")), joins(BOB, link("l1")), joins(BOB, link("l1"))],
    ["owner", "commenter", null],
    ["link_made", "joined"],
  ],
  ["the owner by their own link", [made(link("l1")), joins(ADA, link("l1"))], ["owner", null, null], ["link_made"]],
  [
    "a link for less than they have",
    [bob("editor"), made(link("l1")), joins(BOB, link("l1"))],
    ["owner", "editor", null],
    ["shared", "link_made"],
  ],
  [
    "a link for more, revoked: what they have by name stays",
    [bob("viewer"), made(link("l1")), joins(BOB, link("l1")), (d) => revokeLink(d, "l1")],
    ["owner", "viewer", null],
    ["shared", "link_made", "joined", "unshared", "link_revoked"],
  ],
  [
    "a revoked link takes with it whoever came by it",
    [made(link("l1")), joins(BOB, link("l1")), joins(EVE, link("l1")), (d) => revokeLink(d, "l1")],
    ["owner", null, null],
    ["link_made", "joined", "joined", "unshared", "unshared", "link_revoked"],
  ],
  [
    "a role given to whoever came by a link outlives the link",
    [made(link("l1")), joins(BOB, link("l1")), (d) => changeRole(d, "bob", "editor"), (d) => revokeLink(d, "l1")],
    ["owner", "editor", null],
    ["link_made", "joined", "shared", "link_revoked"],
  ],
])("shared: %s", (_, steps, expected, events) => {
  const draft = run(begin(), ...steps);
  expect(standings(draft)).toEqual(expected);
  expect(kinds(draft)).toEqual(events);
});

test.each<[string, Step[], Step, string]>([
  ["the owner", [], (d) => shareWith(d, ADA, "editor", ADA), "invalid_input"],
  ["a role of nobody", [], (d) => changeRole(d, "bob", "editor"), "unknown_person"],
  ["taking out nobody", [], (d) => unshare(d, "bob"), "unknown_person"],
  ["a link that is not there", [], (d) => revokeLink(d, "l1"), "invalid_input"],
  ["joining by a revoked link", [made(link("l1")), (d) => revokeLink(d, "l1")], joins(BOB, link("l1")), "not_allowed"],
  [
    "joining by a link that has ended",
    [made(link("l1", "viewer", LATER))],
    joins(BOB, link("l1"), LATER),
    "not_allowed",
  ],
  ["asking a stranger", [], asks(BOB), "unknown_person"],
  [
    "too many people",
    Array.from(
      { length: MOST_PEOPLE },
      (_, i): Step =>
        (d) =>
          shareWith(d, { subject: `s${i}`, name: "N" }, "viewer", ADA),
    ),
    bob("viewer"),
    "invalid_input",
  ],
  [
    "too many links",
    Array.from({ length: MOST_LINKS }, (_, i) => made(link(`l${i}`))),
    made(link("more")),
    "invalid_input",
  ],
])("refused: %s", (_, steps, last, code) => {
  expect(last(run(begin(), ...steps))).toMatchObject({ ok: false, error: { code } });
});

test("sharing is no revision, and neither hash nor secret is logged", () => {
  const start = begin();
  const draft = run(start, bob("viewer"), made(link("l1")), joins(EVE, link("l1")), asks(BOB));
  expect(draft.record.document).toBe(start.record.document);
  expect(draft.record.sharing?.owner).toEqual(ADA);
  expect(JSON.stringify(draft.events)).not.toContain("hash");
  expect(draft.events.map(({ payload }) => payload)).toEqual([
    { person: BOB, role: "viewer" },
    { link: "l1", role: "commenter" },
    { person: EVE, role: "commenter", link: "l1" },
    { people: [BOB] },
  ]);
});

test("links that have ended, with whoever came by them, make room for others", () => {
  const full = Array.from({ length: MOST_LINKS }, (_, i) => made(link(`l${i}`, "viewer", LATER)));
  const early = run(begin(), ...full, joins(BOB, link("l0")), asks(BOB, ADA)).record;
  const draft = run(begin(early, 61), made(link("new")));
  expect(draft.record.sharing).toMatchObject({ people: [], links: [{ id: "new" }], approvers: [ADA] });
});

const approvalBy = (person: Person, version = 1): Approval => ({
  revision: 1,
  version,
  at: NOW,
  by: { kind: "person", ...person },
});
function inReview(approvals: readonly Approval[], patch: Partial<Canvas> = {}): Canvas {
  const record = canvasOf("# Plan\n", { owner: "ada" });
  const sharing = { people: [], links: [], approvers: [ADA, BOB] };
  const shared = run(begin({ ...record, sharing }), bob("viewer")).record;
  return { ...shared, approvals, document: { ...shared.document, status: "in_review" }, ...patch };
}

test.each<[string, Canvas, Step, string, Person[], Person[]]>([
  ["who remains has approved", inReview([approvalBy(ADA)]), asks(ADA), "approved", [ADA], [ADA]],
  ["who remains approved an older text", inReview([approvalBy(ADA, 0)]), asks(ADA), "in_review", [ADA], [ADA]],
  ["who remains has not", inReview([approvalBy(BOB)]), asks(ADA), "in_review", [ADA], []],
  [
    "who is taken out is not waited for",
    inReview([approvalBy(ADA)]),
    (d) => unshare(d, "bob"),
    "approved",
    [ADA],
    [ADA],
  ],
  ["nobody is asked any more", inReview([approvalBy(ADA)]), asks(), "in_review", [], []],
])("asked anew: %s", (_, record, step, status, approvers, approved) => {
  const draft = run(begin(record, 1), step);
  expect(draft.record.document.status).toBe(status);
  expect(draft.record.sharing?.approvers).toEqual(approvers);
  expect((draft.record.approvals ?? []).map(({ by }) => by.subject)).toEqual(approved.map(({ subject }) => subject));
  const event = draft.events.find(({ kind }) => kind === "approved");
  expect(event?.by.name).toBe(status === "approved" ? "Ada" : undefined);
});

test("an approved canvas is in review again when somebody else is asked, and the approval that it had counts", () => {
  const approval = approvalBy(ADA);
  const before = canvasOf("# Plan\n", { owner: "ada", approval });
  const approved = { ...before, document: { ...before.document, status: "approved" as const } };
  const { record } = run(begin(approved), bob("viewer"), asks(ADA, BOB));
  expect(record.document.status).toBe("in_review");
  expect([record.approval, record.approvals]).toEqual([null, [approval]]);
});
