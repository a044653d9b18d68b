import { expect, test } from "vitest";
import { parseMarkdown } from "./parse-markdown.ts";
import { printHtml } from "./print-html.ts";

const print = (markdown: string): string => printHtml(parseMarkdown(markdown)).replace(/\n/g, "");

test.each([
  ["HTML is text", "<script>alert(1)</script>", '<pre class="raw-html">&lt;script&gt;alert(1)&lt;/script&gt;</pre>'],
  ["HTML in a line is text", "a <b onclick='x'>", "<p>a &lt;b onclick='x'&gt;</p>"],
  ["a scheme that runs is no link", "[a](javascript:alert(1))", "<p>a</p>"],
  ["a scheme in disguise is no link", "[a](java&#x09;script:alert(1)) [b](&#1;javascript:x)", "<p>a b</p>"],
  ["data is no link", "[a](data:text/html,x)", "<p>a</p>"],
  ["vbscript and file are no links", "<vbscript:x> <file:///etc/passwd>", "<p>vbscript:x file:///etc/passwd</p>"],
  ["an address without a host is no link", "[a](https:///x) [b](http:\\\\x)", "<p>a b</p>"],
  ["a relative address is no link", "[a](/b) [c](d.md) [e](//f.g)", "<p>a c e</p>"],
  ["a place in the document is a link", "[a](#b)", '<p><a href="#b">a</a></p>'],
  ["mail is a link", "<a@b.c>", '<p><a href="mailto:a@b.c">a@b.c</a></p>'],
  [
    "quotes cannot leave an attribute",
    '[a](https://b.c/"x "t\\"u")',
    '<p><a href="https://b.c/%22x" title="t&quot;u">a</a></p>',
  ],
  [
    "an image's name cannot leave its attribute",
    '![a"b<c](https://d.e)',
    '<p><img src="https://d.e" alt="a&quot;b&lt;c" /></p>',
  ],
  ["a picture from elsewhere is its name", "![a](javascript:x) ![b](file:///c)", "<p>a b</p>"],
  ["a language cannot leave its class", '```a"b<c\n```', '<pre><code class="language-a&quot;b&lt;c"></code></pre>'],
  [
    "a loose list with a task",
    "- [x] a\n\n- b",
    '<ul><li><p><input type="checkbox" disabled="" checked="" /> a</p></li><li><p>b</p></li></ul>',
  ],
  ["a list that starts elsewhere", "7. a", '<ol start="7"><li>a</li></ol>'],
  [
    "a footnote that is referred to twice",
    "[^1] [^1]\n\n[^1]: x",
    '<p><sup id="footnote-ref-1"><a href="#footnote-1">1</a></sup> <sup id="footnote-ref-1-2"><a href="#footnote-1">1</a></sup></p><section class="footnotes"><ol><li id="footnote-1"><p>x</p><a href="#footnote-ref-1">↩</a></li></ol></section>',
  ],
  ["NUL", "a\0b", "<p>a\ufffdb</p>"],
])("%s", (_, markdown, html) => {
  expect(print(markdown)).toBe(html);
});
