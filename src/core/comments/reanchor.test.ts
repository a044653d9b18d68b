import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Anchor } from "../records/canvas.ts";
import { describeAnchor, isDetached } from "./describe-anchor.ts";
import { reanchorAll, reanchorComments } from "./reanchor.ts";

/** "a ‹b› c" → the text and the anchor of b. */
function marked(text: string): { content: string; anchor: Anchor } {
  const from = text.indexOf("‹");
  const to = text.indexOf("›") - 1;
  const content = text.replace(/[‹›]/g, "");
  return { content, anchor: describeAnchor(content, from, to - from, 1) };
}
/** The text after, with the marks where the anchor stands now. */
function followed(before: string, after: string, ...further: string[]): string {
  let { content, anchor } = marked(before);
  for (const text of [after, ...further]) {
    anchor = reanchorAll([anchor], content, text, 2)[0]!;
    content = text;
  }
  if (isDetached(anchor, content)) return "orphan";
  const to = anchor.offset + anchor.length;
  return `${content.slice(0, anchor.offset)}‹${anchor.quotedText}›${content.slice(to)}`;
}
const bare = (text: string): string => text.replace(/[‹›]/g, "");

const A = "The first paragraph talks about apples and how they grow.\n\n";
const B = "The second paragraph is about the pears that nobody picked.\n\n";
const C = "A third paragraph closes the chapter with some cherries.\n\n";

describe("A comment follows its text", () => {
  test.each([
    ["moved down", "a ‹b› c", "new\na ‹b› c"],
    ["typed before", "one ‹two› three", "one and a half ‹two› three"],
    ["typed after", "one ‹two› three", "one ‹two› and three"],
    ["typed at both borders", "one ‹two› three", "one x ‹two› y three"],
    ["typed inside", "one ‹two four› five", "one ‹two three four› five"],
    ["a word of it changed", "we ‹use red cars for transport› here", "we ‹use blue cars for transport› here"],
    ["its first word changed", "we ‹use red cars for transport› here", "we ‹take red cars for transport› here"],
    ["the nearer twin", "x ‹x› y", "x ‹x› y x"],
    ["a twin removed before it", `${A}‹${B.trim()}›\n\n${B}`, `‹${B.trim()}›\n\n${B}`],
    ["a paragraph moved up", `${A}${B}‹${C.trim()}›\n\n`, `‹${C.trim()}›\n\n${A}${B}`],
    [
      "a paragraph moved down",
      `‹The first paragraph›${A.slice(19)}${B}${C}`,
      `${B}${C}‹The first paragraph›${A.slice(19)}`,
    ],
    [
      "a short quote in a moved paragraph",
      `${A}${B}A third ‹paragraph›${C.slice(17)}`,
      `A third ‹paragraph›${C.slice(17)}${A}${B}`,
    ],
    [
      "a paragraph split inside it",
      `${A}One sentence ‹ends here. Another one begins› there.\n\n`,
      `${A}One sentence ‹ends here.\n\nAnother one begins› there.\n\n`,
    ],
    ["two paragraphs joined", `One sentence ‹ends\n\nhere› and there.`, `One sentence ‹ends here› and there.`],
    ["other line endings", "a\r\n‹b c›\r\nd", "a\n‹b c›\nd"],
    ["astral signs around", "😀 ‹two 🎉› three", "😀😀 new ‹two 🎉› three"],
    ["part of a word", "the auth‹entica›tion", "so the auth‹entica›tion"],
    [
      "moved and lightly rewritten",
      `${A}${B}‹${C.trim()}›\n\n`,
      `‹${C.trim().replace("some", "many red")}›\n\n${A}${B}`,
    ],
    [
      "the only word left of a whole rewrite",
      `${A}${B.replace("pears", "‹pears›")}`,
      "Something else entirely stands here now.\n\nWithout any ‹pears› at all.\n",
    ],
    ["signs only", "a line\n‹***›\nb\n", "a new line\n\n‹***›\nb\n"],
  ])("%s", (_, before, after) => expect(followed(before, bare(after))).toBe(after));
});

describe("A comment becomes an orphan rather than stand at a wrong place", () => {
  test.each([
    ["its word is gone", "a ‹b› c", "a c"],
    ["everything is gone", "a ‹b› c", ""],
    ["its paragraph is gone", `${A}‹${B.trim()}›\n\n${C}`, `${A}${C}`],
    [
      "its word is replaced, others of its kind stay",
      "the ‹API› here\n\nthe API there\n",
      "the interface here\n\nthe API there\n",
    ],
    [
      "a whole rewrite",
      `${A}${B.replace("pears", "‹pears›")}`,
      "Something else entirely stands here now.\n\nWithout any fruit at all.\n",
    ],
  ])("%s", (_, before, after) => expect(followed(before, after)).toBe("orphan"));

  test("an orphan keeps its quote, and its old place", () => {
    const { content, anchor } = marked("one ‹two› three");
    const [lost] = reanchorAll([anchor], content, "one three", 7);
    expect(lost).toMatchObject({ quotedText: "two", length: 0, revision: 7 });
    expect(lost!.offset).toBeLessThanOrEqual(4);
  });
});

