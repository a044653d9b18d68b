import type { HostContext } from "../host/host-port.ts";
import type { Action, Notice, NoticeEnd } from "./actions.ts";
import { assertNever } from "./assert-never.ts";
import { type BoardAction, type BoardState, reduceBoard } from "./board-state.ts";
import { openCanvas, reduceReady } from "./reduce-ready.ts";
import type { DetachedReason, Ready, WidgetState } from "./state.ts";

/** The one place that holds the widget's state. */
export interface Store {
  state(): AppState;
  dispatch(action: Action): void;
  subscribe(listener: () => void): () => void;
}

export function createStore(): Store {
  let state = INITIAL_STATE;
  const listeners = new Set<() => void>();
  return {
    state: () => state,
    dispatch(action) {
      const next = reduce(state, action);
      if (next === state) return;
      state = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

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
      const notices = stillTrue(state.notices, state.canvas, canvas, action.kind);
      return canvas === state.canvas && notices === state.notices ? state : { ...state, canvas, notices };
    }
  }
}

/** Without those that are out of date. */
function stillTrue(
  notices: readonly Notice[],
  before: WidgetState,
  after: WidgetState,
  kind: Action["kind"],
): readonly Notice[] {
  const left = notices.filter(({ until }) => until === undefined || !isOver(until, before, after, kind));
  return left.length === notices.length ? notices : left;
}

function isOver(until: NoticeEnd, before: WidgetState, after: WidgetState, kind: Action["kind"]): boolean {
  if (kind === "streamed" || kind === "inputArrived") return until === "written";
  if (after.phase !== "ready") return false;
  // What was said of another canvas says nothing of this one.
  if (before.phase === "ready" && idOf(before) !== idOf(after)) return true;
  switch (until) {
    case "saved":
      return after.save.kind === "saved";
    case "heard":
      return (kind === "loaded" || kind === "saveDone") && !after.unsure;
    case "settled":
      return !after.view.checkpoint.proposals.some((one) => one.kind === "conflict" && one.state === "open");
    case "written":
      return false;
    default:
      return assertNever(until);
  }
}

function idOf({ view }: Ready): string {
  return view.checkpoint.document.id;
}

/** A board that comes takes no open canvas away: the way back to it is there. */
function showing({ canvas }: AppState): WidgetState {
  return canvas.phase === "ready" ? canvas : { phase: "board" };
}

type CanvasAction = Exclude<Action, BoardAction | { kind: "said" | "dismissed" }>;

/** How the widget moves from phase to phase: connecting → idle → streaming → settling → ready. */
function reduceCanvas(state: WidgetState, action: CanvasAction): WidgetState {
  if (action.kind === "unshared") {
    const { id, title, owner, words } = action;
    return { phase: "unshared", id, title, owner, words };
  }
  if (state.phase === "ready") return reduceReady(state, action);
  switch (action.kind) {
    case "connected":
      return state.phase === "connecting" ? { phase: "idle" } : state;
    case "connectFailed":
      return state.phase === "connecting" ? { phase: "failed", why: action.why } : state;
    case "streamed":
      return { phase: "streaming", stream: action.stream };
    case "inputArrived":
      return { phase: "settling", stream: action.stream };
    case "cancelled":
      return stop(state);
    case "refused":
      return state.phase === "streaming" || state.phase === "settling"
        ? detached(state.stream, "refused", action.message)
        : { phase: "failed", why: action.message };
    case "lost":
      return "stream" in state
        ? detached(state.stream, action.reason, action.message)
        : { phase: "failed", why: action.message };
    case "remembered":
      return remember(state, openCanvas(action.view, action.home));
    case "loaded":
      return openCanvas(action.view, action.home);
    case "keeping":
      return state.phase === "stopped" || state.phase === "detached" ? { ...state, keeping: action.keeping } : state;
    default:
      // The rest is about a canvas that is open: late answers to one that is not are of no use to anybody.
      return state;
  }
}

function stop(state: WidgetState): WidgetState {
  if (state.phase !== "streaming" && state.phase !== "settling") return state;
  if (isEmpty(state.stream)) return { phase: "idle" };
  return { phase: "stopped", stream: state.stream, keeping: { kind: "offered" } };
}

function isEmpty(stream: Extract<WidgetState, { phase: "streaming" }>["stream"]): boolean {
  return stream.kind === "text" ? stream.text === "" : stream.edits.length === 0;
}

function detached(
  stream: Extract<WidgetState, { phase: "settling" }>["stream"],
  reason: DetachedReason,
  message: string,
): WidgetState {
  return { phase: "detached", stream, reason, message, keeping: { kind: "offered" } };
}

function remember(state: WidgetState, opened: Ready): WidgetState {
  if (state.phase !== "streaming" && state.phase !== "settling") return state;
  return { ...opened, incoming: { stream: state.stream, settled: state.phase === "settling" } };
}
