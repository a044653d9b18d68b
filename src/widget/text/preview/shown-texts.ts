import type { Block, Inline, ListItem, TableRow, TextNode } from "../../../core/markdown/tree.ts";

/** Every text that a block renders, soft breaks included, in the order in which it stands in the DOM. */
export function shownTexts(block: Block): TextNode[] {
  const texts: TextNode[] = [];
  const take = (text: TextNode) => {
    if (text.value !== "") texts.push(text);
  };
  const inlines = (nodes: readonly Inline[]) => {
    for (const node of nodes) {
      if (node.type === "text") take(node);
      else if (node.type === "code" || node.type === "html") take(node.text);
      else if (node.type === "image") take(node.alt);
      else if (node.type === "break") {
        if (!node.hard) take(softBreak(node.from, node.to));
      } else if (node.type !== "footnoteRef") inlines(node.children);
    }
  };
  const rows = (list: readonly TableRow[]) => {
    for (const row of list) for (const cell of row.cells) inlines(cell.children);
  };
  const blocks = (nodes: readonly (Block | ListItem)[]) => {
    for (const node of nodes) {
      if ("lines" in node) node.lines.forEach(take);
      else if (node.type === "heading" || node.type === "paragraph" || node.type === "summary") {
        inlines(node.children);
      } else if (node.type === "table") {
        rows([node.head]);
        rows(node.rows);
      } else if (node.type === "list") blocks(node.items);
      else if (node.type !== "rule") blocks(node.children);
    }
  };
  blocks([block]);
  return texts;
}

/** A soft break shows as one character, whatever the line's end and the next line's indent are in the source. */
function softBreak(from: number, to: number): TextNode {
  return { type: "text", value: "\n", from, to, pieces: [{ at: 0, length: 1, from, to, exact: false }] };
}
