import type { TextMark } from "../../../core/records/canvas.ts";
import type { CanvasView } from "../../../protocol/canvas-view.ts";
import type { ErrorCode } from "../../../protocol/errors.ts";
import type { NewestTexts } from "../../../protocol/widget-tools.ts";
import { type CallError, type Caller, callTool } from "../../host/call-tool.ts";
import type { Stream } from "../../host/read-model-call.ts";
import { shellWords, statusWords } from "../../words.ts";
import { isOnlyHere, type KeptView } from "../browser/browser-record.ts";
import { growsFrom, newerOf, savedBase, wroteLater } from "../compare-views.ts";
import type { PendingRecord } from "../kept-records.ts";
import { hasLostComments, pendingKeptHere } from "../restore-remembered.ts";
import type { Outgoing } from "../state.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";
import { keepBeforeOlderStore, rememberOlderStore, rememberView, tellNoRoom, tellOlderStore } from "./remember-view.ts";
import { isTakenAway, loseAccess, unsavedIn, unsavedKept } from "./unshared.ts";

/** How long the replayed text may stand alone before the canvas that came with it is shown, late answer or not. */
const PATIENCE_MS = 1_500;

/** Two names in the place of a widget's: whoever kept this is not alive. */
const KEPT_WITHOUT_SERVER = "without-key";

type LoadAnswer =
  /** `putBack`: the store never had the text that was named. */
  | { readonly kind: "view"; readonly view: CanvasView; readonly putBack?: boolean }
  | { readonly kind: "unchanged" }
  | NoAnswer;

/** Anything that is neither what was asked for nor a reason counts as a server that is not there. */
export type NoAnswer =
  | { readonly kind: "refused"; readonly code: ErrorCode; readonly message: string }
  | { readonly kind: "unreachable"; readonly why: string };

/** Asks the server for a canvas, unless it is as it was at `since`. */
export async function callLoad(
  caller: Caller,
  canvas: { readonly id: string; readonly key: string },
  since: string | null,
  /** The text that this widget has. */
  base: TextMark | null,
): Promise<LoadAnswer> {
  const answer = await callTool(caller, "load_canvas", {
    canvas_id: canvas.id,
    key: canvas.key,
    ...(since === null ? {} : { since }),
    ...(base === null || base.revision === 0 ? {} : { base: { revision: base.revision, hash: base.hash } }),
  });
  if (!answer.ok) return noAnswer(answer.error);
  const { reply } = answer;
  return reply.kind === "view" ? { kind: "view", view: reply.view, putBack: reply.putBack === true } : reply;
}

export function noAnswer(error: CallError): NoAnswer {
  if (error.kind !== "unusable") return error;
  return { kind: "unreachable", why: error.isError ? error.text : shellWords.answerLost };
}

/** What follows on opening a canvas. */
export interface OpenSteps {
  /** The canvas is open: bring back what was never saved. */
  readonly opened: () => Promise<void>;
  /** Answers once nothing is under way to the server. */
  readonly settled: () => Promise<unknown>;
  /** A later write by the model than the one of this widget's call is shown. */
  readonly followed: (version: number) => void;
}

/** A result of the host's that is about a canvas, which its server can be asked for. */
interface ResultOfCanvas {
  readonly id: string;
  readonly key: string;
  readonly carried: CanvasView | null;
  /** Not null: what is carried is as new as an answer of the server's. */
  readonly newest: NewestTexts | null;
  /** The call's text, as it stands on screen meanwhile. */
  readonly stream: Stream | null;
  readonly version: number;
  /** What this browser has of the canvas. */
  readonly remembered: CanvasView | null;
}

/** Opens the canvas of a result as the server has it now; where it cannot be asked, as the result or this browser has it. */
export async function openFromServer(
  deps: EffectDeps,
  steps: OpenSteps,
  { id, key, carried, newest, stream, version: resultVersion, remembered }: ResultOfCanvas,
): Promise<void> {
  const { store, host, cache, clock } = deps;
  const here = readyOf(store);
  const isHere = here?.view.checkpoint.document.id === id && here.home === "server";
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
    : await callLoad(deps, { id, key }, carried?.state ?? null, base);
  cancelPatience();
  if (answer.kind === "refused") {
    const shown = readyOf(store);
    const open = shown?.view.checkpoint.document.id === id ? shown : null;
    const known = open?.view ?? newerOf(carried, remembered);
    if (known && isTakenAway(known, answer.code)) {
      return loseAccess(deps, known, open === null ? unsavedKept(deps, known) : unsavedIn(open));
    }
  }
  if (answer.kind === "refused" && readyOf(store)?.view.checkpoint.document.id === id) {
    // It was deleted since: what is on screen stays there, to be typed in, copied and kept.
    store.dispatch({ kind: "cancelled" });
    const notice = { id: "newer", tone: "warning", text: answer.message, until: "heard" } as const;
    store.dispatch({ kind: "said", notice });
    return;
  }
  if (answer.kind === "refused") {
    const known = lastKnown(deps, id, remembered);
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
    showOlderStore(deps, view);
    return steps.opened();
  }
  if (!putBack) rememberInstead(deps, view, remembered);
  else if (keepRemembered(deps, view, remembered)) rememberInstead(deps, view, remembered, putBack);
  const shown = readyOf(store);
  // Another canvas comes into this frame: what is unsaved of the one before goes first.
  if (shown && shown.view.checkpoint.document.id !== id) await steps.settled();
  // It was opened while the server was asked, as somebody else had it.
  if (putBack && shown?.view.checkpoint.document.id === id && shown.home === "server") showOlderStore(deps, view);
  else store.dispatch({ kind: "loaded", view, home: "server" });
  // While a save is under way no view is taken, and its answer may be older than this one.
  if (readyOf(store)?.outgoing) {
    await steps.settled();
    store.dispatch({ kind: "loaded", view, home: "server" });
  }
  await steps.opened();
  const { version } = view.checkpoint.document;
  if (!putBack && version > resultVersion && wroteLater(view, { version: resultVersion, carried, stream }))
    steps.followed(version);
}

