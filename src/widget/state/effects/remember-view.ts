import type { CanvasView } from "../../../protocol/canvas-view.ts";
import { shellWords } from "../../words.ts";
import { isOnlyHere, type KeptView } from "../browser/browser-record.ts";
import { pendingOverOlderStore } from "../restore-remembered.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";

const KEPT_BEFORE_OLDER_STORE = "before-put-back";

/**
 * Keeps what a server shows for the next life of the page. Another widget may have kept what it was shown: that stays if it is
 * newer, and whoever opens it asks the server about it. Another text of the same revision is of a store that an older copy has
 * replaced since: what the person did to it is unsaved again.
 */
export function rememberView(deps: Pick<EffectDeps, "cache" | "store">, view: CanvasView): void {
  const { cache } = deps;
  const { id, revision, updatedAt, content } = view.checkpoint.document;
  const listed = cache.listed(id, view);
  const isOther =
    listed !== null && (listed.revision > revision || (listed.revision === revision && listed.updatedAt !== updatedAt));
  const kept = isOther ? cache.recall(id) : null;
  if (kept !== null && kept.storeId === view.storeId && kept.owner === view.owner && !isOnlyHere(kept)) {
    const { document } = kept.checkpoint;
    if (document.revision > revision) return;
    const isOlderStore = document.revision === revision && document.content !== content;
    if (isOlderStore && !keepBeforeOlderStore(deps, kept, view)) return;
  }
  cache.remember(view);
}

/** The same for an older copy of the store: what this widget shows comes back by itself, what another one has kept does not. */
export function rememberOlderStore(deps: Pick<EffectDeps, "cache" | "store">, view: CanvasView): void {
  if (keepOthersBeforeOlderStore(deps, view)) deps.cache.remember(view);
}

function keepOthersBeforeOlderStore(deps: Pick<EffectDeps, "cache" | "store">, view: CanvasView): boolean {
  const { id, content } = view.checkpoint.document;
  const kept = deps.cache.recall(id);
  if (kept === null || kept.storeId !== view.storeId || kept.owner !== view.owner || isOnlyHere(kept)) return true;
  const { document } = kept.checkpoint;
  const ready = readyOf(deps.store);
  const isShown = ready !== null && ready.base.content === document.content;
  return isShown || document.content === content || keepBeforeOlderStore(deps, kept, view);
}

/** What this browser has of a canvas, of which the server now shows an older copy, is unsaved work on that. False: there is no room for it. */
export function keepBeforeOlderStore(
  deps: Pick<EffectDeps, "cache" | "store">,
  kept: KeptView,
  view: CanvasView,
): boolean {
  const work = pendingOverOlderStore(kept, view);
  const isKept = deps.cache.keepPending(view.checkpoint.document.id, KEPT_BEFORE_OLDER_STORE, work);
  if (isKept) tellOlderStore(deps);
  else tellNoRoom(deps);
  return isKept;
}

/** Without room for it as unsaved work, what this browser has stays where it is. */
export function tellNoRoom({ store }: Pick<EffectDeps, "store">): void {
  const notice = { id: "full", tone: "warning", text: shellWords.recoverFull, stays: true } as const;
  store.dispatch({ kind: "said", notice });
}

export function tellOlderStore({ store }: Pick<EffectDeps, "store">): void {
  const notice = { id: "put-back", tone: "info", text: shellWords.putBack, stays: true } as const;
  store.dispatch({ kind: "said", notice });
}
