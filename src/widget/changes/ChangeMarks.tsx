import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { ChangedPlace } from "../../core/diff/changed-places.ts";
import type { PreviewView } from "../preview/preview-view.ts";

interface ChangeMarksProps {
  readonly page: HTMLElement;
  readonly preview: PreviewView;
  readonly text: string;
  readonly places: readonly ChangedPlace[];
  readonly at: number | null;
}

interface Bar {
  readonly top: number;
  readonly height: number;
  readonly kind: "changed" | "removed";
  readonly index: number;
}

/** Bars beside the blocks that changed, in a layer of their own: the preview's nodes are not touched. */
export function ChangeMarks({ page, preview, text, places, at }: ChangeMarksProps) {
  const [bars, setBars] = useState<readonly Bar[]>([]);
  useEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      const origin = page.getBoundingClientRect();
      setBars(
        places.flatMap((place, index) => {
          const box = boxOf(preview, text, place);
          if (box === null) return [];
          const top = box.top - origin.top + page.scrollTop;
          const kind = place.from === place.to ? "removed" : "changed";
          return [{ top, height: kind === "removed" ? 3 : Math.max(box.bottom - box.top, 3), kind, index } as const];
        }),
      );
    };
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(measure);
    };
    soon();
    const observer = new ResizeObserver(soon);
    observer.observe(page);
    if (page.firstElementChild !== null) observer.observe(page.firstElementChild);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [page, preview, text, places]);
  return createPortal(
    <div className="change-marks" aria-hidden="true">
      {bars.map(({ top, height, kind, index }) => (
        <div
          key={index}
          className="change-mark"
          data-kind={kind}
          data-current={index === at}
          style={{ insetBlockStart: `${top}px`, blockSize: `${height}px` }}
        />
      ))}
    </div>,
    page,
  );
}

/** From the top of the place's first block to the bottom of its last. A removed text stands above what follows it. */
function boxOf(preview: PreviewView, text: string, { from, to }: ChangedPlace): { top: number; bottom: number } | null {
  const shown = text.slice(from, to);
  const first = from + (shown.length - shown.trimStart().length);
  const last = Math.max(first, from + shown.trimEnd().length - 1);
  const start = preview.elementAt(Math.min(first, Math.max(text.length - 1, 0)))?.getBoundingClientRect();
  if (start === undefined) return null;
  if (from === to) return { top: start.top - 6, bottom: start.top - 3 };
  const end = preview.elementAt(last)?.getBoundingClientRect() ?? start;
  return { top: Math.min(start.top, end.top), bottom: Math.max(start.bottom, end.bottom) };
}
