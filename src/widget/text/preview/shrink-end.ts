import { OWN } from "./mounted.ts";

/**
 * Where a selection's end really is: a triple click ends it at the start of the next block, of which it holds nothing.
 * Such an end climbs until something of the document lies before it.
 */
export function shrinkEnd(root: Node, node: Node, offset: number): { readonly node: Node; readonly offset: number } {
  let at = node;
  let before = offset;
  while (at !== root && at.parentNode !== null && isEmptyBefore(at, before)) {
    before = [...at.parentNode.childNodes].indexOf(at as ChildNode);
    at = at.parentNode;
  }
  return { node: at, offset: before };
}

function isEmptyBefore(node: Node, offset: number): boolean {
  if (node.nodeType === 3) return offset === 0;
  return [...node.childNodes].slice(0, offset).every((child) => isOwn(child) || child.textContent === "");
}

function isOwn(node: Node): boolean {
  return node.nodeType === 1 && (node as Element).hasAttribute(OWN);
}
