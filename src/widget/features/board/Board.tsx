import { useCallback, useId, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Status } from "../../../core/records/canvas.ts";
import type { PageCanvas } from "../../../protocol/page.ts";
import { useNow } from "../../time-in-words.ts";
import { Button } from "../../ui/Button.tsx";
import { useNewest } from "../../ui/use-newest.ts";
import { boardWords, statusWords } from "../../words.ts";
import { ApproveDialog } from "../share/ApproveDialog.tsx";
import { BoardColumn, type CardHand, type CountedColumn } from "./BoardColumn.tsx";
import { BoardTabs } from "./BoardTabs.tsx";
import "./board.css";
import { type BoardMove, type BoardMoved, columnsOf, isMoving, shownCanvases } from "../../state/board-moves.ts";
import { CardContent } from "./CardContent.tsx";
import { MoveToast } from "./MoveToast.tsx";
import { useBoardKeys } from "./use-board-keys.ts";
import { useCardDrag } from "./use-card-drag.ts";
import { useMoves } from "./use-moves.ts";
import { useNarrow } from "./use-narrow.ts";

export interface BoardProps {
  readonly canvases: readonly PageCanvas[];
  /** How many canvases of a status there are, where that is more than are given. */
  readonly totals?: Readonly<Partial<Record<Status, number>>>;
  /** What was searched for: an empty column then says that nothing matches. */
  readonly query?: string;
  readonly busy?: boolean;
  readonly error?: string | null;
  readonly onRetry?: () => void;
  /** Why nothing can be moved here, in words; then the board is for reading and opening. */
  readonly readOnly?: string | null;
  readonly locale?: string;
  /** The column that was asked for: where there is room for one only, it is that one. */
  readonly opensOn?: Status;
  /** The card that the person comes back from: it gets the focus. */
  readonly returnsTo?: string | null;
  readonly onMove: (move: BoardMove) => Promise<BoardMoved>;
  readonly onOpen: (id: string) => void;
}

