import type { CanvasView } from "../../../protocol/widget-tools.ts";
import { shellWords } from "../../words.ts";
import { localView } from "../local-view.ts";
import { hasLocalChanges, type Ready, whyInBrowser } from "../state.ts";
import type { FlushOutcome, SaveExtras } from "./autosave.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";

/** Without a server the browser is the store: the canvas is changed here, by the same rules, and remembered. */
export function keepInBrowser(deps: EffectDeps, before: Ready, extras: SaveExtras): FlushOutcome {
  const dirty = before.draft !== before.base.content || hasLocalChanges(before.local);
  if (!dirty && !extras.status && !extras.sent) return { ok: true };
  const newer = keptElsewhere(deps, before);
  if (newer) deps.store.dispatch({ kind: "loaded", view: newer, home: "browser" });
  const ready = readyOf(deps.store) ?? before;
  const state = `browser-${deps.newKey()}`;
  const view = { ...localView(ready, extras, new Date(deps.clock.now()).toISOString()), state };
  const held = deps.cache.remember(view) && deps.cache.kind === "browser";
  deps.store.dispatch({ kind: "keptInBrowser", view, draft: ready.draft, why: whyInBrowser(view) });
  if (held) return { ok: true };
  const why = shellWords.noStorage;
  deps.store.dispatch({ kind: "saveRefused", why, kept: false, drop: true, gone: false });
  return { ok: false, why };
}

/** What another widget of the same canvas has kept since: it is merged, never overwritten. */
function keptElsewhere({ cache }: EffectDeps, { view, base }: Ready): CanvasView | null {
  const kept = cache.recall(view.checkpoint.document.id);
  if (!kept || kept.storeId !== view.storeId || kept.owner !== view.owner) return null;
  const { document } = kept.checkpoint;
  if (kept.state === view.state && document.content === base.content) return null;
  const revision = Math.max(document.revision, view.checkpoint.document.revision) + 1;
  return { ...kept, checkpoint: { ...kept.checkpoint, document: { ...document, revision } } };
}
