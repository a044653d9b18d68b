// @vitest-environment happy-dom
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { attackStrings } from "../../../../test/attacks/attack-strings.ts";
import { markdownText } from "../../../core/markdown/testing/random-markdown.ts";
import { contentTexts } from "../../text/preview/text-map.ts";
import { type DrawnPage, offered, openDrawnPage } from "./testing/drawn-page.tsx";

let page: DrawnPage;
beforeEach(() => {
  page = openDrawnPage();
});
afterEach(() => page.close());

const TAGS = new Set(["P", "H1", "H2", "LI", "TR", "TD", "TH", "STRONG", "EM", "CODE", "A", "SMALL", "PRE"]);

/** Struck words in [-…-], new ones in {+…+}, what is new as a whole with a + before it, and ✓ for the presses. */
function read(node: Node): string {
  if (node.nodeType === 3) return node.textContent ?? "";
  const element = node as HTMLElement;
  if (element.matches?.(".offer-controls")) return "✓";
  if (element.matches?.(".preview-code-bar, .preview-task-box")) return "";
  const inside = [...element.childNodes].map(read).join("");
  if (element.matches?.("del.inlay-del, .offer del")) return `[-${inside}-]`;
  if (element.matches?.(".offer ins")) return `{+${inside}+}`;
  const isNew = element.matches?.("[data-own]") || element.matches?.("[data-mark=added]");
  return TAGS.has(element.tagName) ? `${isNew ? "+" : ""}${element.tagName.toLowerCase()}(${inside})` : inside;
}

/** The text in which ‹words› are offered another text. */
function draw(marked: string, text: string): string {
  const from = marked.indexOf("‹");
  const to = marked.indexOf("›") - 1;
  const content = marked.replace(/[‹›]/g, "");
  return read(page.draw(content, [offered(content, from, to, text)]));
}

const TABLE = "| Name | Rate |\n|---|---|\n| One | 0.1 |\n| Two | 0.5 |\n";
const HEAD = "tr(th(Name)th(Rate))";
const LONG = `Nothing like that at all, ${"really so ".repeat(30)}`.trim();
const inTable = (was: string) => TABLE.replace(was, `‹${was}›`);

test.each([
  ["a word", "‹The rate is 0.1 for all.›", "The rate is 0.2 for all.", "p(The rate is [-0.1-]{+0.2+}✓ for all.)"],
  [
    "words apart, with one pair of presses",
    "‹The old rate is 0.1 for all.›",
    "The new rate is 0.2 for all.",
    "p(The [-old-]{+new+} rate is [-0.1-]{+0.2+}✓ for all.)",
  ],
  [
    "a strong word stays strong",
    "‹The rate is **0.1** now.›",
    "The rate is **0.2** now.",
    "p(The rate is strong([-0.1-]){+strong(0.2)+}✓ now.)",
  ],
  ["a word made strong", "‹It is high.›", "It is **high**.", "p(It is [-high-]{+strong(high)+}✓.)"],
  ["a heading", "‹# The old title›\n\nText.", "# The new title", "h1(The [-old-]{+new+}✓ title)p(Text.)"],
  [
    "a link, with where it leads",
    "See ‹[the old page](https://a.x)› now.",
    "[the new page](https://b.x)",
    "p(See a(the [-old-]{+new+} page[-small(https://a.x)-]{+small(https://b.x)+}✓) now.)",
  ],
  ["in a quote", "> one ‹two›", "three", "p(one [-two-]{+three+}✓)"],
  ["all of a short line", "‹Monday›", "Tuesday", "p([-Monday-]{+Tuesday+}✓)"],
  ["a word put in", "We ‹›meet.", "all ", "p(We {+all +}✓meet.)"],
  ["a word put in before one that changes", "‹*four* five›", "#four* five", "p(em({+#+}[-four-]){+four*+}✓ five)"],
  ["a break taken out", "‹a\\\nb c d›", "a b c d", "p(a[-↵-]{+ +}✓b c d)"],
  ["what reads the same, as it is written", "‹*a* b›", "_a_ b", "p(em(a) b[-code(*a*)-]{+code(_a_)+}code( b)✓)"],
])("in a paragraph: %s", (_, marked, text, shown) => expect(draw(marked, text)).toBe(shown));

