import { blockHtml } from "../../../core/blocks/canvas-block.ts";
import { isBehind, updateMarkdown } from "../../../core/markdown/incremental.ts";
import { blockIndexAt } from "../../../core/markdown/source-map.ts";
import { streamMarkdown } from "../../../core/markdown/stream-markdown.ts";
import type { Block, MarkdownDocument, Span } from "../../../core/markdown/tree.ts";
import { mountBlock } from "./block-dom.ts";
import type { BlockPort } from "./blocks/block-port.ts";
import { createCanvasBlocks, hiddenBlock } from "./blocks/canvas-blocks.ts";
import { listenToClicks } from "./click-actions.ts";
import { createClippedBlocks } from "./clipped-blocks.ts";
import { createFolds, openWhilePrinting } from "./folds.ts";
import { tailElement } from "./follow-tail.ts";
import { browserFrames, createFrameQueue, type FrameClock } from "./frame-queue.ts";
import { createLanguageFinder } from "./highlight/languages.ts";
import { createInlays, type Inlay } from "./inlays.ts";
import type { BuildContext, Mounted } from "./mounted.ts";
import { patchKids } from "./patch-kids.ts";
import {
  elementOf,
  offsetAtTop,
  type Place,
  type Placed,
  placeInView,
  putInView,
  scrollerOf,
  scrollToOffset,
  visibleSpan,
} from "./places.ts";
import { createRuns } from "./runs.ts";
import { shrinkEnd } from "./shrink-end.ts";
import { createSlices } from "./slices.ts";
import { mapText, nearestText, rangesIn, type Side, sourceIn, type TextEntry } from "./text-map.ts";
import { touchedBlocks } from "./touched-blocks.ts";

export interface PreviewOptions {
  /** Opens an address outside, through the host. The preview itself never navigates. */
  readonly onOpenLink: (url: string) => void;
  /** Absent: task boxes are shown but cannot be ticked. `box` is the source of "[ ]" or "[x]". */
  readonly onToggleTask?: (box: Span, checked: boolean) => void;
  /** Absent: blocks cannot be run. */
  readonly blocks?: BlockPort;
  /** When updates are shown; the browser's frames by default. */
  readonly frames?: FrameClock;
}

export interface PreviewView {
  /** What it draws in: inside whatever scrolls it. */
  readonly element: HTMLElement;
  /**
   * Shows `text`. While streaming, at the next frame, with its unfinished end repaired; otherwise at once and exactly. Of
   * a long text that is new the first screens come at once and the rest with the next frames, or as soon as somebody asks
   * for a place in it.
   */
  update(text: string, how: { readonly streaming: boolean }): void;
  /** The DOM ranges that show source[from, to): one for each text node. What is folded around it opens, unless the person closed it. */
  rangesOf(from: number, to: number): Range[];
  /** The bar of the interactive block that keeps source[from, to) from being seen; null: none does. */
  hiddenIn(from: number, to: number): Element | null;
  /** The source offset of a DOM place; null outside the document's text. */
  sourceOf(node: Node, offset: number): number | null;
  /** The source of what is selected in this preview; null where nothing is. */
  selection(): Span | null;
  /**
   * The smallest block, item, row or line that shows the source at `offset`. What is folded around it opens; what the
   * person closed only for a jump there, else the part that is folded is the answer.
   */
  elementAt(offset: number, isJump?: boolean): HTMLElement | null;
  /** The whole lines of the blocks, or of the items of one list, that source[from, to) touches or ends between. */
  blocksAt(from: number, to: number): Span;
  /** The source offset at the upper border of what is visible. */
  topOffset(): number;
  /** The part of the source that can be seen now. */
  visible(): Span;
  /** Scrolls so that `offset` stands at the upper border. For a jump there, what is folded around it opens. */
  scrollTo(offset: number, isJump?: boolean): void;
  /** Where the reader is: what begins at the top of what is visible. null: nothing is drawn. */
  place(): Place | null;
  /** Scrolls so that the place stands where it stood, as far as the text reaches. False: nothing had to move. */
  put(place: Place): boolean;
  /** Selects the source, as a reader does. */
  select(from: number, to: number): void;
  /** The folded parts that the person pressed, by name: open or closed. */
  pressedFolds(): Readonly<Record<string, boolean>>;
  /** As they were pressed in an earlier life of this preview. */
  restoreFolds(pressed: Readonly<Record<string, boolean>>): void;
  /** Whether task boxes can be ticked, from now on. */
  setTicking(canBeTicked: boolean): void;
  /** Elements of the caller's that stand in the text, until others are set. Offsets are into the shown text. */
  setInlays(inlays: readonly Inlay[]): void;
  destroy(): void;
}

