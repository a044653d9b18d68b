import { expect, test } from "vitest";
import { applyChanges } from "../../../diff/text-changes.ts";
import { createFormattedFinder } from "./find-formatted.ts";
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
  ["forgives typographic quotes", "He said “no”.", [{ find: 'said "no"', replace: 'said "yes"' }], 'He said "yes".'],
  ["forgives plain quotes", 'It\'s "so".', [{ find: "It’s “so”", replace: "It is" }], "It is."],
  ["forgives French quotes", "Il dit « non ».", [{ find: 'dit " non "', replace: "x" }], "Il x."],
  ["forgives dashes", "1990–1999 — ten‑year, −5", [{ find: "1990-1999 - ten-year, -5", replace: "x" }], "x"],
  ["forgives no-break spaces", "10\u00a0km\u202fh", [{ find: "10 km h", replace: "x" }], "x"],
  ["forgives an ellipsis", "and so on… end", [{ find: "so on... end", replace: "x" }], "and x"],
  ["forgives three dots", "and so on... end", [{ find: "so on… end", replace: "x" }], "and x"],
  ["forgives soft hyphens", "Donau\u00addampf", [{ find: "Donaudampf", replace: "x" }], "x"],
  ["takes the whole of an ellipsis", "a… b", [{ find: "a...", replace: "x" }], "x b"],
  ["forgives signs and white space together", "“a”\n  — b", [{ find: ' "a" - b ', replace: " x " }], "x"],
  ["prefers white space to signs", '“a b” "a  b"', [{ find: '"a b"', replace: "x" }], "“a b” x"],
  ["takes the line when signs match several", "“a”\n‘b’\n«a»", [{ find: '"a"', replace: "x", line: 3 }], "“a”\n‘b’\nx"],
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
  [
    "several places by signs: all their lines",
    "“x”\n\n«x»",
    [{ find: '"x"', replace: "y" }],
    ["find_ambiguous", "occurs 2 times, on lines 1, 3"],
  ],
  [
    "only the words, formatted: the source to send",
    "# T\n\nNow use the **new** [API](https://x).\n",
    [{ find: "use the new API", replace: "x" }],
    ["find_missing", 'Its words stand on line 3 with formatting; send find as: "use the **new** [API](https://x)".'],
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

test.each<[string, string, string, string]>([
  ["with other white space", "a  b", "a b", "edits[0] matched line 1 with different white space, and was applied."],
  [
    "with other signs",
    "x\n\n“a”",
    '"a"',
    "edits[0] matched line 3 with other quotation marks or dashes, and was applied.",
  ],
])("a note says what matched %s", (_, content, find, note) => {
  expect(locateEdits(content, [], [{ find, replace: "z" }])).toMatchObject({ ok: true, notes: [note] });
});

test.each<[string, string, string, string | null]>([
  ["emphasis", "some **bold _and_ deep** words", "some bold and", "some **bold _and_ deep**"],
  ["inside of marks", "**bold _and_ deep**", "bold and deep", "bold _and_ deep"],
  ["a link", 'see [the docs](http://x.y/(z) "t") now', "see the docs now", 'see [the docs](http://x.y/(z) "t") now'],
  ["a link's name at the end", "see [the docs][1]\n\n[1]: http://x", "see the docs", "see [the docs][1]"],
  ["code", "call `run()` twice", "call run() twice", "call `run()` twice"],
  ["an escape", "2 \\* 3", "2 * 3", "2 \\* 3"],
  ["an entity", "R&amp;D is", "R&D is", "R&amp;D is"],
  ["a list", "- one\n- two", "one two", "one\n- two"],
  ["a quotation over lines", "> one\n> two", "one two", "one\n> two"],
  ["a table", "| a | b |\n|---|---|\n| c | d |", "c d", "c | d"],
  ["signs too", "say **“no”** — ok", 'say "no" - ok', "say **“no”** — ok"],
  ["formatting in find alone", "the new API", "the **new** API", "the new API"],
  ["another level of heading", "a\n\n### Open questions", "## Open questions", "### Open questions"],
  ["another mark of a list", "- a\n  * b **c**\n", "- b c", "* b **c**"],
  ["a picture's name", "see ![a cat](c.png) here", "see a cat here", "see ![a cat](c.png) here"],
  ["nothing but marks", "a **b** c", "** **", null],
  ["other words", "a **b** c", "a d c", null],
])("the source of words across %s", (_, content, sought, source) => {
  const place = createFormattedFinder(content)(sought);
  expect(place === null ? null : content.slice(place.from, place.to)).toBe(source);
});

test("words across formatting are found at the end of 1 MB", () => {
  const content = `${"Some **words** of a [long](https://x.y) text – “so”…\n\n- item\n".repeat(16_000)}\n\nThe **end**.`;
  const place = createFormattedFinder(content)("The end.");
  expect(place).toEqual({ from: content.length - 12, to: content.length });
});

test("a source too long to repeat is named by its lines", () => {
  const item = "- some **words** of a list\n";
  const result = edited(item.repeat(100), { find: "some words of a list ".repeat(100), replace: "x" });
  expect(result).toContain("Its words stand on lines 1–100 with formatting; copy find from there");
  expect(result.length).toBeLessThan(400);
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
