import type { PlacedBlock, Span } from "../../../core/markdown/tree.ts";
import { SHOWN_LINES } from "./blocks/canvas-blocks.ts";
import { isFolded } from "./folds.ts";
import type { Mounted } from "./mounted.ts";

/** What is mounted where. `tops[i]` shows `blocks[i]`. */
export interface Placed {
  readonly root: HTMLElement;
  readonly tops: readonly Mounted[];
  readonly blocks: readonly PlacedBlock[];
  readonly length: number;
}

/** The smallest block, item, row or line that shows the source at `offset`; between blocks, the one before. */
export function elementOf({ tops, blocks }: Placed, offset: number): HTMLElement | null {
  const index = lastWhere(blocks.length, (at) => blocks[at]!.from <= offset);
  const top = tops[Math.max(index, 0)];
  if (!top) return null;
  return deepest(top, offset - blocks[Math.max(index, 0)]!.from).dom as HTMLElement;
}

/** The smallest box of one mounted block at an offset relative to it. */
export function boxAt(mounted: Mounted, offset: number): HTMLElement {
  return deepest(mounted, offset).dom as HTMLElement;
}

/** The box of one mounted block that shows exactly this source, which is relative to it; null where there is none. */
export function boxOf(mounted: Mounted, span: Span, kind: "block" | "item" | "row" | "cell"): HTMLElement | null {
  const { node } = mounted;
  if (node.type === "table" && (kind === "row" || kind === "cell")) {
    const rows = (mounted.dom as Element).querySelectorAll<HTMLElement>("tr:not([data-own])");
    const all = [node.head, ...node.rows];
    const at = all.findIndex(({ from, to }) => from <= span.from && span.to <= to);
    if (at < 0 || kind === "row") return rows[at] ?? null;
    const cell = all[at]!.cells.findIndex(({ from, to }) => from === span.from && to === span.to);
    return (rows[at]?.children[cell] as HTMLElement | undefined) ?? null;
  }
  const isKind = kind === "item" ? node.type === "item" : node.type !== "item";
  if (isKind && node.from === span.from && node.to === span.to) return mounted.dom as HTMLElement;
  for (const kid of boxesOf(mounted)) {
    if (kid.node.from <= span.from && span.to <= kid.node.to) return boxOf(kid, span, kind);
  }
  return null;
}

function deepest(mounted: Mounted, offset: number): Mounted {
  const kids = boxesOf(mounted);
  const index = lastWhere(kids.length, (at) => kids[at]!.node.from <= offset);
  return index < 0 ? mounted : deepest(kids[index]!, offset);
}

/** The children that are boxes of their own: blocks, items, rows, lines; not words. */
function boxesOf(mounted: Mounted): readonly Mounted[] {
  switch (mounted.node.type) {
    case "list":
    case "item":
    case "details":
      // What is folded has no place of its own: its summary stands for it.
      return isFolded(mounted) ? mounted.kids.slice(0, mounted.kids[0]?.node.type === "summary" ? 1 : 0) : mounted.kids;
    case "quote":
    case "footnote":
    case "table":
    case "frontMatter":
    case "plain":
      return mounted.kids;
    case "code":
    case "html":
      return "lines" in mounted.node ? shownLines(mounted) : [];
    default:
      return [];
  }
}

/** Of a block whose source is put away the lines that can still be seen: what is not has the block for its place. */
function shownLines({ dom, kids }: Mounted): readonly Mounted[] {
  const { source, state } = (dom as HTMLElement).dataset;
  if (source !== "closed") return kids;
  return state === "running" ? [] : kids.slice(0, SHOWN_LINES);
}

/** The source offset at the upper border of the visible part: inside a block, by the share of it that is above. */
export function offsetAtTop(placed: Placed): number {
  return offsetAtHeight(placed, upperBorder(scrollerOf(placed.root)));
}

/** The source that is visible now. */
export function visibleSpan(placed: Placed): Span {
  const scroller = scrollerOf(placed.root);
  const top = upperBorder(scroller);
  const from = offsetAtHeight(placed, top);
  const height = scroller.clientHeight - coveredTop(scroller);
  return { from, to: Math.max(from, offsetAtHeight(placed, top + height)) };
}

function offsetAtHeight({ tops, blocks, length }: Placed, border: number): number {
  const index = firstBelow(tops, border);
  const top = tops[index];
  if (!top) return index === 0 ? 0 : length;
  return Math.round(blocks[index]!.from + offsetInside(top, border));
}

function offsetInside(mounted: Mounted, border: number): number {
  const kids = boxesOf(mounted);
  const index = firstBelow(kids, border);
  const kid = kids[index];
  if (kid && rectOf(kid).top <= border) return offsetInside(kid, border);
  const { top, height } = rectOf(mounted);
  if (kid) return kid.node.from;
  const share = height > 0 ? Math.min(Math.max((border - top) / height, 0), 1) : 0;
  return mounted.node.from + share * (mounted.node.to - mounted.node.from);
}

