import type { Draft, Moment, Texts } from "../../../core/document/draft.ts";
import type { Author, Canvas } from "../../../core/records/canvas.ts";
import type { Refusal, Result } from "../../../core/records/refusal.ts";
import type { CanvasView } from "../../../protocol/canvas-view.ts";
import type { BrowserCache } from "../browser-cache.ts";
import type { Clock } from "../clock.ts";
import {
  BROWSER_STATE,
  canvasOf,
  copyOf,
  type KeptView,
  keptView,
  momentHere,
  type ServerCopy,
} from "./browser-record.ts";
import { historyAfter, historyInPlace, textsOf } from "./kept-history.ts";

/** What a browser's store stands on. */
export interface BrowserStoreDeps {
  readonly cache: Pick<BrowserCache, "recall" | "remember">;
  readonly clock: Pick<Clock, "now">;
  /** A new, unguessable key. */
  readonly newKey: () => string;
}

/** What is to become of a canvas. Pure: it sees what is newest, and the texts of those older versions that are kept. */
export type DecideHere<Made> = (
  canvas: Canvas,
  moment: Moment,
  texts: Texts,
) => Result<Made & { readonly draft: Draft }>;

export type UpdatedHere<Made> =
  | { readonly kind: "done"; readonly view: KeptView; readonly made: Made }
  /** Nothing was written. `view`: what is newest. */
  | { readonly kind: "refused"; readonly error: Refusal; readonly view: KeptView }
  /** The browser did not take it: it has what it had before. */
  | { readonly kind: "full"; readonly view: KeptView; readonly made: Made };

/** The newest of what this browser keeps of a canvas and what is shown of it: what stands on screen it may not have taken. */
export function newestHere({ cache }: Pick<BrowserStoreDeps, "cache">, shown: KeptView): KeptView {
  const { id, revision } = shown.checkpoint.document;
  const kept = cache.recall(id);
  if (!kept || kept.storeId !== shown.storeId || kept.owner !== shown.owner) return shown;
  return kept.checkpoint.document.revision < revision ? shown : kept;
}

/**
 * This browser as the store of a canvas, by the rules of any other: what is newest is read, decided on and written in one
 * step, so that no widget of the same canvas overwrites another.
 */
export function updateHere<Made>(
  deps: BrowserStoreDeps,
  shown: KeptView,
  by: Author["kind"],
  decide: DecideHere<Made>,
  server?: ServerCopy,
): UpdatedHere<Made> {
  const newest = newestHere(deps, shown);
  const moment = momentHere(by, newest, deps.clock.now(), deps.newKey);
  const canvas = canvasOf(newest, moment.now);
  const { history = [] } = newest.beside ?? {};
  const made = decide(canvas, moment, textsOf(history, canvas.document.content));
  if (!made.ok) return { kind: "refused", error: made.error, view: newest };
  const { record } = made.draft;
  if (record === canvas && server === undefined) return { kind: "done", view: newest, made };
  const state = BROWSER_STATE + deps.newKey();
  const copy = server === undefined ? {} : { server };
  const view = keptView(record, newest, state, { ...copy, history: historyAfter(history, made.draft) });
  return { kind: rememberHere(deps.cache, view) ? "done" : "full", view, made };
}

export interface HeldView {
  readonly view: KeptView;
  /** False: the browser did not take it. */
  readonly isHeld: boolean;
}

/** Keeps a canvas as a server has it: nothing is here that is not there. `before`: what was kept in its place. */
export function adoptHere(
  { cache, clock }: BrowserStoreDeps,
  given: CanvasView,
  calls: readonly string[] = [],
  before?: KeptView,
): HeldView {
  const now = new Date(clock.now()).toISOString();
  const canvas = canvasOf(given, now);
  const old = before === undefined ? null : { canvas: canvasOf(before, now), history: before.beside?.history ?? [] };
  const server = copyOf(given.checkpoint, calls);
  const view = keptView(canvas, given, given.state, { server, history: historyInPlace(old, canvas) });
  return { view, isHeld: rememberHere(cache, view) };
}

/** False: the browser did not take it. What stands now comes before what stood. */
function rememberHere(cache: Pick<BrowserCache, "remember">, view: KeptView): boolean {
  if (cache.remember(view)) return true;
  if (view.beside?.history === undefined) return false;
  const { history: _, ...beside } = view.beside;
  return cache.remember({ ...view, beside });
}
