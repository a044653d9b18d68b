import { rangeInText } from "../../../core/markdown/source-map.ts";
import type { PlacedBlock, Span } from "../../../core/markdown/tree.ts";
import { type Mounted, OWN } from "./mounted.ts";
import { boxAt, boxOf } from "./places.ts";
import { contentTexts, rangesIn, type TextEntry } from "./text-map.ts";

/** An element of ours that stands in the text, and the words that it is about. Offsets are into the shown source. */
export interface Inlay {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  /** The element that goes around the words. */
  readonly wrap: "del" | "mark";
  /**
   * In the line, right behind the words; between blocks, behind the one that they end in; or as an item of a list or a
   * row of a table.
   */
  readonly place: "words" | "blocks" | "item" | "row";
  /** The box that it stands beside; of one in the line, that line, for when there are no words to stand behind. */
  readonly beside?: BoxPlace;
  /** Null: the words are marked, and nothing stands behind them. */
  readonly element: HTMLElement | null;
}

/** A block, an item, a row or a cell, by its source, and where to stand. */
export interface BoxPlace extends Span {
  readonly kind: "block" | "item" | "row" | "cell";
  readonly side: "before" | "after" | "inside";
}

export interface InlayHost {
  readonly tops: readonly Mounted[];
  blocks(): readonly PlacedBlock[];
  entriesOf(index: number): TextEntry[];
  /** The text nodes of this block are others now. */
  redrawn(top: Mounted): void;
}

export interface Inlays {
  /** Shows these and no others. What already stands right is not touched. */
  set(inlays: readonly Inlay[]): void;
  /** Takes everything of ours out of these blocks: they are about to be patched. */
  clear(tops: readonly Mounted[]): void;
}

/** The part of an inlay that stands in one top-level block; offsets are relative to it. */
interface Part {
  readonly inlay: Inlay;
  readonly from: number;
  readonly to: number;
  /** Its element stands in this block. */
  readonly isLast: boolean;
  readonly beside: BoxPlace | null;
}

interface InsertedParts {
  readonly parts: readonly Part[];
  /** From the last thing done to the first. */
  readonly undo: readonly (() => void)[];
}

/**
 * Puts elements into the preview without its builders knowing: text nodes are split and wrapped, and put together again
 * exactly as they were before their block is patched.
 */
export function createInlays(host: InlayHost): Inlays {
  const inserted = new Map<Mounted, InsertedParts>();
  const removeParts = (top: Mounted) => {
    const known = inserted.get(top);
    if (known === undefined) return;
    inserted.delete(top);
    for (const undo of known.undo) undo();
    host.redrawn(top);
  };
  return {
    set(inlays) {
      const parts = partsOf(inlays, host.blocks());
      const wanted = new Map([...parts].map(([index, list]) => [host.tops[index]!, { index, list }]));
      for (const [top, known] of [...inserted]) {
        const next = wanted.get(top);
        if (next !== undefined && areSame(known.parts, next.list)) wanted.delete(top);
        else removeParts(top);
      }
      for (const [top, { index, list }] of wanted) {
        inserted.set(top, { parts: list, undo: insertParts(host, top, index, list) });
        host.redrawn(top);
      }
    },
    clear(tops) {
      for (const top of tops) removeParts(top);
    },
  };
}

function partsOf(inlays: readonly Inlay[], blocks: readonly PlacedBlock[]): Map<number, Part[]> {
  const parts = new Map<number, Part[]>();
  for (const inlay of inlays) {
    const last = Math.max(inlay.from, inlay.to - 1);
    let index = lastStartingAt(blocks, inlay.from);
    if (index < 0) {
      if (blocks.length === 0) continue;
      index = 0;
    }
    const end = Math.max(index, lastStartingAt(blocks, last));
    for (; index <= end; index++) {
      const start = blocks[index]!.from;
      const { beside: box } = inlay;
      const beside = box === undefined ? null : { ...box, from: box.from - start, to: box.to - start };
      const part = { inlay, from: inlay.from - start, to: inlay.to - start, isLast: index === end, beside };
      const list = parts.get(index);
      if (list === undefined) parts.set(index, [part]);
      else list.push(part);
    }
  }
  // Of those at one place the last is put in first: what comes next goes before it.
  for (const list of parts.values()) list.reverse().sort((a, b) => b.from - a.from || b.to - a.to);
  return parts;
}