describe("An orphan comes back with its text", () => {
  test.each([
    ["undo", `${A}‹${B.trim()}›\n\n${C}`, `${A}${C}`, `${A}‹${B.trim()}›\n\n${C}`],
    ["a word brought back", "the ‹API› here and there", "the here and there", "the ‹API› here and there"],
    ["a restore of everything", `${A}${B.replace("pears", "‹pears›")}`, "", `${A}${B.replace("pears", "‹pears›")}`],
    ["brought back elsewhere", `${A}‹${B.trim()}›\n\n${C}`, `${A}${C}`, `${A}${C}‹${B.trim()}›\n\n`],
  ])("%s", (_, before, without, again) => expect(followed(before, without, bare(again))).toBe(again));

  test("but not to a word of the same kind", () => {
    expect(followed("the ‹API› here", "the here", "the here\n\nAn API was added\n")).toBe("orphan");
  });
});

test("five hundred equal quotes keep their own places", () => {
  const line = (i: number): string => `${i}. See the note about item ${i * 7}.\n`;
  const lines = Array.from({ length: 500 }, (_, i) => line(i));
  const before = lines.join("");
  const anchors: Anchor[] = [];
  for (let at = before.indexOf("note"); at >= 0; at = before.indexOf("note", at + 1)) {
    anchors.push(describeAnchor(before, at, 4, 1));
  }
  const after = `# New\n\n${lines.map((text, i) => (i % 3 ? text : text.replace("See", "Please read"))).join("")}`;
  const moved = reanchorAll(anchors, before, after, 2);
  let at = -1;
  for (const anchor of moved) {
    at = after.indexOf("note", at + 1);
    expect(anchor).toEqual(describeAnchor(after, at, 4, 2));
  }
});

test("a quote of many pages follows its text", () => {
  const page = (i: number): string => `Paragraph ${i} says that item ${i * 3} is due in week ${i % 50}.\n\n`;
  const pages = Array.from({ length: 400 }, (_, i) => page(i)).join("");
  const before = `# Start\n\n${pages}The end.\n`;
  const anchor = describeAnchor(before, 9, pages.trim().length, 1);
  const after = before.replace("# Start", "# New start\n\nWords.").replaceAll("item 30", "thing 30");
  const [now] = reanchorAll([anchor], before, after, 2);
  expect(now!.quotedText).toBe(pages.trim().replaceAll("item 30", "thing 30"));
});

test("comments in one endless line follow what is written into it", () => {
  const before = "one two three ".repeat(20_000);
  const anchors = [10, 140_000, 270_000].map((at) => describeAnchor(before, before.indexOf("two", at), 3, 1));
  const after = `${before.slice(0, 140_014)}new words ${before.slice(140_014)}`;
  const moved = reanchorAll(anchors, before, after, 2);
  expect(moved.map(({ offset }, i) => offset - anchors[i]!.offset)).toEqual([0, 0, 10]);
});

test("comments on the whole document, answers and equal texts stay as they are", () => {
  const whole = {
    id: "a",
    anchor: null,
    body: "x",
    by: { kind: "person" },
    createdAt: "",
    resolved: false,
  } as const;
  const on = { ...whole, id: "b", anchor: describeAnchor("a b", 2, 1, 1) };
  expect(reanchorComments([whole, on], "a b", "a b", 2)).toEqual([whole, on]);
  expect(reanchorComments([whole, on], "a b", "a b", 2)[1]).toBe(on);
  expect(reanchorComments([whole, on], "a b", "x a b", 2)[0]).toBe(whole);
});

describe("Laws", () => {
  const word = fc.constantFrom("alpha", "beta", "gamma", "the", "of", "é", "😀", "你好", "\n", "\n\n", "\r\n", ".");
  const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(" "));
  test("an anchor afterwards holds its own text, or is an orphan with the old quote", () => {
    fc.assert(
      fc.property(text, text, fc.nat(), fc.nat(20), (before, after, at, length) => {
        fc.pre(before !== after);
        const offset = at % (before.length + 1);
        const anchor = describeAnchor(before, offset, Math.min(length, before.length - offset), 1);
        const [now] = reanchorAll([anchor], before, after, 2);
        if (isDetached(now!, after)) {
          expect(now).toMatchObject({ quotedText: anchor.quotedText, length: 0 });
          expect(now!.offset).toBeLessThanOrEqual(after.length);
        } else expect(now).toEqual(describeAnchor(after, now!.offset, now!.length, 2));
      }),
      { numRuns: 1000 },
    );
  });
});
