import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState, StateCommand } from "@codemirror/state";
import { EditorSelection } from "@codemirror/state";
import { cellAt, type Row, readRow, widthOf } from "./table-row.ts";

/** A row and where its text starts in the document. */
interface PlacedRow extends Row {
  readonly from: number;
}
interface Table {
  /** The header first. */
  readonly rows: readonly PlacedRow[];
  readonly rule: PlacedRow;
  readonly to: number;
}

/**
 * To the next cell, whose words are then selected; after the last one a new row. A table whose columns stood under each
 * other is kept so, any other is left as it is. Outside tables false.
 */
export const nextCell: StateCommand = (target) => goToCell(target, 1);

/** To the cell before. In the first one nothing happens, and that too is true. */
export const previousCell: StateCommand = (target) => goToCell(target, -1);

function goToCell({ state, dispatch }: Parameters<StateCommand>[0], by: 1 | -1): boolean {
  if (state.readOnly) return false;
  const at = state.selection.main.head;
  const table = tableAt(state, at);
  if (table === null) return false;
  const columns = table.rows[0]!.cells.length;
  const [row, column] = placeIn(table, at);
  const goal = Math.max(0, row * columns + Math.min(column, columns - 1) + by);
  const [toRow, toColumn] = [Math.floor(goal / columns), goal % columns];

  const filled =
    toRow < table.rows.length ? fillShort(table.rows[toRow]!, columns) : newRow(state, table, row, columns);
  const aligned = align(table, row);
  const changes = state.changes([...aligned, ...(aligned.length > 0 && toRow < table.rows.length ? [] : filled)]);
  const after = state.update({ changes }).state;
  const cell = cellIn(after, changes.mapPos(table.rows[0]!.from, -1), toRow, toColumn);
  dispatch(
    state.update({
      changes,
      selection: EditorSelection.single(cell.start, cell.end),
      scrollIntoView: true,
      userEvent: changes.empty ? "select" : "input",
    }),
  );
  return true;
}

/** Row and column of a position; on the line of dashes, the end of the header. */
function placeIn({ rows, rule }: Table, at: number): [row: number, column: number] {
  if (rule.from <= at && at <= rule.from + rule.text.length) return [0, rows[0]!.cells.length - 1];
  const index = rows.findLastIndex((row) => row.from <= at);
  const row = rows[Math.max(0, index)]!;
  return [Math.max(0, index), cellAt(row, Math.max(0, at - row.from))];
}

function cellIn(state: EditorState, at: number, row: number, column: number): { start: number; end: number } {
  const place = tableAt(state, at)?.rows[row];
  const cell = place?.cells[column];
  if (place === undefined || cell === undefined)
    throw new RangeError(`No cell ${row}, ${column} in the table at ${at}`);
  return { start: place.from + cell.start, end: place.from + cell.end };
}

/** The table on the line of a position. */
function tableAt(state: EditorState, at: number): Table | null {
  const line = state.doc.lineAt(at);
  const tree = ensureSyntaxTree(state, line.to, 200) ?? syntaxTree(state);
  const rows: PlacedRow[] = [];
  let rule: PlacedRow | null = null;
  tree.iterate({
    from: line.from,
    to: line.to,
    enter: (node) => {
      if (node.name !== "Table") return;
      for (let child = node.node.firstChild; child !== null; child = child.nextSibling) {
        const text = state.sliceDoc(child.from, state.doc.lineAt(child.from).to);
        if (child.name === "TableDelimiter") rule = { ...readRow(text), from: child.from };
        else if (child.name === "TableHeader" || child.name === "TableRow")
          rows.push({ ...readRow(text), from: child.from });
      }
      return false;
    },
  });
  if (rule === null || rows.length === 0) return null;
  const last = Math.max((rule as PlacedRow).from, rows.at(-1)!.from);
  return { rows, rule, to: state.doc.lineAt(last).to };
}

interface Insertion {
  readonly from: number;
  readonly to?: number;
  readonly insert: string;
}

/** The cells that a row lacks. */
function fillShort(row: PlacedRow, columns: number): Insertion[] {
  const missing = columns - row.cells.length;
  if (missing <= 0) return [];
  const end = row.from + row.text.trimEnd().length;
  return [{ from: end, insert: (row.isClosed ? "" : " |") + "   |".repeat(missing) }];
}

function newRow(state: EditorState, table: Table, edited: number, columns: number): Insertion[] {
  const last = state.doc.lineAt(table.to);
  const from = [table.rule, ...table.rows].find((row) => row.from >= last.from)!.from;
  const cells = newWidths(table, edited, columns).map((width) => " ".repeat(width + 2));
  return [{ from: table.to, insert: `${state.lineBreak}${state.sliceDoc(last.from, from)}|${cells.join("|")}|` }];
}

function newWidths(table: Table, edited: number, columns: number): number[] {
  if (areAligned(table, -1)) return table.rule.cells.map(({ from, to }) => to - from - 2);
  return areAligned(table, edited) ? columnWidths(table) : Array.from({ length: columns }, () => 1);
}

/** Whether the pipes of all rows but one stand under each other. */
function areAligned({ rows, rule }: Table, except: number): boolean {
  const pipes = (row: Row) => row.cells.map(({ from, to }) => widthOf(row.text.slice(from, to))).join();
  const wanted = pipes(rule);
  return [rule, ...rows].every(
    (row, index) =>
      row.isOpen &&
      row.isClosed &&
      row.cells.length === rule.cells.length &&
      (index - 1 === except || pipes(row) === wanted),
  );
}

const columnWidths = ({ rows, rule }: Table): number[] =>
  rule.cells.map(({ from, to }, column) => {
    let width = Math.max(1, Math.min(3, to - from - 2));
    for (const { text, cells } of rows) {
      const cell = cells[column]!;
      width = Math.max(width, widthOf(text.slice(cell.start, cell.end)));
    }
    return width;
  });

/** Spaces and dashes that put the columns under each other again, after something was typed in one row. */
function align(table: Table, edited: number): Insertion[] {
  if (!areAligned(table, edited) || areAligned(table, -1)) return [];
  const widths = columnWidths(table);
  const sides = table.rule.cells.map(({ start, end }) => sideOf(table.rule.text.slice(start, end)));
  const changes: Insertion[] = [];
  const put = (row: PlacedRow, from: number, to: number, insert: string) => {
    if (row.text.slice(from, to) !== insert) changes.push({ from: row.from + from, to: row.from + to, insert });
  };
  for (const row of table.rows) {
    row.cells.forEach((cell, column) => {
      const room = widths[column]! - widthOf(row.text.slice(cell.start, cell.end));
      if (cell.start === cell.end) {
        put(row, cell.from, cell.to, " ".repeat(room + 2));
        return;
      }
      const before = sides[column] === "right" ? room : sides[column] === "center" ? Math.floor(room / 2) : 0;
      put(row, cell.from, cell.start, " ".repeat(before + 1));
      put(row, cell.end, cell.to, " ".repeat(room - before + 1));
    });
  }
  table.rule.cells.forEach((cell, column) => {
    const [left, right] = COLONS[sides[column]!];
    const dashes = "-".repeat(widths[column]! - left.length - right.length);
    put(table.rule, cell.from, cell.to, ` ${left}${dashes}${right} `);
  });
  return changes;
}

const COLONS = { none: ["", ""], left: [":", ""], right: ["", ":"], center: [":", ":"] } as const;

function sideOf(dashes: string): keyof typeof COLONS {
  if (dashes.startsWith(":")) return dashes.endsWith(":") && dashes.length > 1 ? "center" : "left";
  return dashes.endsWith(":") ? "right" : "none";
}
