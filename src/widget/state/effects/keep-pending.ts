import { joinLocal } from "../rebase-local.ts";
import { isDirty, type Ready } from "../state.ts";
import type { EffectDeps } from "./effect-deps.ts";

/** Above this many characters a keystroke may not wait for the browser to write the whole text. */
const SMALL = 100_000;
const LARGE_WAIT_MS = 500;

/** Keeps unsaved work in the browser: at once, or within half a second for a large text. */
export function createPendingKeeper(deps: EffectDeps) {
  const { cache, clock, widgetId } = deps;
  let waiting: Ready | null = null;
  let cancel = () => {};

  const write = (ready: Ready): boolean => {
    cancel();
    waiting = null;
    const { storeId, owner, checkpoint } = ready.view;
    // What went out and was not answered must survive as well: it may never have arrived.
    const local = ready.outgoing ? joinLocal(ready.outgoing.local, ready.local) : ready.local;
    const base = ready.outgoing ? ready.outgoing.base : ready.base;
    const record = { storeId, owner, at: clock.now(), base, content: ready.draft, local, suggesting: ready.suggesting };
    const held = cache.keepPending(checkpoint.document.id, widgetId, record);
    return held && cache.kind === "browser";
  };

  return {
    changed(ready: Ready): void {
      if (ready.draft.length <= SMALL) {
        write(ready);
        return;
      }
      if (waiting === null) cancel = clock.after(LARGE_WAIT_MS, () => waiting && write(waiting));
      waiting = ready;
    },
    /** Writes what still waits to be written. */
    hurry(): void {
      if (waiting) write(waiting);
    },
    /** Writes now; true when the browser will still hold it tomorrow. */
    flush: write,
    /** The server answered: what it has need not be kept, what it lacks must. */
    saved(ready: Ready | null): void {
      if (!ready) return;
      cancel();
      waiting = null;
      if (isDirty(ready)) write(ready);
      else cache.dropPending(ready.view.checkpoint.document.id, widgetId);
      cache.remember(ready.view);
    },
    stop(): void {
      cancel();
    },
  };
}
