import { useCallback, useEffect, useRef } from "react";
import { Preview, type PreviewProps } from "../preview/Preview.tsx";
import type { PreviewView } from "../preview/preview-view.ts";

interface DocumentPreviewProps extends PreviewProps {
  /** A source offset to bring into view, when it changes. */
  readonly reveal?: number | null;
}

/** The document as it reads, scrolled to a place when asked. */
export function DocumentPreview({ reveal = null, onView, ...rest }: DocumentPreviewProps) {
  const view = useRef<PreviewView | null>(null);
  const keep = useCallback(
    (next: PreviewView | null) => {
      view.current = next;
      onView?.(next);
    },
    [onView],
  );
  useEffect(() => {
    if (reveal !== null) view.current?.elementAt(reveal)?.scrollIntoView({ block: "center", behavior: "smooth" });
  }, [reveal]);
  return <Preview {...rest} onView={keep} />;
}
