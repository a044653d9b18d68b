import { useCallback, useRef } from "react";
import { isOrphan, type Thread } from "../../core/comments/threads.ts";
import { Button, IconButton } from "../shell/Button.tsx";
import { commentWords as words } from "../words.ts";
import { Composer } from "./Composer.tsx";
import { ThreadCard } from "./ThreadCard.tsx";
import { FILTERS } from "./thread-order.ts";
import { UndoBar } from "./UndoBar.tsx";
import type { Desk } from "./use-comment-desk.ts";
import "./comments.css";

export interface CommentPanelProps {
  readonly desk: Desk;
  readonly selected: { readonly from: number; readonly to: number } | null;
  onShow(thread: Thread): void;
  onClose(): void;
}

/** Every comment: by state, in the order of the text, those without text in a group of their own. */
export function CommentPanel({ desk, selected, onShow, onClose }: CommentPanelProps) {
  const whole = desk.shown.filter(({ root }) => root.anchor === null);
  const placed = desk.shown.filter(({ place }) => place !== null);
  const lost = desk.shown.filter(isOrphan);
  const panel = useRef<HTMLElement>(null);
  const target = desk.composing?.target;
  const latest = useRef({ threads: desk.threads, onShow, onClose });
  latest.current = { threads: desk.threads, onShow, onClose };
  const show = useCallback((id: string) => {
    const thread = latest.current.threads.find(({ root }) => root.id === id);
    if (thread !== undefined) latest.current.onShow(thread);
  }, []);
  // Over the text, it would hide what is to be selected.
  const uncover = useCallback(() => {
    if (panel.current?.closest(".comment-drawer")) latest.current.onClose();
  }, []);
  const step = (by: 1 | -1) => {
    const next = desk.step(by);
    if (next !== null) onShow(next);
  };
  const group = (title: string, threads: readonly Thread[]) =>
    threads.length > 0 && (
      <section className="panel-group" aria-label={title}>
        <h3 className="panel-group-title">{title}</h3>
        {threads.map((thread) => (
          <ThreadCard
            key={thread.root.id}
            thread={thread}
            desk={desk}
            folds
            // Only a comment without its text can be attached to another.
            selected={isOrphan(thread) ? selected : null}
            onShow={show}
            onAttach={uncover}
          />
        ))}
      </section>
    );
  return (
    <aside className="comment-panel" ref={panel} aria-label={words.title}>
      <div className="panel-head">
        <h2 className="panel-title">{words.title}</h2>
        <IconButton icon="ChevronUp" label={words.previous} aria-keyshortcuts="Shift+F8" onClick={() => step(-1)} />
        <IconButton icon="ChevronDown" label={words.next} aria-keyshortcuts="F8" onClick={() => step(1)} />
        <IconButton icon="Close" label={words.close} onClick={onClose} />
      </div>
      <fieldset className="panel-filters">
        <legend className="comment-spoken">{words.filter}</legend>
        {FILTERS.map((filter) => (
          <button
            key={filter}
            type="button"
            className="panel-filter"
            aria-pressed={desk.filter === filter}
            onClick={() => desk.setFilter(filter)}
          >
            {words.filters[filter]} <span className="panel-count">{desk.counts[filter]}</span>
          </button>
        ))}
      </fieldset>
      <div className="panel-list">
        {target?.kind === "document" ? (
          <div className="panel-new">
            <p className="panel-group-title">{words.onDocument}</p>
            <Composer desk={desk} target={target} />
          </div>
        ) : (
          desk.canComment && (
            <Button kind="outline" icon="Comment" onClick={() => desk.compose({ kind: "document" })}>
              {words.addOnDocument}
            </Button>
          )
        )}
        <UndoBar desk={desk} />
        {desk.shown.length === 0 &&
          (desk.filter !== "resolved" && desk.counts.all === 0 && desk.counts.resolved > 0 ? (
            <p className="panel-empty">
              {words.allResolved(desk.counts.resolved)}{" "}
              <Button kind="link" onClick={() => desk.setFilter("resolved")}>
                {words.showResolved}
              </Button>
            </p>
          ) : (
            <p className="panel-empty">{words.none[desk.filter]}</p>
          ))}
        {group(words.onDocument, whole)}
        {group(words.inText, placed)}
        {group(words.orphanedGroup, lost)}
      </div>
    </aside>
  );
}
