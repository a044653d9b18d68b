import { parseMarkdown } from "../../../core/markdown/parse-markdown.ts";
import type { Span } from "../../../core/markdown/tree.ts";
import { type ComparedNode, compareRendered } from "../../text/compare/compare-rendered.ts";
import { compareCode, compareRuns } from "../../text/compare/compare-runs.ts";
import { hasChange } from "../../text/compare/fold-unchanged.ts";
import { sourceOfRun } from "../../text/compare/run-origin.ts";
import { isHidden, type Place } from "../../text/compare/shapes.ts";
import type { Mark, MarkedRun } from "../../text/compare/text-runs.ts";
import { asNew } from "./sides.ts";

type Line = ComparedNode & { readonly kind: "line" };
type Box = ComparedNode & { readonly kind: "box" };

/** What an element of ours stands beside: a block, an item, a row or a cell of the text in force. */
export interface Beside extends Span {
  readonly kind: "block" | "item" | "row" | "cell";
  readonly side: "before" | "after" | "inside";
}

/** One place of a change as it is drawn in the rendered text. What is neither struck nor new is the same in both. */
export type Piece =
  /** Words struck where they stand, and runs behind them: what came, and what left and is not drawn as words. */
  | (Span & {
      readonly kind: "words";
      readonly runs: readonly MarkedRun[];
      readonly line: Beside | null;
      /** The runs are whole lines of code. */
      readonly isLines?: true;
    })
  /** Blocks, one item or one row that came; or what is never drawn in the text, as it was and as it is. */
  | {
      readonly kind: "boxes";
      readonly place: "blocks" | "item" | "row";
      readonly nodes: readonly ComparedNode[];
      readonly beside: Beside | null;
    };

/**
 * The change from `before` to the same text with `insert` for [from, to), place by place and as it reads: the words in a
 * paragraph, a cell, an item or a line of code; a row or an item that came or left; blocks where the change is of
 * another kind. There is always at least one piece. Offsets are into `before`.
 */
export function piecesOfChange(before: string, { from, to }: Span, insert: string): readonly Piece[] {
  const after = before.slice(0, from) + insert + before.slice(to);
  const pieces = piecesIn(compareRendered(parseMarkdown(before), parseMarkdown(after)), null);
  return pieces.length > 0
    ? pieces
    : [{ kind: "words", from: to, to, line: null, runs: sourceRuns(before.slice(from, to), insert) }];
}

/** Whether a text may read otherwise than it does alone because of what follows it: it ends in code that goes on. */
export function endsInOpenCode(text: string): boolean {
  const last = parseMarkdown(text).blocks.at(-1)?.node;
  return (last?.type === "code" && last.fenced && !last.closed) || last?.type === "html";
}

/** The whole of `quote` for the whole of `insert`: where comparing would cost too much. */
export function wholePiece({ from, to }: Span, insert: string): readonly Piece[] {
  const nodes = compareRendered(parseMarkdown(""), parseMarkdown(insert));
  const struck = { kind: "words", from, to, line: null, runs: [] } as const;
  return nodes.length === 0
    ? [struck]
    : [struck, { kind: "boxes", place: "blocks", nodes, beside: { from, to, kind: "block", side: "after" } }];
}

const LONGEST_SOURCE = 200;

/** What reads the same and is written otherwise, as it is written. */
function sourceRuns(before: string, after: string): readonly MarkedRun[] {
  const runs = compareRuns([{ text: before, looks: ["code"] }], [{ text: after, looks: ["code"] }]);
  const isShort = before.length + after.length <= LONGEST_SOURCE;
  return isShort ? runs : runs.filter(({ mark }) => mark !== "same");
}

function piecesIn(nodes: readonly ComparedNode[], parent: Beside | null): Piece[] {
  const pieces: Piece[] = [];
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!;
    if (!hasChange(node)) continue;
    const next = nodes[i + 1];
    if (isHidden(node.tag)) {
      pieces.push({ kind: "boxes", place: "blocks", nodes: [node], beside: besideHidden(nodes, i, parent) });
    } else if (node.mark === "added") {
      const end = node.tag === "li" || node.tag === "tr" ? i + 1 : endOfAdded(nodes, i);
      pieces.push({
        kind: "boxes",
        place: placeOf(node),
        nodes: nodes.slice(i, end),
        beside: besideOf(nodes, i, parent),
      });
      i = end - 1;
    } else if (node.mark === "same") {
      pieces.push(...(node.kind === "line" ? piecesOfLine(node) : piecesOfBox(node)));
    } else if (next?.mark === "added" && nodes[i - 1]?.mark !== "removed" && nodes[i + 2]?.mark !== "added") {
      pieces.push(...replaced(node, next));
      i++;
    } else pieces.push(...struck(node));
  }
  return pieces;
}

