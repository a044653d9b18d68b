import { type EffectDeps, readyOf } from "./effect-deps.ts";
import { callLoad } from "./load-call.ts";
import { takePutBack } from "./put-back.ts";

/**
 * Shows the open canvas as the server has it now, after it refused a decision because that is something else. A save that
 * was refused is no longer under way; what it carried waits again. False: the server did not say.
 */
export async function loadNewest(deps: EffectDeps): Promise<boolean> {
  const { store, host, cache } = deps;
  const before = readyOf(store);
  if (!before) return false;
  const { id } = before.view.checkpoint.document;
  const answer = await callLoad(host, { id, key: before.view.key }, null, before.base);
  const now = readyOf(store);
  if (answer.kind !== "view" || !now || now.view.checkpoint.document.id !== id) return false;
  if (now.outgoing !== null) store.dispatch({ kind: "saveRefused", why: "", kept: true, drop: false, gone: false });
  if (answer.putBack) takePutBack(deps, answer.view);
  else {
    cache.remember(answer.view);
    store.dispatch({ kind: "loaded", view: answer.view, home: "server" });
  }
  return true;
}
