import { useCallback } from "react";
import { isOrphan, type Thread } from "../../../core/comments/threads.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useNewest } from "../../ui/use-newest.ts";
import { commentWords as words } from "../../words.ts";
import { Composer } from "./Composer.tsx";
import { ThreadCard } from "./ThreadCard.tsx";
import { FILTERS } from "./thread-order.ts";
import { UndoBar } from "./UndoBar.tsx";
import type { CommentControls } from "./use-comment-controls.ts";
import "./comments.css";

export interface CommentPanelProps {
  readonly controls: CommentControls;
  readonly selected: { readonly from: number; readonly to: number } | null;
  /** It stands over the edge of the text. */
  readonly covers: boolean;
  onShow(thread: Thread): void;
  onClose(): void;
}

/** Every comment: by state, in the order of the text, those without text in a group of their own. */
export function CommentPanel({ controls, selected, covers, onShow, onClose }: CommentPanelProps) {
  const whole = controls.shown.filter(({ root }) => root.anchor === null);
  const placed = controls.shown.filter(({ place }) => place !== null);
  const lost = controls.shown.filter(isOrphan);
  const target = controls.composing?.target;
  const newest = useNewest({ threads: controls.threads, covers, onShow, onClose });
  const show = useCallback(
    (id: string) => {
      const thread = newest().threads.find(({ root }) => root.id === id);
      if (thread !== undefined) newest().onShow(thread);
    },
    [newest],
  );
  // There it would hide what is to be selected.
  const uncover = useCallback(() => {
    if (newest().covers) newest().onClose();
  }, [newest]);
  const step = (by: 1 | -1) => {
    const next = controls.step(by);
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
            controls={controls}
            folds
            // Only a comment without its text can be attached to another.
            selected={isOrphan(thread) ? selected : null}
            onShow={show}
            onAttach={uncover}
          />
        ))}
      </section>
    );
  const steps = (
    <>
      <IconButton icon="ChevronUp" label={words.previous} aria-keyshortcuts="Shift+F8" onClick={() => step(-1)} />
      <IconButton icon="ChevronDown" label={words.next} aria-keyshortcuts="F8" onClick={() => step(1)} />
    </>
  );
  return (
    <Panel
      title={words.title}
      size={320}
      tools={steps}
      data-keeps-selection=""
      closeLabel={words.close}
      onClose={onClose}
    >
      <fieldset className="panel-filters">
        <legend className="visually-hidden">{words.filter}</legend>
        {FILTERS.map((filter) => (
          <button
            key={filter}
            type="button"
            className="panel-filter"
            aria-pressed={controls.filter === filter}
            onClick={() => controls.setFilter(filter)}
          >
            {words.filters[filter]} <span className="panel-count">{controls.counts[filter]}</span>
          </button>
        ))}
      </fieldset>
      <div className="panel-list">
        {target?.kind === "document" ? (
          <div className="panel-new">
            <p className="panel-group-title">{words.onDocument}</p>
            <Composer controls={controls} target={target} />
          </div>
        ) : (
          controls.canComment && (
            <Button kind="outline" icon="Comment" onClick={() => controls.compose({ kind: "document" })}>
              {words.addOnDocument}
            </Button>
          )
        )}
        <UndoBar controls={controls} />
        {controls.shown.length === 0 &&
          (controls.filter !== "resolved" && controls.counts.all === 0 && controls.counts.resolved > 0 ? (
            <p className="panel-empty">
              {words.allResolved(controls.counts.resolved)}{" "}
              <Button kind="link" onClick={() => controls.setFilter("resolved")}>
                {words.showResolved}
              </Button>
            </p>
          ) : (
            <p className="panel-empty">{words.none[controls.filter]}</p>
          ))}
        {group(words.onDocument, whole)}
        {group(words.inText, placed)}
        {group(words.orphanedGroup, lost)}
      </div>
    </Panel>
  );
}