function lastStartingAt(blocks: readonly PlacedBlock[], offset: number): number {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (blocks[middle]!.from <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function areSame(a: readonly Part[], b: readonly Part[]): boolean {
  return (
    a.length === b.length &&
    a.every((part, i) => {
      const other = b[i]!;
      const { inlay } = part;
      return (
        part.from === other.from &&
        part.to === other.to &&
        part.isLast === other.isLast &&
        inlay.id === other.inlay.id &&
        inlay.wrap === other.inlay.wrap &&
        inlay.place === other.inlay.place &&
        part.beside?.from === other.beside?.from &&
        part.beside?.to === other.beside?.to &&
        part.beside?.side === other.beside?.side &&
        inlay.element === other.inlay.element
      );
    })
  );
}

/** From the end of the block to its start: what is put in does not move what comes after it. Gives the ways back. */
function insertParts(host: InlayHost, top: Mounted, index: number, parts: readonly Part[]): (() => void)[] {
  const undo: (() => void)[] = [];
  const placed = new Set<Element>();
  let entries = host.entriesOf(index);
  let done = Number.POSITIVE_INFINITY;
  for (const part of parts) {
    if (part.to > done) {
      // It overlaps what was just put in: its text nodes are others now.
      host.redrawn(top);
      entries = host.entriesOf(index);
    }
    done = part.from;
    const wraps = rangesIn(entries, part.from, part.to).map((range) => wrapRange(range, part.inlay, undo));
    const { element } = part.inlay;
    if (!part.isLast || element === null) continue;
    place(part, element, wraps);
    placed.add(element);
    undo.push(() => element.remove());
  }
  return undo.reverse();

  function place(part: Part, element: HTMLElement, wraps: readonly HTMLElement[]): void {
    const isInLine = part.inlay.place === "words";
    const behind = isInLine ? (climb(wraps) ?? null) : null;
    if (behind !== null) behind.after(element);
    else if (isInLine && putAt(entries, part.to, element, undo)) return;
    else if (!putBeside(top, part.beside, element, placed)) putBehindBlock(top, part, element);
  }
}

/** Beside or inside the box that is meant; false where there is none. */
function putBeside(top: Mounted, beside: BoxPlace | null, element: HTMLElement, placed: ReadonlySet<Element>): boolean {
  const box = beside === null ? null : boxOf(top, beside, beside.kind);
  if (box === null) return false;
  const rows = box.closest("thead")?.nextElementSibling;
  if (beside!.side === "inside") box.append(element);
  // Behind the head of a table is the start of its body.
  else if (beside!.side === "after" && rows != null) rows.prepend(element);
  else if (beside!.side === "after") box.after(element);
  else {
    // What was put before it already comes behind this one.
    let next: Element = box;
    while (next.previousElementSibling !== null && placed.has(next.previousElementSibling)) {
      next = next.previousElementSibling;
    }
    next.before(element);
  }
  return true;
}

function wrapRange(range: Range, { id, wrap }: Inlay, undo: (() => void)[]): HTMLElement {
  const first = range.startContainer as Text;
  const { startOffset, endOffset } = range;
  let node = first;
  if (endOffset < node.length) undo.push(joins(node, node.splitText(endOffset)));
  if (startOffset > 0) {
    node = node.splitText(startOffset);
    undo.push(joins(first, node));
  }
  const around = node.ownerDocument.createElement(wrap);
  around.className = `inlay-${wrap}`;
  around.dataset.inlay = id;
  node.replaceWith(around);
  around.append(node);
  undo.push(() => around.replaceWith(node));
  return around;
}

function joins(first: Text, rest: Text): () => void {
  return () => {
    first.appendData(rest.data);
    rest.remove();
  };
}

const INLINE = new Set(["STRONG", "EM", "S", "DEL", "CODE", "A", "SPAN"]);

/** The last of the wraps; and where they are all that a strong or linked passage holds, that passage itself. */
function climb(wraps: readonly HTMLElement[]): Element | undefined {
  let at: Element | undefined = wraps.at(-1);
  for (;;) {
    const parent: Element | null | undefined = at?.parentElement;
    if (!parent || !INLINE.has(parent.tagName) || parent.closest("pre") !== null) return at;
    if (!contentTexts(parent).every((text) => wraps.some((wrap) => wrap.contains(text)))) return at;
    at = parent;
  }
}

/** Puts the element into the line at a place between two characters; false where no text is near. */
function putAt(entries: readonly TextEntry[], offset: number, element: HTMLElement, undo: (() => void)[]): boolean {
  const before = entries.findLast(({ text, at, dom }) => {
    const shown = text.from < offset && offset <= text.to ? rangeInText(text, offset - 1, offset) : null;
    return shown !== null && shown.to > at && shown.to <= at + dom.length;
  });
  if (before !== undefined) {
    const at = rangeInText(before.text, offset - 1, offset)!.to - before.at;
    if (at < before.dom.length) undo.push(joins(before.dom, before.dom.splitText(at)));
    outOfWraps(before.dom, "lastChild").after(element);
    return true;
  }
  const after = entries.find(({ text, at }) => text.from === offset && at === 0);
  if (after !== undefined) outOfWraps(after.dom, "firstChild").before(element);
  return after !== undefined;
}

/** A text at the edge of words that are marked already: what is put beside it is no part of them. */
function outOfWraps(dom: Text, edge: "firstChild" | "lastChild"): ChildNode {
  let at: ChildNode = dom;
  while (at.parentElement?.matches(".inlay-del, .inlay-mark") && at.parentElement[edge] === at) at = at.parentElement;
  return at;
}

/** Inside an item, behind its words; behind any other block, and behind a whole one that it is about. */
function putBehindBlock(top: Mounted, part: Part, element: HTMLElement): void {
  const dom = top.dom as Element;
  // About the whole of it: then what stands in its place is no part of it.
  if (part.from <= top.node.from && part.to >= top.node.to) {
    dom.after(element);
    return;
  }
  const box = boxAt(top, Math.max(part.from, part.to - 1));
  const item = box.closest("li");
  if (item !== null && dom.contains(item)) item.append(element);
  else if (box !== dom && dom.contains(box) && box.matches("p, blockquote > *")) box.after(element);
  else dom.after(element);
}

const HOSTS = { words: "span", blocks: "div", item: "li", row: "tr" } as const;

/** An element to stand in the text: no part of the document's own. */
export function ownHost(document: Document, place: Inlay["place"]): HTMLElement {
  const made = document.createElement(HOSTS[place]);
  made.setAttribute(OWN, "");
  return made;
}
