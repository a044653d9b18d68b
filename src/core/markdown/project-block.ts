import type { RawBlock } from "./blocks/raw-block.ts";
import { splitRow } from "./blocks/table-row.ts";
import { parseInline } from "./project-inline.ts";
import { plainBlock, projectLeaf } from "./project-leaf.ts";
import type { Projection } from "./projection.ts";
import { sameNode } from "./same-node.ts";
import { sourceLines } from "./source-lines.ts";
import { SourceText } from "./source-text.ts";
import type { AlertKind, Block, ListItem, TableCell, TableRow } from "./tree.ts";

/** Cells that a table's short rows may be filled up with, beyond which it is shown as plain text. */
const MAX_FILLED_CELLS = 5000;
/** Columns, beyond which a table is shown as plain text. */
const MAX_COLUMNS = 500;
/** Characters of a line, beyond which it is not shown as a table's head before the delimiter row has come. */
const MAX_EXPECTED_HEAD = 2000;
/** What a cell, a line of code or an item costs, counted in characters of inline text. */
const PART_STEPS = 32;
/** How many known parts cost as much to take over as one character. */
const COPY_SHIFT = 2;

/** The tree of a block; the same object as the last time where nothing in it changed. `base`: its top-level block's start. */
export function projectBlock(raw: RawBlock, base: number, projection: Projection): Block | null {
  projection.steps += (raw.lines.length + raw.children.length + raw.doneRows.length) >> COPY_SHIFT;
  if (raw.tooDeep) return keep(raw, plainBlock(raw, base, projection, "nested too deep"));
  switch (raw.kind) {
    case "definitions":
    case "root":
    case "item":
      return null;
    case "paragraph":
      if (projection.repair && isTableHead(raw, base, projection)) return projectTableHead(raw, base, projection);
      return projectLeaf(raw, base, projection);
    case "heading":
    case "summary":
      return projectLeaf(raw, base, projection);
    case "quote":
      return keep(raw, {
        type: "quote",
        from: raw.from,
        to: raw.to,
        alert: raw.label === "" ? null : (raw.label as AlertKind),
        children: projectChildren(raw, base, projection),
      });
    case "details":
      return projectDetails(raw, base, projection);
    case "list":
      return keep(raw, {
        type: "list",
        from: raw.from,
        to: raw.to,
        ordered: raw.ordered,
        start: raw.listStart,
        tight: !raw.loose,
        items: projectItems(raw, base, projection),
      });
    case "footnote": {
      const label = `^${raw.label.toLowerCase()}`;
      raw.labels ??= new Set();
      raw.labels.add(label).add(`^${label}`);
      const inForce = projection.definition(label)?.footnote === raw;
      return keep(raw, {
        type: "footnote",
        from: raw.from,
        to: raw.to,
        label: raw.label,
        number: inForce ? projection.footnoteNumber(label) : 0,
        children: projectChildren(raw, base, projection),
      });
    }
    case "fence":
      return keep(raw, {
        type: "code",
        from: raw.from,
        to: raw.to,
        fenced: true,
        closed: raw.level === 1,
        language: raw.info.split(/\s/, 1)[0]!.toLowerCase(),
        info: raw.info,
        lines: raw.lines.slice(),
      });
    case "indented":
      return keep(raw, {
        type: "code",
        from: raw.from,
        to: raw.to,
        fenced: false,
        closed: true,
        language: "",
        info: "",
        lines: raw.lines.slice(0, raw.solidLines),
      });
    case "html":
      return keep(raw, { type: "html", from: raw.from, to: raw.to, lines: raw.lines.slice() });
    case "frontMatter":
      return keep(raw, { type: "frontMatter", from: raw.from, to: raw.to, lines: raw.lines.slice() });
    case "rule":
      return keep(raw, { type: "rule", from: raw.from, to: raw.to });
    case "table":
      return projectTable(raw, base, projection);
  }
}

/** One that nothing closed is text where it says so itself; while it is still being written it is shown as one that folds. */
function projectDetails(raw: RawBlock, base: number, projection: Projection): Block {
  const closed = raw.level === 1;
  const folds = closed || projection.repair;
  const children = projectChildren(raw, base, projection);
  const span = { from: raw.from, to: raw.to };
  return keep(raw, {
    type: "details",
    ...span,
    open: raw.ordered,
    closed,
    folds,
    children: folds ? children : withTagsAsText(raw, base, projection, children),
  });
}

function withTagsAsText(
  raw: RawBlock,
  base: number,
  { text }: Projection,
  children: readonly Block[],
): readonly Block[] {
  const first = raw.children[0];
  const hasSummary = first?.kind === "summary";
  const lines = hasSummary ? [...raw.lines, ...sourceLines(text, base, first.from, first.to)] : raw.lines;
  const tags: Block = { type: "html", from: raw.from, to: lines.at(-1)!.to, lines };
  const before = raw.node?.type === "details" ? raw.node.children[0] : undefined;
  return [before && sameNode(before, tags) ? before : tags, ...(hasSummary ? children.slice(1) : children)];
}

function keep(raw: RawBlock, node: Block): Block {
  if (!raw.node || !sameNode(raw.node, node)) raw.node = node;
  return raw.node;
}

/**
 * Adds the labels that a part looked up to those of the whole. The first part shares its set with the whole, through all
 * levels: too many labels only make a block again that did not change.
 */
export function addLabels(raw: RawBlock, labels: Set<string> | null): void {
  if (!labels || raw.labels === labels || (raw.addedLabels === labels && raw.addedCount === labels.size)) return;
  raw.addedLabels = labels;
  raw.addedCount = labels.size;
  if (!raw.labels) raw.labels = labels;
  else for (const label of labels) raw.labels.add(label);
}

