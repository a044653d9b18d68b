import { expect, test } from "vitest";
import { applyChanges } from "../diff/text-changes.ts";
import { locateEdits, type ModelEditItem } from "./locate-edits.ts";

function edited(content: string, ...edits: ModelEditItem[]): string {
  const result = locateEdits(content, [], edits);
  return result.ok ? applyChanges(content, result.located) : `${result.error.code}: ${result.error.message}`;
}

test.each<[string, string, ModelEditItem[], string]>([
  ["replaces the one place", "a b c", [{ find: "b", replace: "x" }], "a x c"],
  [
    "finds every edit in the text before all of them",
    "a b",
    [
      { find: "a", replace: "b" },
      { find: "b", replace: "a" },
    ],
    "b a",
  ],
  ["takes the line when there are several", "x\nx\nx", [{ find: "x", replace: "y", line: 2 }], "x\ny\nx"],
  ["ignores a wrong line when there is one", "x\ny", [{ find: "y", replace: "z", line: 9 }], "x\nz"],
  ["forgives white space", "a  b\n c d", [{ find: "b c", replace: "B C" }], "a  B C d"],
  ["forgives white space around", "one\ntwo\n", [{ find: "  two ", replace: "  three " }], "one\nthree\n"],
  ["prefers the exact one", "a  b a b", [{ find: "a b", replace: "x" }], "a  b x"],
  ["keeps line endings of the document", "a\r\nb\r\n", [{ find: "a\nb", replace: "c\nd" }], "c\r\nd\r\n"],
  ["deletes", "a b c", [{ find: " b", replace: "" }], "a c"],
  [
    "lets edits touch",
    "ab",
    [
      { find: "a", replace: "1" },
      { find: "b", replace: "2" },
    ],
    "12",
  ],
  ["finds emoji and combining marks", "x 👩‍👩‍👧 é y", [{ find: "👩‍👩‍👧 é", replace: "z" }], "x z y"],
])("%s", (_, content, edits, after) => expect(edited(content, ...edits)).toBe(after));

test.each<[string, string, ModelEditItem[], string[]]>([
  [
    "several places: all their lines",
    "x\na\nx\nx x",
    [{ find: "x", replace: "y" }],
    ["find_ambiguous", 'edits[0]: find "x" occurs 4 times, on lines 1, 3, 4', "Pass line"],
  ],
  ["several on the line named", "x x", [{ find: "x", replace: "y", line: 1 }], ["find_ambiguous", "make find longer"]],
  ["none on the line named", "x\nx", [{ find: "x", replace: "y", line: 7 }], ["None of them starts on line 7"]],
  ["overlapping places count each", "aaa", [{ find: "aa", replace: "b" }], ["occurs 2 times"]],
  [
    "nowhere: the nearest lines",
    "# Title\n\nThe API uses REST endpoints.\n",
    [{ find: "The API uses RPC endpoints", replace: "x" }],
    ["find_missing", "  3: The API uses REST endpoints."],
  ],
  ["nothing like it", "alpha", [{ find: "zzz qqq", replace: "x" }], ["find_missing", "read_canvas"]],
  [
    "overlapping edits name both",
    "one two three",
    [
      { find: "one two", replace: "1" },
      { find: "two three", replace: "2" },
    ],
    ["edits_overlap", "edits[0] and edits[1]", "line 1"],
  ],
  [
    "every failing edit is named, and that none was applied",
    "a b",
    [
      { find: "a", replace: "x" },
      { find: "q1q", replace: "x" },
      { find: "q2q", replace: "x" },
    ],
    ["edits[1]", "edits[2]", "None of the edits was applied"],
  ],
])("%s", (_, content, edits, parts) => {
  const words = edited(content, ...edits);
  for (const part of parts) expect(words).toContain(part);
});

test("a passage that only the known text has is stale, with the person's lines", () => {
  const base = "# T\n\nThe API uses REST.\n\nEnd.\n";
  const result = locateEdits(base.replace("REST", "GraphQL"), [base], [{ find: "The API uses REST.", replace: "x" }]);
  expect(result).toMatchObject({ ok: false, error: { code: "stale_version" } });
  expect(!result.ok && result.error.message).toContain("  3: The API uses GraphQL.");
});

test("an edit that was made already is told from one that never fitted", () => {
  const known = ["The API uses REST.\n"];
  const result = locateEdits("Intro\n\nThe API uses GraphQL.\n", known, [
    { find: "The API uses REST.", replace: "The API uses GraphQL." },
  ]);
  expect(!result.ok && result.error.message).toContain("stands on line 3: this edit seems to have been made already");
});

test("a passage that the person deleted is stale, and said to be deleted", () => {
  const result = locateEdits("a\n\nc\n", ["a\n\nb\n\nc\n"], [{ find: "b", replace: "x" }]);
  expect(!result.ok && result.error.message).toContain("deleted");
});

test("500 edits in a long text, none of them there, are answered", { timeout: 600_000 }, () => {
  const content = "some words of a long text\n".repeat(20_000);
  const edits = Array.from({ length: 500 }, (_, i) => ({ find: `missing passage ${i}`, replace: "x" }));
  expect(edited(content, ...edits)).toContain("Edits after these were not looked at");
});
