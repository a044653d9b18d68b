import { type CSSProperties, type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { editorWords } from "../words.ts";
import { Divider } from "./Divider.tsx";
import { createScrollSync, edgesOf, type Pane, type Scroller } from "./sync-scrolling.ts";
import "./split-view.css";

export interface SplitViewProps {
  /** false: none was made yet. */
  readonly editor: ReactNode;
  readonly preview: ReactNode;
  /** Which of them are seen; the other stays as it is, out of sight. */
  readonly shows: Readonly<Record<Pane, boolean>>;
  /** A list beside both; null: none. */
  readonly side: ReactNode;
  /** The editor's share of the width, 0.2 to 0.8. */
  readonly ratio: number;
  onRatio(ratio: number): void;
  /** The views whose scrolling is kept in step. */
  scrollerOf(pane: Pane): Scroller | null;
}

const words = editorWords.split;
const TOUCHES = ["pointerenter", "pointerdown", "touchstart", "wheel", "keydown"] as const;

/** Editor and preview, one of them or side by side at the same place of the text. */
export function SplitView({ editor, preview, shows, side, ratio, onRatio, scrollerOf }: SplitViewProps) {
  const root = useRef<HTMLDivElement>(null);
  const panes = useRef<Record<Pane, HTMLElement | null>>({ editor: null, preview: null });
  const [dragged, setDragged] = useState<number | null>(null);
  const scroller = useEffectEvent(scrollerOf);
  const isSplit = shows.editor && shows.preview;
  // The browser's own events: those of React do not come here from an editor that is rendered elsewhere and only stands here.
  useLayoutEffect(() => {
    if (!isSplit) return;
    const sync = createScrollSync({
      scroller,
      schedule: (callback) => {
        const frame = requestAnimationFrame(callback);
        return () => cancelAnimationFrame(frame);
      },
    });
    const stops = (["editor", "preview"] as const).map((name) => {
      const pane = panes.current[name]!;
      const lead = () => sync.lead(name);
      const scrolled = ({ target }: Event) => sync.scrolled(name, edgesOf(target as Element));
      for (const touch of TOUCHES) pane.addEventListener(touch, lead, { capture: true, passive: true });
      pane.addEventListener("scroll", scrolled, { capture: true, passive: true });
      return () => {
        for (const touch of TOUCHES) pane.removeEventListener(touch, lead, { capture: true });
        pane.removeEventListener("scroll", scrolled, { capture: true });
      };
    });
    sync.rest();
    return () => {
      for (const stop of stops) stop();
      sync.stop();
    };
  }, [isSplit]);

  const pane = (name: Pane, label: string, content: ReactNode) => (
    <section
      className="split-pane"
      id={`split-${name}`}
      data-pane={name}
      aria-label={label}
      hidden={!shows[name]}
      ref={(element) => {
        panes.current[name] = element;
      }}
    >
      {content}
    </section>
  );
  const share = dragged ?? ratio;
  return (
    <div
      className="split-view"
      ref={root}
      data-panes={isSplit ? "both" : shows.editor ? "editor" : "preview"}
      style={{ "--split-editor": `${share}fr`, "--split-preview": `${1 - share}fr` } as CSSProperties}
    >
      {editor !== false && pane("editor", words.write, editor)}
      {isSplit && (
        <Divider
          share={share}
          panes={() => root.current!}
          onDrag={setDragged}
          onDone={(next) => {
            setDragged(null);
            onRatio(next);
          }}
        />
      )}
      {pane("preview", words.read, preview)}
      {side !== null && <div className="split-side">{side}</div>}
    </div>
  );
}