function endOfAdded(nodes: readonly ComparedNode[], from: number): number {
  let end = from;
  while (nodes[end]?.mark === "added" && !isHidden(nodes[end]!.tag)) end++;
  return end;
}

function piecesOfBox(node: Box): Piece[] {
  const isOtherGrid =
    node.tag === "table" &&
    node.children.some(
      (row) => row.kind === "box" && row.mark === "same" && row.children.some(({ mark }) => mark !== "same"),
    );
  if (!isOtherGrid) return piecesIn(node.children, node.at === undefined ? null : beside(node, node.at, "inside"));
  // Other columns are another table: both are shown whole.
  return [
    ...struck(node),
    {
      kind: "boxes",
      place: "blocks",
      nodes: [asNew(node)],
      beside: node.at === undefined ? null : beside(node, node.at, "after"),
    },
  ];
}

/** Above this many characters what replaces a line stands as a block of its own below it. */
const LONGEST_IN_LINE = 160;

/** One that left and one that came in its place: in the same line, cell by cell, or one below the other. */
function replaced(was: ComparedNode, is: ComparedNode): Piece[] {
  if (was.kind === "line" && is.kind === "line" && was.tag === is.tag) return replacedLine(was, is);
  if (was.kind === "box" && is.kind === "box" && was.tag === is.tag && was.children.length === is.children.length) {
    const pairs = was.children.map((child, at) => [child, is.children[at]!] as const);
    const canPair = was.tag === "tr" || (was.tag === "li" && pairs.length === 1);
    const areLines = pairs.every(([a, b]) => a.kind === "line" && b.kind === "line" && a.tag === b.tag);
    if (canPair && areLines) return pairs.flatMap(([a, b]) => replacedLine(a as Line, b as Line));
  }
  const side = was.at === undefined ? null : beside(was, was.at, "after");
  return [...struck(was), { kind: "boxes", place: placeOf(is), nodes: [is], beside: side }];
}

function replacedLine(was: Line, is: Line): Piece[] {
  const compare = was.tag === "pre" ? compareCode : compareRuns;
  const runs = compare(
    was.runs,
    is.runs.filter(({ looks }) => !looks.includes("address")),
  );
  return piecesOfLine({ ...was, mark: "same", runs });
}

/** Where less of a line stays than this, nobody reads the rest of it word by word. */
const KEPT = 0.3;
/** The same where it is cut into many pieces. */
const KEPT_IN_MANY = 0.6;
const MANY = 8;

function piecesOfLine(line: Line): Piece[] {
  const pieces = wordPieces(line);
  const isReadable = keptShare(line.runs) >= (pieces.length > MANY ? KEPT_IN_MANY : KEPT);
  if (isReadable) return pieces;
  const gone = line.runs.filter(({ mark }) => mark !== "added").map(asRemoved);
  const come = line.runs.filter(({ mark }) => mark !== "removed").map(asAdded);
  const isLong = lengthOf(come) > LONGEST_IN_LINE && line.tag !== "td" && line.tag !== "th";
  if (!isLong || line.at === undefined) return wordPieces({ ...line, runs: [...gone, ...come] });
  const below: Piece = {
    kind: "boxes",
    place: "blocks",
    nodes: [{ kind: "line", tag: line.tag, mark: "added", runs: come }],
    beside: beside(line, line.at, "after"),
  };
  return [...wordPieces({ ...line, runs: gone }), below];
}

const asRemoved = (run: MarkedRun): MarkedRun => ({ ...run, mark: "removed" });
const asAdded = ({ origin: _, ...run }: MarkedRun): MarkedRun => ({ ...run, mark: "added" });
const lengthOf = (runs: readonly MarkedRun[]): number => runs.reduce((sum, { text }) => sum + text.length, 0);

function keptShare(runs: readonly MarkedRun[]): number {
  const drawn = runs.filter(({ looks, origin }) => !looks.includes("address") && origin?.isDrawn !== false);
  const letters = (marks: readonly Mark[]) =>
    drawn.reduce((sum, { text, mark }) => sum + (marks.includes(mark) ? lettersIn(text) : 0), 0);
  const most = Math.max(letters(["same", "removed"]), letters(["same", "added"]));
  return most === 0 ? 1 : letters(["same"]) / most;
}

