import { expect, test } from "vitest";
import { describeSqliteError } from "./transaction.ts";

const failed = (rawCode: number) => Object.assign(new Error("it failed"), { rawCode });
const wordsOf = (error: unknown) => (error instanceof Error ? error.message : "");

test.each([
  ["a full disk", 13],
  ["a lock that stays", 5],
  ["damage", 11],
  ["a file that cannot be written", 8],
  ["a broken rule of the tables", 19],
])("after %s it is said that nothing was written", (_, code) => {
  expect(wordsOf(describeSqliteError("/data/canvases.db", failed(code)))).toContain(
    "Nothing of this call was written.",
  );
});

test("a disk that fails in the middle of a commit may have taken it, and nothing else is claimed", () => {
  // What SQLite says when the journal is gone that it wants to remove.
  const words = wordsOf(describeSqliteError("/data/canvases.db", failed(5898)));
  expect(words).toContain("whether this call was written is not known. Look at the canvas before you try again.");
  expect(words).not.toContain("Nothing");
});

test("what is no failure of the engine stays as it is", () => {
  const error = new TypeError("a fault of ours");
  expect(describeSqliteError("/data/canvases.db", error)).toBe(error);
});