const HAS_OWN_DIRECTION = new Set<Block["type"]>(["paragraph", "heading", "list", "quote", "details", "footnote"]);

/** Shows markdown in `container` as DOM nodes built from the tree; no HTML string is ever made. */
export function createPreview(container: HTMLElement, options: PreviewOptions): PreviewView {
  const document = container.ownerDocument;
  const window = document.defaultView!;
  const root = document.createElement("div");
  root.className = "preview";
  container.append(root);

  const tops: Mounted[] = [];
  const runs = createRuns(root);
  const maps = new WeakMap<Mounted, { readonly node: unknown; readonly entries: TextEntry[] }>();
  let shown: MarkdownDocument = updateMarkdown(null, "");
  let caret: Element | null = null;
  let isStreaming = false;

  const blocks = options.blocks ? createCanvasBlocks(document, options.blocks, scrollerOf) : null;
  const context: BuildContext = {
    document,
    owners: new WeakMap(),
    tasks: { canBeTicked: options.onToggleTask !== undefined },
    selection: { isInside: false },
    folds: createFolds(),
    languageOf: createLanguageFinder(),
    ...(blocks && { blocks: { dress: blocks.dress, htmlOf: (node) => blockHtml(clipped.whole(node)) } }),
  };
  const onSelectionChange = () => {
    const selected = document.getSelection();
    context.selection.isInside = selected !== null && !selected.isCollapsed && root.contains(selected.anchorNode);
  };
  document.addEventListener("selectionchange", onSelectionChange);

  const mountTop = (node: Block): Mounted => {
    const mounted = mountBlock(context, node);
    if (HAS_OWN_DIRECTION.has(node.type)) (mounted.dom as HTMLElement).dir = "auto";
    return mounted;
  };
  const nodes: Block[] = [];
  /** Compares only to where the blocks first differ, and keeps the list of nodes from update to update. */
  const patchTops = (blocks: MarkdownDocument["blocks"]) => {
    let same = 0;
    const drawn = (index: number) => clipped.drawn(blocks[index]!.node);
    while (same < nodes.length && same < blocks.length && nodes[same] === drawn(same)) same++;
    nodes.length = same;
    for (let index = same; index < blocks.length; index++) nodes.push(drawn(index));
    let end = tops.length;
    let newEnd = nodes.length;
    while (end > same && newEnd > same && tops[end - 1]!.node === nodes[newEnd - 1]) {
      end--;
      newEnd--;
    }
    inlays.clear(tops.slice(same, end));
    return patchKids(root, tops, nodes, mountTop, runs.place, same);
  };
  const moveCaret = (next: Element | null) => {
    if (next === caret) return;
    caret?.removeAttribute("data-caret");
    next?.setAttribute("data-caret", "");
    caret = next;
  };

  const draw = ({ text, streaming }: { readonly text: string; readonly streaming: boolean }) => {
    shown = streaming ? streamMarkdown(shown, text) : updateMarkdown(shown, text);
    drawBlocks(streaming);
  };
  const drawBlocks = (streaming: boolean) => {
    clipped.find(shown);
    const known = tops.length;
    const changed = patchTops(shown.blocks);
    clipped.dress(tops);
    if (changed) {
      const elements = tops.slice(changed.start, changed.end).map((top) => top.dom);
      runs.settle(elements, changed.hasFewer);
      // Only what is new at the end fades in: a block that turned into another kind is not new to the reader.
      if (streaming) for (const top of tops.slice(known)) (top.dom as Element).setAttribute("data-new", "");
    }
    if (isStreaming !== streaming) root.toggleAttribute("data-streaming", streaming);
    isStreaming = streaming;
    const last = tops.at(-1);
    moveCaret(streaming ? ((last && tailElement(last)) ?? root) : null);
  };
  const clipped = createClippedBlocks(context, () => drawBlocks(isStreaming));
  const frames = options.frames ?? browserFrames(window);
  const slices = createSlices();
  /** The text of which only a part is drawn yet, and the way to call the next part off. */
  let rest: string | null = null;
  let callOff: (() => void) | null = null;
  const stopSlices = () => {
    callOff?.();
    callOff = null;
    rest = null;
  };
  const drawSlice = (text: string) => {
    const end = slices.end(text, shown.text.length);
    const start = window.performance.now();
    draw({ text: text.slice(0, end), streaming: false });
    const drawn = window.performance.now();
    rest = end < text.length ? text : null;
    if (rest === null) return;
    const cancel = frames(() => {
      callOff = null;
      // The next frame comes after the layout of this slice; a page that is not shown has no layout and waits longer.
      slices.took((document.hidden ? drawn : window.performance.now()) - start);
      drawSlice(text);
    });
    // A clock that runs at once has nothing left to call off.
    callOff = rest === null ? null : cancel;
  };
  /** Draws what is not drawn yet, if `offset` may be in it. */
  const reach = (offset: number) => {
    if (rest === null || offset < shown.text.length) return;
    const text = rest;
    stopSlices();
    draw({ text, streaming: false });
  };
  const show = ({ text, streaming }: { readonly text: string; readonly streaming: boolean }) => {
    stopSlices();
    if (!streaming && text.startsWith(shown.text)) {
      drawSlice(text);
      return;
    }
    draw({ text, streaming });
    // What was put off has to come even when no more text does.
    if (isBehind(shown)) queue.later({ text, streaming });
  };
  const queue = createFrameQueue(frames, show);

  const indexOfTop = (node: Node): number => {
    let at: Node | null = node;
    while (at && at.parentNode?.parentNode !== root) at = at.parentNode;
    return at ? tops.findIndex((top) => top.dom === at) : -1;
  };
  const entriesOf = (index: number): TextEntry[] => {
    const top = tops[index]!;
    const known = maps.get(top);
    if (known && known.node === top.node) return known.entries;
    const entries = mapText(top.node as Block, top.dom);
    maps.set(top, { node: top.node, entries });
    return entries;
  };
  const sourceAt = (node: Node, offset: number, side: Side): number | null => {
    if (!root.contains(node)) return null;
    let index = indexOfTop(node);
    let at = { node, offset };
    if (index < 0) {
      // Between blocks: the place is the edge of the block that follows, or of the last.
      const next = tops.findIndex((top) => isAtOrAfter(top.dom, node, offset));
      if (side === "start") index = next < 0 ? tops.length - 1 : next;
      else index = next < 0 ? tops.length - 1 : next - 1;
      const top = tops[index];
      if (!top) return null;
      const isBehind = side === "end" || next < 0;
      at = { node: top.dom, offset: isBehind ? top.dom.childNodes.length : 0 };
    }
    const place = nearestText(entriesOf(index), at.node, at.offset, side);
    return place ? shown.blocks[index]!.from + sourceIn(place.entry, place.offset, side) : null;
  };
  const redrawn = new Set<Node>();
  let revealed: ReadonlySet<string> = new Set();
  const inlays = createInlays({
    tops,
    blocks: () => shown.blocks,
    entriesOf,
    redrawn(top) {
      maps.delete(top);
      redrawn.add(top.dom);
    },
  });
  /** Opens what hides source [from, to). */
  const unfold = (from: number, to: number, isJump: boolean) => {
    if (!context.folds.isUsed) return;
    for (let index = Math.max(0, blockIndexAt(shown, from)); index < tops.length; index++) {
      const start = shown.blocks[index]!.from;
      if (start >= to) break;
      const top = tops[index]!;
      if (context.folds.open(top, from - start, to - start, isJump)) runs.settle([top.dom], false);
    }
  };
  const rangesAt = (from: number, to: number): Range[] => {
    const ranges: Range[] = [];
    for (let index = Math.max(0, blockIndexAt(shown, from)); index < tops.length; index++) {
      const start = shown.blocks[index]!.from;
      if (start >= to) break;
      ranges.push(...rangesIn(entriesOf(index), from - start, to - start));
    }
    return ranges;
  };
  const placed = (): Placed => ({ root, tops, blocks: shown.blocks, length: shown.text.length });

  const stopPrinting = openWhilePrinting(root, window);
  const stopListening = listenToClicks(root, context, {
    openLink: options.onOpenLink,
    toggleTask(box, top, checked) {
      const from = shown.blocks[indexOfTop(top)]?.from ?? 0;
      options.onToggleTask?.({ from: from + box.from, to: from + box.to }, checked);
    },
  });

  return {
    element: root,
    update(text, how) {
      if (how.streaming) queue.later({ text, streaming: true });
      else queue.now({ text, streaming: false });
    },
    rangesOf(from, to) {
      reach(to);
      unfold(from, to, false);
      return rangesAt(from, to);
    },
    hiddenIn(from, to) {
      if (blocks === null) return null;
      const [first] = rangesAt(from, to);
      return first === undefined ? null : (hiddenBlock(first.startContainer)?.querySelector("[data-own]") ?? null);
    },
    sourceOf: (node, offset) => sourceAt(node, offset, "start"),
    selection() {
      const selected = document.getSelection();
      if (!selected || selected.rangeCount === 0 || selected.isCollapsed) return null;
      const range = selected.getRangeAt(0);
      if (!range.intersectsNode(root)) return null;
      const startsHere = root.contains(range.startContainer);
      const endsHere = root.contains(range.endContainer);
      const from = startsHere ? sourceAt(range.startContainer, range.startOffset, "start") : sourceAt(root, 0, "start");
      const end = endsHere
        ? shrinkEnd(root, range.endContainer, range.endOffset)
        : { node: root, offset: root.childNodes.length };
      const to = sourceAt(end.node, end.offset, "end");
      return from !== null && to !== null && from < to ? { from, to } : null;
    },
    elementAt(offset, isJump = false) {
      reach(offset);
      unfold(offset, offset + 1, isJump);
      if (isJump) blocks?.openSources(rangesAt(offset, offset + 1));
      return elementOf(placed(), offset);
    },
    blocksAt(from, to) {
      reach(to);
      return touchedBlocks(shown, from, to);
    },
    topOffset: () => offsetAtTop(placed()),
    visible: () => visibleSpan(placed()),
    scrollTo(offset, isJump = false) {
      reach(offset);
      if (isJump) unfold(offset, offset + 1, true);
      scrollToOffset(placed(), offset);
    },
    place: () => placeInView(placed()),
    put(place) {
      reach(place.offset);
      return putInView(placed(), place);
    },
    select(from, to) {
      reach(to);
      const ranges = rangesAt(from, to);
      const [first, last] = [ranges[0], ranges.at(-1)];
      if (first === undefined || last === undefined) return;
      const { startContainer, startOffset } = first;
      document.getSelection()?.setBaseAndExtent(startContainer, startOffset, last.endContainer, last.endOffset);
    },
    pressedFolds: () => context.folds.pressed(),
    restoreFolds(pressed) {
      const drawn = [...root.querySelectorAll("details, [data-folded]")];
      context.folds.restore(
        pressed,
        drawn.flatMap((dom) => context.owners.get(dom) ?? []),
      );
    },
    setTicking(canBeTicked) {
      if (context.tasks.canBeTicked === canBeTicked) return;
      context.tasks.canBeTicked = canBeTicked;
      for (const box of root.querySelectorAll<HTMLInputElement>(".preview-task-box")) box.disabled = !canBeTicked;
    },
    setInlays(list) {
      for (const { from, to } of list) {
        reach(to);
        unfold(from, Math.max(to, from + 1), false);
      }
      for (const { id, from, to } of list) {
        // Once: whoever puts the source away again keeps it so.
        if (!revealed.has(id)) blocks?.openSources(rangesAt(from, Math.max(to, from + 1)));
      }
      revealed = new Set(list.map(({ id }) => id));
      inlays.set(list);
      runs.settle([...redrawn], false);
      redrawn.clear();
    },
    destroy() {
      queue.cancel();
      stopSlices();
      stopListening();
      stopPrinting();
      blocks?.stop();
      document.removeEventListener("selectionchange", onSelectionChange);
      runs.destroy();
      root.remove();
    },
  };
}

function isAtOrAfter(dom: Node, node: Node, offset: number): boolean {
  const child = node.childNodes[offset];
  if (child) return child === dom || child.contains(dom) || (child.compareDocumentPosition(dom) & 4) !== 0;
  return !node.contains(dom) && (node.compareDocumentPosition(dom) & 4) !== 0;
}
