import type { Mounted } from "./mounted.ts";

/** The element at whose end the text ends: where the caret stands. Null after something that holds no text. */
export function tailElement(mounted: Mounted): Element | null {
  const { node } = mounted;
  switch (node.type) {
    case "paragraph":
    case "heading":
    case "summary":
    case "cell":
      return mounted.dom as Element;
    case "rule":
      return null;
    case "text":
      return mounted.dom.nodeType === 1 ? (mounted.dom as Element) : null;
    default: {
      const last = mounted.kids.at(-1);
      return last ? tailElement(last) : (mounted.host as Element);
    }
  }
}