/** Canvases by status. Cards are moved by mouse, finger, keys or a menu; the move stands at once, and goes back with words when it is refused. */
export function Board(props: BoardProps) {
  const { busy = false, error = null, readOnly = null, locale = "en", query = "" } = props;
  const canMove = readOnly === null;
  const root = useRef<HTMLElement>(null);
  const narrow = useNarrow(root);
  const now = useNow();
  const id = useId();
  const [said, say] = useState("");
  const [archivedOpen, setArchivedOpen] = useState(props.opensOn === "archived");
  const [approving, setApproving] = useState<PageCanvas | null>(null);
  const moves = useMoves(props.onMove, say);
  const shown = useMemo(() => shownCanvases(props.canvases, moves.state), [props.canvases, moves.state]);
  const columns = useMemo(() => columnsOf(shown), [shown]);

  const byId = (card: string) => shown.find((canvas) => canvas.id === card);
  const titleOf = (card: string) => byId(card)?.title ?? "";
  /** The card as it was drawn when the person took it up: what came since they have not seen. */
  const taken = useRef<PageCanvas | null>(null);
  const takeUp = (card: string) => {
    taken.current = byId(card) ?? null;
  };
  const move = (card: string, to: Status, from: "taken" | "drawn") => {
    const now = byId(card);
    if (!now || !canMove || now.status === to || isMoving(moves.state, card)) return;
    const seen = from === "taken" && taken.current?.id === card ? taken.current : now;
    const canvas = { ...now, revision: seen.revision, version: seen.version };
    keys.refocus();
    // An agent that waits goes on at the approval, and no undo calls it back.
    if (to === "approved" && canvas.waiting !== null) setApproving(canvas);
    else void moves.move(canvas, to);
  };

  const keys = useBoardKeys({
    root,
    columns,
    archivedOpen,
    narrow,
    canMove,
    opensOn: props.opensOn ?? null,
    returnsTo: props.returnsTo ?? null,
    onOpen: props.onOpen,
    onMove: (card, to) => move(card, to, keys.place.lifted === null ? "drawn" : "taken"),
    onLifted: (card, over) => {
      takeUp(card);
      say(boardWords.lifted(titleOf(card), statusWords[over]));
    },
    onOver: (over) => say(boardWords.over(statusWords[over])),
    onPutBack: (card) => say(boardWords.putBack(titleOf(card))),
  });
  const dragging = useCardDrag(
    canMove,
    (card, to) => move(card, to, "taken"),
    (card) => say(boardWords.putBack(titleOf(card))),
  );
  const { drag } = dragging;
  const { place } = keys;
  const over = drag?.over ?? place.lifted?.over ?? null;
  const inHand = drag?.id ?? place.lifted?.id ?? null;
  const dragged = drag && byId(drag.id);

  // The cards keep the same functions, which call the newest of these.
  const newest = useNewest({
    open: props.onOpen,
    takeUp,
    move,
    press: keys.press,
    focused: keys.focused,
    pointerDown: dragging.onPointerDown,
  });
  const actions = useMemo(
    () => ({
      open: (card: string) => newest().open(card),
      takeUp: (card: string) => newest().takeUp(card),
      move: (card: string, to: Status) => newest().move(card, to, "taken"),
      press: (...press: Parameters<typeof keys.press>) => newest().press(...press),
      focused: (column: Status, card: string) => newest().focused(column, card),
      pointerDown: (...down: Parameters<typeof dragging.onPointerDown>) => newest().pointerDown(...down),
    }),
    [newest],
  );

  const stateOf = (card: string) => {
    if (card === drag?.id) return "dragged";
    if (card === place.lifted?.id) return "lifted";
    return isMoving(moves.state, card) ? "moving" : "still";
  };
  const totalOf = (status: Status, given: number) => {
    const before = props.canvases.filter((canvas) => canvas.status === status).length;
    return Math.max(0, (props.totals?.[status] ?? before) - before) + given;
  };
  const counted: readonly CountedColumn[] = columns.map((column) => ({
    ...column,
    total: totalOf(column.status, column.canvases.length),
  }));
  const hand: CardHand = { place, canMove, hintId: `${id}-hint`, stateOf, actions };
  const tabId = useCallback((status: Status) => `${id}-tab-${status}`, [id]);
  const panelId = useCallback((status: Status) => `${id}-${status}`, [id]);
  const none = props.canvases.length === 0 && !busy && error === null;

  return (
    <section
      className="board"
      aria-label={boardWords.name}
      ref={root}
      data-narrow={narrow}
      data-dragging={drag !== null}
      aria-busy={busy}
      onBlur={keys.blurred}
    >
      {error !== null && (
        <div className="board-note" data-tone="warning" role="alert">
          <p>{error}</p>
          {props.onRetry && (
            <Button kind="outline" onClick={props.onRetry}>
              {boardWords.tryAgain}
            </Button>
          )}
        </div>
      )}
      {readOnly !== null && (
        <div className="board-note">
          <p>{readOnly}</p>
        </div>
      )}
      {none && (
        <div className="board-note">
          <p>{query === "" ? boardWords.none : boardWords.noneMatch(query)}</p>
        </div>
      )}
      {narrow && (
        <BoardTabs
          tabs={counted}
          chosen={place.column}
          over={over}
          tabId={tabId}
          panelId={panelId}
          onChoose={keys.choose}
        />
      )}
      <div className="board-columns">
        {counted.map((column) => {
          const { status } = column;
          if (narrow && status !== place.column) return null;
          const canShut = status === "archived" && !narrow;
          return (
            <BoardColumn
              key={status}
              column={column}
              form={narrow ? "alone" : canShut && !archivedOpen ? "shut" : "column"}
              receives={over === status && inHand !== null && byId(inHand)?.status !== status}
              panelId={panelId(status)}
              tabId={tabId(status)}
              now={now}
              locale={locale}
              loading={busy && props.canvases.length === 0}
              query={query}
              hand={hand}
              onToggle={canShut ? () => setArchivedOpen(!archivedOpen) : null}
            />
          );
        })}
      </div>
      {moves.state.toast && (
        <MoveToast
          toast={moves.state.toast}
          onUndo={() => {
            keys.refocus();
            void moves.undo();
          }}
          onOpen={props.onOpen}
          onDismiss={() => {
            keys.refocus();
            moves.dismiss();
          }}
        />
      )}
      <p className="visually-hidden" id={hand.hintId}>
        {canMove ? boardWords.hint : boardWords.hintReadOnly}
      </p>
      <p className="visually-hidden" aria-live="assertive">
        {said}
      </p>
      {dragged &&
        createPortal(
          <div
            className="board-card board-ghost"
            ref={dragging.ghost}
            style={{ inlineSize: drag.width }}
            aria-hidden="true"
          >
            <div className="board-card-open">
              <CardContent canvas={dragged} now={now} locale={locale} />
            </div>
          </div>,
          document.body,
        )}
      {approving && (
        <ApproveDialog
          title={boardWords.approve(approving.title, approving.version)}
          onApprove={(note) => {
            setApproving(null);
            keys.refocus();
            void moves.move(approving, "approved", note);
          }}
          onClose={() => setApproving(null)}
        />
      )}
    </section>
  );
}
