import { shellWords } from "../../words.ts";
import { hasLocalChanges } from "../state.ts";
import type { Autosave } from "./autosave.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";

/** Another widget that wrote this recently is alive and saves for itself. */
const ALIVE_MS = 10_000;

/** Brings back what was typed and never saved, one record at a time, each through an ordinary save. */
export async function recoverPending(deps: EffectDeps, autosave: Autosave): Promise<void> {
  const { store, cache, clock, widgetId } = deps;
  const ready = readyOf(store);
  if (ready?.home !== "server") return;
  const { id } = ready.view.checkpoint.document;
  for (const { widget, record } of cache.findPending(id, ready.view)) {
    const current = readyOf(store);
    if (!current || current.view.checkpoint.document.id !== id) return;
    if (widget !== widgetId && clock.now() - record.at < ALIVE_MS) continue;
    const idle = record.content === record.base.content || record.content === current.draft;
    if (idle && !hasLocalChanges(record.local)) {
      cache.dropPending(id, widget);
      continue;
    }
    // Two unsaved texts cannot stand on one screen: the first must be safe before the next comes.
    if (current.draft !== current.base.content && !(await autosave.flush()).ok) return;
    store.dispatch({ kind: "recovered", base: record.base, content: record.content, local: record.local });
    store.dispatch({ kind: "said", notice: { id: "recovered", tone: "info", text: shellWords.recovered } });
    if (!(await autosave.flush()).ok) return;
    cache.dropPending(id, widget);
  }
}
