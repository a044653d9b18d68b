import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { Protection } from "../../../core/records/canvas.ts";
import type { PreviewView } from "../../text/preview/preview-view.ts";
import { Icon } from "../../ui/icons.tsx";
import { shellWords } from "../../words.ts";
import "./protect.css";

const HIGHLIGHT = "canvas-protected";
const QUOTE = 40;

interface ProtectLayerProps {
  readonly page: HTMLElement;
  readonly preview: PreviewView;
  readonly text: string;
  readonly protections: readonly Protection[];
  readonly onOpen: (id: string) => void;
}

/** Protected passages in the preview: dotted below by the browser itself, and a lock beside each. */
export function ProtectLayer({ page, preview, text, protections, onOpen }: ProtectLayerProps) {
  const [tops, setTops] = useState<ReadonlyMap<string, number>>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text moves the passages on the page
  useEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      const origin = page.getBoundingClientRect().top - page.scrollTop;
      const found = protections.map(({ id, anchor }) => ({
        id,
        ranges: preview.rangesOf(anchor.offset, anchor.offset + anchor.length),
        bar: preview.hiddenIn(anchor.offset, anchor.offset + anchor.length),
      }));
      const places = found.flatMap(({ id, ranges, bar }): [string, number][] => {
        const box = (bar ?? ranges[0])?.getBoundingClientRect();
        return box === undefined ? [] : [[id, box.top - origin]];
      });
      setTops(new Map(places));
      if ("highlights" in CSS) {
        CSS.highlights.set(HIGHLIGHT, new Highlight(...found.flatMap(({ ranges }) => ranges)));
      }
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
      if ("highlights" in CSS) CSS.highlights.delete(HIGHLIGHT);
    };
  }, [page, preview, text, protections]);

  return createPortal(
    protections.map(({ id, anchor }) => {
      const top = tops.get(id);
      if (top === undefined) return null;
      const label = shellWords.protectedPassage(anchor.quotedText.slice(0, QUOTE));
      return (
        <button
          key={id}
          className="protect-lock"
          type="button"
          aria-label={label}
          title={label}
          style={{ insetBlockStart: `${top}px` }}
          onClick={() => onOpen(id)}
        >
          <Icon name="Lock" />
        </button>
      );
    }),
    page,
  );
}
