import { useLayoutEffect, useRef } from "react";
import type { Span } from "../../core/markdown/tree.ts";
import "./preview.css";
import "../unseen/unseen.css";
import { createPreview, type PreviewView } from "./preview-view.ts";

export interface PreviewProps {
  readonly text: string;
  readonly streaming: boolean;
  /** The document's title: the name of the article for a screen reader. */
  readonly label: string;
  readonly onOpenLink: (url: string) => void;
  readonly onToggleTask?: ((box: Span, checked: boolean) => void) | undefined;
  /** Called with the view once it stands and with null when it goes: for ranges, selection and scrolling. */
  readonly onView?: ((view: PreviewView | null) => void) | undefined;
}

/** The document as it reads. Owns one preview for as long as it stands; new text is patched into it. */
export function Preview(props: PreviewProps) {
  const { text, streaming, label } = props;
  const host = useRef<HTMLElement>(null);
  const view = useRef<PreviewView | null>(null);
  const latest = useRef(props);
  const canToggle = props.onToggleTask !== undefined;

  useLayoutEffect(() => {
    latest.current = props;
  });
  useLayoutEffect(() => {
    if (!host.current) return;
    const preview = createPreview(host.current, {
      onOpenLink: (url) => latest.current.onOpenLink(url),
      ...(canToggle && { onToggleTask: (box: Span, checked: boolean) => latest.current.onToggleTask?.(box, checked) }),
    });
    view.current = preview;
    latest.current.onView?.(preview);
    return () => {
      latest.current.onView?.(null);
      view.current = null;
      preview.destroy();
    };
  }, [canToggle]);
  // Also after a new view was made: it starts empty.
  // biome-ignore lint/correctness/useExhaustiveDependencies: canToggle makes a new view, which needs the text again
  useLayoutEffect(() => {
    view.current?.update(text, { streaming });
  }, [text, streaming, canToggle]);

  return <article className="preview-host" aria-label={label} aria-busy={streaming} ref={host} />;
}
