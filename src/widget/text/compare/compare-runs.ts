import { diffPhrases, type WordEdit } from "../../../core/diff/diff-words.ts";
import { phrasesBetween } from "../../../core/diff/phrase-changes.ts";
import { type MarkedRun, type RunTarget, sliceRuns, type TextRun, textOf } from "./text-runs.ts";

/** The words of both: what left stands before what came in its place. Words that only look different count as changed. */
export function compareRuns(
  before: readonly TextRun[],
  after: readonly TextRun[],
  compare: (a: string, b: string) => readonly WordEdit[] = diffPhrases,
): MarkedRun[] {
  const was = textOf(before);
  const is = textOf(after);
  const marked: MarkedRun[] = [];
  let aDone = 0;
  let bDone = 0;
  for (const edit of [...compare(was, is), { aFrom: was.length, aTo: was.length, bFrom: is.length, bTo: is.length }]) {
    marked.push(
      ...compareLooks(sliceRuns(before, aDone, edit.aFrom, "removed"), sliceRuns(after, bDone, edit.bFrom, "added")),
      ...sliceRuns(before, edit.aFrom, edit.aTo, "removed"),
      ...sliceRuns(after, edit.bFrom, edit.bTo, "added"),
    );
    aDone = edit.aTo;
    bDone = edit.bTo;
  }
  return withAddresses(marked);
}

/** The same for lines of code: a line that came or left is one change. */
export function compareCode(before: readonly TextRun[], after: readonly TextRun[]): MarkedRun[] {
  return compareRuns(before, after, (a, b) => {
    let shift = 0;
    return phrasesBetween(a, b).map(({ from, to, insert }) => {
      const bFrom = from + shift;
      shift += insert.length - (to - from);
      return { aFrom: from, aTo: to, bFrom, bTo: bFrom + insert.length };
    });
  });
}

/**
 * Where a link leads stands behind its words, if it led elsewhere before or there was no link: struck what it was,
 * underlined what it is.
 */
export function withAddresses(runs: readonly MarkedRun[]): MarkedRun[] {
  const shown: MarkedRun[] = [];
  let was = new Set<RunTarget>();
  let is = new Set<RunTarget>();
  runs.forEach((run, i) => {
    shown.push(run);
    const before = run.mark === "removed" ? run.target : run.mark === "same" ? run.was : undefined;
    const after = run.mark === "removed" ? undefined : run.target;
    if (before !== undefined) was.add(before);
    if (after !== undefined) is.add(after);
    const next = runs[i + 1];
    const endsInOpenCode =
      next?.target !== undefined &&
      (was.has(next.target) ||
        is.has(next.target) ||
        (next.was !== undefined && was.has(next.was)) ||
        (run.mark === "removed" && next.mark === "added"));
    if (endsInOpenCode) return;
    const old = new Set([...was].map(({ address }) => address));
    const now = new Set([...is].map(({ address }) => address));
    for (const text of old) if (!now.has(text)) shown.push({ text, looks: ["address"], mark: "removed" });
    for (const text of now) if (!old.has(text)) shown.push({ text, looks: ["address"], mark: "added" });
    was = new Set();
    is = new Set();
  });
  return shown;
}

/** Two runs of the same words: where they look alike they are the same, elsewhere both are shown. */
function compareLooks(before: readonly MarkedRun[], after: readonly MarkedRun[]): MarkedRun[] {
  const borders = new Set<number>();
  for (const runs of [before, after]) {
    let at = 0;
    for (const run of runs) {
      at += run.text.length;
      borders.add(at);
    }
  }
  const marked: MarkedRun[] = [];
  let from = 0;
  for (const to of [...borders].sort((a, b) => a - b)) {
    const [was] = sliceRuns(before, from, to, "removed");
    const [is] = sliceRuns(after, from, to, "added");
    if (was !== undefined && is !== undefined) {
      if (was.looks.join() === is.looks.join()) {
        const { origin, target } = was;
        marked.push({ ...is, mark: "same", ...(target && { was: target }), ...(origin && { origin }) });
      } else marked.push(was, is);
    }
    from = to;
  }
  return marked;
}
