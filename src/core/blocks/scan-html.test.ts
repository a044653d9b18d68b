import { describe, expect, test } from "vitest";
import { blockCode, blockData } from "./block-code.ts";
import { blockTitle } from "./block-title.ts";

const DATA = `<script type="application/json" id="page-data">`;
const dataOf = (html: string) => blockData(html).map(({ id, text }) => (id === null ? text : `${id}: ${text}`));

describe("what is data", () => {
  test.each([
    ["the text of a data element", `${DATA}{"a":1}</script>`, ['page-data: {"a":1}']],
    ["every one, in order", `${DATA}1</script><p><script type='application/json'>2</script>`, ["page-data: 1", "2"]],
    [
      "what looks like tags in it",
      `${DATA}["<b>", "</p>", "<script"]</script>`,
      ['page-data: ["<b>", "</p>", "<script"]'],
    ],
    [
      "behind other scripts, styles and titles",
      `<title>a</title><style>b{}</style><script>c</script>${DATA}1</script>`,
      ["page-data: 1"],
    ],
    ["behind a comment and a doctype", `<!doctype html><!-- ${DATA} -->${DATA}1</script>`, ["page-data: 1"]],
    ["behind a quote that holds a tag", `<p title="<script>">${DATA}1</script>`, ["page-data: 1"]],
    ["behind a drawing", `<svg viewBox="0 0 1 1"><g><path d="M0 0"/></g></svg>${DATA}1</script>`, ["page-data: 1"]],
    ["behind a sign that is no tag", `a < b ${DATA}1</script>`, ["page-data: 1"]],
    ["an end tag with space", `${DATA}1</SCRIPT\n>`, ["page-data: 1"]],
  ])("%s", (_, html, expected) => {
    expect(dataOf(html)).toEqual(expected);
  });
});

describe("what counts as code", () => {
  test.each([
    ["a script", "<script>1</script>"],
    ["a script of another type", `<script type="text/javascript">1</script>`],
    ["import maps", `<script type="importmap">{}</script>`],
    ["rules for prefetching", `<script type="speculationrules">{}</script>`],
    ["a type that is given twice", `<script type="application/json" type="module">1</script>`],
    ["a type that is given twice, the other first", `<script type="module" type="application/json">1</script>`],
    ["a type with an entity", `<script type="application&#47;json">1</script>`],
    ["a type with a parameter", `<script type="application/json;x">1</script>`],
    ["a type in capitals", `<script TYPE="application/json">1</script>`],
    ["a type without quotes", `<script type=application/json>1</script>`],
    ["data with a source", `<script type="application/json" src="x">1</script>`],
    ["data with a handler", `<script type="application/json" onload="x()">1</script>`],
    ["data with a slash in the tag", `<script type="application/json"/>1</script>`],
    ["data without a space between attributes", `<script type="application/json"id="a">1</script>`],
    ["data that begins a comment", `${DATA}"<!--"</script>`],
    ["data that never ends", `${DATA}1`],
    ["data whose end has attributes", `${DATA}1</script a>`],
    ["data whose end closes itself", `${DATA}1</script/>`],
    ["what is in a script", `<script>"${DATA}1<\\/script>"</script>`],
    ["what is in a style", `<style>${DATA}1</style>`],
    ["what is in a text field", `<textarea>${DATA}1</script></textarea>`],
    ["what is in a comment", `<!-- ${DATA}1</script> -->`],
    ["what is in an attribute", `<p title='${DATA.replaceAll('"', "")}1</script>'>`],
    ["what is behind a script that begins a comment", `<script>a<!-- <script></script>${DATA}1</script>`],
    ["what is behind a comment that ends at once", `<!-->${DATA}1</script>-->`],
    ["what is behind a comment that ends oddly", `<!-- --!>${DATA}1</script>-->`],
    ["what is behind a question mark", `<?x>${DATA}1</script>`],
    ["what is behind a declaration", `<![CDATA[>${DATA}1</script>]]>`],
    ["what is behind an end tag without a name", `</ x>${DATA}1</script>`],
    ["what is in a drawing", `<svg>${DATA}<img src=x onerror=x()></script></svg>`],
    ["what is behind a drawing with HTML in it", `<svg><foreignObject><p></svg></p></foreignObject>${DATA}1</script>`],
    ["what is behind a drawing with a style in it", `<svg><style><script></style></svg>${DATA}1</script>`],
    ["what is behind a formula", `<math><mtext></math>${DATA}1</script>`],
    ["what is behind frames", `<frameset>${DATA}<frame src="javascript:x()"></script>`],
    [
      "what is behind a template, which drops tags",
      `<template><col><style><script></style>${DATA}</template><img onerror=x()></script>`,
    ],
    ["what is behind a style in a list of choices", `<select><style><script></style>${DATA}x()</script>`],
    ["what is behind text for browsers without scripts", `<noscript>${DATA}1</script></noscript>`],
    ["what is behind plain text", `<plaintext>${DATA}1</script>`],
    ["what is behind a tag that never ends", `<p title="${DATA.replaceAll('"', "")}1</script>`],
  ])("%s", (_, html) => {
    expect(blockData(html)).toEqual([]);
    expect(blockCode(html)).toBe(`0\n${html}`);
  });

  test("a block of other data has the same code, and one of other code has not", () => {
    const block = (data: string, code = "draw()") => `${DATA}${data}</script><script>${code}</script>`;
    expect(blockCode(block("[1]"))).toBe(blockCode(block('{"b":"<img onerror=x()>"}')));
    expect(blockCode(block("[1]"))).not.toBe(blockCode(block("[1]", "draw2()")));
    expect(blockCode(block("</script><script>x()"))).not.toBe(blockCode(block("")));
    expect(blockCode(block("<!--"))).not.toBe(blockCode(block("")));
    expect(blockCode(`${DATA}</script>`)).not.toBe(blockCode(`<script type="application/json" id="b"></script>`));
  });

  test("a long text is read in time", () => {
    for (const part of ["<", "<p ", "<!--", `<p a="`, "<script>", "</", "<svg>", `${DATA}</script>`, "<!-- -->", "&"]) {
      expect(blockData(part.repeat(20_000)).length).toBeLessThanOrEqual(20_000);
    }
  });
});

test.each([
  ["its title", "<h1>No</h1><title>Open pull\n requests</title>", "Open pull requests"],
  ["its first heading", "<p>a</p><h2>The <b>big</b> &amp; small</h2><h1>b</h1>", "The big & small"],
  ["a heading where the title is empty", "<title> </title><h3>Yes</h3>", "Yes"],
  ["nothing", "<p>a</p>", null],
  ["no title in a script", "<script>'<title>a</title>'</script>", null],
  ["tags in a title as text", "<title><b>x</b></title>", "<b>x</b>"],
  ["a long title, cut", `<title>${"a".repeat(200)}</title>`, `${"a".repeat(119)}…`],
  ["no control characters", "<title>a\u0000\u001bb</title>", "a b"],
])("a block is called by %s", (_, html, title) => {
  expect(blockTitle(html)).toBe(title);
});
