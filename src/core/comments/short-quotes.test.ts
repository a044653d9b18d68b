import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Anchor } from "../records/canvas.ts";
import { describeAnchor, isDetached } from "./describe-anchor.ts";
import { reanchorAll } from "./reanchor.ts";
import { readMarks, SHORT_QUOTES, type ShortQuote } from "./testing/short-quotes.ts";

/** The text after with marks where the anchor is now; without them when it has lost its text. */
function followed({ before, after }: ShortQuote): string {
  const { content, from, length } = readMarks(before);
  const now = readMarks(after).content;
  const [anchor] = reanchorAll([describeAnchor(content, from, length, 1)], content, now, 2);
  if (isDetached(anchor!, now)) return now;
  const end = anchor!.offset + anchor!.length;
  return `${now.slice(0, anchor!.offset)}‹${anchor!.quotedText}›${now.slice(end)}`;
}
const wrong = (cases: readonly ShortQuote[]): string[] =>
  cases.filter((one) => followed(one) !== one.after).map((one) => `${one.name} → ${followed(one)}`);

describe("A comment on one to four words", () => {
  const standing = SHORT_QUOTES.filter(({ kind }) => kind === "stands");
  const others = SHORT_QUOTES.filter(({ kind }) => kind === "other");

  test("follows its words wherever they still stand once in the block that took the place of theirs", () => {
    expect(standing.length).toBeGreaterThan(500);
    expect(wrong(standing)).toEqual([]);
  });
  test("otherwise stands where a person would look for it, or has lost its text", () => {
    expect(others.length).toBeGreaterThan(300);
    expect(wrong(others)).toEqual([]);
  });
  test("every case is about one to four words that stood in the text once marked", () => {
    const unreadable = SHORT_QUOTES.filter(({ before }) => !/^[^‹›]*‹[^‹›]+›[^‹›]*$/.test(before));
    expect(unreadable).toEqual([]);
  });
});

describe("Laws of comments on few words", () => {
  const word = fc.constantFrom(
    "API",
    "keys",
    "the",
    "of",
    "cache",
    "Redis",
    "is",
    "not",
    "设置",
    "в",
    "👩‍💻",
    "👩",
    "_",
    "-",
  );
  const sentence = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => `${words.join(" ")}.`);
  const lead = fc.constantFrom("", "- ", "## ", "> ", "| ", "    ");
  const block = fc
    .tuple(lead, fc.array(sentence, { minLength: 1, maxLength: 3 }))
    .map(([at, all]) => at + all.join(" "));
  const text = fc.array(block, { maxLength: 6 }).map((blocks) => blocks.join("\n\n"));
  const places = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 12 })), { minLength: 1, maxLength: 6 });
  const anchorsIn = (content: string, chosen: readonly (readonly [number, number])[]): Anchor[] =>
    chosen.map(([at, length]) => {
      const offset = at % (content.length + 1);
      return describeAnchor(content, offset, Math.min(length, content.length - offset), 1);
    });

  test("an anchor holds its own text afterwards, or is an orphan that keeps its quote; twice the same", () => {
    fc.assert(
      fc.property(text, text, places, (before, after, chosen) => {
        fc.pre(before !== after);
        const anchors = anchorsIn(before, chosen);
        const now = reanchorAll(anchors, before, after, 2);
        now.forEach((anchor, i) => {
          if (isDetached(anchor, after)) {
            expect(anchor).toMatchObject({ quotedText: anchors[i]!.quotedText, length: 0, revision: 2 });
            expect(anchor.offset).toBeLessThanOrEqual(after.length);
          } else expect(anchor).toEqual(describeAnchor(after, anchor.offset, anchor.length, 2));
        });
        expect(reanchorAll(anchors, before, after, 2)).toEqual(now);
      }),
      { numRuns: 300 },
    );
  });

  test("where one comment goes does not depend on the order or the company of the others", () => {
    fc.assert(
      fc.property(text, text, places, (before, after, chosen) => {
        const anchors = anchorsIn(before, chosen);
        const now = reanchorAll(anchors, before, after, 2);
        expect(reanchorAll(anchors.toReversed(), before, after, 2).toReversed()).toEqual(now);
        expect(anchors.flatMap((anchor) => reanchorAll([anchor], before, after, 2))).toEqual(now);
      }),
      { numRuns: 150 },
    );
  });

  test("a comment in a paragraph that nobody touched stays at its place", () => {
    fc.assert(
      fc.property(text, sentence, text, text, fc.boolean(), fc.nat(), (head, own, tail, fresh, isAbove, at) => {
        const line = `Untouched: ${own}`;
        const put = (a: string, b: string): string => [a, line, b].join("\n\n");
        const before = put(head, tail);
        const after = isAbove ? put(fresh, tail) : put(head, fresh);
        const offset = before.indexOf(line) + (at % (line.length - 1));
        const anchor = describeAnchor(before, offset, Math.min(6, before.indexOf(line) + line.length - offset), 1);
        const [now] = reanchorAll([anchor], before, after, 2);
        expect(now!.offset - after.indexOf(line)).toBe(offset - before.indexOf(line));
        expect(now!.quotedText).toBe(anchor.quotedText);
      }),
      { numRuns: 300 },
    );
  });
});
