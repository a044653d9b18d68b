import { shellWords } from "../../words.ts";
import { localView } from "../local-view.ts";
import { hasLocalChanges, type Ready } from "../state.ts";
import type { FlushOutcome, SaveExtras } from "./autosave.ts";
import type { EffectDeps } from "./effect-deps.ts";

/** Without a server the browser is the store: the canvas is changed here, by the same rules, and remembered. */
export function keepInBrowser(deps: EffectDeps, ready: Ready, extras: SaveExtras): FlushOutcome {
  const dirty = ready.draft !== ready.base.content || hasLocalChanges(ready.local);
  if (!dirty && !extras.status && !extras.sent) return { ok: true };
  const view = localView(ready, extras, new Date(deps.clock.now()).toISOString());
  const held = deps.cache.remember(view) && deps.cache.kind === "browser";
  deps.store.dispatch({ kind: "keptInBrowser", view, draft: ready.draft, why: "no_server" });
  if (held) return { ok: true };
  const why = shellWords.noStorage;
  deps.store.dispatch({ kind: "saveRefused", why, kept: false, drop: true, gone: false });
  return { ok: false, why };
}
