import { type ModelCall, readStream, type Stream } from "../../host/read-model-call.ts";
import { assistantName, shellWords } from "../../words.ts";
import { type CanvasKey, viewOfCall, viewOfEdits } from "../view-of-call.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";
import { openInBrowser, openKept } from "./open-in-browser.ts";

/** A result that came without the canvas: what else is known of it. */
export interface ResultWithoutCanvas {
  readonly id: string | null;
  readonly version: number;
  /** null: the host has not told what the model passed. */
  readonly call: ModelCall | null;
  /** Where the canvas is kept, when the result told at least that. */
  readonly origin: CanvasKey | null;
}

/**
 * Opens a canvas from its call alone: the text from the input, what the person did to it from this browser. Nothing
 * reaches the server, and the person is told so.
 */
export function openWithoutKey(deps: EffectDeps, result: ResultWithoutCanvas): void {
  const { store, cache, clock } = deps;
  const { id, call } = result;
  const kept = id === null ? null : cache.recall(id);
  const stream = call && readStream(call.tool, call.args);
  if (id === null || (!kept && stream?.kind !== "text")) {
    showCall(deps, id, stream);
    return;
  }

  const now = new Date(clock.now()).toISOString();
  // A host that shows the conversation again repeats calls whose changes are in the text already.
  const isIncluded = kept !== null && result.version <= cache.readIncludedVersion(id);
  const suggests = call?.args.mode === "suggest";
  const given =
    stream?.kind === "text"
      ? viewOfCall(stream, { canvasId: id, version: result.version, origin: result.origin }, kept, now)
      : stream && kept && viewOfEdits(kept, stream.edits, { suggests, version: result.version }, now);
  const isFresh = !isIncluded || suggests;
  if (kept && (given === null || !isFresh)) openKept(deps, kept);
  else if (given) openInBrowser(deps, given);
  if (given && isFresh && result.version > cache.readIncludedVersion(id)) cache.keepIncludedVersion(id, result.version);

  const say = (noticeId: string, text: string): void =>
    store.dispatch({ kind: "said", notice: { id: noticeId, tone: "info", text, stays: true } });
  if (kept && given === null && isFresh) say("missed", shellWords.partialMissed(nameOf(deps)));
  const where = cache.kind === "browser" ? shellWords.partialHost : shellWords.noStorage;
  if (readyOf(store)?.view.key === "") say("partial", where);
}

/** There is no text to open: what the call did stands there, and where the text is. */
function showCall(deps: EffectDeps, id: string | null, stream: Stream | null): void {
  const { store } = deps;
  const words = { text: shellWords.partialText, edits: shellWords.partialEdits, none: shellWords.partialNothing };
  const message = words[stream?.kind ?? "none"](nameOf(deps), id);
  if (readyOf(store)) {
    store.dispatch({ kind: "cancelled" });
    store.dispatch({ kind: "said", notice: { id: "missed", tone: "info", text: message, stays: true } });
  }
  store.dispatch({ kind: "lost", reason: "partial", message });
}

function nameOf({ host }: EffectDeps): string {
  return assistantName(host.context.hostName);
}
