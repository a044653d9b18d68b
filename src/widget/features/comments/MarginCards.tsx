import { memo, useLayoutEffect, useMemo } from "react";
import type { Thread } from "../../../core/comments/threads.ts";
import type { PreviewView } from "../../text/preview/preview-view.ts";
import { commentWords as words } from "../../words.ts";
import { ThreadCard } from "./ThreadCard.tsx";
import type { CommentControls } from "./use-comment-controls.ts";
import { groupMarkers, useMargin } from "./use-margin.ts";

export interface MarginCardsProps {
  readonly controls: CommentControls;
  readonly page: HTMLElement;
  readonly preview: PreviewView;
  readonly text: string;
  /** Cards where there is room for them; otherwise only markers that open them elsewhere. */
  onMode(mode: "cards" | "markers"): void;
}

/**
 * Beside the text in fullscreen: each card level with its words, or a marker where there is no room for cards. Typing beside
 * comments is no reason to draw them anew.
 */
export const MarginCards = memo(function MarginCards({ controls, page, preview, text, onMode }: MarginCardsProps) {
  const { threads, active } = controls;
  const beside = useMemo(
    () => threads.filter(({ place, state, root }) => place !== null && (state !== "resolved" || root.id === active)),
    [threads, active],
  );
  const { margin, cardRef } = useMargin({ page, preview, threads: beside, places: controls, active, text });
  const { mode } = margin;
  useLayoutEffect(() => onMode(mode), [onMode, mode]);
  if (mode === "markers") {
    return <Markers tops={margin.tops} threads={beside} active={active} onOpen={controls.activate} />;
  }
  return (
    <div className="margin-cards" style={{ insetInlineStart: margin.start }}>
      {beside.map((thread) => (
        <div
          key={thread.root.id}
          ref={cardRef(thread.root.id)}
          className="margin-card"
          data-placed={margin.tops.has(thread.root.id)}
          style={{ top: margin.tops.get(thread.root.id) ?? 0 }}
        >
          <ThreadCard thread={thread} controls={controls} folds />
        </div>
      ))}
    </div>
  );
});

interface MarkersProps {
  readonly tops: ReadonlyMap<string, number>;
  readonly threads: readonly Thread[];
  readonly active: string | null;
  onOpen(id: string, how: { readonly focus: boolean }): void;
}

// Drawn anew when places or the active thread change: what a marker says is as old as its place.
const Markers = memo(
  function Markers({ tops, threads, active, onOpen }: MarkersProps) {
    const byId = new Map(threads.map((thread) => [thread.root.id, thread.root]));
    return (
      <div className="margin-markers">
        {groupMarkers(tops).map(({ top, ids }) => {
          const first = byId.get(ids[0]!);
          if (first === undefined) return null;
          const next = ids[(ids.indexOf(active ?? "") + 1) % ids.length]!;
          return (
            <button
              key={ids[0]}
              type="button"
              className="margin-marker"
              data-author={first.by.kind}
              data-active={active !== null && ids.includes(active)}
              style={{ top }}
              aria-label={words.marker(ids.length, first.body.slice(0, 80))}
              onClick={() => onOpen(next, { focus: true })}
            >
              {ids.length}
            </button>
          );
        })}
      </div>
    );
  },
  (a, b) => a.tops === b.tops && a.active === b.active && a.threads.length === b.threads.length,
);
