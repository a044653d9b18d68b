import { useLayoutEffect } from "react";
import type { Thread } from "../../core/comments/threads.ts";
import type { PreviewView } from "../preview/preview-view.ts";
import { commentWords as words } from "../words.ts";
import { ThreadCard } from "./ThreadCard.tsx";
import type { Desk } from "./use-comment-desk.ts";
import { groupMarkers, useMargin } from "./use-margin.ts";

export interface MarginCardsProps {
  readonly desk: Desk;
  readonly page: HTMLElement;
  readonly preview: PreviewView;
  readonly text: string;
  /** Cards where there is room for them; otherwise only markers that open them elsewhere. */
  onMode(mode: "cards" | "markers"): void;
}

/** Beside the text in fullscreen: each card level with its words, or a marker where there is no room for cards. */
export function MarginCards({ desk, page, preview, text, onMode }: MarginCardsProps) {
  const threads = desk.threads.filter(({ place, shelf, root }) => {
    return place !== null && (shelf !== "resolved" || root.id === desk.active);
  });
  const { margin, cardRef } = useMargin({ page, preview, threads, active: desk.active, text });
  const byId = new Map<string, Thread>(threads.map((thread) => [thread.root.id, thread]));
  const { mode } = margin;
  useLayoutEffect(() => onMode(mode), [onMode, mode]);
  if (mode === "cards") {
    return (
      <div className="margin-cards" style={{ insetInlineStart: margin.start }}>
        {threads.map((thread) => (
          <div
            key={thread.root.id}
            ref={cardRef(thread.root.id)}
            className="margin-card"
            data-placed={margin.tops.has(thread.root.id)}
            style={{ top: margin.tops.get(thread.root.id) ?? 0 }}
          >
            <ThreadCard thread={thread} desk={desk} folds />
          </div>
        ))}
      </div>
    );
  }
  return (
    <div className="margin-markers">
      {groupMarkers(margin.tops).map(({ top, ids }) => {
        const first = byId.get(ids[0]!);
        if (first === undefined) return null;
        const next = ids[(ids.indexOf(desk.active ?? "") + 1) % ids.length]!;
        return (
          <button
            key={ids[0]}
            type="button"
            className="margin-marker"
            data-author={first.root.author}
            data-active={desk.active !== null && ids.includes(desk.active)}
            style={{ top }}
            aria-label={words.marker(ids.length, first.root.body.slice(0, 80))}
            onClick={() => desk.activate(next, { focus: true })}
          >
            {ids.length}
          </button>
        );
      })}
    </div>
  );
}
