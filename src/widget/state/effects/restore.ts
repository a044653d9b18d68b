import type { CanvasView } from "../../../protocol/canvas-view.ts";
import { readVersion } from "../../../protocol/result-lines.ts";
import type { NewestTexts } from "../../../protocol/widget-replies.ts";
import type { HostSignal, ToolReply } from "../../host/host-port.ts";
import { canvasOfCall, type ModelCall, readResult, readStream, type Stream } from "../../host/read-model-call.ts";
import { assistantName, boardWords, shellWords } from "../../words.ts";
import { growsFrom, newerOf, savedBase, wroteLater } from "../compare-views.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";
import { callLoad, type LoadAnswer } from "./load-call.ts";
import { openInBrowser, rememberInstead } from "./open-in-browser.ts";
import { openWithoutKey } from "./open-without-key.ts";
import { pendingFromPutBack, sayPutBack, takePutBack } from "./put-back.ts";

/** How long the replayed text may stand alone before the canvas that came with it is shown, late answer or not. */
const PATIENCE_MS = 1_500;

/** In the place of a widget's name: whoever kept this is not alive. */
const KEPT_BEFORE_PUT_BACK = "before-put-back";

export interface RestoreSteps {
  /** The canvas is open: bring back what was never saved. */
  readonly opened: () => Promise<void>;
  /** Answers once nothing is under way to the server. */
  readonly settled: () => Promise<unknown>;
  /** The host shows the widget in another way: nothing may get lost on the way. */
  readonly modeChanged: () => void;
  /** A board came: is it still so? */
  readonly boardArrived: () => Promise<void>;
  /** A later write by the model than the one of this widget's call is shown. */
  readonly followed: (version: number) => void;
}

/** A result of the host's, as far as it is about a canvas. */
interface ShownResult {
  readonly carried: CanvasView | null;
  /** Not null: the host has asked the server for what is carried just now. */
  readonly newest: NewestTexts | null;
  /** The call's text, as it stands on screen meanwhile. */
  readonly stream: Stream | null;
  readonly version: number;
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
  const { store, host, cache, clock } = deps;
  // After a cancel the host may still deliver what was under way; it belongs to nothing.
  let stopped = false;
  // The last call whose whole arguments came: the next result is its answer, and may refer to them.
  let call: ModelCall | null = null;
  let lastResult: { readonly result: ToolReply; readonly call: ModelCall | null } | null = null;

