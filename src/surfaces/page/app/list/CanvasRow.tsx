import { memo, useId } from "react";
import { IconButton } from "../../../../widget/shell/Button.tsx";
import { Icon } from "../../../../widget/shell/icons.tsx";
import { Menu } from "../../../../widget/shell/Menu.tsx";
import { fullTime, timeInWords } from "../../../../widget/time-in-words.ts";
import { shellWords, statusWords } from "../../../../widget/words.ts";
import { writePlace } from "../access/place.ts";
import { feedbackWords, pageWords } from "../words.ts";
import type { CanvasActions } from "./canvas-actions.ts";
import type { Row } from "./list-state.ts";
import "../../../../widget/shell/status-menu.css";
import "./canvas-row.css";

interface CanvasRowProps {
  readonly row: Row;
  readonly now: number;
  /** The one that Tab comes to. */
  readonly active: boolean;
  readonly actions: CanvasActions;
}

/** One canvas of the list: a link as wide as the row, its facts, and a menu. */
export const CanvasRow = memo(function CanvasRow({ row, now, active, actions }: CanvasRowProps) {
  const { canvas, pulse, gone } = row;
  const facts = useId();
  const feedback = feedbackWords(canvas);
  const title = canvas.title || pageWords.untitled;
  const isArchived = canvas.status === "archived";
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
          <Menu
            label={pageWords.more(title)}
            items={[
              { id: "open", label: pageWords.open, icon: "Pencil", onChoose: () => actions.open(canvas) },
              {
                id: "duplicate",
                label: pageWords.duplicate,
                icon: "Copy",
                onChoose: () => void actions.duplicate(canvas),
              },
              {
                id: "archive",
                label: isArchived ? pageWords.unarchive : pageWords.archive,
                icon: "Archive",
                onChoose: () => void actions.archive(canvas),
              },
              {
                id: "delete",
                label: pageWords.delete,
                icon: "Trash",
                apart: true,
                onChoose: () => void actions.remove(canvas),
              },
            ]}
          >
            {(trigger) => <IconButton icon="More" label={pageWords.more(title)} tabIndex={tabIndex} {...trigger} />}
          </Menu>
        )}
      </div>
    </li>
  );
});
