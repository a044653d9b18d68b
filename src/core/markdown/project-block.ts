import type { RawBlock } from "./blocks/raw-block.ts";
import { splitRow } from "./blocks/table-row.ts";
import { parseInline } from "./project-inline.ts";
import { plainBlock, projectLeaf } from "./project-leaf.ts";
import type { Projection } from "./projection.ts";
import { sameNode } from "./same-node.ts";
import { SourceText } from "./source-text.ts";
import type { Block, ListItem, TableCell, TableRow } from "./tree.ts";

/** Cells that a table's short rows may be filled up with, beyond which it is shown as plain text. */
const MAX_FILLED_CELLS = 20_000;

/** The tree of a block; the same object as the last time where nothing in it changed. `base`: its top-level block's start. */
export function projectBlock(raw: RawBlock, base: number, projection: Projection): Block | null {
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
      return projectLeaf(raw, base, projection);
    case "quote":
      return keep(raw, { type: "quote", from: raw.from, to: raw.to, children: projectChildren(raw, base, projection) });
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

function keep(raw: RawBlock, node: Block): Block {
  if (!raw.node || !sameNode(raw.node, node)) raw.node = node;
  return raw.node;
}

/** Adds the labels that a part looked up to those of the whole. */
export function addLabels(raw: RawBlock, labels: ReadonlySet<string> | null): void {
  if (!labels) return;
  raw.labels ??= new Set();
  for (const label of labels) raw.labels.add(label);
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
  if (raw.align.length * rows > MAX_FILLED_CELLS + (raw.to - raw.from)) {
    return keep(raw, plainBlock(raw, base, projection, "too many cells"));
  }
  const done = raw.doneRows.slice();
  for (let i = done.length; i < rows; i++) {
    const { row, labels } = projectRow(raw, i, base, projection);
    addLabels(raw, labels);
    done.push(row);
  }
  const [head, ...body] = done;
  return keep(raw, { type: "table", from: raw.from, to: raw.to, align: raw.align, head: head!, rows: body });
}

/** A first line that starts with a pipe and that nothing but the start of a delimiter row follows: a table is coming. */
function isTableHead(raw: RawBlock, base: number, { text }: Projection): boolean {
  if (raw.segments.length !== 2 || text.charCodeAt(base + raw.segments[0]!) !== 124) return false;
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
): { row: TableRow; labels: ReadonlySet<string> | null } {
  return buildRow(raw.segments[index * 2]!, raw.segments[index * 2 + 1]!, raw.align.length, base, projection);
}

function buildRow(
  from: number,
  to: number,
  columns: number,
  base: number,
  projection: Projection,
): { row: TableRow; labels: ReadonlySet<string> | null } {
  const { text } = projection;
  const ranges = splitRow(text, base + from, base + to);
  const cells: TableCell[] = [];
  let labels: Set<string> | null = null;
  for (let i = 0; i < columns; i++) {
    const start = i * 2 < ranges.length ? ranges[i * 2]! - base : to;
    const stop = i * 2 < ranges.length ? ranges[i * 2 + 1]! - base : to;
    if (start >= stop) {
      cells.push({ type: "cell", from: start, to: start, children: [] });
      continue;
    }
    const source = SourceText.ofParts(text, base, cellParts(text, base, start, stop));
    const growing = projection.repair && base + stop + 2 >= text.length;
    const result = parseInline(source, projection, growing);
    if (result.labels) labels = new Set([...(labels ?? []), ...result.labels]);
    const children = result.trouble !== "" ? [source.text(0, source.s.length, "")] : result.nodes;
    cells.push({ type: "cell", from: start, to: stop, children });
  }
  return { row: { type: "row", from, to, cells }, labels };
}

/** A cell's source without the backslashes of escaped pipes. */
function cellParts(text: string, base: number, from: number, to: number): number[] {
  const parts = [from];
  for (let at = text.indexOf("\\|", base + from); at >= 0 && at + 1 < base + to; at = text.indexOf("\\|", at + 2)) {
    parts.push(at - base, at + 1 - base);
  }
  parts.push(to);
  return parts;
}
