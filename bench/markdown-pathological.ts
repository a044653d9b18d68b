/**
 * How long texts that make careless parsers hang take while they stream in: by character, by token, by line and by 1 kB.
 * Each is compared to plain words of the same length in the same pieces and in the same run, the worst first: all updates
 * together, and the dearest update against reading as many plain words at once. Nothing may cost more than 20 times as
 * much. `npx tsx bench/markdown-pathological.ts [file.json]`; the file holds `[{name, parts: [[text, count]]}]`.
 */
import { readFileSync } from "node:fs";
import { parseMarkdown } from "../src/core/markdown/parse-markdown.ts";
import { streamMarkdown } from "../src/core/markdown/stream-markdown.ts";
import { PATHOLOGICAL } from "../src/core/markdown/testing/pathological-texts.ts";
import { CUTS, plainWords } from "../src/core/markdown/testing/stream-work.ts";
import type { MarkdownDocument } from "../src/core/markdown/tree.ts";

interface Case {
  readonly name: string;
  readonly text: string;
}

const LARGE: readonly (readonly [name: string, ...parts: readonly (readonly [text: string, count: number])[]])[] = [
  ["nested brackets, 100 kB", ["[", 50_000], ["a", 1], ["]", 50_000]],
  ["half links, 200 kB", ["[a](", 50_000]],
  ["half titles, 140 kB", ['[a](b "', 20_000]],
  ["stars and letters, 150 kB", ["*a ", 50_000]],
  ["nested emphasis, 280 kB", ["*a **a ", 20_000], ["b** b* ", 20_000]],
  ["backticks, 150 kB", ["`a``b", 30_000]],
  ["half tags, 180 kB", ["<a b='", 30_000]],
  ["quotes in quotes, 100 kB", [">", 100_000]],
  ["blank lines in a deep list, 50 kB", ["+ ", 40], ["a", 1], ["\n", 50_000]],
  ["many items, 80 kB", ["- a\n", 20_000]],
  ["many rows, 80 kB", ["|a|\n|-|\n", 1], ["|b|\n", 20_000]],
  ["many definitions, 140 kB", ["[a]: b\n", 20_000]],
  ["footnotes, 80 kB", ["[^a]", 10_000], ["\n\n", 1], ["[^a]: b\n", 5000]],
  ["one long paragraph, 95 kB", ["word ", 19_000]],
  ["one line of 1 MB", ["word ", 200_000]],
];

const joined = (parts: readonly (readonly [text: string, count: number])[]): string =>
  parts.map(([part, count]) => part.repeat(count)).join("");
const own: readonly Case[] = [
  ...LARGE.map(([name, ...parts]) => ({ name, text: joined(parts) })),
  ...PATHOLOGICAL.map(([name, text]) => ({ name, text })),
];
const read = (path: string): readonly Case[] =>
  (
    JSON.parse(readFileSync(path, "utf8")) as {
      name: string;
      parts: readonly (readonly [text: string, count: number])[];
    }[]
  ).map(({ name, parts }) => ({ name, text: joined(parts) }));
const cases = process.argv[2] ? read(process.argv[2]) : own;

const UPDATES = 100;
const RUNS = 3;

/** Processor time in ms: what else the machine does is not counted. */
function cost(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The time of each update: the shortest of several runs, so that a collection of garbage is not counted as one's own. */
function updateTimes(text: string, ends: readonly number[]): readonly number[] {
  const times = ends.map(() => Number.POSITIVE_INFINITY);
  for (let run = 0; run < RUNS; run++) {
    let document: MarkdownDocument | null = null;
    for (const [i, end] of ends.entries()) {
      const next = text.slice(0, end);
      const time = cost(() => {
        document = streamMarkdown(document, next);
      });
      times[i] = Math.min(times[i]!, time);
    }
  }
  return times;
}

function atOnce(text: string): number {
  const times = Array.from({ length: RUNS }, () => cost(() => parseMarkdown(text)));
  return Math.min(...times);
}

/** All updates after the first piece, but for the dearest, which is told by itself. */
const restOf = (times: readonly number[]): number =>
  times.slice(1).reduce((all, time) => all + time, 0) - Math.max(...times.slice(1));

const rows: { ratio: number; line: string }[] = [];
for (const { name, text } of [{ name: "warm up", text: plainWords(50_000) }, ...cases]) {
  const plainText = plainWords(text.length);
  const plainOnce = atOnce(plainText);
  for (const [cut, endsOf] of CUTS) {
    const ends = endsOf(text, UPDATES);
    if (ends.length < 3) continue;
    const times = updateTimes(text, ends);
    const plain = updateTimes(plainText, ends);
    const all = restOf(times) / restOf(plain);
    const slowest = Math.max(...times.slice(1));
    const one = slowest / plainOnce;
    rows.push({
      ratio: Math.max(all, one),
      line: `| ${name} | ${text.length} | ${cut} | ${all.toFixed(1)} | ${one.toFixed(1)} | ${slowest.toFixed(2)} |`,
    });
  }
}
rows.sort((a, b) => b.ratio - a.ratio);
console.log(
  "| text | characters | pieces | all updates, times plain words | slowest, times plain words at once | slowest, ms |",
);
console.log("|---|--:|---|--:|--:|--:|");
for (const { line } of rows) console.log(line);
console.log(
  `\n${cases.length} texts in ${CUTS.length} cuts, at most ${rows[0]!.ratio.toFixed(1)} times as long as plain words.`,
);
