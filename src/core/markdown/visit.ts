import type { Block, Inline, ListItem, TableCell, TableRow } from "./tree.ts";

export interface Visitor {
  block?(node: Block): void;
  item?(node: ListItem): void;
  row?(node: TableRow): void;
  cell?(node: TableCell): void;
  inline?(node: Inline): void;
}

/** Calls the visitor on a block and everything in it, in the order of the text. */
export function visitBlock(node: Block, visitor: Visitor): void {
  visitor.block?.(node);
  switch (node.type) {
    case "heading":
    case "paragraph":
    case "summary":
      for (const child of node.children) visitInline(child, visitor);
      return;
    case "quote":
    case "details":
    case "footnote":
      for (const child of node.children) visitBlock(child, visitor);
      return;
    case "list":
      for (const item of node.items) {
        visitor.item?.(item);
        for (const child of item.children) visitBlock(child, visitor);
      }
      return;
    case "table":
      for (const row of [node.head, ...node.rows]) {
        visitor.row?.(row);
        for (const cell of row.cells) {
          visitor.cell?.(cell);
          for (const child of cell.children) visitInline(child, visitor);
        }
      }
      return;
    default:
      return;
  }
}

export function visitInline(node: Inline, visitor: Visitor): void {
  visitor.inline?.(node);
  switch (node.type) {
    case "emphasis":
    case "strong":
    case "strike":
    case "kbd":
    case "sub":
    case "sup":
    case "mark":
    case "link":
      for (const child of node.children) visitInline(child, visitor);
      return;
    default:
      return;
  }
}
