import type { Block, Inline, MarkdownDocument } from "./tree.ts";

/** What a reader sees, without marks: blocks, items and rows on lines of their own. */
export function plainText(document: MarkdownDocument): string {
  const lines: string[] = [];
  for (const { node } of document.blocks) addBlock(node, lines);
  return lines.join("\n");
}

/** The plain text of one block. */
export function blockText(node: Block): string {
  const lines: string[] = [];
  addBlock(node, lines);
  return lines.join("\n");
}

function addBlock(node: Block, lines: string[]): void {
  switch (node.type) {
    case "heading":
    case "paragraph":
      lines.push(inlineText(node.children));
      return;
    case "quote":
    case "footnote":
      for (const child of node.children) addBlock(child, lines);
      return;
    case "list":
      for (const item of node.items) for (const child of item.children) addBlock(child, lines);
      return;
    case "table":
      for (const row of [node.head, ...node.rows]) {
        lines.push(row.cells.map((cell) => inlineText(cell.children)).join("\t"));
      }
      return;
    case "code":
    case "html":
    case "frontMatter":
    case "plain":
      for (const line of node.lines) lines.push(line.value);
      return;
    case "rule":
      return;
  }
}

/** The text of inline content: a line break is a space, a footnote's number is left out. */
export function inlineText(nodes: readonly Inline[]): string {
  let text = "";
  for (const node of nodes) {
    switch (node.type) {
      case "text":
        text += node.value;
        break;
      case "code":
      case "html":
        text += node.text.value;
        break;
      case "image":
        text += node.alt.value;
        break;
      case "break":
        text += " ";
        break;
      case "footnoteRef":
        break;
      default:
        text += inlineText(node.children);
    }
  }
  return text;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu;
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const SPACELESS_ALL = new RegExp(SPACELESS.source, "gu");

/** How many words a text has. Scripts without spaces between words count by the character. */
export function countWords(text: string): number {
  const plain = SPACELESS.test(text) ? text.replace(SPACELESS_ALL, " x ") : text;
  let words = 0;
  for (const _ of plain.matchAll(WORD)) words++;
  return words;
}
