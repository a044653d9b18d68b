import type { Action } from "./actions.ts";
import type { BoardAction } from "./board-state.ts";
import { openCanvas, reduceReady } from "./reduce-ready.ts";
import type { LooseReason, Ready, WidgetState } from "./state.ts";

type CanvasAction = Exclude<Action, BoardAction | { kind: "said" | "dismissed" }>;

/** How the widget moves from phase to phase: connecting → idle → streaming → settling → ready. */
export function reduceCanvas(state: WidgetState, action: CanvasAction): WidgetState {
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
  reason: LooseReason,
  message: string,
): WidgetState {
  return { phase: "detached", stream, reason, message, keeping: { kind: "offered" } };
}

function remember(state: WidgetState, opened: Ready): WidgetState {
  if (state.phase !== "streaming" && state.phase !== "settling") return state;
  return { ...opened, incoming: { stream: state.stream, settled: state.phase === "settling" } };
}