  const onSignal = (signal: HostSignal): void => {
    switch (signal.kind) {
      case "partial":
        if (stopped) return;
        call = null;
        if (signal.tool === "show_board") store.dispatch({ kind: "boardAsked" });
        else arrived("streamed", readStream(signal.tool, signal.args));
        return;
      case "input":
        stopped = false;
        call = { tool: signal.tool, args: signal.args };
        if (signal.tool === "show_board") store.dispatch({ kind: "boardAsked" });
        else arrived("inputArrived", readStream(signal.tool, signal.args));
        return;
      case "result":
        stopped = false;
        lastResult = { result: signal.result, call };
        void onResult(signal.result, call).catch((error: unknown) => fail(error));
        return;
      case "cancelled":
        stopped = true;
        call = null;
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

  const onResult = async (result: ToolReply, answered: ModelCall | null): Promise<void> => {
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
    const { view: carried = null, newest = null } = reply?.kind === "view" ? reply : {};
    const origin = reply?.kind === "key" ? reply : null;
    const id = carried?.checkpoint.document.id ?? origin?.canvasId ?? canvasOfCall(answered, result.text);
    const remembered = id === null ? null : cache.recall(id);
    const key = carried?.key ?? origin?.key ?? remembered?.key ?? "";
    const version = carried?.checkpoint.document.version ?? readVersion(result.text) ?? 1;
    const openHere = (): Promise<void> => {
      if (carried) openInBrowser(deps, carried);
      else openWithoutKey(deps, { id, version, call: answered, origin });
      return steps.opened();
    };
    if (id === null || key === "" || host.abilities.serverTools === "no") return openHere();
    const asked = { id, key };
    const shown = { carried, newest, stream, version };
    if (host.abilities.serverTools === "yes") return open(asked, shown, remembered);
    if (!(await reaches(asked, carried))) return openHere();
    return open(asked, shown, cache.recall(id));
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
    await callLoad(host, canvas, carried?.state ?? null, null);
    const isReached = host.abilities.serverTools === "yes";
    if (isReached && readyOf(store)) await steps.settled();
    return isReached;
  };

  const open = async (
    canvas: { readonly id: string; readonly key: string },
    { carried, newest, stream, version: resultVersion }: ShownResult,
    remembered: CanvasView | null,
  ): Promise<void> => {
    const here = readyOf(store);
    const isHere = here?.view.checkpoint.document.id === canvas.id && here.home === "server";
    const base = isHere ? here.base : remembered && savedBase(remembered);
    const isNewest = carried !== null && newest !== null && growsFrom(base, carried, newest);
    // Usually the answer is there before anybody could see a difference; the text stands on screen meanwhile.
    const cancelPatience =
      carried && !isNewest
        ? clock.after(PATIENCE_MS, () => {
            store.dispatch({ kind: "loaded", view: carried, home: "server" });
            // Before anybody can type: what is typed next takes the place of what was unsaved.
            void steps.opened();
          })
        : () => {};
    const answer: LoadAnswer = isNewest
      ? { kind: "view", view: carried }
      : await callLoad(host, canvas, carried?.state ?? null, base);
    cancelPatience();
    if (answer.kind === "refused" && readyOf(store)?.view.checkpoint.document.id === canvas.id) {
      // It was deleted since: what is on screen stays there, to be typed in, copied and kept.
      store.dispatch({ kind: "cancelled" });
      const notice = { id: "newer", tone: "warning", text: answer.message, until: "heard" } as const;
      store.dispatch({ kind: "said", notice });
      return;
    }
    if (answer.kind === "refused") {
      const known = lastKnown(canvas.id, remembered);
      if (known) store.dispatch({ kind: "inputArrived", stream: known });
      store.dispatch({ kind: "lost", reason: "unknown", message: shellWords.unknownCanvas });
      return;
    }
    if (answer.kind === "unreachable") {
      host.log("warning", `load_canvas: ${answer.why}`);
      const cached = newerOf(carried, remembered);
      if (!cached) {
        store.dispatch({ kind: "lost", reason: "unreachable", message: shellWords.unreachableCanvas });
        return;
      }
      if (cached === carried) rememberInstead(deps, cached, remembered);
      store.dispatch({ kind: "loaded", view: cached, home: "server" });
      await steps.opened();
      store.dispatch({ kind: "saveDelayed", why: answer.why, kept: cache.kind === "browser" });
      store.dispatch({ kind: "unsure", on: true });
      return;
    }
    const view = answer.kind === "view" ? answer.view : carried;
    if (!view) return;
    const putBack = answer.kind === "view" && answer.putBack === true;
    if (putBack && isHere) {
      takePutBack(deps, view);
      return steps.opened();
    }
    // Unsaved work has grown from what is remembered, and brings it back by itself.
    if (putBack && remembered && cache.findPending(canvas.id, remembered).length === 0) {
      cache.keepPending(canvas.id, KEPT_BEFORE_PUT_BACK, pendingFromPutBack(remembered, view));
      sayPutBack(deps);
    }
    rememberInstead(deps, view, remembered);
    const shown = readyOf(store);
    // Another canvas comes into this frame: what is unsaved of the one before goes first.
    if (shown && shown.view.checkpoint.document.id !== canvas.id) await steps.settled();
    store.dispatch({ kind: "loaded", view, home: "server" });
    // While a save is under way no view is taken, and its answer may be older than this one.
    if (readyOf(store)?.outgoing) {
      await steps.settled();
      store.dispatch({ kind: "loaded", view, home: "server" });
    }
    await steps.opened();
    const { version } = view.checkpoint.document;
    if (!putBack && version > resultVersion && wroteLater(view, carried, stream)) steps.followed(version);
  };

  /** What this browser last had of a canvas that the server has not: the person's words, where there are any. */
  const lastKnown = (id: string, remembered: CanvasView | null): Stream | null => {
    if (!remembered) return null;
    const { title, content } = remembered.checkpoint.document;
    const unsaved = cache.findPending(id, remembered).at(-1)?.record;
    return { kind: "text", canvasId: id, title: unsaved?.local.title ?? title, text: unsaved?.content ?? content };
  };

  const stop = host.subscribe(onSignal);
  return {
    stop,
    async returned() {
      const { canvas } = store.state();
      if (lastResult === null || canvas.phase !== "detached" || canvas.reason !== "unreachable") return;
      await onResult(lastResult.result, lastResult.call).catch((error: unknown) => fail(error));
    },
  };
}
