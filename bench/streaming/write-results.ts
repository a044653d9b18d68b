import { readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import type { Result } from "./figures.ts";
import { goalsOf } from "./goals.ts";

export interface RunFacts {
  readonly isQuick: boolean;
  readonly seconds: number;
  readonly date: Date;
  readonly browser: string;
}

/** Where the section about the tools begins, which bench/tools.ts writes. */
const TOOLS = "\n# Tools on 5 MB";

/** Writes bench/RESULTS.md from one run: goals first, then a table for each document. What is there about the tools stays. */
export async function writeResults(results: readonly Result[], run: RunFacts): Promise<void> {
  const documents = [...new Set(results.map((result) => result.document))];
  const text = [
    "# Streaming benchmark",
    "",
    `${run.date.toISOString().slice(0, 10)}, \`npm run bench${run.isQuick ? " -- --quick" : ""}\`, ${Math.round(run.seconds)} s; ${run.browser}, Node ${process.versions.node}, ${cpus().length} cores of ${cpus()[0]?.model ?? "an unknown make"}.`,
    "",
    ...HOW,
    "",
    "## Goals",
    "",
    "| goal | reached | |",
    "|---|---|---|",
    ...goalsOf(results).map((goal) => `| ${goal.what} | ${goal.figure} | ${goal.isReached ? "yes" : "**no**"} |`),
    "",
    ...documents.flatMap((name) => tableOf(name, results)),
    ...failuresOf(results),
  ].join("\n");
  const file = join(import.meta.dirname, "../RESULTS.md");
  const before = await readFile(file, "utf8");
  const at = before.indexOf(TOOLS);
  await writeFile(file, `${text.trimEnd()}\n${at < 0 ? "" : before.slice(at)}`);
}

const HOW = [
  "Every renderer gets the same growing texts, an update whenever the text grew by 20 to 60 characters, and shows each update at once.",
  "*script* and *with layout* are processor time of the page's main thread for the whole stream, in milliseconds; style and layout are forced",
  "after every update, and what the benchmark itself costs (measured with a renderer that does nothing) is taken off those that were timed over the whole stream, not off those marked ~. p50, p95 and max are milliseconds of script per update by the clock, so they include what the machine took away. *growth* is the",
  "mean of the last tenth of the updates against the first, without the slowest tenth of each. *nodes* is DOM nodes added over the stream for each node",
  "of the final page. *exact* compares the page with a fresh render of the same text by the same renderer, after the updates counted beside it.",
  "Four of the slow peers run only on three documents. A renderer marked ~ would take minutes: it was timed in windows of consecutive updates spread over the stream, and the totals are its mean times the number",
  "of updates. Ours is the widget's own preview with highlighting, caret and positions; nothing is left out for the benchmark but the wait for the next frame.",
];

function tableOf(name: string, results: readonly Result[]): string[] {
  const rows = results.filter((result) => result.document === name && result.figures);
  const plain = rows.find((row) => row.renderer === "plain design")?.figures;
  const ours = rows.find((row) => row.renderer === "ours")?.figures;
  if (!ours) return [];
  return [
    `## ${name}, ${ours.updates} updates`,
    "",
    "| renderer | script | with layout | script against ours | plain design is slower by | p50 | p95 | max | growth | nodes | exact | heap MB |",
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|--:|",
    ...rows.map(({ renderer, figures, exactness }) => {
      const { script, withLayout, p50, p95, max, growth, heapBytes, timed, updates } = figures!;
      const cells = [
        timed < updates ? `~ ${renderer}` : renderer,
        short(script),
        short(withLayout),
        `${short(script / ours.script)} ×`,
        plain ? `${short(plain.script / script)} ×` : "",
        short(p50),
        short(p95),
        short(max),
        short(growth),
        exactness && timed === updates ? short(exactness.nodesAdded / exactness.nodesFinal) : "",
        exactness
          ? exactness.unequal === 0
            ? `${exactness.checked} of ${exactness.checked}`
            : `${exactness.checked - exactness.unequal} of ${exactness.checked}`
          : "",
        (heapBytes / 1e6).toFixed(1),
      ];
      return `| ${cells.join(" | ")} |`;
    }),
    "",
  ];
}

function failuresOf(results: readonly Result[]): string[] {
  const failed = results.filter((result) => result.failure);
  if (failed.length === 0) return [];
  return [
    "## Could not be measured",
    "",
    ...failed.map(({ renderer, document, failure }) => `- ${renderer}, ${document}: ${failure}`),
    "",
  ];
}

function short(value: number): string {
  if (value >= 100) return value.toFixed(0);
  if (value >= 10) return value.toFixed(1);
  return value.toFixed(value >= 1 ? 2 : 3);
}
