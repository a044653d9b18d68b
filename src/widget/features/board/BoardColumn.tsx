import { useId } from "react";
import type { BoardColumnData } from "../../state/board-moves.ts";
import { Icon } from "../../ui/icons.tsx";
import { boardWords, statusWords } from "../../words.ts";
import { BoardCard, type CardActions, type CardState } from "./BoardCard.tsx";
import type { BoardPlace } from "./board-keys.ts";

/** A status with its cards. */
export interface CountedColumn extends BoardColumnData {
  /** How many there are, given or not. */
  readonly total: number;
}

/** The person's hand on the cards, by pointer or by keys: where it is, what it holds, and what it can do. */
export interface CardHand {
  readonly place: BoardPlace;
  readonly canMove: boolean;
  /** The element that says what it can do. */
  readonly hintId: string;
  readonly stateOf: (id: string) => CardState;
  readonly actions: CardActions;
}

interface BoardColumnProps {
  readonly column: CountedColumn;
  /** "alone": a tab above it names and counts it. */
  readonly form: "column" | "shut" | "alone";
  /** The card in the hand would be put down here. */
  readonly receives: boolean;
  readonly panelId: string;
  readonly tabId: string;
  readonly now: number;
  readonly locale: string;
  readonly loading: boolean;
  readonly query: string;
  readonly hand: CardHand;
  /** Shuts it, and opens it again; null: it is always open. */
  readonly onToggle: (() => void) | null;
}

/** One status: its name, how many there are, and the cards. Shut, it is a rail that opens, and still takes cards. */
export function BoardColumn(props: BoardColumnProps) {
  const { column, form, receives, hand, onToggle } = props;
  const { status, canvases, total } = column;
  const headingId = useId();
  const alone = form === "alone";
  const name = (
    <>
      <span className="board-dot" data-status={status} />
      <span className="board-column-name">{statusWords[status]}</span>
      <span className="board-column-count">
        {total.toLocaleString(props.locale)}
        <span className="visually-hidden"> {boardWords.canvases(total)}</span>
      </span>
    </>
  );

  if (form === "shut") {
    return (
      <section className="board-column" data-form="shut" data-drop={status} data-receives={receives}>
        <button
          className="board-rail"
          type="button"
          data-column={status}
          aria-expanded={false}
          onClick={onToggle ?? undefined}
          onKeyDown={(event) => hand.actions.press(event, status, null)}
        >
          <Icon name="ChevronRight" />
          {name}
        </button>
      </section>
    );
  }
  return (
    <section
      className="board-column"
      data-form={form}
      data-drop={status}
      data-receives={receives}
      id={props.panelId}
      {...(alone ? { role: "tabpanel", "aria-labelledby": props.tabId } : { "aria-labelledby": headingId })}
    >
      {!alone && (
        <div className="board-column-head">
          <h2 id={headingId}>{name}</h2>
          {onToggle !== null && (
            <button
              className="button"
              data-kind="icon"
              type="button"
              aria-expanded
              aria-label={boardWords.shut(statusWords[status])}
              title={boardWords.shut(statusWords[status])}
              onClick={onToggle}
            >
              <Icon name="ChevronLeft" />
            </button>
          )}
        </div>
      )}
      <div className="board-cards">
        {receives && <div className="board-slot" aria-hidden="true" />}
        {canvases.length > 0 && (
          <ul>
            {canvases.map((canvas) => (
              <BoardCard
                key={canvas.id}
                canvas={canvas}
                now={props.now}
                locale={props.locale}
                state={hand.stateOf(canvas.id)}
                canMove={hand.canMove}
                current={hand.place.column === status && hand.place.card === canvas.id}
                hintId={hand.hintId}
                actions={hand.actions}
              />
            ))}
          </ul>
        )}
        {canvases.length === 0 && props.loading && <div className="board-ghosts" aria-hidden="true" />}
        {canvases.length === 0 && !props.loading && (
          <p
            className="board-empty"
            tabIndex={-1}
            data-column={status}
            onKeyDown={(event) => hand.actions.press(event, status, null)}
          >
            {props.query === "" ? boardWords.empty[status] : boardWords.noMatch}
          </p>
        )}
        {total > canvases.length && !props.loading && (
          <p className="board-more">{boardWords.newest(canvases.length, total)}</p>
        )}
      </div>
    </section>
  );
}
