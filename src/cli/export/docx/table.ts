import {
  AlignmentType,
  BorderStyle,
  type IParagraphOptions,
  type Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  WidthType,
} from "docx";
import { isRightToLeft } from "../../../core/markdown/direction.ts";
import { inlineText } from "../../../core/markdown/plain-text.ts";
import type { Alignment, Block, Inline } from "../../../core/markdown/tree.ts";
import { LINE, SHADE } from "./styles.ts";

const ALIGNMENTS = { left: AlignmentType.LEFT, center: AlignmentType.CENTER, right: AlignmentType.RIGHT };
/** About how wide a bold letter and a cell's own margins are. */
const LETTER = 135;
const MARGINS = 260;
const WIDEST = 44;

export interface TableSurroundings {
  /** Of the whole table and its distance from the margin, in twentieths of a point. */
  readonly width: number;
  readonly indent: number;
  readonly cell: (inlines: readonly Inline[], looks: CellLooks, isHead: boolean) => Paragraph;
}
type CellLooks = Pick<IParagraphOptions, "alignment" | "spacing" | "keepNext">;

/** A table as wide as the text, its columns as wide as their words want; the head is repeated on every page. */
export function tableOf(node: Block & { readonly type: "table" }, surroundings: TableSurroundings): Table {
  const rows = [node.head, ...node.rows];
  const texts = rows.map((row) => row.cells.map((cell) => inlineText(cell.children)));
  const columnWidths = widths(texts, node.head.cells.length, surroundings.width);
  const border = { style: BorderStyle.SINGLE, size: 4, color: LINE };
  return new Table({
    width: { size: surroundings.width, type: WidthType.DXA },
    indent: { size: surroundings.indent, type: WidthType.DXA },
    layout: TableLayoutType.FIXED,
    columnWidths,
    visuallyRightToLeft: isRightToLeft(texts[0]?.join(" ") ?? ""),
    borders: {
      top: border,
      bottom: border,
      left: border,
      right: border,
      insideHorizontal: border,
      insideVertical: border,
    },
    margins: { top: 60, bottom: 60, left: 110, right: 110 },
    rows: rows.map(
      ({ cells }, index) =>
        new TableRow({
          tableHeader: index === 0,
          cantSplit: true,
          children: columnWidths.map((width, column) => {
            const isHead = index === 0;
            const looks = { spacing: { after: 0 }, keepNext: isHead, ...alignment(node.align[column]) };
            return new TableCell({
              width: { size: width, type: WidthType.DXA },
              ...(isHead ? { shading: { fill: SHADE } } : {}),
              children: [surroundings.cell(cells[column]?.children ?? [], looks, isHead)],
            });
          }),
        }),
    ),
  });
}

function alignment(side: Alignment | undefined): Pick<CellLooks, "alignment"> {
  return side ? { alignment: ALIGNMENTS[side] } : {};
}

/** What is left after every column has room for its longest word is shared by how much text each holds. */
function widths(texts: readonly (readonly string[])[], columns: number, total: number): readonly number[] {
  const cells = Array.from({ length: columns }, (_, column) => texts.map((row) => row[column] ?? ""));
  const longest = (each: readonly string[]) => each.reduce((most, text) => Math.max(most, text.length), 1);
  const needed = cells.map(
    (each) => MARGINS + LETTER * Math.min(24, longest(each.flatMap((text) => text.split(/\s/)))),
  );
  const wanted = cells.map((each) => Math.min(WIDEST, longest(each)));
  const left = Math.max(0, total - sum(needed));
  const scale = Math.min(1, total / sum(needed));
  return needed.map((each, i) => Math.floor(each * scale + (left * wanted[i]!) / sum(wanted)));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
