import { expect, test } from "vitest";
import { askAbout } from "./ask-about.ts";

const content = 'One line.\nThe "second" line.\nThird.\n';
const asked = (quote: string, wish = "shorten it.") => {
  const from = content.indexOf(quote);
  return askAbout({ canvasId: "HN8B", version: 3, content, from, to: from + quote.length, wish });
};

test("names canvas, version, line, wish and passage", () => {
  expect(asked("One line.")).toBe(
    'On canvas HN8B (v3), line 1: shorten it. The passage is "One line.". ' +
      "Change just this passage with edit_canvas and leave the rest as it is.",
  );
});

test("a passage over several lines stays on one line of the message", () => {
  expect(asked('The "second" line.\nThird.')).toContain(
    'lines 2-3: shorten it. The passage is "The \\"second\\" line.\\nThird."',
  );
});

test("a line's end belongs to its own line", () => {
  expect(asked("One line.\n")).toContain("line 1:");
});

test("the wish is one line, whatever was pasted into it", () => {
  expect(asked("Third.", "make it\n\n## bold")).toContain("line 3: make it ## bold. The");
});

test("a long passage is shown by its beginning and its end", () => {
  const long = `start ${"x".repeat(10_000)} end`;
  const text = askAbout({ canvasId: "HN8B", version: 1, content: long, from: 0, to: long.length, wish: "fix it" });
  expect(text.length).toBeLessThan(2_500);
  expect(text).toContain('"start ');
  expect(text).toContain(' end"');
});