test.each([
  ["a cell", inTable("| One | 0.1 |"), "| One | 0.2 |", "tr(td(One)td([-0.1-]{+0.2+}✓))tr(td(Two)td(0.5))"],
  [
    "new rows",
    inTable("| One | 0.1 |"),
    "| One | 0.1 |\n| New | **7** |\n| More | 8 |",
    "tr(td(One)td(0.1))+tr(td({+New+})td({+strong(7)+}))+tr(td({+More+})td({+8+}✓))tr(td(Two)td(0.5))",
  ],
  ["a row gone", inTable("| One | 0.1 |\n"), "", "tr(td([-One-])td([-0.1-]✓))tr(td(Two)td(0.5))"],
  [
    "a new first row",
    TABLE.replace("|\n| One", "|\n‹›| One"),
    "| First | 0 |\n",
    "+tr(td({+First+})td({+0+}✓))tr(td(One)td(0.1))tr(td(Two)td(0.5))",
  ],
  ["an empty cell filled", TABLE.replace("0.1", "‹›"), "7", "tr(td(One)td({+7+}✓))tr(td(Two)td(0.5))"],
  [
    "all of a row",
    inTable("| One | 0.1 |"),
    "| Six | 9 |",
    "tr(td([-One-]{+Six+})td([-0.1-]{+9+}✓))tr(td(Two)td(0.5))",
  ],
])("in a table: %s", (_, marked, text, shown) => expect(draw(marked, text)).toBe(HEAD + shown));

test("other columns are another table, which stands whole below the old one", () => {
  const wider = "| Name | Rate | x |\n|---|---|---|\n| One | 0.1 | y |\n| Two | 0.5 | z |\n";
  const shown = draw(`‹${TABLE}›`, wider);
  expect(shown).toMatch(/^tr\(th\(\[-Name-\]\)th\(\[-Rate-\]\)\)/);
  expect(shown).toMatch(/\+tr\(\+td\(\{\+Two\+\}\)\+td\(\{\+0\.5\+\}\)\+td\(\{\+z\+\}\)\)✓$/);
});

test.each([
  [
    "words of an item",
    "- one\n- ‹two items›\n- three",
    "two things",
    "li(p(one))li(p(two [-items-]{+things+}✓))li(p(three))",
  ],
  ["an item gone", "- one\n‹- two items\n›- three", "", "li(p(one))li(p([-two items-]✓))li(p(three))"],
  ["a new item", "- one\n- two‹›\n- three", "\n- new", "li(p(one))li(p(two))+li(+p({+new+})✓)li(p(three))"],
  ["new items first", "‹›- one\n- two", "- a\n- b\n", "+li(+p({+a+}))+li(+p({+b+})✓)li(p(one))li(p(two))"],
  ["a nested item", "- one\n  - in‹›\n- two", "\n  - new", "li(p(one)li(p(in))+li(+p({+new+})✓))li(p(two))"],
  ["a task ticked", "‹- [ ] do it›", "- [x] do it", "li(p([-☐-]{+☑+}✓do it))"],
])("in a list: %s", (_, marked, text, shown) => expect(draw(marked, text)).toBe(shown));

test.each([
  ["words of a line", "```js\na();\nlet b = ‹2›;\n```", "3", "pre(code(a();let b = [-2-]{+3+}✓;))"],
  ["a new line", "```js\na();\n‹›let b;\n```", "c();\n", "pre(code(a();{+c();+}✓let b;))"],
  ["a new last line", "```js\na();\nlet b;‹›\n```", "\nc();", "pre(code(a();let b;{+c();+}✓))"],
  ["its language", "```‹js›\na();\n```", "ts", "p(Code fence [-js-]{+ts+})✓pre(code(a();))"],
])("in code: %s", (_, marked, text, shown) => expect(draw(marked, text)).toBe(shown));

test.each([
  ["a new paragraph", "One.‹›\n\nTwo.", "\n\nNew.", "p(One.)+p({+New.+})✓p(Two.)"],
  ["a paragraph gone", "One.\n\n‹Two.\n\n›Three.", "", "p(One.)p([-Two.-]✓)p(Three.)"],
  ["a paragraph written anew", "‹Apples and pears grow.›", LONG, `p([-Apples and pears grow.-])+p({+${LONG}+})✓`],
])("between blocks: %s", (_, marked, text, shown) => expect(draw(marked, text)).toBe(shown));

test("two suggestions in one paragraph stand each on its words", () => {
  const content = "The old rate is 0.1 for all.";
  const one = offered(content, 4, 7, "new");
  const two = offered(content, 8, 19, "rate is 0.2", { id: "b" });
  expect(read(page.draw(content, [one, two]))).toBe("p(The [-old-]{+new+}✓ rate is [-0.1-]{+0.2+}✓ for all.)");
});

test("a huge paragraph is not compared by words, and its offer can be read", () => {
  const content = `${"word ".repeat(6000)}end.`;
  const shown = read(page.draw(content, [offered(content, 0, content.length, content.replace("end", "**END**"))]));
  expect(shown.startsWith("p([-word ")).toBe(true);
  expect(shown).toContain("{+strong(END)+}");
});