/** What is remembered of a canvas of which the server now shows an older copy waits to be saved. False: there is no room for it. */
function keepRemembered(deps: EffectDeps, view: CanvasView, remembered: KeptView | null): boolean {
  if (remembered === null) return true;
  // Unsaved work that has grown from a text that is remembered brings it back by itself, and nothing else.
  const unsaved = deps.cache.findPending(view.checkpoint.document.id, remembered);
  const comesBack = unsaved.some(({ record }) => isGrownFrom(record, remembered));
  return (comesBack && !hasLostComments(remembered, view)) || keepBeforeOlderStore(deps, remembered, view);
}

/** What stands apart has grown from a text of its own, whatever revision it was made beside. */
function isGrownFrom({ base }: PendingRecord, { checkpoint }: CanvasView): boolean {
  return base.apart !== true && base.revision >= checkpoint.document.revision;
}

/** What this browser last had of a canvas that the server has not: the person's words, where there are any. */
function lastKnown({ cache }: EffectDeps, id: string, remembered: CanvasView | null): Stream | null {
  if (!remembered) return null;
  const { title, content } = remembered.checkpoint.document;
  const unsaved = cache.findPending(id, remembered).at(-1)?.record;
  return { kind: "text", canvasId: id, title: unsaved?.local.title ?? title, text: unsaved?.content ?? content };
}

/**
 * Shows the open canvas as the server has it now, after it refused a decision because that is something else. The save that
 * was `refused` is no longer under way; what it carried waits again. Any other has its own answer, which shows as much. False: the
 * server did not say.
 */
export async function loadNewest(deps: EffectDeps, refused: Outgoing | null = null): Promise<boolean> {
  const { store } = deps;
  const before = readyOf(store);
  if (before?.home !== "server") return false;
  const { id } = before.view.checkpoint.document;
  const answer = await callLoad(deps, { id, key: before.view.key }, null, before.base);
  const now = readyOf(store);
  if (answer.kind !== "view" || !now || now.view.checkpoint.document.id !== id) return false;
  if (refused !== null && now.outgoing?.saveKey === refused.saveKey)
    store.dispatch({ kind: "saveRefused", why: "", kept: true, drop: false, gone: false });
  if (answer.putBack) showOlderStore(deps, answer.view);
  else {
    rememberView(deps, answer.view);
    store.dispatch({ kind: "loaded", view: answer.view, home: "server" });
  }
  return true;
}

/** A view of the server's in the place of what this browser had: what only this browser has goes the way of all that is unsaved. */
export function rememberInstead(deps: EffectDeps, view: CanvasView, before: KeptView | null, putBack = false): void {
  const { cache } = deps;
  const kept = before && pendingKeptHere(before, view);
  if (!kept || cache.keepPending(view.checkpoint.document.id, KEPT_WITHOUT_SERVER, kept)) {
    if (kept || putBack) cache.remember(view);
    else rememberView(deps, view);
    if (before) tellStatusNotTaken(deps, before, view);
    return;
  }
  tellNoRoom(deps);
}

/**
 * A status is of a text that the person saw. The server's may be another: they are told that theirs was not taken over, instead of
 * its being set on what they have not read.
 */
function tellStatusNotTaken({ store }: EffectDeps, before: KeptView, view: CanvasView): void {
  const { status } = before.checkpoint.document;
  if (!isOnlyHere(before) || before.beside?.statusSet?.by !== "person") return;
  if (status === view.checkpoint.document.status) return;
  const text = shellWords.statusNotTaken(statusWords[status]);
  store.dispatch({ kind: "said", notice: { id: "status", tone: "warning", text, stays: true } });
}

/** An older copy of the store came in the place of the one that had what stands here: that is unsaved again, and said so. */
export function showOlderStore(deps: EffectDeps, view: CanvasView): void {
  rememberOlderStore(deps, view);
  deps.store.dispatch({ kind: "loaded", view, home: "server", putBack: true });
  tellOlderStore(deps);
}
