import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Engine } from "./engine.ts";
import { parseMarkdown } from "./parse-markdown.ts";
import { printHtml } from "./print-html.ts";
import { ANY_LINK } from "./safe-links.ts";
import { EXAMPLES } from "./testing/random-markdown.ts";

/** The numbers that DEVIATIONS.md lists under a heading; under all of its first part without one. */
function listed(heading = ""): readonly number[] {
  const page = readFileSync(new URL("./DEVIATIONS.md", import.meta.url), "utf8").split(
    "\n# Where it differs from GFM",
  )[0]!;
  const sections = page.split("\n## ").slice(1);
  return sections
    .filter((section) => section.startsWith(heading))
    .flatMap((section) => [...section.matchAll(/^\d[\d,\s]*$/gm)])
    .flatMap((lines) => lines[0].split(",").map(Number))
    .filter((number) => number > 0)
    .sort((a, b) => a - b);
}

const different = (print: (markdown: string) => string): readonly number[] =>
  EXAMPLES.filter((example) => print(example.markdown) !== example.html).map((example) => example.number);

test("with everything let through, only what GFM adds differs from CommonMark", () => {
  expect(EXAMPLES.length).toBe(652);
  const print = (markdown: string): string => printHtml(new Engine(ANY_LINK).update(markdown), { trustHtml: true });
  expect(different(print)).toEqual(listed("What GFM adds"));
});

test("exactly the examples of DEVIATIONS.md print otherwise than CommonMark says", () => {
  expect(different((markdown) => printHtml(parseMarkdown(markdown)))).toEqual(listed());
});
