import { memo, useId } from "react";
import type { PageCanvas } from "../../../../protocol/page.ts";
import { fullTime, timeInWords } from "../../../../widget/time-in-words.ts";
import { IconButton } from "../../../../widget/ui/Button.tsx";
import { Icon } from "../../../../widget/ui/icons.tsx";
import { Menu, type MenuItem } from "../../../../widget/ui/Menu.tsx";
import { boardWords, shellWords, statusWords } from "../../../../widget/words.ts";
import { writePlace } from "../access/place.ts";
import { feedbackWords, pageWords } from "../words.ts";
import type { CanvasActions } from "./canvas-actions.ts";
import type { Row } from "./list-state.ts";
import "../../../../widget/screens/header/status-menu.css";
import "./canvas-row.css";

interface CanvasRowProps {
  readonly row: Row;
  readonly now: number;
  /** The one that Tab comes to. */
  readonly active: boolean;
  /** The server knows its people: canvases can be shared. */
  readonly team: boolean;
  readonly actions: CanvasActions;
}

/** One canvas of the list: a link as wide as the row, its facts, and a menu. */
export const CanvasRow = memo(function CanvasRow({ row, now, active, team, actions }: CanvasRowProps) {
  const { canvas, pulse, gone } = row;
  const facts = useId();
  const feedback = feedbackWords(canvas);
  const title = canvas.title || pageWords.untitled;
  const tabIndex = active ? 0 : -1;
  return (
    <li className="row" data-id={canvas.id} data-waiting={canvas.waiting !== null} data-gone={gone}>
      {pulse > 0 && <span key={pulse} className="row-pulse" />}
      <div className="row-main">
        {gone ? (
          <s className="row-title">
            <bdi>{title}</bdi>
          </s>
        ) : (
          <a
            className="row-title row-link"
            href={writePlace({ kind: "canvas", id: canvas.id })}
            tabIndex={tabIndex}
            aria-describedby={facts}
          >
            <bdi>{title}</bdi>
          </a>
        )}
        <div className="row-facts" id={facts}>
          {canvas.waiting !== null && (
            <span className="row-waiting">
              <Icon name="Hourglass" />
              {pageWords.isWaiting(canvas.waiting.client)}
            </span>
          )}
          {canvas.sharedBy !== undefined && (
            <span className="row-owner" title={boardWords.sharedBy(canvas.sharedBy)}>
              <bdi>{boardWords.theirs(canvas.sharedBy)}</bdi>
            </span>
          )}
          {canvas.shared !== undefined && canvas.sharedBy === undefined && (
            // For the pointer: by keys the menu leads there.
            <button
              className="row-shared"
              type="button"
              tabIndex={-1}
              title={boardWords.sharedWith(canvas.shared)}
              onClick={() => actions.share(canvas)}
            >
              <Icon name="People" />
              {boardWords.shared}
            </button>
          )}
          {canvas.approved !== undefined && canvas.approved !== canvas.version && (
            <span className="row-changed">{shellWords.changedSince(canvas.approved)}</span>
          )}
          {feedback !== "" && <span className="row-feedback">{feedback}</span>}
          <span className="row-quiet">
            {pageWords.version(canvas.version)} · {pageWords.words(canvas.words)}
          </span>
          {canvas.kept && <span className="row-quiet">{pageWords.kept}</span>}
          {gone && <span className="row-quiet">{pageWords.gone}</span>}
        </div>
        {canvas.found !== undefined && (
          <p className="row-found" dir="auto">
            {canvas.found.map(({ text, hit }, at) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: the runs of one line, which change together
              hit ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
            )}
          </p>
        )}
      </div>
      <span className="status-badge" data-status={canvas.status}>
        {statusWords[canvas.status]}
      </span>
      <time className="row-age" dateTime={canvas.updatedAt} title={fullTime(canvas.updatedAt)}>
        {timeInWords(canvas.updatedAt, now)}
      </time>
      <div className="row-more">
        {!gone && (
          <Menu label={pageWords.more(title)} items={menuItems(canvas, team, actions)}>
            {(trigger) => <IconButton icon="More" label={pageWords.more(title)} tabIndex={tabIndex} {...trigger} />}
          </Menu>
        )}
      </div>
    </li>
  );
});

/** What can be done with it here. Of somebody else's the server says what they let one do. */
function menuItems(canvas: PageCanvas, team: boolean, actions: CanvasActions): readonly MenuItem[] {
  const isOwn = canvas.sharedBy === undefined;
  const isArchived = canvas.status === "archived";
  const items: readonly (MenuItem | false)[] = [
    { id: "open", label: pageWords.open, icon: "Pencil", onChoose: () => actions.open(canvas) },
    isOwn && team && { id: "share", label: pageWords.share, icon: "People", onChoose: () => actions.share(canvas) },
    { id: "duplicate", label: pageWords.duplicate, icon: "Copy", onChoose: () => void actions.duplicate(canvas) },
    {
      id: "archive",
      label: isArchived ? pageWords.unarchive : pageWords.archive,
      icon: "Archive",
      onChoose: () => void actions.archive(canvas),
    },
    isOwn &&
      team && {
        id: "activity",
        label: pageWords.activity,
        icon: "History",
        onChoose: () => actions.showActivity(canvas),
      },
    {
      id: "delete",
      label: isOwn ? pageWords.delete : pageWords.leaveItem,
      icon: isOwn ? "Trash" : "Close",
      apart: true,
      onChoose: () => void actions.remove(canvas),
    },
  ];
  return items.filter((item) => item !== false);
}
