import { marked } from "marked";
import { expect, test } from "vitest";
import { Engine } from "./engine.ts";
import { printHtml } from "./print-html.ts";
import { ANY_LINK } from "./safe-links.ts";

const print = (markdown: string): string =>
  printHtml(new Engine(ANY_LINK).update(markdown), { trustHtml: true }).replace(/\n+/g, "").trim();

test.each([
  [
    "a table with every alignment",
    "|a|b|c|d|\n|-|:-|-:|:-:|\n|1|2|3|4|",
    '<table><thead><tr><th>a</th><th align="left">b</th><th align="right">c</th><th align="center">d</th></tr></thead><tbody><tr><td>1</td><td align="left">2</td><td align="right">3</td><td align="center">4</td></tr></tbody></table>',
  ],
  [
    "a table without outer pipes",
    "a | b\n- | -\n1 | 2",
    "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
  ],
  [
    "short and long rows",
    "|a|b|\n|-|-|\n|1|\n|1|2|3|",
    "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td></td></tr><tr><td>1</td><td>2</td></tr></tbody></table>",
  ],
  ["no table where the columns differ", "|a|b|\n|-|\n|1|", "<p>|a|b||-||1|</p>"],
  [
    "text before a table's head stays a paragraph",
    "x\n|a|\n|-|",
    "<p>x</p><table><thead><tr><th>a</th></tr></thead></table>",
  ],
  [
    "a table ends at a blank line",
    "|a|\n|-|\n|1|\n\nx",
    "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table><p>x</p>",
  ],
  ["a table ends at another block", "|a|\n|-|\n# x", "<table><thead><tr><th>a</th></tr></thead></table><h1>x</h1>"],
  [
    "any other line is a row",
    "|a|\n|-|\nx",
    "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>x</td></tr></tbody></table>",
  ],
  [
    "marks inside cells",
    "|*a*|\n|-|\n|`b`|",
    "<table><thead><tr><th><em>a</em></th></tr></thead><tbody><tr><td><code>b</code></td></tr></tbody></table>",
  ],
  ["an underline is no delimiter row", "a\n---", "<h2>a</h2>"],
  [
    "a table in an item",
    "- |a|\n  |-|\n  |1|",
    "<ul><li><table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table></li></ul>",
  ],
  [
    "tasks",
    "- [ ] a\n- [x] b\n- [X] c\n- [y] d",
    '<ul><li><input type="checkbox" disabled="" /> a</li><li><input type="checkbox" disabled="" checked="" /> b</li><li><input type="checkbox" disabled="" checked="" /> c</li><li>[y] d</li></ul>',
  ],
  ["an empty box is text", "- [ ]", "<ul><li>[ ]</li></ul>"],
  ["a box needs a space after it", "- [x]a", "<ul><li>[x]a</li></ul>"],
  ["strikethrough by one or two", "~a~ ~~b~~ ~~~c~~~ ~~d~", "<p><del>a</del> <del>b</del> ~~~c~~~ ~~d~</p>"],
  ["strikethrough around emphasis", "~~*a* b~~", "<p><del><em>a</em> b</del></p>"],
  ["a bare address", "see https://a.b/c?d=e, ok", '<p>see <a href="https://a.b/c?d=e">https://a.b/c?d=e</a>, ok</p>'],
  ["a bare www", "(www.a.b/c)", '<p>(<a href="http://www.a.b/c">www.a.b/c</a>)</p>'],
  [
    "a bare mail address with underscores",
    "write a_b.c@d.ef!",
    '<p>write <a href="mailto:a_b.c@d.ef">a_b.c@d.ef</a>!</p>',
  ],
  [
    "an address inside a link is its text",
    "[https://a.b](https://c.d)",
    '<p><a href="https://c.d">https://a.b</a></p>',
  ],
  ["no address inside a word or code", "xhttps://a.b `https://c.d`", "<p>xhttps://a.b <code>https://c.d</code></p>"],
  [
    "a footnote",
    "a[^n]\n\n[^n]: b",
    '<p>a<sup id="footnote-ref-1"><a href="#footnote-1">1</a></sup></p><section class="footnotes"><ol><li id="footnote-1"><p>b</p><a href="#footnote-ref-1">↩</a></li></ol></section>',
  ],
  [
    "a footnote of several blocks",
    "[^n]\n\n[^n]: a\n\n    b\n\nc",
    '<p><sup id="footnote-ref-1"><a href="#footnote-1">1</a></sup></p><p>c</p><section class="footnotes"><ol><li id="footnote-1"><p>a</p><p>b</p><a href="#footnote-ref-1">↩</a></li></ol></section>',
  ],
  ["a reference to nothing is text", "a[^n]", "<p>a[^n]</p>"],
  ["front matter", "---\na: b\n---\nc", '<pre class="front-matter">a: b</pre><p>c</p>'],
  ["a rule is no front matter", "---\nFoo\n---", "<hr /><h2>Foo</h2>"],
])("%s", (_, markdown, html) => {
  expect(print(markdown)).toBe(html);
});

const normal = (html: string): string =>
  html
    .replaceAll("&#39;", "'")
    .replace(/<input ([^>]*)>/g, (_, attributes: string) => (attributes.includes("checked") ? "[x]" : "[ ]"))
    .replace(/\[([ x])\]\s+/g, "[$1] ")
    .replace(/<(br|hr|img)([^>]*?)\s*\/?>/g, "<$1$2>")
    .replace(/>\s+</g, "><")
    .replace(/\s+/g, " ")
    .replace(/ ?(<\/?(?:li|ul|ol|p|pre|blockquote|table|thead|tbody|tr|t[dh][^>]*|h\d|hr)>) ?/g, "$1")
    .trim();

/** A document as models write them, from a seed. */
function writtenDocument(seed: number): string {
  let state = seed;
  const pick = (count: number): number => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * count);
  };
  const list = "plan draft *soft* **strong** `call()` ~~old~~ [link](https://example.com/a) text words of a line".split(
    " ",
  );
  const words = (count: number): string => Array.from({ length: count }, () => list[pick(list.length)]).join(" ");
  const block = (): string => {
    switch (pick(8)) {
      case 0:
        return `${"#".repeat(1 + pick(4))} ${words(3)}`;
      case 1:
        return Array.from({ length: 3 }, () => `- ${words(4)}`).join("\n");
      case 2:
        return `1. ${words(3)}\n2. ${words(3)}\n   - ${words(2)}\n   - ${words(2)}`;
      case 3:
        return `| ${words(1)} | ${words(2)} |\n|:---|---|\n| ${words(2)} | ${words(1)} |`;
      case 4:
        return `\`\`\`js\nconst a = "${pick(100)}" < 5 && b;\n\n  // ${words(3)}\n\`\`\``;
      case 5:
        return `> ${words(6)}\n> ${words(4)}`;
      case 6:
        return `- [ ] ${words(3)}\n- [x] ${words(3)}`;
      default:
        return `${words(10)}\n${words(8)}`;
    }
  };
  return Array.from({ length: 12 }, block).join("\n\n");
}

test("documents as models write them print as marked prints them", () => {
  for (let seed = 1; seed <= 25; seed++) {
    const markdown = writtenDocument(seed);
    const theirs = marked.parse(markdown, { async: false });
    expect(normal(printHtml(new Engine(ANY_LINK).update(markdown))), markdown).toBe(normal(theirs));
  }
});
