import { memo, useLayoutEffect, useRef } from "react";
import type { Thread } from "../../core/comments/threads.ts";
import { Button } from "../shell/Button.tsx";
import { commentWords as words } from "../words.ts";
import { authorOf, CommentBody } from "./CommentBody.tsx";
import { Composer } from "./Composer.tsx";
import { shortQuote } from "./comment-marks.ts";
import { isSameCard } from "./same-card.ts";
import type { Desk } from "./use-comment-desk.ts";

export interface ThreadCardProps {
  readonly thread: Thread;
  readonly desk: Desk;
  /** Folded cards show their first comment only, until they are active. */
  readonly folds: boolean;
  /** The text that is selected now, for a comment that lost its own. */
  readonly selected?: { readonly from: number; readonly to: number } | null | undefined;
  /** Brings the text of the thread into view. */
  onShow?: ((id: string) => void) | undefined;
}

/** A comment with its answers and all that can be done with it. Drawn anew only when something in it has changed. */
export const ThreadCard = memo(Card, isSameCard);

function Card({ thread, desk, folds, selected, onShow }: ThreadCardProps) {
  const card = useRef<HTMLElement>(null);
  const { root, replies, shelf, place } = thread;
  const isActive = desk.active === root.id;
  // On the whole document there is no text to press on: such a card is always open.
  const isOpen = isActive || !folds || root.anchor === null;
  const quote = shortQuote(root.anchor?.quotedText ?? "");
  const isOrphan = root.anchor !== null && place === null;
  const target = desk.composing?.target;
  const isAnswering = target?.kind === "reply" && target.to === root.id;
  const { focusCount } = desk;
  useLayoutEffect(() => {
    if (isActive && focusCount > 0) card.current?.focus();
  }, [isActive, focusCount]);
  const activate = () => {
    if (!isActive) desk.activate(root.id);
    onShow?.(root.id);
  };
  return (
    <article
      ref={card}
      className="thread-card"
      data-author={root.author}
      data-state={isOrphan ? "orphaned" : shelf}
      data-active={isActive}
      aria-label={words.thread(authorOf(root, desk.assistant), quote)}
      tabIndex={-1}
    >
      {quote !== "" && (
        <button type="button" className="thread-quote" dir="auto" onClick={activate} aria-expanded={isOpen}>
          {isOrphan ? <s>{quote}</s> : quote}
        </button>
      )}
      <CommentBody comment={root} desk={desk} isOpen={isOpen} />
      {(shelf === "addressed" || shelf === "resolved" || isOrphan) && (
        <p className="thread-state">
          {shelf === "resolved" && <span>{words.resolved}</span>}
          {root.addressedIn !== undefined && shelf !== "resolved" && <span>{words.addressedIn(root.addressedIn)}</span>}
          {root.addressedIn !== undefined && desk.canShowChange && (
            <Button kind="link" onClick={() => desk.showChange(root.addressedIn!)}>
              {words.seeChange}
            </Button>
          )}
          {isOrphan && <span>{words.orphaned}</span>}
        </p>
      )}
      {isOpen && replies.map((reply) => <CommentBody key={reply.id} comment={reply} desk={desk} isOpen />)}
      {!isOpen && replies.length > 0 && (
        <Button kind="link" aria-expanded={false} onClick={activate}>
          {words.replies(replies.length)}
        </Button>
      )}
      {desk.canComment && isOpen && (
        <div className="thread-foot">
          {isAnswering ? (
            <Composer desk={desk} target={target} />
          ) : (
            <>
              <Button kind="plain" icon="Reply" onClick={() => desk.compose({ kind: "reply", to: root.id })}>
                {words.reply}
              </Button>
              {shelf === "resolved" || shelf === "addressed" ? (
                <Button kind="plain" onClick={() => desk.operate({ op: "reopen", id: root.id })}>
                  {words.reopen}
                </Button>
              ) : null}
              {shelf !== "resolved" && (
                <Button kind="plain" icon="Check" onClick={() => desk.operate({ op: "resolve", id: root.id })}>
                  {words.resolve}
                </Button>
              )}
              {isOrphan && (
                <Button
                  kind="outline"
                  disabled={!selected}
                  title={selected ? undefined : words.attachHow}
                  // The selection must outlive the press.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => {
                    if (!selected) return;
                    const length = selected.to - selected.from;
                    desk.operate({ op: "attach", id: root.id, offset: selected.from, length });
                  }}
                >
                  {words.attach}
                </Button>
              )}
            </>
          )}
        </div>
      )}
    </article>
  );
}
