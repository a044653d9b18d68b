// @vitest-environment happy-dom
import { tests as examples } from "commonmark-spec";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPreview, type PreviewView } from "./preview-view.ts";
import { contentTexts } from "./text-map.ts";

let container: HTMLElement;
let view: PreviewView;
beforeEach(() => {
  container = document.createElement("div");
  document.body.append(container);
  view = createPreview(container, { onOpenLink: () => undefined });
});
afterEach(() => {
  view.destroy();
  container.remove();
});
const show = (text: string) => view.update(text, { streaming: false });
const shownOf = (from: number, to: number) => view.rangesOf(from, to).map(String).join("");

const GFM = [
  "| a | b |\n|:-:|--:|\n| c \\| d | **e** `f\\|g` |\n| &amp; | ~~h~~ |\n",
  "- [ ] one\n- [x] two *three*\n\n  > four\n  > ```js\n  > let a = `x\n  > y`; // five\n  > ```\n",
  "www.example.com/a and b@example.com[^1]\n\n[^1]: a note\n    with two lines\n",
  "---\ntitle: a\n---\n\n# Head *line* #\n\n![alt &copy; text](https://example.com/a.png)\n",
  "a<br>b <kbd>c &amp; d</kbd> <sub>e\nf</sub> <mark>*g*</mark> <!-- h --> i\n\n<!--\nj\n-->\n\n| k<br>l |\n|---|\n",
  "<details>\n<summary>a *b*</summary>\n\n> [!TIP]\n> c\n\n</details>\n\n<details open>\n\nd\n\n<summary>e</summary>\n",
  "a\r\nb  \r\nc\r\n\r\n\tcode\r\n\tmore\r\n\r\n<div>\r\nhtml\r\n</div>\r\n",
];
const TEXTS = [...examples.map((example) => example.markdown.replaceAll("→", "\t")), ...GFM];

test("every text node of every example maps to a source range that renders to it", () => {
  for (const text of TEXTS) {
    show(text);
    for (const node of contentTexts(container)) {
      const from = view.sourceOf(node, 0);
      expect(from, text).not.toBeNull();
      // Its own ranges, found from the source of its first and last characters, cover it.
      const to = endOf(node);
      const covered = view.rangesOf(from!, to).filter((found) => found.startContainer === node);
      expect(covered.map(String).join(""), `${JSON.stringify(text)} at ${from}–${to}`).toBe(node.data);
    }
  }
});

test("what is selected comes back from its source: rendered → source → rendered", () => {
  fc.assert(
    fc.property(fc.constantFrom(...TEXTS), fc.nat(), fc.nat(), fc.nat(), fc.nat(), (text, n, m, a, b) => {
      show(text);
      const nodes = contentTexts(container);
      if (nodes.length === 0) return;
      const [first, last] = [
        Math.min(n % nodes.length, m % nodes.length),
        Math.max(n % nodes.length, m % nodes.length),
      ];
      const [one, other] = [nodes[first]!, nodes[last]!];
      const start = a % one.length;
      const end = first === last ? start + 1 + (b % (one.length - start)) : 1 + (b % other.length);
      select([one, start], [other, end]);
      const span = view.selection()!;
      const wanted =
        first === last
          ? one.data.slice(start, end)
          : one.data.slice(start) +
            nodes
              .slice(first + 1, last)
              .map((node) => node.data)
              .join("") +
            other.data.slice(0, end);
      // What cannot be cut in the source, an entity or an escape, comes back whole.
      expect(shownOf(span.from, span.to), JSON.stringify(text)).toContain(wanted);
    }),
    { numRuns: 600 },
  );
});

describe("ranges and places", () => {
  test.each([
    ["through emphasis and links", "a **b [c](https://e.com) d** e", "b [c](https://e.com) d", "b c d"],
    ["through entities", "x &amp;&copy; y", "&amp;&copy;", "&©"],
    ["part of an entity is all of it", "x &amp; y", "am", "&"],
    ["through escapes", "x \\*y\\* z", "\\*y\\*", "*y*"],
    ["in a table", "| a | b |\n|---|---|\n| one | two |\n", "one | two", "onetwo"],
    ["in code, through its colours", '```js\nconst a = "b";\n```\n', 'const a = "b"', 'const a = "b"'],
    ["in a nested list and quote", "- a\n  > - bcd\n", "bc", "bc"],
    ["after text that grew", `${"x ".repeat(20)}\n\nsecond *part*\n`, "second *part*", "second part"],
  ])("%s", (_, text, source, shown) => {
    show("before");
    show(text);
    const from = text.indexOf(source);
    expect(shownOf(from, from + source.length)).toBe(shown);
  });

  test.each([
    ["a table", "First words.\n\n| a | b |\n|---|---|\n| c | d |\n"],
    ["a list", "First words.\n\n- a\n- b\n"],
    ["code", "First words.\n\n```ts\nlet a = 1;\n```\n"],
    ["a paragraph", "First words.\n\nMore.\n"],
  ])("a triple click before %s holds the paragraph alone", (_, source) => {
    show(source);
    const texts = contentTexts(container);
    const next = texts.find((text) => text.data !== "First words.")!;
    select([texts[0]!, 0], [next, 0]);
    expect(view.selection()).toEqual({ from: 0, to: "First words.".length });
  });

  test("the selection is the source of what is selected", () => {
    const text = "# One\n\ntwo **three** four\n\n- five\n- six\n";
    show(text);
    const texts = contentTexts(container);
    const selected = (from: [Node, number], to: [Node, number]) => {
      select(from, to);
      const span = view.selection();
      return span && text.slice(span.from, span.to);
    };
    const [one, two, three, , five] = texts as [Text, Text, Text, Text, Text];
    expect(selected([two, 1], [three, 2])).toBe("wo **th");
    expect(selected([one, 0], [five, 4])).toBe("One\n\ntwo **three** four\n\n- five");
    expect(selected([three.parentNode!, 0], [three.parentNode!, 1])).toBe("three");
    expect(selected([container, 0], [container, 1])).toBe("One\n\ntwo **three** four\n\n- five\n- six");
    expect(selected([two, 1], [two, 1])).toBeNull();
  });

  test("a place in our own labels is the nearest place of the text", () => {
    show("```js\ncode\n```\n");
    const label = container.querySelector(".preview-code-language")!.firstChild!;
    expect(view.sourceOf(label, 1)).toBe(6);
    expect(view.sourceOf(document.body, 0)).toBeNull();
  });

  test("the smallest block at an offset", () => {
    const text = "# H\n\n- one\n- two\n\n```js\na\nb\n```\n";
    show(text);
    const at = (source: string) => view.elementAt(text.indexOf(source))?.textContent;
    expect(at("H")).toBe("H");
    expect(at("two")).toBe("two");
    expect(at("b\n")).toBe("b");
    expect(view.elementAt(text.length + 100)?.textContent).toBe("b");
  });

  test("an empty document has no places", () => {
    show("");
    expect(view.elementAt(0)).toBeNull();
    expect(view.rangesOf(0, 10)).toEqual([]);
    expect(view.topOffset()).toBe(0);
    view.scrollTo(5);
  });
});

function endOf(node: Text): number {
  select([node, 0], [node, node.length]);
  return view.selection()!.to;
}

function select(from: [Node, number], to: [Node, number]): void {
  const selection = document.getSelection()!;
  selection.removeAllRanges();
  const range = document.createRange();
  range.setStart(...from);
  range.setEnd(...to);
  selection.addRange(range);
}
