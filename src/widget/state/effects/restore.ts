import type { CanvasView } from "../../../protocol/canvas-view.ts";
import { readVersion } from "../../../protocol/result-lines.ts";
import type { HostSignal, ToolReply } from "../../host/host-port.ts";
import { canvasOfCall, type ModelCall, readResult, readStream, type Stream } from "../../host/read-model-call.ts";
import { assistantName, boardWords, shellWords } from "../../words.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";
import { callLoad, type OpenSteps, openFromServer } from "./load.ts";
import { openInBrowser } from "./open-in-browser.ts";
import { openWithoutKey } from "./open-without-key.ts";

interface RestoreSteps extends OpenSteps {
  /** The host shows the widget in another way: nothing may get lost on the way. */
  readonly modeChanged: () => void;
  /** A board came: is it still so? */
  readonly boardArrived: () => Promise<void>;
}

/** Turns what the host says (live, or replayed on reload) into the canvas on screen. */
export function startRestore(
  deps: EffectDeps,
  steps: RestoreSteps,
): {
  /** The person is back: a canvas whose server could not be reached is asked for again. */
  returned(): Promise<void>;
  stop(): void;
} {
  const { store, host, cache } = deps;
  // After a cancel the host may still deliver what was under way; it belongs to nothing.
  let stopped = false;
  // The last call whose whole arguments came: the next result is its answer, and may refer to them.
  let call: ModelCall | null = null;
  // How often it had grown by then. Hosts that replay a call replay the last piece of it at most.
  let pieces = NO_PIECES;
  let lastResult: { readonly result: ToolReply; readonly call: ModelCall | null } | null = null;

  const onSignal = (signal: HostSignal): void => {
    switch (signal.kind) {
      case "partial":
        if (stopped) return;
        if (call !== null) pieces = NO_PIECES;
        call = null;
        if (signal.tool === "show_board") store.dispatch({ kind: "boardAsked" });
        else {
          const stream = readStream(signal.tool, signal.args);
          pieces = grown(pieces, stream);
          arrived("streamed", stream);
        }
        return;
      case "input":
        stopped = false;
        if (call !== null) pieces = NO_PIECES;
        call = { tool: signal.tool, args: signal.args };
        if (signal.tool === "show_board") store.dispatch({ kind: "boardAsked" });
        else arrived("inputArrived", readStream(signal.tool, signal.args));
        return;
      case "result":
        stopped = false;
        lastResult = { result: signal.result, call };
        void onResult(signal.result, call, pieces.count > 1).catch((error: unknown) => fail(error));
        pieces = NO_PIECES;
        return;
      case "cancelled":
        stopped = true;
        call = null;
        pieces = NO_PIECES;
        if (readyOf(store)?.incoming) say("stopped", shellWords.stoppedUpdate);
        if (store.state().board?.view === null) store.dispatch({ kind: "boardFailed", why: boardWords.stopped });
        store.dispatch({ kind: "cancelled" });
        return;
      case "context":
        if (store.state().host?.displayMode !== signal.context.displayMode) steps.modeChanged();
        store.dispatch({ kind: "hostChanged", host: signal.context });
        return;
      case "error":
        host.log("error", signal.message);
        return;
      default:
        // A newer host may say more than this widget knows.
        host.log("debug", `Unknown signal ${(signal as { kind: string }).kind}`);
    }
  };

  const say = (id: string, text: string): void => store.dispatch({ kind: "said", notice: { id, tone: "info", text } });
  const fail = (error: unknown): void => {
    const text = shellWords.toolError(error instanceof Error ? error.message : String(error));
    host.log("error", text);
    store.dispatch({ kind: "said", notice: { id: "restore", tone: "error", text, until: "heard" } });
  };

  const arrived = (kind: "streamed" | "inputArrived", call: Stream): void => {
    const ownTitle = call.canvasId === null ? null : cache.titleOf(call.canvasId.toUpperCase());
    const stream = ownTitle === null ? call : { ...call, ownTitle };
    store.dispatch({ kind, stream });
    // Edits are shown in their place when this browser knows the canvas.
    if (stream.kind !== "edits" || stream.canvasId === null || readyOf(store)) return;
    const view = cache.recall(stream.canvasId.toUpperCase());
    if (view) store.dispatch({ kind: "remembered", view, home: homeOf(view.key) });
  };

  /** The server is reached through a host that lets widgets call it, with the canvas's key. */
  const homeOf = (key: string) => (host.abilities.serverTools === "yes" && key !== "" ? "server" : "browser");

  /** `isNew`: it was seen how the model wrote the call, so this is its answer and no replay of it. */
  const onResult = async (result: ToolReply, answered: ModelCall | null, isNew = false): Promise<void> => {
    const reply = readResult(result, answered);
    if (reply?.kind === "board") {
      store.dispatch({ kind: "boardLoaded", view: reply.board, fresh: false });
      return steps.boardArrived();
    }
    if (store.state().canvas.phase === "board") {
      const why = result.isError ? (reply?.kind === "error" ? reply.message : result.text) : boardWords.lost;
      return store.dispatch({ kind: "boardFailed", why });
    }
    if (result.isError) {
      const message = reply?.kind === "error" ? reply.message : result.text;
      // Its words are for the model; the person gets their own, and these behind them.
      const text = shellWords.refusedUpdate(assistantName(host.context.hostName));
      const notice = { id: "refused", tone: "warning", text, details: message, until: "written" } as const;
      if (readyOf(store)) store.dispatch({ kind: "said", notice });
      store.dispatch({ kind: "refused", message });
      return;
    }
    const canvas = store.state().canvas;
    const stream =
      "stream" in canvas ? canvas.stream : canvas.phase === "ready" ? (canvas.incoming?.stream ?? null) : null;
    const { view: carried = null, newest = null, texts = null } = reply?.kind === "view" ? reply : {};
    const origin = reply?.kind === "key" ? reply : null;
    const id = carried?.checkpoint.document.id ?? origin?.canvasId ?? canvasOfCall(answered, result.text);
    const remembered = id === null ? null : cache.recall(id);
    const key = carried?.key ?? origin?.key ?? remembered?.key ?? "";
    const version = carried?.checkpoint.document.version ?? readVersion(result.text) ?? 1;
    const openHere = (): Promise<void> => {
      if (carried) openInBrowser(deps, carried, { call: answered });
      else openWithoutKey(deps, { id, version, call: answered, origin });
      return steps.opened();
    };
    if (id === null || key === "" || host.abilities.serverTools === "no") return openHere();
    const found = { id, key, carried, newest: newest ?? (isNew ? texts : null), stream, version };
    if (host.abilities.serverTools === "yes") return openFromServer(deps, steps, { ...found, remembered });
    if (!(await reaches({ id, key }, carried))) return openHere();
    return openFromServer(deps, steps, { ...found, remembered: cache.recall(id) });
  };

  /**
   * Whether a host that has not said so lets this widget reach its server: it is asked for the canvas. Until it has
   * answered, or been silent for too long, the text stands there to be read: nothing can be done to it that would have to
   * be brought from one home to another. An edit that streams into a text of this browser's may have been typed beside.
   */
  const reaches = async (
    canvas: { readonly id: string; readonly key: string },
    carried: CanvasView | null,
  ): Promise<boolean> => {
    await callLoad(deps, canvas, carried?.state ?? null, null);
    const isReached = host.abilities.serverTools === "yes";
    if (isReached && readyOf(store)) await steps.settled();
    return isReached;
  };

  const stop = subscribeWhenComposed(deps, onSignal);
  return {
    stop,
    async returned() {
      const { canvas } = store.state();
      if (lastResult === null || canvas.phase !== "detached" || canvas.reason !== "unreachable") return;
      await onResult(lastResult.result, lastResult.call).catch((error: unknown) => fail(error));
    },
  };
}

