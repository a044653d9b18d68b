import { isObject } from "./json-rpc.ts";
import {
  type Action,
  AVAILABILITIES,
  type CanvasState,
  type ChatState,
  type OpenCanvasRef,
  type ReleasedCanvasState,
  type SessionActiveClient,
  type SessionCanvasDeclaration,
  type SessionState,
} from "./types.ts";

/**
 * What becomes of a channel's state by an action. Pure: the same at both ends, which is why both have the same state. An action
 * that is unknown, or not as it must be, changes nothing: the very same state comes back.
 */
export type Reducer<State> = (state: State, action: Action) => State;

export const reduceSession: Reducer<SessionState> = (state, action) => {
  switch (action.type) {
    case "session/canvasesChanged":
      return Array.isArray(action.canvases)
        ? { ...state, canvases: action.canvases as readonly SessionCanvasDeclaration[] }
        : state;
    case "session/openCanvasesChanged":
      return Array.isArray(action.openCanvases)
        ? { ...state, openCanvases: action.openCanvases as readonly OpenCanvasRef[] }
        : state;
    case "session/activeClientSet": {
      const { activeClient } = action;
      if (!isObject(activeClient) || typeof activeClient.clientId !== "string") return state;
      return withActiveClient(state, activeClient as SessionActiveClient);
    }
    case "session/activeClientRemoved": {
      const activeClients = state.activeClients.filter(({ clientId }) => clientId !== action.clientId);
      return activeClients.length === state.activeClients.length ? state : { ...state, activeClients };
    }
    default:
      return state;
  }
};

export const reduceCanvas: Reducer<CanvasState> = (state, action) =>
  action.type === "canvas/updated" ? mergeUpdate(state, action) : state;

/** The chat of the released protocol, in which canvases are named. */
export const reduceChat: Reducer<ChatState> = (state, action) => {
  if (action.type !== "chat/canvasesChanged") return state;
  const { canvases: _, ...rest } = state;
  return Array.isArray(action.canvases)
    ? { ...rest, canvases: action.canvases as readonly { readonly resource: string }[] }
    : rest;
};

/** A canvas of the released protocol: replaced whole. */
export const reduceReleasedCanvas: Reducer<ReleasedCanvasState> = (state, action) =>
  action.type === "canvas/stateChanged" && isObject(action.canvas)
    ? (action.canvas as unknown as ReleasedCanvasState)
    : state;

/** The fields of a state that an update may take away. */
const CLEARABLE = ["title", "status", "url"] as const;

function mergeUpdate(state: CanvasState, action: Action): CanvasState {
  const next: Record<string, unknown> = { ...state };
  for (const field of CLEARABLE) {
    const value = action[field];
    if (value === undefined) continue;
    if (value === null) delete next[field];
    else if (typeof value === "string") next[field] = value;
    else return state;
  }
  const { availability } = action;
  if (availability !== undefined) {
    if (!AVAILABILITIES.some((known) => known === availability)) return state;
    next.availability = availability;
  }
  return next as unknown as CanvasState;
}

/** Of one session. Neither end lets the other fill its memory. */
const MOST_ACTIVE = 1_000;

function withActiveClient(state: SessionState, client: SessionActiveClient): SessionState {
  const isKnown = state.activeClients.some(({ clientId }) => clientId === client.clientId);
  if (!isKnown && state.activeClients.length >= MOST_ACTIVE) return state;
  return {
    ...state,
    activeClients: isKnown
      ? state.activeClients.map((known) => (known.clientId === client.clientId ? client : known))
      : [...state.activeClients, client],
  };
}
