import { tests as written } from "commonmark-spec";
import { expect, test } from "vitest";
import { Engine } from "./engine.ts";
import { printHtml } from "./print-html.ts";
import { ANY_LINK } from "./safe-links.ts";

/** With every address and raw HTML let through, only what GFM adds makes a difference. The reasons: DEVIATIONS.md. */
const DIFFERENT = [608, 611, 612];

/** The package shows a tab as an arrow. */
const tests = written.map(({ number, markdown, html }) => ({
  number,
  markdown: markdown.replaceAll("→", "\t"),
  html: html.replaceAll("→", "\t"),
}));

const print = (markdown: string): string => printHtml(new Engine(ANY_LINK).update(markdown), { trustHtml: true });

test("every example of CommonMark 0.31 but the listed ones prints as the standard says", () => {
  const different = tests.filter((example) => print(example.markdown) !== example.html);
  expect(tests.length).toBe(652);
  expect(different.map((example) => example.number)).toEqual(DIFFERENT);
});
