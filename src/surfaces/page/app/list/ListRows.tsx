import { type RefObject, useEffect } from "react";
import { Button } from "../../../../widget/ui/Button.tsx";
import { pageWords } from "../words.ts";
import { CanvasRow } from "./CanvasRow.tsx";
import type { CanvasActions } from "./canvas-actions.ts";
import type { Row } from "./list-state.ts";
import type { List } from "./use-list.ts";

interface ListRowsProps {
  readonly list: List;
  readonly rows: readonly Row[];
  readonly now: number;
  readonly busy: boolean;
  /** The row that Tab comes to. */
  readonly active: string | undefined;
  readonly onActive: (id: string) => void;
  readonly place: RefObject<HTMLElement | null>;
  /** The server knows its people. */
  readonly team: boolean;
  readonly actions: CanvasActions;
}

/** The rows. While the pointer or the focus is in them, none moves. */
export function ListRows({ list, rows, now, busy, active, onActive, place, team, actions }: ListRowsProps) {
  const { hold } = list;
  useEffect(() => {
    // Whoever works in another window is not about to press anything here, wherever the pointer was left.
    const leave = () => hold(false);
    window.addEventListener("blur", leave);
    return () => {
      window.removeEventListener("blur", leave);
      leave();
    };
  }, [hold]);
  return (
    <>
      {list.arrived > 0 && (
        <div className="list-arrived">
          <Button kind="primary" icon="ChevronUp" onClick={list.showArrived}>
            {pageWords.arrived(list.arrived)}
          </Button>
        </div>
      )}
      <ul
        className="list-rows"
        aria-label={pageWords.page}
        aria-busy={busy}
        onPointerMove={() => hold(true)}
        onPointerLeave={() => hold(place.current?.querySelector(".row:focus-within") != null)}
        onFocus={(event) => {
          hold(true);
          const id = event.target.closest<HTMLElement>(".row")?.dataset.id;
          if (id !== undefined) onActive(id);
        }}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) hold(event.currentTarget.matches(":hover"));
        }}
      >
        {rows.map((row) => (
          <CanvasRow
            key={row.canvas.id}
            row={row}
            now={now}
            active={row.canvas.id === active}
            team={team}
            actions={actions}
          />
        ))}
      </ul>
      {list.loaded?.next !== undefined && (
        <div className="screen-more">
          <Button kind="outline" onClick={() => void list.more()}>
            {pageWords.showMore}
          </Button>
          <span>{pageWords.shown(rows.length, list.loaded.total)}</span>
        </div>
      )}
    </>
  );
}
