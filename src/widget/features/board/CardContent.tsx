import type { PageCanvas } from "../../../protocol/page.ts";
import { fullTime, timeInWords } from "../../time-in-words.ts";
import { Icon } from "../../ui/icons.tsx";
import { assistantName, boardWords, shellWords } from "../../words.ts";

interface CardContentProps {
  readonly canvas: PageCanvas;
  readonly now: number;
  readonly locale: string;
}

/** What a card says: title, age, version, words, and what is open. */
export function CardContent({ canvas, now, locale }: CardContentProps) {
  const { waiting, newComments, openProposals, newEdits, approved } = canvas;
  return (
    <>
      <span className="board-card-title">
        <bdi>{canvas.title}</bdi>
      </span>
      {waiting && (
        <span
          className="board-card-waiting"
          title={boardWords.waitingSince(assistantName(waiting.client), fullTime(waiting.since, locale))}
        >
          <Icon name="History" />
          {boardWords.waiting}
        </span>
      )}
      <span className="board-card-facts">
        {canvas.sharedBy !== undefined && (
          <span className="board-card-owner" title={boardWords.sharedBy(canvas.sharedBy)}>
            <bdi>{boardWords.theirs(canvas.sharedBy)}</bdi>
          </span>
        )}
        {canvas.shared !== undefined && canvas.sharedBy === undefined && (
          <span className="board-card-mark" title={boardWords.sharedWith(canvas.shared)}>
            <Icon name="People" />
            {boardWords.shared}
          </span>
        )}
        <span title={fullTime(canvas.updatedAt, locale)}>{timeInWords(canvas.updatedAt, now, locale)}</span>
        <span>{shellWords.version(canvas.version)}</span>
        <span>{shellWords.words(canvas.words)}</span>
      </span>
      {approved !== undefined && approved !== canvas.version && (
        <span className="board-card-open-work">
          <span className="board-card-mark" data-tone="warning">
            <Icon name="Warning" />
            {shellWords.changedSince(approved)}
          </span>
        </span>
      )}
      {(newComments > 0 || openProposals > 0 || newEdits > 0) && (
        <span className="board-card-open-work">
          {openProposals > 0 && (
            <span className="board-card-mark" data-tone="warning">
              <Icon name="Compare" />
              {shellWords.suggestionsOrConflicts(openProposals)}
            </span>
          )}
          {newComments > 0 && (
            <span className="board-card-mark" title={boardWords.unread}>
              <Icon name="Comment" />
              {shellWords.comments(newComments)}
            </span>
          )}
          {newEdits > 0 && (
            <span className="board-card-mark" title={boardWords.unread}>
              <Icon name="Pencil" />
              {shellWords.edits(newEdits)}
            </span>
          )}
        </span>
      )}
    </>
  );
}
