import { expect, test } from "vitest";
import type { Author } from "../../core/records/canvas.ts";
import type { CanvasAccess } from "../../protocol/sharing.ts";
import { authorName, initialsOf, isMine } from "./who.ts";

const ADA = { subject: "ada", name: "Ada" };
const BOB = { subject: "bob", name: "Bob" };
const AS_BOB: CanvasAccess = { standing: "editor", me: BOB, owner: ADA, people: [], canLink: false };

test.each<readonly [string, Author, CanvasAccess | undefined, string]>([
  ["oneself", { kind: "person", ...BOB }, AS_BOB, "You"],
  ["another person", { kind: "person", ...ADA }, AS_BOB, "Ada"],
  ["nobody's, of before there were people: the owner's", { kind: "person" }, AS_BOB, "Ada"],
  ["one's own model, by its program", { kind: "model", client: "claude-ai", ...BOB }, AS_BOB, "Claude"],
  ["another's model", { kind: "model", client: "claude-ai", ...ADA }, AS_BOB, "Claude, for Ada"],
  ["without people, a person", { kind: "person" }, undefined, "You"],
  ["without people, a model", { kind: "model" }, undefined, "the assistant"],
  ["without people, one with a name", { kind: "model", name: "Drafts" }, undefined, "Drafts"],
])("%s", (_, by, access, name) => {
  expect(authorName(by, access, "the assistant")).toBe(name);
  expect(isMine(by, access)).toBe(name === "You");
});

test.each([
  ["Ada Lovelace", "AL"],
  ["Ada King Lovelace", "AL"],
  ["bob", "B"],
  ["bob.smith@example.org", "BO"],
  ["李 小龍", "李小"],
  ["", "?"],
  ["—", "?"],
])("the initials of %j are %j", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