const NO_PIECES = { length: 0, count: 0 };

/** One more piece of the call under way, if it brought anything. */
function grown(before: typeof NO_PIECES, stream: Stream): typeof NO_PIECES {
  const length =
    stream.kind === "text"
      ? stream.text.length
      : stream.edits.reduce((sum, { find, replace }) => sum + find.length + (replace?.length ?? 0), 0);
  return length === before.length ? before : { length, count: before.count + 1 };
}

/**
 * Listens to the host. What may change the text waits, in its order, until the person has composed what they are typing: the
 * line would keep the raw letters of their input method.
 */
function subscribeWhenComposed({ host, composition }: EffectDeps, listener: (signal: HostSignal) => void): () => void {
  let waiting: HostSignal[] = [];
  const release = (): void => {
    const signals = waiting;
    waiting = [];
    const faults: unknown[] = [];
    for (const signal of signals) {
      try {
        listener(signal);
      } catch (fault) {
        // What comes after it is none of its business.
        faults.push(fault);
      }
    }
    if (faults.length > 0) throw faults[0];
  };
  const unsubscribe = host.subscribe((signal) => {
    const mayPass = signal.kind === "context" || signal.kind === "error";
    if (mayPass || (waiting.length === 0 && !composition?.isOn())) {
      listener(signal);
      return;
    }
    waiting.push(signal);
    if (waiting.length === 1) void composition?.whenDone().then(release);
  });
  return () => {
    waiting = [];
    unsubscribe();
  };
}
