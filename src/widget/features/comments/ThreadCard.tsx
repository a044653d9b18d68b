import { type MouseEvent, memo, useLayoutEffect, useRef } from "react";
import { isOrphan as hasNoText, type Thread, waitsForAnswer } from "../../../core/comments/threads.ts";
import { Button } from "../../ui/Button.tsx";
import { commentWords as words } from "../../words.ts";
import { authorOf, CommentBody } from "./CommentBody.tsx";
import { Composer } from "./Composer.tsx";
import { shortQuote } from "./comment-marks.ts";
import { isSameCard } from "./same-card.ts";
import type { CommentControls } from "./use-comment-controls.ts";

export interface ThreadCardProps {
  readonly thread: Thread;
  readonly controls: CommentControls;
  /** Folded cards show their first comment only, until they are active. */
  readonly folds: boolean;
  /** The text that is selected now, for a comment that lost its own. */
  readonly selected?: { readonly from: number; readonly to: number } | null | undefined;
  /** Brings the text of the thread into view. */
  onShow?: ((id: string) => void) | undefined;
  /** Its text is to be selected next: what covers the page steps aside. */
  onAttach?: (() => void) | undefined;
}

/** A comment with its answers and all that can be done with it. Drawn anew only when something in it has changed. */
export const ThreadCard = memo(Card, isSameCard);

function Card({ thread, controls, folds, selected, onShow, onAttach }: ThreadCardProps) {
  const card = useRef<HTMLElement>(null);
  const { root, replies, state } = thread;
  const isActive = controls.active === root.id;
  // On the whole document there is no text to press on: such a card is always open.
  const isOpen = isActive || !folds || root.anchor === null;
  const quote = shortQuote(root.anchor?.quotedText ?? "");
  const isOrphan = hasNoText(thread);
  const { canSettle } = controls.rightsOn(root);
  const isWaiting = controls.canBeAnswered && waitsForAnswer(thread);
  const target = controls.composing?.target;
  const isAnswering = target?.kind === "reply" && target.to === root.id;
  const { focusCount } = controls;
  useLayoutEffect(() => {
    if (isActive && focusCount > 0) card.current?.focus();
  }, [isActive, focusCount]);
  const activate = () => {
    if (!isActive) controls.activate(root.id);
    onShow?.(root.id);
  };
  const press = (event: MouseEvent) => {
    if ((event.target as Element).closest("a, button, input, textarea, label, pre")) return;
    // Words of the card were selected, to be copied.
    if (document.getSelection()?.isCollapsed === false && card.current?.contains(getSelection()!.anchorNode)) return;
    activate();
  };
  const answer = () => {
    if (!isActive) controls.activate(root.id);
    controls.compose({ kind: "reply", to: root.id });
  };
  const attach = () => {
    if (selected) {
      const length = selected.to - selected.from;
      controls.operate({ op: "attach", id: root.id, offset: selected.from, length });
      return;
    }
    controls.attach(root.id);
    onAttach?.();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard the buttons inside do the same
    <article
      ref={card}
      className="thread-card"
      data-keeps-selection=""
      data-author={root.by.kind}
      data-state={isOrphan ? "orphaned" : state}
      data-active={isActive}
      aria-label={words.thread(authorOf(root, controls.assistant, controls.access), quote)}
      data-open={isOpen}
      tabIndex={-1}
      onClick={press}
    >
      {quote !== "" && (
        <button type="button" className="thread-quote" dir="auto" onClick={activate} aria-expanded={isOpen}>
          {isOrphan ? <s>{quote}</s> : quote}
        </button>
      )}
      <CommentBody comment={root} controls={controls} isOpen={isOpen} />
      {(state === "addressed" || state === "resolved" || isOrphan) && (
        <p className="thread-state">
          {state === "resolved" && <span>{words.resolved}</span>}
          {root.addressedIn !== undefined && state !== "resolved" && <span>{words.addressedIn(root.addressedIn)}</span>}
          {root.addressedIn !== undefined && controls.canShowChange && (
            <Button kind="link" onClick={() => controls.showChange(root.addressedIn!)}>
              {words.seeChange}
            </Button>
          )}
          {isOrphan && <span>{words.orphaned}</span>}
        </p>
      )}
      {isOpen && replies.map((reply) => <CommentBody key={reply.id} comment={reply} controls={controls} isOpen />)}
      {!isOpen && replies.length > 0 && (
        <Button kind="link" aria-expanded={false} onClick={activate}>
          {words.replies(replies.length)}
        </Button>
      )}
      {isWaiting && <p className="thread-state thread-waiting">{words.waiting(controls.assistant)}</p>}
      {controls.canComment && (
        <div className="thread-foot">
          {isAnswering ? (
            <Composer controls={controls} target={target} />
          ) : (
            <>
              <Button kind="plain" icon="Reply" onClick={answer}>
                {words.reply}
              </Button>
              {canSettle && (state === "resolved" || state === "addressed") ? (
                <Button kind="plain" onClick={() => controls.operate({ op: "reopen", id: root.id })}>
                  {words.reopen}
                </Button>
              ) : null}
              {canSettle && state !== "resolved" && (
                <Button kind="plain" icon="Check" onClick={() => controls.operate({ op: "resolve", id: root.id })}>
                  {words.resolve}
                </Button>
              )}
              {canSettle && isOrphan && (
                <Button
                  kind="outline"
                  aria-pressed={controls.attaching === root.id}
                  title={selected ? undefined : words.attachHow}
                  // The selection must outlive the press.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={attach}
                >
                  {selected ? words.attach : words.attachStart}
                </Button>
              )}
            </>
          )}
        </div>
      )}
    </article>
  );
}
