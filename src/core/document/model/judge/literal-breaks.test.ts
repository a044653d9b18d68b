import { expect, test } from "vitest";
import { literalBreaksInEdit } from "./literal-breaks.ts";

const CONTENT = `# Notes

Buy milk and \`eggs\` today.

\`\`\`c
printf("hello");
\`\`\`
`;

test.each([
  ["two paragraphs", "Buy milk", "Buy milk\\n\\nBuy bread", 2],
  ["a list", "Buy milk", "- milk\\n- bread\\n- eggs\\n", 3],
  ["small letters after them", "Buy milk", "buy milk today\\nand bread tomorrow\\nand nothing else", 2],
  ["Windows line ends", "Buy milk", "Milk.\\r\\n\\r\\nBread.", 2],
  ["escaped twice", "Buy milk", "Milk.\\\\n\\\\nBread.", 2],
  ["a heading and a table", "Buy milk", "## Table\\n\\n| a |\\n|---|\\n| b |", 4],
  ["spaces around them", "Buy milk", "Milk. \\n\\n Bread.", 2],
  ["a passage that is not there", "Sell milk", "Milk.\\n\\nBread.", 2],
  ["beside a code span", "`eggs` today", "eggs.\\n\\nToday.", 2],
])("literal line breaks are counted: %s", (_, find, replace, count) => {
  expect(literalBreaksInEdit({ find, replace }, CONTENT)).toBe(count);
});

test.each([
  ["one alone", "Buy milk", "Milk.\\nBread."],
  ["beside real ones", "Buy milk", "Milk.\\n\\n\nBread."],
  ["LaTeX", "Buy milk", "$\\nabla \\cdot \\nu \\neq \\norm{x}$ and \\newmacro{a}"],
  ["paths", "Buy milk", "C:\\new\\notes and C:\\New\\Notes, \\\\nas\\Nightly\\New, src\\new\\notes.txt"],
  ["a code span", "Buy milk", "Split at `\\n\\n`, not at `a\\nb`."],
  ["a program's string", "Buy milk", 'Call print("a\\nb\\n").'],
  ["spoken of", "Buy milk", 'Use \\n or "\\n\\n" or (\\n) for a line break.'],
  ["in a code block", 'printf("hello")', 'printf("one\\n"); printf("two\\n")'],
  ["in a code block, as bare text", "hello", "hello\\nworld\\n"],
  ["in a code span", "eggs", "a\\nb c\\nd"],
  ["nothing", "Buy milk", ""],
])("no fault: %s", (_, find, replace) => {
  expect(literalBreaksInEdit({ find, replace }, CONTENT)).toBe(0);
});

test("a canvas that has literal line breaks of its own may get more", () => {
  const content = "Title\\nText\\nMore\n";
  expect(literalBreaksInEdit({ find: "Text", replace: "One.\\n\\nTwo." }, content)).toBe(0);
});
