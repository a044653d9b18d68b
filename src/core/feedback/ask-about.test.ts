import { expect, test } from "vitest";
import { askAbout, askQuestion } from "./ask-about.ts";

const content = 'One line.\nThe "second" line.\nThird.\n';
const asked = (quote: string, wish = "shorten it.") => {
  const from = content.indexOf(quote);
  return askAbout({ canvasId: "HN8B", version: 3, content, from, to: from + quote.length }, wish);
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
  const text = askAbout({ canvasId: "HN8B", version: 1, content: long, from: 0, to: long.length }, "fix it");
  expect(text.length).toBeLessThan(2_500);
  expect(text).toContain('"start ');
  expect(text).toContain(' end"');
});

const question = {
  canvasId: "HN8B",
  version: 3,
  content,
  place: { from: 0, to: "One line.".length },
  quote: "One line.",
  body: "Why just one?",
  thread: "k3f9",
};

test("a question wants an answer in its thread, and an edit only where its words ask for one", () => {
  expect(askQuestion(question)).toBe(
    'On canvas HN8B (v3), line 1, the person\'s question k3f9: "Why just one?". The passage is "One line.". ' +
      'Answer with edit_canvas, comments [{"reply_to": "k3f9", "body": "…"}], and leave the text as it is, ' +
      'unless these words ask for a change: then change just this passage and pass addresses ["k3f9"].',
  );
});

test("where no thread can be answered, the answer goes into the chat", () => {
  const asked = askQuestion({ ...question, body: "Why?\n- Deleted comment a", thread: null });
  expect(asked).toContain('the person\'s question: "Why? - Deleted comment a".');
  expect(asked).toContain("Answer in the chat and leave the text as it is");
});

test("a question whose passage is gone is still asked, with what it was about", () => {
  expect(askQuestion({ ...question, place: null })).toContain(
    'On canvas HN8B (v3), the person\'s question k3f9: "Why just one?". The passage is gone from the text; it was "One line.".',
  );
});
