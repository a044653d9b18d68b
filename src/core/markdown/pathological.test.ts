import { describe, expect, test } from "vitest";
import { isBehind, updateMarkdown } from "./incremental.ts";
import { parseMarkdown } from "./parse-markdown.ts";
import { printHtml } from "./print-html.ts";
import { streamMarkdown } from "./stream-markdown.ts";
import { equalTree } from "./testing/equal-tree.ts";
import { PATHOLOGICAL } from "./testing/pathological-texts.ts";
import { CUTS, plainAtOnce, plainWords, streamWork } from "./testing/stream-work.ts";

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

describe("streamed in any pieces, no text costs more than twenty times as much work as plain words", () => {
  const atOnce = plainAtOnce();
  test.each(PATHOLOGICAL)("%s", (_, text) => {
    for (const [cut, endsOf] of CUTS) {
      const ends = endsOf(text, 100);
      const { total, worst, document } = streamWork(text, ends, atOnce);
      const plain = streamWork(plainWords(text.length), ends, atOnce);
      expect(total, `all updates, ${cut}`).toBeLessThanOrEqual(20 * plain.total);
      expect(worst, `one update, ${cut}`).toBeLessThanOrEqual(20);
      if (cut === "by 1 kB") {
        expect(equalTree(updateMarkdown(document, text).blocks, parseMarkdown(text).blocks)).toBe(true);
      }
    }
  });
});

test("what streaming put off is shown when the same text is streamed again", () => {
  const text = `*a ${"**bold** words ".repeat(3000)}`;
  let document = streamMarkdown(null, text.slice(0, -300));
  let put = 0;
  for (let end = text.length - 300; end <= text.length; end++) {
    document = streamMarkdown(document, text.slice(0, end));
    if (isBehind(document)) put++;
  }
  expect(put).toBeGreaterThan(100);
  for (let i = 0; i < 1000 && isBehind(document); i++) document = streamMarkdown(document, text);
  expect(document.text).toBe(text);
  expect(document.blocks).toEqual(streamMarkdown(null, text).blocks);
});

test("an edit after an update that was put off equals a parse from scratch", () => {
  for (const [name, text] of PATHOLOGICAL) {
    const start = text.slice(0, 6000);
    let document = streamMarkdown(null, start);
    for (const more of ["a", "b", "c *d* [e", "\n\nf"]) document = streamMarkdown(document, document.text + more);
    const edited = `${document.text.slice(0, 100)}new ${document.text.slice(110)}`;
    const again = updateMarkdown(document, edited);
    expect(equalTree(again.blocks, parseMarkdown(edited).blocks), name).toBe(true);
  }
});
