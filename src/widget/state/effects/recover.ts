import { shellWords } from "../../words.ts";
import type { FoundPending } from "../browser-cache.ts";
import { isSameCall } from "../liveness.ts";
import { hasLocalChanges, isDirty } from "../state.ts";
import { type Autosave, type FlushOutcome, NOT_ALLOWED } from "./autosave.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";
import { TOO_LONG } from "./too-long.ts";

/** Where the browser cannot say who lives: a widget that wrote this recently saves for itself. */
const ALIVE_MS = 10_000;
/** A page that was just reloaded may seem to live a moment longer. */
const RELOAD_MS = 1_000;

/**
 * Brings back what was typed and never saved, one record at a time, each through an ordinary save. What cannot be
 * brought back yet (its widget may live, or the server is away) is looked at again later.
 */
export async function recoverPending(deps: EffectDeps, autosave: Autosave): Promise<void> {
  const { store, cache, clock } = deps;
  const ready = readyOf(store);
  if (!ready) return;
  const { id } = ready.view.checkpoint.document;
  let later: number | null = null;
  for (const found of cache.findPending(id, ready.view)) {
    // Without a server, earlier releases left here what they had kept as well.
    if (ready.home === "browser" && found.record.past.length === 0) continue;
    if (await mayLive(deps, found)) {
      later = isSameCall(found.widget, deps.widgetId) ? RELOAD_MS : (later ?? ALIVE_MS);
      continue;
    }
    const outcome = await bringBack(deps, autosave, id, found);
    if (outcome === "gone") return;
    // The person is told, and what is kept stays kept: only a shorter text, or somebody who may, can save it.
    if (outcome === "hopeless") break;
    if (outcome === "waits") {
      later ??= ALIVE_MS;
      break;
    }
  }
  if (later !== null) clock.after(later, () => void recoverPending(deps, autosave));
}

async function mayLive({ clock, widgetId, liveness }: EffectDeps, { widget, record }: FoundPending): Promise<boolean> {
  if (widget === widgetId) return false;
  const isAlive = await liveness.isAlive(widget);
  return isAlive ?? (!isSameCall(widget, widgetId) && clock.now() - record.at < ALIVE_MS);
}

async function bringBack(
  { store, cache, widgetId }: EffectDeps,
  autosave: Autosave,
  id: string,
  { widget, record: found }: FoundPending,
): Promise<"done" | "waits" | "hopeless" | "gone"> {
  const current = readyOf(store);
  if (!current || current.view.checkpoint.document.id !== id) return "gone";
  const idle = found.content === found.base.content || found.content === current.draft;
  if (idle && !hasLocalChanges(found.local)) {
    if (widget !== widgetId) cache.dropPending(id, widget);
    return "done";
  }
  // Two unsaved texts cannot stand on one screen: the first must be safe before the next comes. What was typed or sent
  // while it was saved has to be safe as well: an answer to that would be taken for one to the text that is brought back.
  const before: FlushOutcome = isClean(store) ? { ok: true } : await autosave.flush({ suggest: true });
  if (!before.ok) return isHopeless(before) ? "hopeless" : "waits";
  if (!isClean(store)) return "waits";
  // Meanwhile it may have been saved (it was this widget's own work, or another brought it back): then it is older.
  const still = cache.findPending(id, current.view).find((one) => one.widget === widget);
  if (!still) return "done";
  const { record } = still;
  store.dispatch({
    kind: "recovered",
    base: record.base,
    content: record.content,
    changes: record.changes,
    local: record.local,
    suggesting: record.suggesting,
    past: record.past,
    unanswered: record.unanswered,
  });
  store.dispatch({ kind: "said", notice: { id: "recovered", tone: "info", text: shellWords.recovered } });
  const saving = autosave.flush();
  // Under this widget's own name from here on: else a second tab would bring it back as well, or it would come back over what is typed next.
  const drop = (): void => {
    if (widget !== widgetId) cache.dropPending(id, widget);
  };
  if (cache.findPending(id, current.view).some((one) => one.widget === widgetId)) drop();
  const flushed = await saving;
  if (flushed.ok) drop();
  if (flushed.ok) return "done";
  return isHopeless(flushed) ? "hopeless" : "waits";
}

function isHopeless({ code }: Extract<FlushOutcome, { ok: false }>): boolean {
  return code === TOO_LONG || code === NOT_ALLOWED;
}

function isClean(store: EffectDeps["store"]): boolean {
  const ready = readyOf(store);
  return ready !== null && !isDirty(ready);
}