function projectChildren(raw: RawBlock, base: number, projection: Projection): readonly Block[] {
  const nodes: Block[] = [];
  for (const node of raw.done) if (node) nodes.push(node);
  for (let i = raw.done.length; i < raw.children.length; i++) {
    const child = raw.children[i]!;
    const node = projectBlock(child, base, projection);
    addLabels(raw, child.labels);
    if (node) nodes.push(node);
  }
  return nodes;
}

function projectItems(raw: RawBlock, base: number, projection: Projection): readonly ListItem[] {
  const items = raw.doneItems.slice();
  for (let i = items.length; i < raw.children.length; i++) {
    const child = raw.children[i]!;
    items.push(projectItem(child, base, projection));
    addLabels(raw, child.labels);
  }
  return items;
}

export function projectItem(raw: RawBlock, base: number, projection: Projection): ListItem {
  const children = projectChildren(raw, base, projection);
  projection.steps += PART_STEPS;
  const task = raw.taskAt >= 0;
  const item: ListItem = {
    type: "item",
    from: raw.from,
    to: raw.to,
    checked: task ? raw.checked : null,
    ...(task ? { box: { from: raw.taskAt, to: raw.taskAt + 3 } } : {}),
    children,
  };
  if (!raw.item || !sameNode(raw.item, item)) raw.item = item;
  return raw.item;
}

function projectTable(raw: RawBlock, base: number, projection: Projection): Block {
  const rows = raw.segments.length / 2;
  if (hasTooManyCells(raw)) return keep(raw, plainBlock(raw, base, projection, "too many cells"));
  let head = raw.doneRows[0];
  const body = raw.doneRows.slice(1);
  for (let i = raw.doneRows.length; i < rows; i++) {
    const { row, labels } = projectRow(raw, i, base, projection);
    addLabels(raw, labels);
    if (head) body.push(row);
    else head = row;
  }
  return keep(raw, { type: "table", from: raw.from, to: raw.to, align: raw.align, head: head!, rows: body });
}

/** Whether a table is too wide, or its rows are too short for its width, to be shown as one. */
export const hasTooManyCells = (raw: RawBlock): boolean =>
  raw.align.length > MAX_COLUMNS ||
  raw.align.length * (raw.segments.length / 2) > MAX_FILLED_CELLS + (raw.to - raw.from);

/** A first line that starts with a pipe and that nothing but the start of a delimiter row follows: a table is coming. */
function isTableHead(raw: RawBlock, base: number, { text }: Projection): boolean {
  if (raw.segments.length !== 2 || text.charCodeAt(base + raw.segments[0]!) !== 124) return false;
  if (raw.segments[1]! - raw.segments[0]! > MAX_EXPECTED_HEAD) return false;
  return base + raw.segments[1]! + 2 >= text.length || /^[\s>|:-]*$/.test(text.slice(base + raw.segments[1]!));
}

function projectTableHead(raw: RawBlock, base: number, projection: Projection): Block {
  const from = raw.segments[0]!;
  const to = raw.segments[1]!;
  const columns = splitRow(projection.text, base + from, base + to).length / 2;
  const align = new Array<null>(columns).fill(null);
  const { row, labels } = buildRow(from, to, columns, base, projection);
  raw.labels = null;
  addLabels(raw, labels);
  return { type: "table", from: raw.from, to: raw.to, align, head: row, rows: [] };
}

/** Row `index` of a table, the head being row 0, with as many cells as the table has columns. */
export function projectRow(
  raw: RawBlock,
  index: number,
  base: number,
  projection: Projection,
): { row: TableRow; labels: Set<string> | null } {
  return buildRow(raw.segments[index * 2]!, raw.segments[index * 2 + 1]!, raw.align.length, base, projection);
}

function buildRow(
  from: number,
  to: number,
  columns: number,
  base: number,
  projection: Projection,
): { row: TableRow; labels: Set<string> | null } {
  const { text } = projection;
  const ranges = splitRow(text, base + from, base + to);
  const cells: TableCell[] = [];
  const filler: TableCell = { type: "cell", from: to, to, children: [] };
  let labels: Set<string> | null = null;
  projection.steps += columns + (ranges.length / 2) * PART_STEPS;
  for (let i = 0; i < columns; i++) {
    if (i * 2 >= ranges.length) {
      cells.push(filler);
      continue;
    }
    const start = ranges[i * 2]! - base;
    const stop = ranges[i * 2 + 1]! - base;
    if (start >= stop) {
      cells.push({ type: "cell", from: start, to: start, children: [] });
      continue;
    }
    const source = SourceText.ofParts(text, base, cellParts(text, base, start, stop));
    const growing = projection.repair && base + stop + 2 >= text.length;
    const result = parseInline(source, projection, growing);
    if (result.labels) {
      labels ??= new Set();
      for (const label of result.labels) labels.add(label);
    }
    const children = result.trouble !== "" ? [source.text(0, source.s.length, "")] : result.nodes;
    cells.push({ type: "cell", from: start, to: stop, children });
  }
  return { row: { type: "row", from, to, cells }, labels };
}

/** A cell's source without the backslashes of escaped pipes. */
function cellParts(text: string, base: number, from: number, to: number): number[] {
  const parts = [from];
  // Within the cell alone: whoever looks on to the end of the text does so for every cell.
  const cell = text.slice(base + from, base + to);
  for (let at = cell.indexOf("\\|"); at >= 0; at = cell.indexOf("\\|", at + 2)) {
    parts.push(from + at, from + at + 1);
  }
  parts.push(to);
  return parts;
}
