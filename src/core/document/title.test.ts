import { expect, test } from "vitest";
import { cleanTitle, titleFromContent } from "./title.ts";

test.each([
  ["# API Design\n\ntext", "API Design"],
  ["intro\n\n# Later", "Later"],
  ["   # Indented #", "Indented"],
  ["# C#", "C#"],
  ["# One ##  \n", "One"],
  ["#\tTab", "Tab"],
  ["#hashtag", "Untitled"],
  ["    # code", "Untitled"],
  ["```\n# not this\n```\n# This", "This"],
  ["~~~~\n# not\n~~~\n# not\n~~~~\n# This", "This"],
  ["Setext title\n====\n", "Setext title"],
  ["\n====\n", "Untitled"],
  ["## Only H2", "Untitled"],
  ["#  \n# Second", "Second"],
  ["# **Bold** `code` [link](http://x)", "Bold code link"],
  ["# snake_case_name", "snake_case_name"],
  ["# a\r\nb", "a"],
  ["", "Untitled"],
])("%j is named %j", (content, title) => expect(titleFromContent(content)).toBe(title));

test("a given name is one line without controls, at most 200 characters, or nothing", () => {
  expect(cleanTitle("  a\n\tb\u202e c\0 ")).toBe("a b c");
  expect(cleanTitle(" \n\u2067\u061c ")).toBeNull();
  expect(cleanTitle("x".repeat(300))).toHaveLength(200);
  expect(cleanTitle(`${"x".repeat(198)}😀😀`)).toBe(`${"x".repeat(198)}…`);
});

test("a hostile text is named at once", () => {
  expect(titleFromContent(`# ${" ".repeat(2_000_000)}`)).toBe("Untitled");
  expect(titleFromContent(`#${" ".repeat(1_900)}\n`.repeat(2_000))).toBe("Untitled");
  expect(titleFromContent(`# ${"*_`".repeat(700)}\n`.repeat(500))).not.toBe("");
});
