import type { Inline } from "../../core/markdown/tree.ts";

/** The words of inline nodes, as a name for a screen reader or a heading's link. */
export function plainInlines(nodes: readonly Inline[]): string {
  return nodes.map(plainInline).join("");
}

function plainInline(node: Inline): string {
  switch (node.type) {
    case "text":
      return node.value;
    case "code":
    case "html":
      return node.text.value;
    case "image":
      return node.alt.value;
    case "break":
      return " ";
    case "footnoteRef":
      return "";
    default:
      return plainInlines(node.children);
  }
}
