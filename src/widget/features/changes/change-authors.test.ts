import { expect, test } from "vitest";
import type { Person } from "../../../core/records/sharing.ts";
import { type ChangeAuthor, changedWords } from "./change-authors.ts";

const BOB: Person = { subject: "bob", name: "Bob" };

test.each<readonly [readonly (readonly ChangeAuthor[])[], string]>([
  [[[null], [null], [null]], "Claude changed 3 places"],
  [[[null]], "Claude changed 1 place"],
  [[[BOB], [BOB], [null]], "Bob changed 2 places, Claude 1"],
  [[[BOB, null]], "Bob changed 1 place, Claude 1"],
])("%j: %s", (places, words) => {
  expect(changedWords(places, "Claude")).toBe(words);
});
