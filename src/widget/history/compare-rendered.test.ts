import { expect, test } from "vitest";
import { parseMarkdown } from "../../core/markdown/parse-markdown.ts";
import { type ComparedNode, compareRendered } from "./compare-rendered.ts";
import { hasChange } from "./fold-unchanged.ts";

const SIGNS = { same: ["", ""], added: ["{+", "+}"], removed: ["[-", "-]"] } as const;

/** A tag for each node, + or − before one that came or left as a whole, and the words with their marks. */
function show(node: ComparedNode): string {
  const sign = node.mark === "same" ? "" : node.mark === "added" ? "+" : "−";
  if (node.kind === "box") return `${sign}${node.tag}(${node.children.map(show).join(" ")})`;
  const words = node.runs.map(({ text, mark }) =>
    node.mark === "same" ? SIGNS[mark][0] + text + SIGNS[mark][1] : text,
  );
  return `${sign}${node.tag}:${words.join("")}`;
}
const compare = (before: string, after: string) => compareRendered(parseMarkdown(before), parseMarkdown(after));

test.each([
  ["a changed word", "# A\n\nThe big house.", "# A\n\nThe small house.", "h1:A p:The [-big-]{+small+} house."],
  ["a new paragraph", "One.\n\nTwo.", "One.\n\nNew here.\n\nTwo.", "p:One. +p:New here. p:Two."],
  ["a paragraph gone", "One.\n\nTwo.", "One.", "p:One. −p:Two."],
  ["an item added", "- a one\n- b two", "- a one\n- new\n- b two", "ul(li(p:a one) +li(+p:new) li(p:b two))"],
  ["a task ticked", "- [ ] do it", "- [x] do it", "ul(li(p:[-☐-]{+☑+} do it))"],
  ["a cell changed", "|a|b|\n|-|-|\n|1|2|", "|a|b|\n|-|-|\n|1|3|", "table(tr(th:a th:b) tr(td:1 td:[-2-]{+3+}))"],
  ["words made strong", "say it loud", "say **it** loud", "p:say [-it-]{+it+} loud"],
  ["a heading of another level", "# A b", "## A b", "−h1:A b +h2:A b"],
  [
    "rewritten from scratch",
    "Apples and pears.",
    "Quite different words.",
    "−p:Apples and pears. +p:Quite different words.",
  ],
  ["code", "```\na\nb\n```", "```\na\nc\n```", "pre:a\n[-b-]{+c+}"],
  ["in a quote", "> one two", "> one three", "blockquote(p:one [-two-]{+three+})"],
])("%s", (_name, before, after, shown) => {
  expect(compare(before, after).map(show).join(" ")).toBe(shown);
});

test("what reads the same shows no change, though its source differs", () => {
  expect(compare("*a* b", "_a_ b").some(hasChange)).toBe(false);
  expect(compare("a\nb", "a b").some(hasChange)).toBe(false);
});
