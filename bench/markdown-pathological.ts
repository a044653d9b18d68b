/**
 * How long the engine takes on texts that make careless parsers hang: read at once, after an edit at the end, and while
 * they stream in (the longest single update), and how often as long as plain words of the same length in the same run.
 * `npx tsx bench/markdown-pathological.ts [file.json]`; the file holds `[{name, parts: [[text, count]]}]`.
 */
import { readFileSync } from "node:fs";
import { updateMarkdown } from "../src/core/markdown/incremental.ts";
import { parseMarkdown } from "../src/core/markdown/parse-markdown.ts";
import { streamMarkdown } from "../src/core/markdown/stream-markdown.ts";
import { PATHOLOGICAL } from "../src/core/markdown/testing/pathological-texts.ts";
import type { MarkdownDocument } from "../src/core/markdown/tree.ts";

interface Case {
  readonly name: string;
  readonly parts: readonly (readonly [text: string, count: number])[];
}

const OWN: readonly Case[] = [
  { name: "open brackets", parts: [["[", 50_000]] },
  {
    name: "nested brackets",
    parts: [
      ["[", 50_000],
      ["a", 1],
      ["]", 50_000],
    ],
  },
  { name: "half links", parts: [["[a](", 50_000]] },
  { name: "half titles", parts: [['[a](b "', 20_000]] },
  { name: "stars and letters", parts: [["*a ", 50_000]] },
  { name: "closing stars", parts: [["a* ", 50_000]] },
  {
    name: "nested emphasis",
    parts: [
      ["*a **a ", 20_000],
      ["b** b* ", 20_000],
    ],
  },
  { name: "mixed delimiters", parts: [["*_~~a", 30_000]] },
  { name: "backticks", parts: [["`a``b", 30_000]] },
  { name: "half tags", parts: [["<a b='", 30_000]] },
  { name: "half comments", parts: [["a <!-- ", 30_000]] },
  { name: "at signs", parts: [["a@", 50_000]] },
  { name: "quotes in quotes", parts: [[">", 100_000]] },
  { name: "lists in lists", parts: [["+ ", 50_000]] },
  { name: "many items", parts: [["- a\n", 20_000]] },
  {
    name: "blank lines in a deep list",
    parts: [
      ["+ ", 40],
      ["a", 1],
      ["\n", 50_000],
    ],
  },
  {
    name: "many rows",
    parts: [
      ["|a|\n|-|\n", 1],
      ["|b|\n", 20_000],
    ],
  },
  { name: "many definitions", parts: [["[a]: b\n", 20_000]] },
  { name: "lines that may be definitions", parts: [["[a\n", 30_000]] },
  {
    name: "footnotes",
    parts: [
      ["[^a]", 10_000],
      ["\n\n", 1],
      ["[^a]: b\n", 5000],
    ],
  },
  { name: "one long paragraph", parts: [["word ", 19_000]] },
];

const file = process.argv[2];
const cases: readonly Case[] = file ? JSON.parse(readFileSync(file, "utf8")) : OWN;

/** Processor time in ms: what else the machine does is not counted. */
function cost(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

type Update = (previous: MarkdownDocument | null, text: string) => MarkdownDocument;

/** The longest update while the last tenth of a text arrives in steps of 60 characters, at most 200 of them. */
function slowestUpdate(text: string, update: Update): number {
  const steps = Math.min(200, Math.max(1, Math.floor(text.length / 600)));
  let document: MarkdownDocument = parseMarkdown(text.slice(0, text.length - steps * 60));
  let slowest = 0;
  for (let step = steps - 1; step >= 0; step--) {
    const next = text.slice(0, text.length - step * 60);
    slowest = Math.max(
      slowest,
      cost(() => {
        document = update(document, next);
      }),
    );
  }
  return slowest;
}

parseMarkdown("# warm *up*\n\n- `a` [b](c)\n\n| a |\n|---|\n| b |\n".repeat(500));
let worst = 0;
const own = PATHOLOGICAL.map(([name, text]) => ({ name, text }));
const texts = cases.map(({ name, parts }) => ({
  name,
  text: parts.map(([part, count]) => part.repeat(count)).join(""),
}));
/** Paragraphs of a few lines, as people write. */
const plainWords = (length: number): string =>
  "Some plain words of a text that people write, one after the other.\n\n".repeat(length / 60 + 1).slice(0, length);

let worstRatio = 0;
console.log(
  "| text | characters | at once, ms | slowest update, ms | slowest streamed, ms | plain words, ms | shown as |",
);
console.log("|---|--:|--:|--:|--:|--:|---|");
for (const { name, text } of file ? texts : [...texts, ...own]) {
  const once = cost(() => {
    parseMarkdown(text);
  });
  const update = slowestUpdate(text, updateMarkdown);
  const streamed = slowestUpdate(text, streamMarkdown);
  // Below a millisecond a clock says nothing.
  const plain = Math.max(1, slowestUpdate(plainWords(text.length), streamMarkdown));
  worst = Math.max(worst, once, update, streamed);
  worstRatio = Math.max(worstRatio, streamed / plain);
  const first = parseMarkdown(text).blocks[0]?.node;
  const shown = first?.type === "plain" ? `plain: ${first.reason}` : (first?.type ?? "nothing");
  console.log(
    `| ${name} | ${text.length} | ${once.toFixed(1)} | ${update.toFixed(1)} | ${streamed.toFixed(1)} | ${plain.toFixed(1)} | ${shown} |`,
  );
}
console.log(
  `\n${file ? texts.length : texts.length + own.length} texts, the worst takes ${worst.toFixed(1)} ms; streamed at most ${worstRatio.toFixed(1)} times as long as plain words.`,
);