/** A place of the text on screen: the source where a block, item, row or line begins, and how far down the window it stands. */
export interface Place {
  readonly offset: number;
  readonly y: number;
}

/** A bar that comes above the text must not cover the place: of a page that is scrolled the first lines do not count. */
export const ROOM_FOR_BAR = 48;

/** The first box that begins in the upper half of what is visible; where one box fills it, that one. null: nothing is drawn. */
export function placeInView(placed: Placed): Place | null {
  const scroller = scrollerOf(placed.root);
  const border = upperBorder(scroller) + (scroller.scrollTop > 0 ? ROOM_FOR_BAR : 0);
  const first = boxAtHeight(placed, border);
  if (first === null || first.rect.top >= border - 1) return first && placeOf(placed, first.offset);
  const next = boxAtHeight(placed, first.rect.bottom + 1);
  const beginsInView =
    next !== null && next.rect.top >= border - 1 && next.rect.top < border + scroller.clientHeight / 2;
  return placeOf(placed, beginsInView ? next.offset : first.offset);
}

/** Scrolls so that the box at the place stands there again, and in any case in view. False: it stood there, or as near as it can. */
export function putInView(placed: Placed, { offset, y }: Place): boolean {
  const scroller = scrollerOf(placed.root);
  const top = elementOf(placed, offset)?.getBoundingClientRect().top;
  const wanted = Math.max(y, upperBorder(scroller));
  return top !== undefined && scrollBy(scroller, top - wanted);
}

/** False: the scroller stands as it stood. */
export function scrollBy(scroller: Element, distance: number): boolean {
  const before = scroller.scrollTop;
  if (Math.abs(distance) >= 0.5) scroller.scrollTop += distance;
  return scroller.scrollTop !== before;
}

function placeOf(placed: Placed, offset: number): Place | null {
  const box = elementOf(placed, offset);
  return box && { offset, y: box.getBoundingClientRect().top };
}

function boxAtHeight(placed: Placed, height: number): { readonly offset: number; readonly rect: DOMRect } | null {
  const { blocks, tops } = placed;
  const offset = offsetAtHeight(placed, height);
  const index = Math.max(
    lastWhere(blocks.length, (at) => blocks[at]!.from <= offset),
    0,
  );
  const top = tops[index];
  if (!top) return null;
  const box = deepest(top, offset - blocks[index]!.from);
  return { offset: blocks[index]!.from + box.node.from, rect: rectOf(box) };
}

/** Scrolls so that the source at `offset` stands at the upper border; to the very start for its first character. */
export function scrollToOffset({ root, tops, blocks }: Placed, offset: number): void {
  if (offset <= 0) {
    scrollerOf(root).scrollTop = 0;
    return;
  }
  const index = Math.max(
    lastWhere(blocks.length, (at) => blocks[at]!.from <= offset),
    0,
  );
  const top = tops[index];
  if (!top) return;
  const relative = offset - blocks[index]!.from;
  const box = deepest(top, relative);
  const { from, to } = box.node;
  const share = to > from ? Math.min(Math.max((relative - from) / (to - from), 0), 1) : 0;
  const rect = rectOf(box);
  const scroller = scrollerOf(root);
  scroller.scrollTop += rect.top + share * rect.height - upperBorder(scroller);
}

function rectOf(mounted: Mounted): DOMRect {
  return (mounted.dom as Element).getBoundingClientRect();
}

function firstBelow(boxes: readonly Mounted[], border: number): number {
  return lastWhere(boxes.length, (at) => rectOf(boxes[at]!).bottom <= border) + 1;
}

/** The last index for which `holds`, which holds for a head of the indices and for none after it; -1: for none. */
function lastWhere(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The element that scrolls the preview: the nearest that can, or the page. */
export function scrollerOf(element: Element): Element {
  const document = element.ownerDocument;
  const page = document.scrollingElement ?? document.documentElement;
  for (let at: Element | null = element; at && at !== page && at !== document.body; at = at.parentElement) {
    const overflow = document.defaultView?.getComputedStyle(at).overflowY;
    if ((overflow === "auto" || overflow === "scroll") && at.scrollHeight > at.clientHeight) return at;
  }
  return page;
}

/** Where what is visible begins: below what lies over the top of the scroller, which says how much that is. */
export function upperBorder(scroller: Element): number {
  const isPage = scroller === scroller.ownerDocument.scrollingElement;
  return isPage ? 0 : scroller.getBoundingClientRect().top + scroller.clientTop + coveredTop(scroller);
}

/** How much of its top is covered by what does not scroll. */
export function coveredTop(scroller: Element): number {
  const { scrollPaddingTop } = scroller.ownerDocument.defaultView!.getComputedStyle(scroller);
  return Number.parseFloat(scrollPaddingTop) || 0;
}
