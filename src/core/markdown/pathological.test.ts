import { expect, test } from "vitest";
import { updateMarkdown } from "./incremental.ts";
import { parseMarkdown } from "./parse-markdown.ts";
import { printHtml } from "./print-html.ts";
import { streamMarkdown } from "./stream-markdown.ts";
import { equalTree } from "./testing/equal-tree.ts";
import { PATHOLOGICAL } from "./testing/pathological-texts.ts";

const outcome = (text: string): string => {
  const node = parseMarkdown(text).blocks[0]?.node;
  return node ? (node.type === "plain" ? node.reason : node.type) : "nothing";
};

test.each(PATHOLOGICAL)("%s", (_, text, expected) => {
  expect(outcome(text)).toBe(expected);
});

test("each of them grows like any text", () => {
  for (const [name, text] of PATHOLOGICAL) {
    const short = text.slice(0, 1500);
    let document = streamMarkdown(null, short.slice(0, 700));
    for (const length of [701, 1400, 1499, 1500]) document = streamMarkdown(document, short.slice(0, length));
    document = updateMarkdown(document, `${short}\n\nend`);
    const scratch = parseMarkdown(`${short}\n\nend`);
    expect(equalTree(document.blocks, scratch.blocks), name).toBe(true);
    expect(printHtml(document).length, name).toBeGreaterThan(0);
  }
});
