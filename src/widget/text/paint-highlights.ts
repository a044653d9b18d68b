import { type Box, boxAround } from "../ui/place-beside.ts";
import type { TextHighlight } from "./editor/highlights.ts";
import type { PreviewView } from "./preview/preview-view.ts";
import "./painted-boxes.css";

/** Shows highlights over a preview without touching its nodes. */
export interface HighlightPainter {
  paint(marks: readonly { readonly mark: TextHighlight; readonly ranges: readonly Range[] }[]): void;
  destroy(): void;
}

const nameOf = ({ look, active, deep }: TextHighlight): string =>
  `canvas-${look}${active ? "-active" : deep === true ? "-deep" : ""}`;
const COMMENTS = [
  "canvas-person",
  "canvas-model",
  "canvas-person-deep",
  "canvas-model-deep",
  "canvas-person-active",
  "canvas-model-active",
] as const;

/** `names`: the highlights that are its own, the topmost at the end. The browser's own highlights where it has them, boxes behind the text where not. */
export function createPainter(layer: HTMLElement, names: readonly string[] = COMMENTS): HighlightPainter {
  const window = layer.ownerDocument.defaultView;
  const registry = window?.CSS?.highlights;
  return registry !== undefined && typeof window?.Highlight === "function"
    ? registryPainter(registry, window.Highlight, names)
    : boxPainter(layer);
}

function registryPainter(
  registry: HighlightRegistry,
  Made: typeof Highlight,
  names: readonly string[],
): HighlightPainter {
  const own = names.map((name, at) => {
    const highlight = new Made();
    // The active one lies on top where several overlap.
    highlight.priority = at;
    registry.set(name, highlight);
    return { name, highlight };
  });
  return {
    paint(marks) {
      for (const { name, highlight } of own) {
        const wanted = new Set(marks.filter(({ mark }) => nameOf(mark) === name).flatMap(({ ranges }) => ranges));
        // Only what changed: a highlight that is set anew costs the whole page.
        for (const range of [...highlight]) if (!wanted.has(range as Range)) highlight.delete(range);
        for (const range of wanted) if (!highlight.has(range)) highlight.add(range);
      }
    },
    destroy() {
      for (const { name, highlight } of own) if (registry.get(name) === highlight) registry.delete(name);
    },
  };
}

/** Boxes in a layer of our own that lies behind the text; drawn anew when its size changes. */
export function boxPainter(layer: HTMLElement): HighlightPainter {
  let painted: Parameters<HighlightPainter["paint"]>[0] = [];
  const draw = () => {
    const origin = layer.getBoundingClientRect();
    const boxes = painted.flatMap(({ mark, ranges }) =>
      ranges.flatMap((range) =>
        [...range.getClientRects()].map((rect) => {
          const box = layer.ownerDocument.createElement("div");
          box.className = "painted-box";
          box.dataset.look = mark.look;
          box.dataset.active = String(mark.active);
          box.dataset.deep = String(mark.deep === true);
          box.style.left = `${rect.left - origin.left}px`;
          box.style.top = `${rect.top - origin.top}px`;
          box.style.width = `${rect.width}px`;
          box.style.height = `${rect.height}px`;
          return box;
        }),
      ),
    );
    layer.replaceChildren(...boxes);
  };
  const Observer = layer.ownerDocument.defaultView?.ResizeObserver;
  const observer = Observer === undefined ? null : new Observer(draw);
  if (layer.parentElement !== null) observer?.observe(layer.parentElement);
  return {
    paint(marks) {
      painted = marks;
      draw();
    },
    destroy() {
      observer?.disconnect();
      layer.replaceChildren();
    },
  };
}

/**
 * Finds the ranges of marks, and keeps those that still show their words: typing touches one block, and the ranges in
 * all others move along by themselves.
 */
export function createRangeFinder(rangesOf: (from: number, to: number) => readonly Range[]) {
  let known = new Map<string, { readonly ranges: readonly Range[]; readonly length: number; readonly shown: string }>();
  return (marks: readonly TextHighlight[]) => {
    const next: typeof known = new Map();
    const found = marks.map((mark) => {
      const before = known.get(mark.id);
      const length = mark.to - mark.from;
      const ranges =
        before !== undefined && before.length === length && textShown(before.ranges) === before.shown
          ? before.ranges
          : rangesOf(mark.from, mark.to);
      next.set(mark.id, { ranges, length, shown: textShown(ranges) });
      return { mark, ranges };
    });
    known = next;
    return found;
  };
}

function textShown(ranges: readonly Range[]): string {
  return ranges.map((range) => (range.startContainer.isConnected ? range.toString() : "\0")).join("\0");
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** What is in sight, and as much again above and below: a browser that has to keep track of thousands of places is slow to type in. */
export function spanAround({ from, to }: Span): Span {
  const around = Math.max(to - from, 2_000);
  return { from: from - around, to: to + around };
}

/** The marks in sight or nearly so. */
export function marksNear<T extends Span>(marks: readonly T[], visible: Span): T[] {
  const { from, to } = spanAround(visible);
  return marks.filter((mark) => mark.to >= from && mark.from <= to);
}

/** Whether the point lies on one of the ranges, and not only in the same line. */
export function isOnText(ranges: readonly Range[], x: number, y: number): boolean {
  return ranges.some((range) =>
    [...range.getClientRects()].some(
      (rect) => x >= rect.left - 1 && x <= rect.right + 1 && y >= rect.top && y <= rect.bottom,
    ),
  );
}

/** Where source [from, to) stands in the window; what an interactive block does not show stands at its bar. */
export function boxOfPlace(preview: PreviewView, from: number, to: number): Box | null {
  const bar = preview.hiddenIn(from, to);
  return bar === null ? boxOfRanges(preview.rangesOf(from, to)) : boxAround([bar.getBoundingClientRect()]);
}

/** The box around all that the ranges show. */
export function boxOfRanges(ranges: readonly Range[]) {
  return boxAround(ranges.flatMap((range) => [...range.getClientRects()]));
}
