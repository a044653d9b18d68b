import type { CanvasView } from "../../../protocol/canvas-view.ts";
import { type ModelCall, readStream, type Stream } from "../../host/read-model-call.ts";
import { assistantName, shellWords } from "../../words.ts";
import { markOfCall, viewAfterCall } from "../browser/after-call.ts";
import { type CanvasKey, type KeptView, momentHere } from "../browser/browser-record.ts";
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
  const { store, cache } = deps;
  const { id, call } = result;
  const kept = id === null ? null : cache.recall(id);
  const stream = call && readStream(call.tool, call.args);
  if (id === null || (!kept && stream?.kind !== "text")) {
    showCall(deps, id, stream);
    return;
  }

  const mark = call === null ? null : markOfCall(call, result.version);
  const isFresh = kept === null || (mark !== null && !isIncluded(deps, kept, { ...result, id }, mark));
  const given = isFresh && call !== null ? afterCall(deps, call, { ...result, id }, kept) : null;
  if (given === null && kept === null) {
    showCall(deps, id, stream);
    return;
  }
  if (given !== null) openInBrowser(deps, given, { call, ...(mark === null ? {} : { mark }) });
  else if (kept) openKept(deps, kept);

  const say = (noticeId: string, text: string): void =>
    store.dispatch({ kind: "said", notice: { id: noticeId, tone: "info", text, stays: true } });
  if (kept && call !== null && isFresh && given === null) say("missed", shellWords.partialMissed(nameOf(deps)));
  const where = cache.kind === "browser" ? shellWords.partialHost : shellWords.noStorage;
  if (readyOf(store)?.view.key === "") say("partial", where);
}

/** A host that shows the conversation again repeats calls whose changes are here already. */
function isIncluded({ cache }: EffectDeps, kept: KeptView, { id, version, call }: Known, mark: string): boolean {
  const { beside } = kept;
  if (beside?.server !== undefined) return version < beside.server.version || beside.server.calls.includes(mark);
  // Earlier releases went by the version.
  return version <= cache.readIncludedVersion(id) && call?.args.mode !== "suggest";
}

type Known = ResultWithoutCanvas & { readonly id: string };

function afterCall(
  { clock, newKey }: EffectDeps,
  call: ModelCall,
  { id: canvasId, version, origin }: Known,
  kept: KeptView | null,
): CanvasView | null {
  const moment = momentHere("model", kept, clock.now(), newKey);
  return viewAfterCall(call, { canvasId, version, origin }, kept, moment);
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
