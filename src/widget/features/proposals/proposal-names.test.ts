import { expect, test } from "vitest";
import type { Author, Proposal } from "../../../core/records/canvas.ts";
import type { Person, Touch } from "../../../core/records/sharing.ts";
import type { CanvasAccess } from "../../../protocol/sharing.ts";
import { namesOf } from "./proposal-names.ts";

const ADA: Person = { subject: "ada", name: "Ada" };
const BOB: Person = { subject: "bob", name: "Bob" };
const CAROL: Person = { subject: "carol", name: "Carol" };
const AS_BOB: CanvasAccess = { standing: "editor", me: BOB, owner: ADA, people: [], canLink: false };

const conflict = (by: Author) => ({ kind: "conflict", by, anchor: { offset: 10, length: 6 } }) as Proposal;
const touched = (by: Person): Touch[] => [{ offset: 8, length: 10, by, revision: 3 }];
const person = (by: Person): Author => ({ kind: "person", ...by });

test.each<readonly [string, Author, readonly Touch[], CanvasAccess | undefined, readonly string[]]>([
  [
    "without people: you both",
    { kind: "model" },
    [],
    undefined,
    ["Conflict: you both changed this", "Yours, in the text now", "Claude's", "Keep mine", "Take Claude's"],
  ],
  [
    "another's words against one's own",
    person(ADA),
    touched(BOB),
    AS_BOB,
    ["Conflict: Ada and you changed this", "Yours, in the text now", "Ada's", "Keep mine", "Take Ada's"],
  ],
  [
    "one's own words against another's",
    person(BOB),
    touched(ADA),
    AS_BOB,
    ["Conflict: Ada and you changed this", "Ada's, in the text now", "Yours", "Keep the text", "Take mine"],
  ],
  [
    "of two others",
    person(CAROL),
    touched(ADA),
    AS_BOB,
    ["Conflict: Carol and Ada changed this", "Ada's, in the text now", "Carol's", "Keep the text", "Take Carol's"],
  ],
])("%s", (_, by, touches, access, words) => {
  const named = namesOf(conflict(by), { assistant: "Claude", access, touches });
  expect([named.title, named.inForce, named.offered, named.keep, named.take]).toEqual(words);
});

test("a suggestion is one's own only where one made it", () => {
  const suggestion = { ...conflict(person(BOB)), kind: "suggestion" as const };
  expect(namesOf(suggestion, { assistant: "Claude", access: AS_BOB })).toMatchObject({
    isOwn: true,
    suggests: "You suggest",
  });
  expect(namesOf({ ...suggestion, by: person(CAROL) }, { assistant: "Claude", access: AS_BOB })).toMatchObject({
    isOwn: false,
    suggests: "Carol suggests",
  });
});
