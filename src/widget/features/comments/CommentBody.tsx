import { useState } from "react";
import type { CanvasComment } from "../../../core/records/canvas.ts";
import { Avatar } from "../../people/Avatar.tsx";
import { type Access, authorName, personBehind } from "../../people/who.ts";
import { fullTime, timeInWords } from "../../time-in-words.ts";
import { Button } from "../../ui/Button.tsx";
import { startsWithCapital, commentWords as words } from "../../words.ts";
import { CommentText } from "./CommentText.tsx";
import { Composer } from "./Composer.tsx";
import type { CommentControls } from "./use-comment-controls.ts";

/** Longer than this, a body is folded until asked for. */
const FOLDED = 600;

export function authorOf({ by }: CanvasComment, assistant: string, access: Access): string {
  return authorName(by, access, startsWithCapital(assistant));
}

interface CommentBodyProps {
  readonly comment: CanvasComment;
  readonly controls: CommentControls;
  /** A folded card shows the words only. */
  readonly isOpen: boolean;
}

/** One comment: who, when, what; and what its author may do with it. */
export function CommentBody({ comment, controls, isOpen }: CommentBodyProps) {
  const [isWhole, setWhole] = useState(false);
  const target = controls.composing?.target;
  const isLong = comment.body.length > FOLDED;
  const isCut = isLong && !isWhole;
  const isLiving = isOpen && controls.canComment && comment.deleted === undefined;
  const { canChange, canDelete } = controls.rightsOn(comment);
  const isOwn = isLiving && (canChange || canDelete);
  const who = authorOf(comment, controls.assistant, controls.access);
  const person = personBehind(comment.by, controls.access);
  return (
    <div className="comment" data-author={comment.by.kind}>
      <div className="comment-head">
        {person === null ? <span className="comment-dot" aria-hidden="true" /> : <Avatar person={person} small />}
        <strong className="comment-who" dir="auto">
          {who}
        </strong>
        <time className="comment-when" dateTime={comment.createdAt} title={fullTime(comment.createdAt)}>
          {timeInWords(comment.createdAt, controls.now)}
          {comment.editedAt !== undefined && ` · ${words.edited}`}
        </time>
      </div>
      {target?.kind === "edit" && target.id === comment.id ? (
        <Composer controls={controls} target={target} />
      ) : (
        <>
          {comment.deleted ? (
            <p className="comment-text" data-deleted="true">
              {words.deletedBody}
            </p>
          ) : (
            <CommentText
              text={isCut ? comment.body.slice(0, FOLDED).trimEnd() : comment.body}
              isCut={isCut}
              onOpenLink={controls.openLink}
            />
          )}
          {(isLong || isOwn) && (
            <div className="comment-own">
              {isLong && (
                <Button kind="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
                  {isWhole ? words.showLess : words.showAll}
                </Button>
              )}
              {isOwn && (
                <>
                  {canChange && (
                    <Button
                      kind="link"
                      onClick={() => controls.compose({ kind: "edit", id: comment.id }, comment.body)}
                    >
                      {words.edit}
                    </Button>
                  )}
                  {canDelete && (
                    <Button kind="link" onClick={() => controls.operate({ op: "delete", id: comment.id })}>
                      {words.delete}
                    </Button>
                  )}
                </>
              )}
            </div>
          )}
        </>
      )}
    </div>
  );
}
