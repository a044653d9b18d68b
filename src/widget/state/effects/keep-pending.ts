import { sizeOfChanges } from "../../../core/diff/compose-changes.ts";
import type { UnansweredSave } from "../kept-records.ts";
import { hasLocalChanges, isDirty, type LocalChanges, NO_CHANGES, type Outgoing, type Ready } from "../state.ts";
import { waitingChanges } from "../unsaved-changes.ts";
import type { EffectDeps } from "./effect-deps.ts";
import { carriesWork } from "./hold-saves.ts";
import { rememberView } from "./remember-view.ts";
import { plainSave, type SaveKeys } from "./save-call.ts";

/** Above this many characters of unsaved text a keystroke may not wait for the browser to write them. */
const SMALL = 100_000;
const LARGE_WAIT_MS = 500;

/** Keeps unsaved work in the browser: at once, or within half a second where it is much. */
export function createPendingKeeper(deps: EffectDeps, keys: SaveKeys) {
  const { cache, clock, widgetId, host } = deps;
  let waiting: Ready | null = null;
  let cancel = () => {};

  const write = (ready: Ready): boolean => {
    cancel();
    waiting = null;
    const { storeId, owner, checkpoint } = ready.view;
    // What went out and was not answered must survive as well: it may never have arrived.
    const { base, draft: content, fromBase, suggesting, past, outgoing } = ready;
    const record = {
      storeId,
      owner,
      at: clock.now(),
      base: outgoing?.base ?? base,
      content,
      changes: fromBase,
      local: waitingChanges(ready),
      suggesting,
      past,
      unanswered: outgoing && carriesWork(outgoing) ? unansweredOf(outgoing, ready.local) : heldOf(ready),
    };
    const held = cache.keepPending(checkpoint.document.id, widgetId, record);
    return held && cache.kind === "browser";
  };

  /** The host may send this by itself when it goes: then this is what went out, and nobody heard the answer. */
  const heldOf = ({ base, draft, fromBase, local, suggesting, outgoing }: Ready): UnansweredSave | null => {
    if (host.holdSaves === undefined || suggesting || outgoing !== null) return null;
    const content = draft === base.content ? null : draft;
    if (content === null && !hasLocalChanges(local)) return null;
    const changes = content === null ? [] : fromBase;
    return unansweredOf(plainSave({ base, content, changes, local, suggest: false }, keys), NO_CHANGES);
  };

  /** The frame shows another canvas: what waits of the one before is written first. */
  const leave = (ready: Ready): void => {
    if (waiting && waiting.view.checkpoint.document.id !== ready.view.checkpoint.document.id) write(waiting);
  };

  return {
    changed(ready: Ready): void {
      leave(ready);
      if (sizeOfChanges(ready.fromBase) <= SMALL) {
        write(ready);
        return;
      }
      if (waiting === null) cancel = clock.after(LARGE_WAIT_MS, () => waiting && write(waiting));
      waiting = ready;
    },
    /** Writes what still waits to be written. */
    flushWaiting(): void {
      if (waiting) write(waiting);
    },
    /** Writes now; true when the browser will still hold it tomorrow. */
    flush: write,
    /** The server answered: what it has need not be kept, what it lacks must. */
    saved(ready: Ready | null): void {
      if (!ready) return;
      leave(ready);
      cancel();
      waiting = null;
      if (isDirty(ready)) write(ready);
      else cache.dropPending(ready.view.checkpoint.document.id, widgetId);
      // Where this browser is the store, what is newest is kept already, and perhaps not from here.
      if (ready.home === "server") rememberView(deps, ready.view);
    },
    stop(): void {
      cancel();
    },
  };
}

function unansweredOf(outgoing: Outgoing, later: LocalChanges): UnansweredSave {
  const { saveKey, content, changes, isWhole, local, withBase, suggest, left } = outgoing;
  const more = { ...(isWhole === true ? { isWhole } : {}), ...(left === true ? { left } : {}) };
  return { saveKey, content, changes, local, withBase, suggest, ...more, later };
}
