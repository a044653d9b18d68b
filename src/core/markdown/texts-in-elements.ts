import type { Block, Inline, TextNode } from "./tree.ts";

/** A text, and the elements that it is shown in, from the outermost on: equal names, equal looks. */
export interface ElementText {
  readonly elements: string;
  readonly node: TextNode;
}

/** The texts of a block in the order of the source. */
export function textsInElements(block: Block): readonly ElementText[] {
  const found: ElementText[] = [];
  addBlock(found, block, "");
  return found;
}

function addBlock(found: ElementText[], node: Block, within: string): void {
  switch (node.type) {
    case "heading":
      addInline(found, node.children, `${within} heading ${node.level}`);
      break;
    case "paragraph":
      addInline(found, node.children, within);
      break;
    case "summary":
      addInline(found, node.children, `${within} summary`);
      break;
    case "quote":
      for (const child of node.children) addBlock(found, child, `${within} quote ${node.alert ?? ""}`);
      break;
    case "details":
    case "footnote":
      for (const child of node.children) addBlock(found, child, `${within} ${node.type}`);
      break;
    case "list":
      for (const { checked, children } of node.items) {
        const item = `${within} ${node.ordered ? "numbered" : "item"} ${checked ?? ""}`;
        for (const child of children) addBlock(found, child, item);
      }
      break;
    case "table":
      for (const row of [node.head, ...node.rows]) {
        const name = row === node.head ? "head" : "cell";
        for (const [column, { children }] of row.cells.entries()) {
          addInline(found, children, `${within} ${name} ${column}`);
        }
      }
      break;
    case "rule":
      break;
    default:
      for (const line of node.lines) found.push({ elements: `${within} ${node.type}`, node: line });
  }
}

function addInline(found: ElementText[], nodes: readonly Inline[], within: string): void {
  for (const node of nodes) {
    switch (node.type) {
      case "text":
        found.push({ elements: within, node });
        break;
      case "code":
      case "html":
        found.push({ elements: `${within} ${node.type}`, node: node.text });
        break;
      case "image":
        found.push({ elements: `${within} image ${node.src}`, node: node.alt });
        break;
      case "link":
        addInline(found, node.children, `${within} link ${node.href}`);
        break;
      case "emphasis":
      case "strong":
      case "strike":
      case "kbd":
      case "sub":
      case "sup":
      case "mark":
        addInline(found, node.children, `${within} ${node.type}`);
        break;
      default:
        break;
    }
  }
}