test("a conflict shows both texts as they read, with the words that differ marked", () => {
  const content = TABLE;
  const from = content.indexOf("0.1");
  const conflict = offered(content, from, from + 3, "**0.2**", { kind: "conflict" });
  const drawn = page.draw(content, [conflict]);
  const sides = [...drawn.querySelectorAll(".proposal-sides dd")];
  expect(sides.map((side) => side.textContent)).toEqual(["NameRateOne0.1", "NameRateOne0.2"]);
  expect(sides.map((side) => side.querySelector("mark")?.textContent)).toEqual(["0.1", "0.2"]);
  expect(sides[1]!.querySelector("mark strong")).not.toBeNull();
  expect(drawn.querySelector("mark.inlay-mark")?.textContent).toBe("0.1");
  expect(drawn.textContent).not.toContain("|");
});

/** What is left without what is struck, and with what is new; white space apart. */
function later(node: Node): string {
  if (node.nodeType === 3) return (node.textContent ?? "").replaceAll(/\s/g, "");
  const element = node as HTMLElement;
  if (element.matches("del.inlay-del, .offer del, .offer-controls, .compared-hidden, [data-own]:not(.inlay)"))
    return "";
  return [...element.childNodes].map(later).join("");
}

const word = fc.constantFrom("one", "two", "**three**", "*four*", "0.5", "`six`", "seven eight", "nine,");
const line = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(" "));
const block = fc.oneof(
  line,
  line.map((text) => `## ${text}`),
  line.map((text) => `> ${text}`),
  fc.array(line, { minLength: 1, maxLength: 4 }).map((items) => items.map((item) => `- ${item}`).join("\n")),
  fc
    .array(fc.tuple(word, word), { minLength: 1, maxLength: 4 })
    .map((rows) => `| a | b |\n|---|---|\n${rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}`),
  fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => `\`\`\`\n${lines.join("\n")}\n\`\`\``),
);
const prose = fc.array(block, { minLength: 1, maxLength: 4 }).map((blocks) => blocks.join("\n\n"));

test("law: struck and kept are the old words, new and kept are the new ones, and the presses stand once", () => {
  fc.assert(
    fc.property(prose, prose, fc.nat(), fc.nat(60), fc.nat(), fc.nat(60), (content, other, at, cut, start, take) => {
      const from = at % (content.length + 1);
      const to = Math.min(content.length, from + cut);
      const text = other.slice(start % other.length, (start % other.length) + take);
      const plain = later(page.draw(content, []));
      const drawn = page.draw(content, [offered(content, from, to, text)]);
      expect(contentTexts(drawn).map(String).length).toBeGreaterThan(0);
      expect(
        contentTexts(drawn)
          .map(({ data }) => data.replaceAll(/\s/g, ""))
          .join(""),
      ).toBe(plain);
      expect(drawn.querySelectorAll(".offer-controls").length).toBe(1);
      const shown = later(drawn);
      const next = later(page.draw(content.slice(0, from) + text + content.slice(to), []));
      // What reads the same is shown as it is written.
      if (next !== plain) expect(shown).toBe(next);
    }),
    { numRuns: 60 },
  );
});

test("law: whatever is offered, the text in force stands as it was and the presses stand once", () => {
  fc.assert(
    fc.property(markdownText, markdownText, fc.nat(), fc.nat(40), (content, text, at, cut) => {
      const from = at % (content.length + 1);
      const to = Math.min(content.length, from + cut);
      const plain = contentTexts(page.draw(content, [])).map(({ data }) => data);
      const drawn = page.draw(content, [offered(content, from, to, text)]);
      expect(
        contentTexts(drawn)
          .map(({ data }) => data)
          .join(""),
      ).toBe(plain.join(""));
      if (plain.length > 0) expect(drawn.querySelectorAll(".offer-controls").length).toBe(1);
    }),
    { numRuns: 60 },
  );
});

/** What an offered text must never become: anything that runs, loads or leads somewhere. */
function dangerIn(root: Element): string[] {
  return [...root.querySelectorAll(".offer *, .conflict *")].flatMap((element) => {
    const isWrong = /^(script|style|iframe|object|embed|link|base|form|img|video|audio|a|meta)$/i.test(element.tagName);
    const wrong = element.getAttributeNames().filter((name) => /^(on|href|src|xlink|style|action)/i.test(name));
    return isWrong ? [element.outerHTML] : wrong.map((name) => `${name} of ${element.tagName}`);
  });
}

test("nothing dangerous reaches the page from any offered text", () => {
  const content = `Some words.\n\n${TABLE}\n- item\n`;
  const places = [5, content.indexOf("0.1"), content.indexOf("item")];
  for (const [index, text] of attackStrings().entries()) {
    if (index % 41 !== 0) continue;
    for (const kind of ["suggestion", "conflict"] as const) {
      const from = places[index % places.length]!;
      page.draw(content, [offered(content, from, from + 3, text, { kind })]);
      expect(dangerIn(page.element), text).toEqual([]);
    }
  }
});
