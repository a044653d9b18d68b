import { inlineText } from "../../../core/markdown/plain-text.ts";
import type { Alignment, Block, TableCell, TableRow } from "../../../core/markdown/tree.ts";
import { previewWords } from "../../words.ts";
import { patchInlines } from "./inline-dom.ts";
import { type BuildContext, element, type Mounted } from "./mounted.ts";
import { patchKids } from "./patch-kids.ts";

type TableNode = Extract<Block, { type: "table" }>;

/** A table that scrolls inside itself: a named region that the keyboard can reach. */
export function mountTable(context: BuildContext, first: TableNode): Mounted {
  const dom = element(context, "div", "preview-table");
  dom.tabIndex = 0;
  dom.setAttribute("role", "region");
  const table = element(context, "table");
  const head = element(context, "thead");
  const body = element(context, "tbody");
  table.append(head, body);
  dom.append(table);

  const headKids: Mounted[] = [];
  const rowKids: Mounted[] = [];
  const show = (node: TableNode) => {
    const changed = patchKids(head, headKids, [node.head], (row) => mountRow(context, row, "th", node.align));
    if (changed) dom.setAttribute("aria-label", previewWords.tableOf(headWords(node.head)));
    patchKids(body, rowKids, node.rows, (row) => mountRow(context, row, "td", node.align));
  };
  const mounted: Mounted = {
    node: first,
    dom,
    // The head and the rows have hosts of their own; what looks for the last child wants the rows.
    get kids() {
      return rowKids.length > 0 ? rowKids : headKids;
    },
    host: body,
    patch(node) {
      if (node.type !== "table" || !sameAlignment(node.align, first.align)) return false;
      mounted.node = node;
      show(node);
      return true;
    },
  };
  show(first);
  return mounted;
}

function mountRow(context: BuildContext, first: TableRow, name: "th" | "td", align: readonly Alignment[]): Mounted {
  const dom = element(context, "tr");
  const kids: Mounted[] = [];
  const show = (node: TableRow) => {
    patchKids(dom, kids, node.cells, (cell) => mountCell(context, cell, name, align[node.cells.indexOf(cell)] ?? null));
  };
  const mounted: Mounted = {
    node: first,
    dom,
    kids,
    host: dom,
    patch(node) {
      if (node.type !== "row") return false;
      mounted.node = node;
      show(node);
      return true;
    },
  };
  show(first);
  return mounted;
}

function mountCell(context: BuildContext, first: TableCell, name: "th" | "td", align: Alignment): Mounted {
  const dom = element(context, name);
  dom.dir = "auto";
  if (align) dom.dataset.align = align;
  if (name === "th") dom.setAttribute("scope", "col");
  const mounted: Mounted = {
    node: first,
    dom,
    kids: [],
    host: dom,
    patch(node) {
      if (node.type !== "cell") return false;
      mounted.node = node;
      patchInlines(context, dom, mounted.kids, node.children);
      return true;
    },
  };
  patchInlines(context, dom, mounted.kids, first.children);
  return mounted;
}

function headWords(head: TableRow): string {
  return head.cells
    .map((cell) => inlineText(cell.children).trim())
    .filter(Boolean)
    .join(", ");
}

function sameAlignment(one: readonly Alignment[], other: readonly Alignment[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
