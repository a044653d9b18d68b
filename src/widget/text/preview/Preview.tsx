import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import type { Span } from "../../../core/markdown/tree.ts";
import "./preview.css";
import "../unseen/unseen.css";
import "./blocks/blocks.css";
import type { BlockPort } from "./blocks/block-port.ts";
import { createPreview, type PreviewView } from "./preview-view.ts";

interface PreviewProps {
  readonly text: string;
  readonly streaming: boolean;
  /** The document's title: the name of the article for a screen reader. */
  readonly label: string;
  readonly onOpenLink: (url: string) => void;
  readonly onToggleTask?: ((box: Span, checked: boolean) => void) | undefined;
  /** Whom interactive blocks tell what is done in them; left out: none runs. */
  readonly blocks?: BlockPort | undefined;
  /** Called with the view once it stands and with null when it goes: for ranges, selection and scrolling. */
  readonly onView?: ((view: PreviewView | null) => void) | undefined;
  /** A place of the source to bring into view, whenever it is another object. */
  readonly reveal?: { readonly from: number } | null;
  /** The words that the model is changing at this moment. */
  readonly changing?: { readonly from: number; readonly to: number } | null;
}

/** Painted over the text by the browser itself: the preview's own nodes stay untouched. */
const HIGHLIGHT = "canvas-changing";

/** The document as it reads. Owns one preview for as long as it stands; new text is patched into it. */
export function Preview(props: PreviewProps) {
  const { text, streaming, label, reveal = null, changing = null } = props;
  const host = useRef<HTMLElement>(null);
  const view = useRef<PreviewView | null>(null);
  const newest = useEffectEvent(() => props);
  const canTick = props.onToggleTask !== undefined;
  // Another port is another canvas: what runs in one ends with it.
  const { blocks } = props;

  useLayoutEffect(() => {
    if (!host.current) return;
    const preview = createPreview(host.current, {
      onOpenLink: (url) => newest().onOpenLink(url),
      onToggleTask: (box, checked) => newest().onToggleTask?.(box, checked),
      ...(blocks && { blocks }),
    });
    view.current = preview;
    newest().onView?.(preview);
    return () => {
      newest().onView?.(null);
      view.current = null;
      preview.destroy();
    };
  }, [blocks]);
  // Also after a new view was made: it starts empty.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another port makes a new view, which needs the text again
  useLayoutEffect(() => {
    view.current?.setTicking(canTick);
    view.current?.update(text, { streaming });
  }, [text, streaming, canTick, blocks]);
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

  return <article className="preview-host" aria-label={label} aria-busy={streaming} ref={host} />;
}
