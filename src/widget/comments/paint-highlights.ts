import type { TextHighlight } from "../editor/highlights.ts";
import { boxAround } from "./place-floating.ts";

/** Shows highlights over a preview without touching its nodes. */
export interface HighlightPainter {
  paint(marks: readonly { readonly mark: TextHighlight; readonly ranges: readonly Range[] }[]): void;
  destroy(): void;
}

const nameOf = ({ look, active }: TextHighlight): string => `canvas-${look}${active ? "-active" : ""}`;
const NAMES = ["canvas-person", "canvas-claude", "canvas-person-active", "canvas-claude-active"] as const;

/** The browser's own highlights where it has them, boxes behind the text where not. */
export function createPainter(layer: HTMLElement): HighlightPainter {
  const window = layer.ownerDocument.defaultView;
  const registry = window?.CSS?.highlights;
  return registry !== undefined && typeof window?.Highlight === "function"
    ? registryPainter(registry, window.Highlight)
    : boxPainter(layer);
}

function registryPainter(registry: HighlightRegistry, Made: typeof Highlight): HighlightPainter {
  const own = new Map<string, Highlight>();
  return {
    paint(marks) {
      const wanted = new Map<string, Range[]>(NAMES.map((name) => [name, []]));
      for (const { mark, ranges } of marks) wanted.get(nameOf(mark))?.push(...ranges);
      for (const [at, name] of NAMES.entries()) {
        const highlight = new Made(...wanted.get(name)!);
        // The active one lies on top where several overlap.
        highlight.priority = at;
        own.set(name, highlight);
        registry.set(name, highlight);
      }
    },
    destroy() {
      for (const [name, highlight] of own) if (registry.get(name) === highlight) registry.delete(name);
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
          box.className = "comment-box";
          box.dataset.look = mark.look;
          box.dataset.active = String(mark.active);
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

/** Whether the point lies on one of the ranges, and not only in the same line. */
export function isOnText(ranges: readonly Range[], x: number, y: number): boolean {
  return ranges.some((range) =>
    [...range.getClientRects()].some(
      (rect) => x >= rect.left - 1 && x <= rect.right + 1 && y >= rect.top && y <= rect.bottom,
    ),
  );
}

/** The box around all that the ranges show. */
export function boxOfRanges(ranges: readonly Range[]) {
  return boxAround(ranges.flatMap((range) => [...range.getClientRects()]));
}
