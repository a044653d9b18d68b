/**
 * Our merges beside git's on texts that people really wrote: `npm run bench:merges:published [--show]`. It needs the network:
 * npm brings the published versions of some packages into a folder that is gone afterwards.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lineEdits } from "../src/core/diff/line-edits.ts";
import { mergeThreeWay } from "../src/core/diff/merge-three-way.ts";
import type { SequenceEdit } from "../src/core/diff/sequence-diff.ts";
import { splitLines } from "../src/core/diff/split-lines.ts";
import { sentencesOf } from "../src/core/diff/testing/sentence-laws.ts";
import { applyChanges } from "../src/core/diff/text-changes.ts";
import { gitMerge, reasonOf, sortedLines } from "./git-merge.ts";
import type { MergeCase } from "./merge-documents.ts";
import { bringHistories, type History } from "./published-histories.ts";

const folder = mkdtempSync(join(tmpdir(), "published-"));
const counts = new Map<string, number>();
const examples = new Map<string, string[]>();

function count(name: string, example?: () => string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
  if (example) examples.set(name, [...(examples.get(name) ?? []), example()]);
}

try {
  const histories = await bringHistories(folder);
  if (histories === null) {
    console.log("npm cannot reach its registry: there are no published texts to merge. Nothing was compared.");
  } else {
    let cases = 0;
    for (const history of histories) {
      for (const [kind, each] of casesOf(history)) {
        cases += 1;
        compare(kind, history.name, each);
      }
    }
    console.log(`${cases} merges of ${histories.length} files\n`);
    for (const [name, n] of [...counts].sort((a, b) => a[0].localeCompare(b[0])))
      console.log(String(n).padStart(7), name);
    if (process.argv.includes("--show")) {
      for (const [name, all] of examples) console.log(`\n## ${name}\n${all.join("\n")}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Two people share the work of one release; or both made one of their own out of the same text. */
function* casesOf({ texts }: History): Generator<readonly [string, MergeCase]> {
  for (let i = 0; i + 1 < texts.length; i++) {
    const [base, next, later] = [texts[i]!, texts[i + 1]!, texts[i + 2]];
    const edits = lineEdits(splitLines(base), splitLines(next));
    if (edits.length > 1) {
      for (const salt of [1, 2]) {
        const isMine = (n: number): boolean => half(n * 2 + salt + i);
        const mine = withSome(base, next, edits, isMine);
        const theirs = withSome(base, next, edits, (n) => !isMine(n));
        if (mine !== base && theirs !== base) yield ["shared out", { base, mine, theirs }];
      }
    }
    if (later === undefined) continue;
    const laterEdits = lineEdits(splitLines(base), splitLines(later));
    if (laterEdits.length < 2) continue;
    for (const salt of [1, 2]) {
      const theirs = withSome(base, later, laterEdits, (n) => half(n * 2 + salt + i));
      if (theirs !== base && next !== theirs) yield ["in parallel", { base, mine: next, theirs }];
    }
  }
}

/** Always the same half of the numbers. */
function half(n: number): boolean {
  return (Math.imul(n + 1, 2_654_435_761) >>> 16) % 2 === 0;
}

/** The base with some of the changes to the other text. */
function withSome(base: string, next: string, edits: readonly SequenceEdit[], isTaken: (n: number) => boolean): string {
  const [was, now] = [splitLines(base), splitLines(next)];
  const parts: string[] = [];
  let at = 0;
  edits.forEach(({ aFrom, aTo, bFrom, bTo }, n) => {
    parts.push(...was.slice(at, aFrom), ...(isTaken(n) ? now.slice(bFrom, bTo) : was.slice(aFrom, aTo)));
    at = aTo;
  });
  return [...parts, ...was.slice(at)].join("");
}

function compare(kind: string, name: string, { base, mine, theirs }: MergeCase): void {
  const git = gitMerge(folder, base, mine, theirs);
  const ours = mergeThreeWay(base, mine, theirs);
  const isClean = ours.conflicts.length === 0;
  const shown = (): string => `${name}: ${JSON.stringify(ours.conflicts.slice(0, 3))}`;
  if (git === null) count(`${kind}: ${isClean ? "only git conflicts" : "both conflict"}`);
  else if (!isClean) count(`${kind}: only ours conflicts: ${reasonOf(ours.conflicts)}`, shown);
  else if (ours.text === git) count(`${kind}: both clean, equal`);
  else {
    const how = sortedLines(ours.text) === sortedLines(git) ? "lines in another order, or blank lines" : "other words";
    count(`${kind}: both clean, ${how}`, () => `${name}: ${firstDifference(ours.text, git)}`);
  }
  checkLaws(kind, name, { base, mine, theirs }, ours);
}

/** Every sentence is somebody's; none of what either wrote is lost; nothing that only one wrote stands twice. */
function checkLaws(
  kind: string,
  name: string,
  { base, mine, theirs }: MergeCase,
  merge: ReturnType<typeof mergeThreeWay>,
): void {
  const taken = applyChanges(
    merge.text,
    merge.conflicts.map(({ from, to, theirs: insert }) => ({ from, to, insert })),
  );
  const [mines, others] = [mine, theirs].map(tally) as [Map<string, number>, Map<string, number>];
  const was = tally(base);
  const result = tally(merge.text);
  for (const [one, n] of result) {
    const most = (mines.get(one) ?? 0) + (others.get(one) ?? 0) - Math.min(was.get(one) ?? 0, 1);
    if (!mines.has(one) && !others.has(one)) count(`${kind}: LAW: sentences joined of both`, () => `${name}: ${one}`);
    else if (n > Math.max(1, most)) count(`${kind}: LAW: a sentence stands too often`, () => `${name}: ${one}`);
  }
  const kept = tally(taken);
  for (const one of [...mines.keys(), ...others.keys()]) {
    if (!was.has(one) && !result.has(one) && !kept.has(one))
      count(`${kind}: LAW: sentences that stand only joined`, () => `${name}: ${one}`);
  }
}

function tally(text: string): Map<string, number> {
  const counted = new Map<string, number>();
  for (const one of sentencesOf(text)) counted.set(one, (counted.get(one) ?? 0) + 1);
  return counted;
}

function firstDifference(a: string, b: string): string {
  const [mine, theirs] = [splitLines(a), splitLines(b)];
  const [first] = lineEdits(mine, theirs);
  if (first === undefined) return "";
  const around = (lines: readonly string[], from: number, to: number): string =>
    JSON.stringify(
      lines
        .slice(Math.max(0, from - 2), to + 2)
        .join("")
        .slice(0, 700),
    );
  return `ours ${around(mine, first.aFrom, first.aTo)}\n    git ${around(theirs, first.bFrom, first.bTo)}`;
}
