/**
 * Our merges beside git's on texts that people really wrote: `npm run bench:merges:published [--show]`. It needs the network:
 * npm brings the published versions of some packages into a folder that is gone afterwards.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MergeResult } from "../src/core/diff/hunk.ts";
import { lineEdits } from "../src/core/diff/line-edits.ts";
import { mergeThreeWay } from "../src/core/diff/merge-three-way.ts";
import type { SequenceEdit } from "../src/core/diff/sequence-diff.ts";
import { isContinued, isJoined, sentencesOf } from "../src/core/diff/testing/sentence-laws.ts";
import { applyChanges } from "../src/core/diff/text-changes.ts";
import { splitLines } from "../src/core/text/split-lines.ts";
import { gitMerge } from "../test/oracles/git-merge.ts";
import { reasonOf, sortedLines } from "./git-merge.ts";
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
        const isMine = (n: number): boolean => half(n * 7 + salt * 1_009 + i * 31);
        const mine = withSome(base, next, edits, isMine);
        const theirs = withSome(base, next, edits, (n) => !isMine(n));
        if (mine !== base && theirs !== base) yield ["shared out", { base, mine, theirs }];
      }
    }
    if (later === undefined) continue;
    const laterEdits = lineEdits(splitLines(base), splitLines(later));
    if (laterEdits.length < 2) continue;
    for (const salt of [1, 2]) {
      const theirs = withSome(base, later, laterEdits, (n) => half(n * 7 + salt * 1_009 + i * 31));
      if (theirs !== base && next !== theirs) yield ["in parallel", { base, mine: next, theirs }];
    }
  }
}

/** Always the same half of the numbers. */
function half(n: number): boolean {
  const mixed = Math.imul((n + 1) ^ ((n + 1) >>> 3), 2_654_435_761) >>> 0;
  return (Math.imul(mixed ^ (mixed >>> 13), 1_540_483_477) >>> 20) % 2 === 0;
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

/** Every sentence is somebody's, none is lost, and either side can be had whole. */
function checkLaws(kind: string, name: string, { base, mine, theirs }: MergeCase, merge: MergeResult): void {
  const taken = takeTheirs(merge);
  if (taken !== mergeThreeWay(base, theirs, mine).text)
    count(`${kind}: to look at: taking theirs is no mirror image`, () => name);
  const [bases, mines, others, results, takens] = [base, mine, theirs, merge.text, taken].map((text) => [
    ...new Set(sentencesOf(text)),
  ]) as [string[], string[], string[], string[], string[]];
  const written = new Set([...mines, ...others]);
  const stands = new Set([...bases, ...results, ...takens]);
  // Where a sentence begins and ends hangs on the lines around it.
  const stood = [mine, theirs].map(spaced);
  const standing = [base, merge.text, taken].map(spaced);
  const wasOf = (one: string): string[] => bases.filter((other) => isNear(one, other));
  for (const one of results) {
    if (written.has(one) || stood.some((text) => text.includes(spaced(one)))) continue;
    const [myOwn, theirOwn] = [mines, others].map((all) => all.filter((other) => isNear(one, other))) as [
      string[],
      string[],
    ];
    const parts = wasOf(one).flatMap((was) =>
      myOwn.flatMap((my) => theirOwn.map((their) => [was, my, their] as const)),
    );
    const joined = parts.find(([was, my, their]) => isJoined(one, was, my, their));
    if (joined === undefined)
      count(`${kind}: to look at: a sentence that nobody wrote`, () => `${name}: ${JSON.stringify(one)}`);
    else {
      count(`${kind}: sentences joined of both`);
      for (const part of joined) stands.add(part);
    }
  }
  for (const one of written) {
    if (stands.has(one) || standing.some((text) => text.includes(spaced(one)))) continue;
    const near = results.filter((other) => isNear(one, other));
    const goesOn = wasOf(one).some((was) => near.some((longer) => isContinued(one, was, longer)));
    if (!goesOn) count(`${kind}: to look at: a sentence is lost`, () => `${name}: ${JSON.stringify(one)}`);
  }
}

function takeTheirs({ text, conflicts }: MergeResult): string {
  return applyChanges(
    text,
    conflicts.map(({ from, to, theirs: insert }) => ({ from, to, insert })),
  );
}

function spaced(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

/** Whether they share half of their words: a sentence and what it was joined of always do. */
function isNear(one: string, other: string): boolean {
  const words = new Set(other.split(/\s+/));
  const all = one.split(/\s+/);
  return all.filter((word) => words.has(word)).length * 2 >= all.length;
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
