import fc from "fast-check";
import { expect, test } from "vitest";
import { cssReferences, replaceReferences } from "./css-references.ts";

const found = (css: string) => cssReferences(css).map(({ kind, reference }) => `${kind} ${reference}`);

test.each([
  ["a { background: url(a.png) }", ["url a.png"]],
  ["a { background: URL( 'a b.png' ) }", ["url a b.png"]],
  [`a { background: url("a).png"), url(b.png) }`, ["url a).png", "url b.png"]],
  ["a { background: url(a\\).png) }", ["url a).png"]],
  ["a { background: url(\\61 .png) }", ["url a.png"]],
  ["@import 'a.css';", ["sheet a.css"]],
  ["@IMPORT url(a.css) layer(x) screen;", ["sheet a.css"]],
  ['@import/* why */ url( "a.css" ) supports(background: url(b.png));', ["sheet a.css", "url b.png"]],
  ["@import 'a.css'; a { content: 'url(b.png)' }", ["sheet a.css"]],
  ["/* url(a.png) */ a { b: url(c.png) /* @import 'd' */ }", ["url c.png"]],
  ["a::before { content: \"@import 'a.css'; url(b.png)\" }", []],
  ["a { background: image-set('a.png' 1x, \"b.png\" type('image/png') 2x) }", ["url a.png", "url b.png"]],
  ["a { background: -webkit-image-set(url(a.png) 1x) }", ["url a.png"]],
  ["@namespace svg url(http://www.w3.org/2000/svg); a { fill: url(#b) }", ["url #b"]],
  ["@font-face { src: local('A'), url(a.woff2) format('woff2') }", ["url a.woff2"]],
  ["a { width: curl(a.png); b: xurl(c) }", []],
  ["a { background: url(a.png", ["url a.png"]],
  ["a { background: url('a.png", ["url a.png"]],
  ["@import 'a.css", ["sheet a.css"]],
  ["a { b: 'not closed\n; c: url(d.png) }", ["url d.png"]],
])("%s", (css, expected) => {
  expect(found(css)).toEqual(expected);
});

test("what was found is replaced in its place, and nothing else", () => {
  const css = `@import "a.css" screen; /* url(b) */ a { c: url(b.png) 1px, image-set("b.png" 1x) }`;
  const replaced = replaceReferences(
    css,
    cssReferences(css).map((place) => [place, `data:,${place.reference}`]),
  );
  expect(replaced).toBe(
    `@import "data:,a.css" screen; /* url(b) */ a { c: url("data:,b.png") 1px, image-set("data:,b.png" 1x) }`,
  );
});

test("whatever it is given, the places lie in the text, in order, and apart", () => {
  const piece = fc.constantFrom(
    "url(",
    "@import ",
    "'",
    '"',
    ")",
    "\\",
    "/*",
    "*/",
    "a.png",
    "\n",
    ";",
    "{",
    "image-set(",
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const css = pieces.join("");
      let last = 0;
      for (const { from, to } of cssReferences(css)) {
        expect(from).toBeGreaterThanOrEqual(last);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(css.length);
        last = to;
      }
    }),
  );
});
