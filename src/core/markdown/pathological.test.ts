import { expect, test } from "vitest";
import { updateMarkdown } from "./incremental.ts";
import { parseMarkdown } from "./parse-markdown.ts";
import { printHtml } from "./print-html.ts";
import { streamMarkdown } from "./stream-markdown.ts";
import { equalTree } from "./testing/equal-tree.ts";

/** Texts that make careless parsers hang, and what becomes of their first block. Times: bench/markdown-pathological.ts. */
const N = 20_000;
const many = (text: string, count = N): string => text.repeat(count);

const TEXTS: readonly (readonly [name: string, text: string, outcome: string])[] = [
  ["open brackets", many("["), "paragraph"],
  ["more open brackets than anybody writes", many("[", 30_000), "too many marks"],
  ["closed brackets", many("]"), "paragraph"],
  ["nested brackets", many("[", 9000) + many("]", 9000), "paragraph"],
  ["images in images", many("![", 9000) + many("]", 9000), "paragraph"],
  ["half links", many("[a](", 5000), "paragraph"],
  ["half links with pointed addresses", many("[a](<b", 5000), "paragraph"],
  ["half titles", many('[a](b "', 3000), "paragraph"],
  ["parentheses in an address", `[a](${many("(")}${many(")")})`, "paragraph"],
  ["references", many("[a][b]", 3000), "paragraph"],
  ["stars", many("*", 90_000), "rule"],
  ["stars and letters", many("*a ", 15_000), "paragraph"],
  ["closing stars", many("a* ", 15_000), "paragraph"],
  ["nested emphasis", many("*a **a ", 4000) + many("b** b* ", 4000), "nested too deep"],
  ["mixed delimiters", many("*_~~", 4000), "paragraph"],
  ["runs of three", `a***${many("b**c* ", 6000)}`, "paragraph"],
  ["underscores", many("_a __b ", 5000), "paragraph"],
  ["tildes", many("~a ~~b ", 4000), "paragraph"],
  ["backticks of every length", Array.from({ length: 300 }, (_, i) => `a${"`".repeat(i + 1)}`).join(""), "paragraph"],
  ["backticks between backslashes", many("``\\", 6000), "paragraph"],
  ["half tags", many("<a ", 15_000), "paragraph"],
  ["half attributes", many("<a b='", 6000), "paragraph"],
  ["half comments", `a ${many("<!--", 10_000)}`, "paragraph"],
  ["half instructions", `a ${many("<?", 15_000)}`, "paragraph"],
  ["pointed brackets", many("<", 90_000), "paragraph"],
  ["half entities", many("&amp", 15_000), "paragraph"],
  ["backslashes", many("\\", 30_000), "paragraph"],
  ["addresses", many("http://a.b", 5000), "paragraph"],
  ["closing parentheses after an address", `http://a.b/${many(")")}`, "paragraph"],
  ["at signs", many("a@", 15_000), "paragraph"],
  ["dots and at signs", `${many("a.")}@`, "paragraph"],
  ["quotes in quotes", many(">", 5000), "nested too deep"],
  ["lists in lists on one line", many("+ ", 5000), "nested too deep"],
  [
    "lists in lists by indentation",
    Array.from({ length: 400 }, (_, i) => `${" ".repeat(i * 2)}- a\n`).join(""),
    "nested too deep",
  ],
  ["quotes and lists", many("> - ", 3000), "nested too deep"],
  ["blank lines in a deep list", `${many("+ ", 40)}a${many("\n", 5000)}b`, "list"],
  ["many items", many("- a\n", 5000), "list"],
  ["one paragraph of many lines", many("a\n"), "paragraph"],
  ["too long a paragraph", many("a ", 60_000), "too long"],
  [
    "a wide table with short rows",
    `${many("|a", 1000)}|\n${many("|-", 1000)}|\n${many("|b|\n", 500)}`,
    "too many cells",
  ],
  ["pipes", many("|", 50_000), "paragraph"],
  ["delimiter rows", many("|-|\n", 5000), "table"],
  ["definitions", Array.from({ length: 4000 }, (_, i) => `[a${i}]: b\n`).join(""), "nothing"],
  ["half definitions", many("[a]:\n", 5000), "nothing"],
  ["lines that may be definitions", many("[a\n", 9000), "paragraph"],
  ["labels without an end", many(`[${"a".repeat(990)}`, 50), "paragraph"],
  ["footnotes", `${many("[^a]", 4000)}\n\n${many("[^a]: b\n", 500)}`, "paragraph"],
  ["footnotes in footnotes", many("[^a]: ", 3000), "nested too deep"],
  ["fences", many("```\n", 5001), "code"],
  ["tabs", many("\t", 50_000), "nothing"],
  ["indented lines", many("    a\n", 5000), "code"],
  ["carriage returns", many("\r", 30_000), "nothing"],
  ["NUL", many("\0a", 20_000), "paragraph"],
  ["lone surrogates", many("\ud800*\udc00", 5000), "paragraph"],
  ["front matter without an end", `---\na: b\n${many("c: d\n", 5000)}`, "rule"],
];

const outcome = (text: string): string => {
  const node = parseMarkdown(text).blocks[0]?.node;
  return node ? (node.type === "plain" ? node.reason : node.type) : "nothing";
};

test.each(TEXTS)("%s", (_, text, expected) => {
  expect(outcome(text)).toBe(expected);
});

test("each of them grows like any text", () => {
  for (const [name, text] of TEXTS) {
    const short = text.slice(0, 1500);
    let document = streamMarkdown(null, short.slice(0, 700));
    for (const length of [701, 1400, 1499, 1500]) document = streamMarkdown(document, short.slice(0, length));
    document = updateMarkdown(document, `${short}\n\nend`);
    const scratch = parseMarkdown(`${short}\n\nend`);
    expect(equalTree(document.blocks, scratch.blocks), name).toBe(true);
    expect(printHtml(document).length, name).toBeGreaterThan(0);
  }
});
