import { applyPersonSave } from "../../../core/document/person/apply-person-save.ts";
import { personSaveOf } from "../../../protocol/person-save.ts";
import { shellWords } from "../../words.ts";
import type { KeptView } from "../browser/browser-record.ts";
import { type BrowserStoreDeps, newestHere, updateHere } from "../browser/browser-store.ts";
import type { Outgoing } from "../state.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";
import { type SaveAnswer, savePayload } from "./save-call.ts";

/** A save where this browser is the store. "full": it does not take it, and the text stays unsaved on screen. */
export function saveHere(
  deps: BrowserStoreDeps,
  view: KeptView,
  outgoing: Outgoing,
): SaveAnswer | { readonly kind: "full" } {
  const { id } = view.checkpoint.document;
  const payload = savePayload({ id, key: view.key }, { ...outgoing, withBase: true });
  // Widgets of one canvas may each have kept it under the same number: the text alone says what the work grew from.
  const asked = { ...personSaveOf(payload), baseRevision: 0, baseHash: outgoing.base.hash };
  const saved = updateHere(deps, view, "person", (canvas, moment, texts) =>
    applyPersonSave(canvas, texts, asked, moment),
  );
  if (saved.kind === "refused") return { kind: "refused", ...saved.error };
  if (saved.kind === "full") return { kind: "full" };
  return { kind: "saved", view: saved.view, isTextTaken: true, notes: saved.made.notes };
}

/** Another widget of the same canvas may have kept something since: it is shown here too. False: nothing. */
export function followBrowser(deps: EffectDeps): boolean {
  const ready = readyOf(deps.store);
  if (ready?.home !== "browser") return false;
  const newest = newestHere(deps, ready.view);
  if (newest.state === ready.view.state) return false;
  deps.store.dispatch({ kind: "loaded", view: newest, home: "browser" });
  tellWhereKept(deps);
  return true;
}

/** After a save that was refused because something else stands here by now. False: nothing does. */
export function showNewestHere(deps: EffectDeps, why: string): boolean {
  deps.store.dispatch({ kind: "saveRefused", why, kept: true, drop: false, gone: false });
  return followBrowser(deps);
}

/** The header says how long the text is kept: where the browser keeps nothing, no longer than the page. */
export function tellWhereKept({ store, cache }: EffectDeps): void {
  if (cache.kind === "memory" && readyOf(store)?.home === "browser") store.dispatch({ kind: "keptInMemory" });
}

export function tellStorageFull({ store }: EffectDeps, kept = false): void {
  store.dispatch({ kind: "saveRefused", why: shellWords.storageFull, kept, drop: false, gone: false });
}
