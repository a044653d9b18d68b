import type { HostContext } from "../host/host-port.ts";
import type { Action, Notice } from "./actions.ts";
import { type BoardState, reduceBoard } from "./board-state.ts";
import { reduceCanvas } from "./reduce-canvas.ts";
import type { WidgetState } from "./state.ts";

export interface AppState {
  readonly canvas: WidgetState;
  /** null until connected. */
  readonly host: HostContext | null;
  readonly notices: readonly Notice[];
  /** What show_board showed here; null in the widget of a canvas. */
  readonly board: BoardState | null;
}

export const INITIAL_STATE: AppState = { canvas: { phase: "connecting" }, host: null, notices: [], board: null };

/** The next state. Pure: same state and action, same answer; an action that does not fit changes nothing. */
export function reduce(state: AppState, action: Action): AppState {
  switch (action.kind) {
    case "connected":
    case "hostChanged": {
      const canvas = reduceCanvas(state.canvas, action);
      return { ...state, canvas, host: action.host };
    }
    case "said": {
      const others = state.notices.filter((notice) => notice.id !== action.notice.id);
      return { ...state, notices: [...others, action.notice] };
    }
    case "dismissed": {
      const notices = state.notices.filter((notice) => notice.id !== action.id);
      return notices.length === state.notices.length ? state : { ...state, notices };
    }
    case "boardAsked":
    case "boardLoaded":
      return { ...state, board: reduceBoard(state.board, action), canvas: showing(state) };
    case "boardFailed":
      return { ...state, board: reduceBoard(state.board, action) };
    case "boardShown":
      return state.board ? { ...state, canvas: { phase: "board" } } : state;
    case "boardBusy":
    case "boardMoved": {
      const board = reduceBoard(state.board, action);
      return board === state.board ? state : { ...state, board };
    }
    default: {
      const canvas = reduceCanvas(state.canvas, action);
      return canvas === state.canvas ? state : { ...state, canvas };
    }
  }
}

/** A board that comes takes no open canvas away: the way back to it is there. */
function showing({ canvas }: AppState): WidgetState {
  return canvas.phase === "ready" ? canvas : { phase: "board" };
}
