import { type KeyboardEvent, memo, type PointerEvent } from "react";
import { STATUSES, type Status } from "../../../core/records/canvas.ts";
import type { PageCanvas } from "../../../protocol/page.ts";
import { IconButton } from "../../ui/Button.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { boardWords, statusWords } from "../../words.ts";
import { CardContent } from "./CardContent.tsx";

/** What can be done with a card; the same functions for all of them, so that a card is drawn again only when it changed. */
export interface CardActions {
  readonly open: (id: string) => void;
  /** The person begins to move it: by the pointer, or by its menu. */
  readonly takeUp: (id: string) => void;
  /** Moves what was taken up. */
  readonly move: (id: string, to: Status) => void;
  readonly press: (event: KeyboardEvent, column: Status, card: string | null) => void;
  readonly pointerDown: (event: PointerEvent<HTMLElement>, id: string) => void;
  readonly focused: (column: Status, card: string) => void;
}

export type CardState = "still" | "dragged" | "lifted" | "moving";

interface BoardCardProps {
  readonly canvas: PageCanvas;
  readonly now: number;
  readonly locale: string;
  readonly state: CardState;
  readonly canMove: boolean;
  /** The one card that Tab leads to. */
  readonly current: boolean;
  readonly hintId: string;
  readonly actions: CardActions;
}

/** One canvas: press to open, drag or use the menu to change its status. */
export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { canvas, state, canMove, current, actions } = props;
  const { id, status, title } = canvas;
  const tabIndex = current ? 0 : -1;
  return (
    <li
      className="board-card"
      data-state={state}
      data-movable={canMove}
      aria-busy={state === "moving"}
      onPointerDown={(event) => {
        const isChoosing = event.target instanceof Element && event.target.closest("[role=menu]") !== null;
        if (!isChoosing) actions.takeUp(id);
        actions.pointerDown(event, id);
      }}
    >
      <button
        className="board-card-open"
        type="button"
        data-card={id}
        tabIndex={tabIndex}
        aria-describedby={props.hintId}
        onClick={() => actions.open(id)}
        onKeyDown={(event) => actions.press(event, status, id)}
        onKeyUp={(event) => {
          // Some browsers press a button when Space is let go, whatever became of the key going down.
          if (event.key === " ") event.preventDefault();
        }}
        onFocus={() => actions.focused(status, id)}
      >
        <CardContent canvas={canvas} now={props.now} locale={props.locale} />
      </button>
      {canMove && (
        <Menu
          label={boardWords.moveTo}
          items={STATUSES.map((to) => ({
            id: to,
            label: statusWords[to],
            checked: to === status,
            onChoose: () => {
              if (to !== status) actions.move(id, to);
            },
          }))}
        >
          {(trigger) => (
            <IconButton
              icon="More"
              label={boardWords.moveCard(title)}
              tabIndex={tabIndex}
              {...trigger}
              onKeyDown={(event) => {
                actions.takeUp(id);
                trigger.onKeyDown(event);
              }}
            />
          )}
        </Menu>
      )}
    </li>
  );
});
