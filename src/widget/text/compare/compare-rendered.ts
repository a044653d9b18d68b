import { lineEdits } from "../../../core/diff/line-edits.ts";
import type { MarkdownDocument } from "../../../core/markdown/tree.ts";
import { compareCode, compareRuns, withAddresses } from "./compare-runs.ts";
import { type BoxTag, isHidden, type LineTag, type Place, type Shape, shapesOf } from "./shapes.ts";
import { type Mark, type MarkedRun, textOf } from "./text-runs.ts";

/** What two rendered texts look like as one, with the words of both. `at`: in the text before; what came has none. */
export type ComparedNode = { readonly at?: Place } & (
  | { readonly kind: "line"; readonly tag: LineTag; readonly mark: Mark; readonly runs: readonly MarkedRun[] }
  | {
      readonly kind: "box";
      readonly tag: BoxTag;
      readonly mark: Mark;
      readonly children: readonly ComparedNode[];
      readonly start?: number;
    }
);

/**
 * Both texts as one, by blocks and then by words inside the blocks that changed. What the rendering does not show stands
 * there where it changed: addresses behind their links, the rest on lines of its own.
 */
export function compareRendered(before: MarkdownDocument, after: MarkdownDocument): ComparedNode[] {
  return compareShapes(shapesOf(before), shapesOf(after));
}

/** Equal text, equal tag, equal looks and equal addresses: nothing to show between the two. */
function keyOf(shape: Shape): string {
  if (shape.kind === "line") {
    const runs = shape.runs.map(({ looks, text, target }) => `${looks.join()}:${target?.address ?? ""}:${text}`);
    return `${shape.tag}\0${runs.join("\0")}`;
  }
  return `${shape.tag}\0${shape.start ?? ""}\0${shape.children.map(keyOf).join("\u0001")}`;
}

function compareShapes(before: readonly Shape[], after: readonly Shape[]): ComparedNode[] {
  const compared: ComparedNode[] = [];
  const same = (shapes: readonly Shape[]) => {
    for (const shape of shapes) if (!isHidden(shape.tag)) compared.push(whole(shape, "same"));
  };
  let at = 0;
  // Those that are equal are shown from the text before: its places count.
  for (const edit of lineEdits(before.map(keyOf), after.map(keyOf))) {
    same(before.slice(at, edit.aFrom));
    compared.push(...compareGap(before.slice(edit.aFrom, edit.aTo), after.slice(edit.bFrom, edit.bTo)));
    at = edit.aTo;
  }
  same(before.slice(at));
  return compared;
}

/** Below this share of common words two blocks are not versions of each other. */
const ALIKE = 0.35;
const MOST_PAIRS = 400;

/** Between equal blocks: those that are alike are compared by words, the others were removed or added. */
function compareGap(before: readonly Shape[], after: readonly Shape[]): ComparedNode[] {
  if (before.length * after.length > MOST_PAIRS) {
    return [...before.map((shape) => whole(shape, "removed")), ...after.map((shape) => whole(shape, "added"))];
  }
  const compared: ComparedNode[] = [];
  // What came without a forerunner waits, so that what left at its place stands before it.
  let waiting: ComparedNode[] = [];
  let from = 0;
  for (const shape of after) {
    const found = before.findIndex((other, at) => at >= from && likeness(other, shape) >= ALIKE);
    if (found < 0) {
      waiting.push(whole(shape, "added"));
      continue;
    }
    compared.push(...before.slice(from, found).map((other) => whole(other, "removed")), ...waiting);
    compared.push(comparePair(before[found]!, shape));
    waiting = [];
    from = found + 1;
  }
  compared.push(...before.slice(from).map((other) => whole(other, "removed")), ...waiting);
  return compared;
}

function comparePair(before: Shape, after: Shape): ComparedNode {
  const place = before.at === undefined ? {} : { at: before.at };
  if (before.kind === "box" && after.kind === "box") {
    return {
      kind: "box",
      tag: after.tag,
      mark: "same",
      ...place,
      ...(after.start === undefined ? {} : { start: after.start }),
      children: after.tag === "tr" ? compareCells(before, after) : compareShapes(before.children, after.children),
    };
  }
  if (before.kind !== "line" || after.kind !== "line") return whole(after, "added");
  const compare = after.tag === "pre" ? compareCode : compareRuns;
  return { kind: "line", tag: after.tag, mark: "same", ...place, runs: compare(before.runs, after.runs) };
}

/** Cells keep their columns: the first is compared with the first. */
function compareCells(before: Shape & { kind: "box" }, after: Shape & { kind: "box" }): ComparedNode[] {
  const columns = Math.max(before.children.length, after.children.length);
  return Array.from({ length: columns }, (_, at) => {
    const was = before.children[at];
    const is = after.children[at];
    if (was === undefined) return whole(is!, "added");
    return is === undefined ? whole(was, "removed") : comparePair(was, is);
  });
}

function whole(shape: Shape, mark: Mark): ComparedNode {
  const place = shape.at === undefined || mark === "added" ? {} : { at: shape.at };
  if (shape.kind === "line") {
    const runs = shape.runs.map((run) => ({ ...run, mark }));
    // Where words lead that are gone matters no more.
    return { kind: "line", tag: shape.tag, mark, ...place, runs: mark === "added" ? withAddresses(runs) : runs };
  }
  return {
    kind: "box",
    tag: shape.tag,
    mark,
    ...place,
    ...(shape.start === undefined ? {} : { start: shape.start }),
    children: shape.children.filter(({ tag }) => mark !== "same" || !isHidden(tag)).map((child) => whole(child, mark)),
  };
}

function likeness(a: Shape, b: Shape): number {
  if (a.tag !== b.tag) return 0;
  if (isHidden(a.tag)) return 1;
  const aWords = wordsIn(a);
  const bWords = wordsIn(b);
  if (aWords.size === 0 && bWords.size === 0) return 1;
  let shared = 0;
  for (const word of aWords) if (bWords.has(word)) shared++;
  return shared / Math.min(Math.max(aWords.size, 1), Math.max(bWords.size, 1));
}

function wordsIn(shape: Shape): Set<string> {
  const text = (one: Shape): string => (one.kind === "line" ? textOf(one.runs) : one.children.map(text).join(" "));
  return new Set(
    text(shape)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  );
}
