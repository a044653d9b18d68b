/**
 * Why the engine is our own: marked, @lezer/markdown and ours on the same questions. `npx tsx bench/spike-parsers.ts`.
 * lezer gives a syntax tree and no rendering (no references resolved, no entities decoded), so that its exactness cannot be
 * measured by the standard's examples; its stream is measured without the fragments that an editor keeps for it.
 */
import { parser as commonmark, GFM } from "@lezer/markdown";
import { tests } from "commonmark-spec";
import { buildSync } from "esbuild";
import { marked } from "marked";
import { Engine } from "../src/core/markdown/engine.ts";
import { updateMarkdown } from "../src/core/markdown/incremental.ts";
import { parseMarkdown } from "../src/core/markdown/parse-markdown.ts";
import { printHtml } from "../src/core/markdown/print-html.ts";
import { ANY_LINK } from "../src/core/markdown/safe-links.ts";
import type { MarkdownDocument } from "../src/core/markdown/tree.ts";

const lezer = commonmark.configure(GFM);
const examples = tests.map(({ markdown, html }) => ({
  markdown: markdown.replaceAll("→", "\t"),
  html: html.replaceAll("→", "\t"),
}));

const passed = (print: (markdown: string) => string): number =>
  examples.filter(({ markdown, html }) => print(markdown).trim() === html.trim()).length;

const BLOCKS = [
  "## A heading with *some* marks\n\n",
  "A paragraph with **bold**, *italic*, `code` and a [link](https://example.com/page) that goes on for a while, as they do.\n\n",
  "- one item of a list\n- another, with `code`\n  - and one inside\n\n",
  "| a | b |\n|---|---|\n| cell | **cell** |\n\n",
  "```ts\nconst value = call(1);\n```\n\n",
  "> A quote of some words.\n\n",
];
const text = Array.from({ length: 2000 }, (_, i) => BLOCKS[(i * 7) % BLOCKS.length])
  .join("")
  .slice(0, 100_000);

function time(work: () => void, rounds = 10): number {
  for (let i = 0; i < 3; i++) work();
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const start = performance.now();
    work();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[rounds >> 1]!;
}

/** The whole stream in steps of 400 characters. */
function stream(update: (prefix: string) => void): number {
  const start = performance.now();
  for (let at = 400; at <= text.length; at += 400) update(text.slice(0, at));
  return performance.now() - start;
}

const size = (contents: string): number => {
  const built = buildSync({
    stdin: { contents, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
  });
  return built.outputFiles[0]!.contents.length;
};

const PATHS: readonly string[] = [
  "*a **a ".repeat(3000),
  "[a](".repeat(5000),
  "<!--".repeat(5000),
  ">".repeat(3000),
  "*a_ ".repeat(5000),
  "`a``b".repeat(3000),
];
const slowest = (parse: (markdown: string) => void): string =>
  Math.max(
    ...PATHS.map((path) => {
      const start = performance.now();
      try {
        parse(path);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        return Number.POSITIVE_INFINITY;
      }
      return performance.now() - start;
    }),
  ).toFixed(0);

let document: MarkdownDocument | null = null;
const rows = [
  [
    "marked",
    passed((markdown) => marked.parse(markdown, { async: false })),
    "no",
    time(() => marked.parse(text, { async: false })),
    stream((prefix) => marked.parse(prefix, { async: false })),
    slowest((path) => marked.parse(path, { async: false })),
    size('export { marked } from "marked"'),
  ],
  [
    "@lezer/markdown",
    "–",
    "yes",
    time(() => lezer.parse(text)),
    stream((prefix) => lezer.parse(prefix)),
    slowest((path) => lezer.parse(path)),
    size('export { parser, GFM } from "@lezer/markdown"'),
  ],
  [
    "ours",
    passed((markdown) => printHtml(new Engine(ANY_LINK).update(markdown), { trustHtml: true })),
    "yes",
    time(() => parseMarkdown(text)),
    stream((prefix) => {
      document = updateMarkdown(document, prefix);
    }),
    slowest((path) => parseMarkdown(path)),
    size(
      'export { updateMarkdown } from "../src/core/markdown/incremental.ts"; export { streamMarkdown } from "../src/core/markdown/stream-markdown.ts"; export { printHtml } from "../src/core/markdown/print-html.ts"',
    ),
  ],
] as const;

console.log(
  "| parser | CommonMark examples of 652 | positions | 100 KB at once, ms | 100 KB in 250 steps, ms | worst of 6 hostile texts, ms | minified bytes |\n|---|--:|---|--:|--:|--:|--:|",
);
for (const [name, exact, positions, once, grown, worst, bytes] of rows) {
  console.log(`| ${name} | ${exact} | ${positions} | ${once.toFixed(1)} | ${grown.toFixed(0)} | ${worst} | ${bytes} |`);
}