function lettersIn(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 32) count++;
  return count;
}

/** Every run that changed, where it stands: neighbours together, what left before what came. */
function wordPieces(line: Line): Piece[] {
  const base = line.at?.base ?? 0;
  const spanOf = (run: MarkedRun): Span | null => {
    if (run.origin === undefined || run.mark === "added") return null;
    const { from, to } = sourceOfRun(run.origin, run.text.length);
    return { from: base + from, to: base + to };
  };
  const first = line.runs
    .filter(({ origin }) => origin?.isDrawn)
    .map(spanOf)
    .find((span) => span !== null);
  const stands = line.at === undefined ? null : beside(line, line.at, "inside");
  const pieces: Piece[] = [];
  let point = first?.from ?? line.at?.from ?? 0;
  let open: { from: number; to: number; runs: MarkedRun[] } | null = null;
  const close = () => {
    if (open !== null) pieces.push({ kind: "words", ...open, line: stands, ...wholeLines(line, open) });
    open = null;
  };
  for (const run of line.runs) {
    const span = spanOf(run);
    const isStruckInPlace = run.mark === "removed" && run.origin?.isDrawn === true;
    // What is struck stands before what is shown behind it, and that behind all that it stands for.
    if (run.mark === "same" || (span !== null && hasRuns(open) === isStruckInPlace)) close();
    // What stands before all words, such as a task's box, is put before them.
    if (span !== null && (run.origin?.isDrawn || point !== first?.from)) point = Math.max(point, span.to);
    if (run.mark === "same") continue;
    open ??= isStruckInPlace && span !== null ? { ...span, runs: [] } : { from: point, to: point, runs: [] };
    if (isStruckInPlace) open.to = point;
    else open.runs.push(run);
  }
  close();
  return pieces;
}

const hasRuns = (open: { readonly runs: readonly unknown[] } | null): boolean => (open?.runs.length ?? 0) > 0;

/** Lines of code that only came: without the break that parts them from what was there. */
function wholeLines({ tag }: Line, { from, to, runs }: Span & { readonly runs: readonly MarkedRun[] }) {
  const [run] = runs;
  if (tag !== "pre" || from !== to || runs.length !== 1 || run === undefined) return {};
  const text = run.text.endsWith("\n") ? run.text.slice(0, -1) : run.text.startsWith("\n") ? run.text.slice(1) : null;
  return text === null ? {} : { runs: [{ ...run, text }], isLines: true as const };
}

/** Something that left as a whole: its words struck; drawn beside its place where it has none. */
function struck(node: ComparedNode): Piece[] {
  if (node.at === undefined) return [];
  const runs = runsIn(node);
  if (!runs.some(({ origin, text }) => origin?.isDrawn === true && text.trim() !== "")) {
    return [{ kind: "boxes", place: placeOf(node), nodes: [node], beside: beside(node, node.at, "after") }];
  }
  const undrawn = runs.filter(({ origin }) => origin?.isDrawn !== true);
  return [{ kind: "words", from: node.at.from, to: node.at.to, runs: undrawn, line: null }];
}

function runsIn(node: ComparedNode): readonly MarkedRun[] {
  return node.kind === "line" ? node.runs : node.children.flatMap(runsIn);
}

const placeOf = ({ tag }: ComparedNode): "blocks" | "item" | "row" =>
  tag === "li" ? "item" : tag === "tr" ? "row" : "blocks";

function beside({ tag }: ComparedNode, { from, to }: Place, side: Beside["side"]): Beside {
  const kind = tag === "li" ? "item" : tag === "tr" ? "row" : tag === "td" || tag === "th" ? "cell" : "block";
  return { from, to, kind, side };
}

/** Behind the sibling before it, else before the one behind it, else inside the box that it came into. */
function besideOf(nodes: readonly ComparedNode[], index: number, parent: Beside | null): Beside | null {
  const stands = (node: ComparedNode) => node.at !== undefined && !isHidden(node.tag);
  const before = nodes.slice(0, index).findLast(stands);
  if (before?.at) return beside(before, before.at, "after");
  const behind = nodes.slice(index + 1).find(stands);
  return behind?.at ? beside(behind, behind.at, "before") : parent;
}

/** What stands on a fence belongs above its code; the rest behind what it belongs to. */
function besideHidden(nodes: readonly ComparedNode[], index: number, parent: Beside | null): Beside | null {
  const code = nodes[index]!.tag === "fence" ? nodes[index + 1] : undefined;
  return code?.at ? beside(code, code.at, "before") : besideOf(nodes, index, parent);
}
