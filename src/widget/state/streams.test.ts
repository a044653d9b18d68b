import { expect, test } from "vitest";
import { readStream } from "../host/read-model-call.ts";
import { applyStreamedEdits } from "./apply-streamed-edits.ts";

test.each([
  ["only the search so far: nothing changes, its place is known", "a b c", [["b", null]], "a b c", [2, 3]],
  ["the replacement as far as it has come", "a b c", [["b", "BE"]], "a BE c", [2, 4]],
  [
    "the newest edit is the place to look at",
    "a b c",
    [
      ["a", "A"],
      ["c", "C"],
    ],
    "A b C",
    [4, 5],
  ],
  ["an edit that does not fit is left out", "a b c", [["x", "y"]], "a b c", null],
] as const)("%s", (_, text, edits, expected, place) => {
  const streamed = edits.map(([find, replace]) => ({ find, replace, line: null }));
  expect(applyStreamedEdits(text, streamed)).toEqual({
    text: expected,
    place: place === null ? null : { from: place[0], to: place[1] },
  });
});

test("a line number chooses among twins", () => {
  const edits = [{ find: "same", replace: "other", line: 3 }];
  expect(applyStreamedEdits("same\nx\nsame\n", edits).text).toBe("same\nx\nother\n");
});

test("arguments that are odd, unfinished or hostile never throw", () => {
  expect(readStream("write_canvas", {})).toEqual({ kind: "text", canvasId: null, title: null, text: "" });
  expect(readStream("write_canvas", { content: 7, title: null })).toMatchObject({ text: "", title: null });
  expect(
    readStream("edit_canvas", { canvas_id: "HN8B", edits: [null, { find: "" }, { find: "a", replace: 3 }] }),
  ).toEqual({
    kind: "edits",
    canvasId: "HN8B",
    edits: [{ find: "a", replace: null, line: null }],
  });
  expect(readStream("edit_canvas", { edits: "half" })).toMatchObject({ edits: [] });
});
