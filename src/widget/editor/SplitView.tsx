import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { editorWords } from "../words.ts";
import { Divider } from "./Divider.tsx";
import { createScrollStep, edgesOf, type Pane, type Scroller } from "./scroll-in-step.ts";
import "./split-view.css";

export interface SplitViewProps {
  readonly editor: ReactNode;
  readonly preview: ReactNode;
  /** The comments, beside both; under 900 px a tab of its own. */
  readonly side?: ReactNode;
  /** The editor's share of the width, 0.2 to 0.8. */
  readonly ratio: number;
  onRatio(ratio: number): void;
  /** The person asked for something that only the preview shows: on a narrow screen its tab comes to the front. */
  readonly wantsPreview?: boolean;
  /** The views whose scrolling is kept in step. */
  scrollerOf(pane: Pane): Scroller | null;
}

type Tab = Pane | "side";
const NARROW = 900;
const words = editorWords.split;

/** Editor and preview side by side, at the same place of the text; on a narrow screen one at a time, behind tabs. */
export function SplitView(props: SplitViewProps) {
  const { editor, preview, side, ratio, wantsPreview = false, onRatio, scrollerOf } = props;
  const root = useRef<HTMLDivElement>(null);
  const [isNarrow, setNarrow] = useState(false);
  const [tab, setTab] = useState<Tab>("editor");
  const [dragged, setDragged] = useState<number | null>(null);
  const latest = useRef(scrollerOf);
  latest.current = scrollerOf;
  const [step] = useState(() =>
    createScrollStep({
      scroller: (pane) => latest.current(pane),
      schedule: (callback) => {
        const frame = requestAnimationFrame(callback);
        return () => cancelAnimationFrame(frame);
      },
    }),
  );
  useEffect(() => () => step.stop(), [step]);
  useLayoutEffect(() => {
    const element = root.current!;
    const measure = () => setNarrow(element.clientWidth < NARROW);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // A hidden view has no place: what the other one showed is remembered and found again once it stands.
  const leftAt = useRef<number | null>(null);
  const show = (next: Tab) => {
    if (tab !== "side") leftAt.current = scrollerOf(tab)?.topOffset() ?? null;
    setTab(next);
  };
  const toPreview = useRef(() => show("preview"));
  toPreview.current = () => show("preview");
  useEffect(() => {
    if (wantsPreview) toPreview.current();
  }, [wantsPreview]);
  useLayoutEffect(() => {
    if (isNarrow && tab !== "side" && leftAt.current !== null) latest.current(tab)?.scrollTo(leftAt.current);
  }, [isNarrow, tab]);

  const pane = (name: Tab, label: string, content: ReactNode) => {
    const lead = name === "side" ? undefined : () => step.lead(name);
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: it only notices which pane the person uses
      // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role is a region or a tab panel, both of which take a name
      <div
        className="split-pane"
        id={`split-${name}`}
        data-pane={name}
        hidden={isNarrow && tab !== name}
        role={isNarrow ? "tabpanel" : "region"}
        aria-label={label}
        onPointerEnter={lead}
        onPointerDown={lead}
        onTouchStart={lead}
        onWheel={lead}
        onKeyDown={lead}
        onScrollCapture={(event) => {
          if (name !== "side" && !isNarrow) step.scrolled(name, edgesOf(event.target as Element));
        }}
      >
        {content}
      </div>
    );
  };
  const tabs: [Tab, string][] = [
    ["editor", words.write],
    ["preview", words.read],
    ...(side === undefined ? [] : [["side", words.comments] as [Tab, string]]),
  ];
  const share = dragged ?? ratio;
  return (
    <div
      className="split-view"
      ref={root}
      data-narrow={isNarrow}
      data-side={side !== undefined}
      style={{ "--split-editor": `${share}fr`, "--split-preview": `${1 - share}fr` } as CSSProperties}
    >
      {isNarrow && (
        <div className="split-tabs" role="tablist" aria-label={words.tabs}>
          {tabs.map(([name, label], at) => (
            <button
              key={name}
              type="button"
              role="tab"
              className="split-tab"
              aria-selected={tab === name}
              aria-controls={`split-${name}`}
              tabIndex={tab === name ? 0 : -1}
              onClick={() => show(name)}
              onKeyDown={(event) => {
                const move = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
                if (move === 0) return;
                event.preventDefault();
                const next = (at + move + tabs.length) % tabs.length;
                show(tabs[next]![0]);
                (event.currentTarget.parentElement?.children[next] as HTMLElement | undefined)?.focus();
              }}
            >
              {label}
            </button>
          ))}
        </div>
      )}
      {pane("editor", words.write, editor)}
      {!isNarrow && (
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
      {side !== undefined && pane("side", words.comments, side)}
    </div>
  );
}
