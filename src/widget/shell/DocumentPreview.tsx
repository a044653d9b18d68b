import { useCallback, useEffect, useRef } from "react";
import "./document-preview.css";
import { Preview, type PreviewProps } from "../preview/Preview.tsx";
import type { PreviewView } from "../preview/preview-view.ts";

interface DocumentPreviewProps extends PreviewProps {
  /** A place of the source to bring into view, whenever it is another object. */
  readonly reveal?: { readonly from: number } | null;
  /** The words that the model is changing at this moment. */
  readonly changing?: { readonly from: number; readonly to: number } | null;
}

/** Painted over the text by the browser itself: the preview's own nodes stay untouched. */
const HIGHLIGHT = "canvas-changing";

/** The document as it reads, scrolled to a place when asked. */
export function DocumentPreview({ reveal = null, changing = null, onView, ...rest }: DocumentPreviewProps) {
  const view = useRef<PreviewView | null>(null);
  const keep = useCallback(
    (next: PreviewView | null) => {
      view.current = next;
      onView?.(next);
    },
    [onView],
  );
  useEffect(() => {
    if (reveal !== null)
      view.current?.elementAt(reveal.from, true)?.scrollIntoView({ block: "center", behavior: "smooth" });
  }, [reveal]);
  useEffect(() => {
    if (changing === null || !view.current || !("highlights" in CSS)) return;
    const ranges = view.current.rangesOf(changing.from, changing.to);
    CSS.highlights.set(HIGHLIGHT, new Highlight(...ranges));
    return () => void CSS.highlights.delete(HIGHLIGHT);
  }, [changing]);
  return <Preview {...rest} onView={keep} />;
}
