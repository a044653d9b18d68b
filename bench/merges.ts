/**
 * Our merges beside git's: `npm run bench:merges [cases]`. Random documents and two random edits of each, as people and
 * models make them; every case that git merges without a conflict and we do not, or otherwise, is counted by its reason.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mergeThreeWay } from "../src/core/diff/merge-three-way.ts";
import { gitMerge } from "../test/oracles/git-merge.ts";
import { reasonOf, sortedLines } from "./git-merge.ts";
import { makeRandom } from "./merge-documents.ts";

const cases = Number(process.argv[2] ?? 2000);
const folder = mkdtempSync(join(tmpdir(), "merges-"));
const counts = new Map<string, number>();
const examples = new Map<string, string>();
const count = (name: string, example?: () => string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1);
  if (example && !examples.has(name)) examples.set(name, example());
};

try {
  for (let seed = 1; seed <= cases; seed++) {
    const { base, mine, theirs } = makeRandom(seed);
    const git = gitMerge(folder, base, mine, theirs);
    const ours = mergeThreeWay(base, mine, theirs);
    const shown = (): string => JSON.stringify({ seed, git, ours }, null, 1);
    const isClean = ours.conflicts.length === 0;
    if (git === null) count(isClean ? "git conflicts, ours is clean" : "both conflict");
    else if (!isClean) count(`git is clean, ours conflicts: ${reasonOf(ours.conflicts)}`, shown);
    else if (ours.text === git) count("both clean, equal");
    else if (sortedLines(ours.text) === sortedLines(git)) count("both clean, lines in another order", shown);
    else count("both clean, other words", shown);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const [name, n] of [...counts].sort((a, b) => b[1] - a[1])) console.log(String(n).padStart(7), name);
if (process.argv.includes("--show")) for (const [name, example] of examples) console.log(`\n${name}\n${example}`);
