import { rangeInText, valueToSource } from "../../../core/markdown/source-map.ts";
import type { Block, TextNode } from "../../../core/markdown/tree.ts";
import { OWN } from "./mounted.ts";
import { shownTexts } from "./shown-texts.ts";

/** Of two neighbours that meet at an offset, a range's start belongs to the later one and its end to the earlier. */
export type Side = "start" | "end";

/** A DOM text node and the part of a text that it shows: text.value[at, at + dom.length). */
export interface TextEntry {
  readonly dom: Text;
  readonly text: TextNode;
  readonly at: number;
}

/**
 * Which text node of a block's DOM shows which source. Made by walking both in the same order, only when somebody asks:
 * while text streams in, positions cost nothing.
 */
export function mapText(block: Block, root: Node): TextEntry[] {
  const entries: TextEntry[] = [];
  const texts = shownTexts(block);
  let index = 0;
  let at = 0;
  for (const dom of contentTexts(root)) {
    const text = texts[index];
    if (!text || at + dom.length > text.value.length) {
      throw new Error(`The preview shows text that is not in its ${block.type} block, at text ${index}`);
    }
    entries.push({ dom, text, at });
    at += dom.length;
    if (at === text.value.length) {
      index++;
      at = 0;
    }
  }
  return entries;
}

/** The text nodes that show the document, without the words of our own buttons and labels. */
export function contentTexts(root: Node): Text[] {
  const found: Text[] = [];
  const walk = (node: Node) => {
    for (let child = node.firstChild; child; child = child.nextSibling) {
      if (child.nodeType === 3) {
        if ((child as Text).length > 0) found.push(child as Text);
      } else if (child.nodeType === 1 && !(child as Element).hasAttribute(OWN)) walk(child);
    }
  };
  walk(root);
  return found;
}

/** The source offset, relative to the block, of a place in one of its text nodes. */
export function sourceIn(entry: TextEntry, offset: number, side: Side): number {
  return valueToSource(entry.text, entry.at + Math.min(offset, entry.dom.length), side === "start" ? 1 : -1);
}

/** The DOM ranges that show source[from, to) of a block: one for each text node that shows part of it. */
export function rangesIn(entries: readonly TextEntry[], from: number, to: number): Range[] {
  const ranges: Range[] = [];
  for (const { dom, text, at } of entries) {
    if (text.to <= from || text.from >= to) continue;
    const shown = rangeInText(text, from, to);
    if (!shown) continue;
    const start = Math.max(shown.from - at, 0);
    const end = Math.min(shown.to - at, dom.length);
    if (start >= end) continue;
    const range = dom.ownerDocument.createRange();
    range.setStart(dom, start);
    range.setEnd(dom, end);
    ranges.push(range);
  }
  return ranges;
}

/** The text place nearest to a DOM place: at or after it for a range's start, at or before it for its end. */
export function nearestText(
  entries: readonly TextEntry[],
  node: Node,
  offset: number,
  side: Side,
): { readonly entry: TextEntry; readonly offset: number } | null {
  const own = entries.find((entry) => entry.dom === node);
  if (own) return { entry: own, offset };
  const after = (entry: TextEntry) => isAfter(entry.dom, node, offset);
  if (side === "start") {
    const next = entries.find(after);
    if (next) return { entry: next, offset: 0 };
    const last = entries.at(-1);
    return last ? { entry: last, offset: last.dom.length } : null;
  }
  const previous = entries.findLast((entry) => !after(entry));
  if (previous) return { entry: previous, offset: previous.dom.length };
  const first = entries[0];
  return first ? { entry: first, offset: 0 } : null;
}

/** Whether a text node lies after the boundary point (node, offset). */
function isAfter(text: Text, node: Node, offset: number): boolean {
  const child = node.nodeType === 1 ? node.childNodes[offset] : undefined;
  if (child) return child === text || child.contains(text) || isFollowing(child, text);
  return !node.contains(text) && isFollowing(node, text);
}

function isFollowing(node: Node, other: Node): boolean {
  return (node.compareDocumentPosition(other) & 4) !== 0;
}
