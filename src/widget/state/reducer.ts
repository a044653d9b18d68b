import type { HostContext } from "../host/host-port.ts";
import type { Action, Notice } from "./actions.ts";
import { reduceCanvas } from "./reduce-canvas.ts";
import type { WidgetState } from "./state.ts";

export interface AppState {
  readonly canvas: WidgetState;
  /** null until connected. */
  readonly host: HostContext | null;
  readonly notices: readonly Notice[];
}

export const INITIAL_STATE: AppState = { canvas: { phase: "connecting" }, host: null, notices: [] };

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
    default: {
      const canvas = reduceCanvas(state.canvas, action);
      return canvas === state.canvas ? state : { ...state, canvas };
    }
  }
}
