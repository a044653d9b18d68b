import type { PageCanvas } from "../../protocol/page.ts";
import type { BoardView } from "../../protocol/widget-tools.ts";

/** The board of show_board, kept while one of its canvases is open, so that there is a way back. */
export interface BoardState {
  /** null: asked for, and not there yet. */
  readonly view: BoardView | null;
  readonly busy: boolean;
  /** Why the board is missing or may be old. */
  readonly error: string | null;
}

export type BoardAction =
  /** The model calls show_board. */
  | { readonly kind: "boardAsked" }
  | { readonly kind: "boardBusy" }
  | { readonly kind: "boardLoaded"; readonly view: BoardView; readonly fresh: boolean }
  | { readonly kind: "boardFailed"; readonly why: string }
  /** The server took a move. */
  | { readonly kind: "boardMoved"; readonly canvas: PageCanvas }
  /** "Back to the board". */
  | { readonly kind: "boardShown" };

const ASKED: BoardState = { view: null, busy: true, error: null };

/** The next board. `fresh: false` is what came with the result, perhaps long ago: what is newer stays, and an answer is awaited. */
export function reduceBoard(state: BoardState | null, action: BoardAction): BoardState | null {
  switch (action.kind) {
    case "boardAsked":
      return state ?? ASKED;
    case "boardBusy":
      return state && { ...state, busy: true };
    case "boardLoaded":
      if (!action.fresh && state?.view) return state;
      return { view: action.view, busy: false, error: null };
    case "boardFailed":
      return { view: state?.view ?? null, busy: false, error: action.why };
    case "boardMoved":
      return state?.view ? { ...state, view: withMoved(state.view, action.canvas) } : state;
    case "boardShown":
      return state;
  }
}

function withMoved(view: BoardView, moved: PageCanvas): BoardView {
  const before = view.canvases.find(({ id }) => id === moved.id);
  const canvases = view.canvases.map((canvas) => (canvas.id === moved.id ? moved : canvas));
  if (!before || before.status === moved.status) return { ...view, canvases };
  const totals = {
    ...view.totals,
    [before.status]: view.totals[before.status] - 1,
    [moved.status]: view.totals[moved.status] + 1,
  };
  return { ...view, canvases, totals };
}
