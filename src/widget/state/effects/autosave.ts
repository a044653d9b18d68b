import type { ProposalDecision } from "../../../core/records/operations.ts";
import { callTool } from "../../host/call-tool.ts";
import { shellWords } from "../../words.ts";
import { isForbidden, standingIn } from "../rights.ts";
import { hasLocalChanges, isDirty, type Outgoing, type Ready, type StatusWish } from "../state.ts";
import { staleAmong, tellStaleDecisions } from "./decide.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";
import { createPendingKeeper } from "./keep-pending.ts";
import { callLoad, loadNewest, showOlderStore } from "./load.ts";
import { callSave, isPlaced, type SaveKeys, savePayload } from "./save-call.ts";
import { followBrowser, saveHere, showNewestHere, tellStorageFull, tellWhereKept } from "./save-here.ts";
import { createTooLong, TOO_LONG } from "./too-long.ts";
import { isTakenAway, loseAccess, unsavedIn } from "./unshared.ts";

const REST_MS = 1_000;
const LONGEST_MS = 5_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
/** A decision on what is not there can never be saved: kept back, it would block everything after it. */
const HOPELESS = "unknown_proposal";
/** The text, or what was decided on, has become another than the one that the person saw. */
const STALE = new Set(["decision_stale", "approval_stale"]);
/** They may not: nothing but another role, or another sign-in, helps. */
export const NOT_ALLOWED = "not_allowed";
/** Refusals that say that the canvas is not there for this widget any more. */
const GONE = new Set(["unknown_canvas", "deleted_canvas", "wrong_key"]);

export type FlushOutcome =
  | { readonly ok: true }
  /** `code`: the server's reason, where it gave one. */
  | { readonly ok: false; readonly why: string; readonly code?: string };
export interface SaveExtras {
  readonly status?: StatusWish;
  /** The status reopens an archived canvas, which takes the text only together with it. */
  readonly reopens?: boolean;
  readonly sent?: boolean;
  /** The person is done with what they suggest: it goes now. */
  readonly suggest?: boolean;
  /** Fixes the text of the version that a message is about to name. */
  readonly seal?: boolean;
  /** The person hides or leaves the page: what they typed since they last did is worth a recovery point. */
  readonly left?: boolean;
}

export interface Autosave {
  /** Saves all there is, now; answers when the server has it or when it cannot be had. */
  flush(extras?: SaveExtras): Promise<FlushOutcome>;
  /** The person pressed "Try again". */
  retry(): void;
  stop(): void;
}

/**
 * Keeps the draft safe: in the browser at once, on the server after a rest of 1 s and at least every 5 s of typing.
 * One save at a time; a save that got no answer goes again with the same key. `onSaved` runs after each pause.
 */
export function startAutosave(deps: EffectDeps, keys: SaveKeys, onSaved: () => void): Autosave {
  const { store, clock } = deps;
  const keeper = createPendingKeeper(deps, keys);
  const tooLong = createTooLong();
  let cancelRest = () => {};
  let cancelLimit = () => {};
  let cancelRetry = () => {};
  let limitArmed = false;
  let failures = 0;
  /** A server of an earlier release reads whole texts only. */
  let takesChanges = true;
  let running: Promise<FlushOutcome> | null = null;
  let seen: Ready | null = null;
  /** The canvas whose text the person changed since they last left. */
  let typedIn: string | null = null;
  /** What they were to the canvas when the server last said that they may not. */
  let forbiddenAs: { readonly id: string; readonly standing: string; readonly why: string } | null = null;

  const disarm = (): void => {
    cancelRest();
    cancelLimit();
    limitArmed = false;
  };
  const arm = (): void => {
    cancelRest();
    cancelRest = clock.after(REST_MS, runByItself);
    if (limitArmed) return;
    limitArmed = true;
    cancelLimit = clock.after(LONGEST_MS, runByItself);
  };

  const unsubscribe = store.subscribe(() => {
    const ready = readyOf(store);
    const before = seen;
    seen = ready;
    if (!ready || !before) return;
    const isTyped = ready.draft !== before.draft && ready.base === before.base && !ready.suggesting;
    if (isTyped) typedIn = ready.view.checkpoint.document.id;
    // The server showed something new: what it refused before (archived, in the bin) it may take now.
    const isNews = ready.view !== before.view && ready.outgoing === null;
    const isRefused = before.outgoing !== null && ready.save.kind === "failed" && ready.draft === before.draft;
    if (!isNews && ready.draft === before.draft && (ready.local === before.local || isRefused)) return;
    if (!isDirty(ready)) {
      // Taken back before it was saved: the browser's copy would bring it back.
      const isSameCanvas = ready.view.checkpoint.document.id === before.view.checkpoint.document.id;
      if (isSameCanvas && before.outgoing === null && isDirty(before)) keeper.saved(ready);
      return;
    }
    keeper.changed(ready);
    // While the server is away the back-off decides; a keystroke must not turn into a storm of calls.
    if (failures === 0) arm();
  });

  const next = (ready: Ready, extras: SaveExtras): Outgoing | null => {
    if (ready.outgoing) return ready.outgoing;
    // Suggestions wait in the browser until the person is done: half a thought is no proposal. What is on a passage is
    // measured in them, and goes with them.
    const held = ready.suggesting && extras.suggest !== true && !isPlaced(ready.local);
    const content = ready.draft === ready.base.content || held ? null : ready.draft;
    const waiting = content !== null || hasLocalChanges(ready.local);
    if (!waiting && !extras.status && !extras.sent && !extras.seal) return null;
    const suggest = ready.suggesting && content !== null;
    const { base, local } = ready;
    const changes = content === null ? [] : ready.fromBase;
    return {
      // A host that holds the same work may send it as well.
      saveKey:
        waiting && extras.reopens !== true ? keys.keyOf({ base, content, changes, local, suggest }) : deps.newKey(),
      base: ready.base,
      content,
      changes,
      local: ready.local,
      // Status and Send name a text that the server has: they go only once the text has.
      status: waiting && extras.reopens !== true ? null : (extras.status ?? null),
      sent: waiting ? false : (extras.sent ?? false),
      seal: waiting ? false : (extras.seal ?? false),
      withBase: false,
      suggest,
      ...(takesChanges ? {} : { isWhole: true }),
      ...(content !== null && hasLeft(ready, extras) ? { left: true } : {}),
    };
  };

  const hasLeft = ({ view }: Ready, extras: SaveExtras): boolean =>
    extras.left === true && typedIn === view.checkpoint.document.id;

  /** The text is on the server already: only the mark goes. One try, for which nobody waits; the text does not need it. */
  const markLeft = (ready: Ready): void => {
    typedIn = null;
    const { document } = ready.view.checkpoint;
    const save_key = deps.newKey();
    const payload = { canvas_id: document.id, key: ready.view.key, save_key, base_revision: ready.base.revision };
    void callTool(deps, "save_canvas", { ...payload, left: true });
  };

  const again = (): void => {
    cancelRetry();
    const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
    failures++;
    cancelRetry = clock.after(wait, runByItself);
  };

  const undecide = (decisions: readonly ProposalDecision[], { view }: Ready): void => {
    const stale = staleAmong(decisions, view.checkpoint.proposals);
    // The server knows better than what it has just shown: none of them goes again.
    const dropped = stale.length > 0 ? stale : decisions;
    store.dispatch({ kind: "undecided", ids: dropped.map(({ id }) => id) });
    tellStaleDecisions(deps, dropped);
  };

  /** What they wrote stays on screen and in this browser; nothing is sent. */
  const forbid = (ready: Ready, why: string): FlushOutcome => {
    const kept = keeper.flush(ready);
    store.dispatch({ kind: "saveRefused", why, kept, drop: false, gone: false, forbidden: true });
    return { ok: false, why, code: NOT_ALLOWED };
  };

  async function push(extras: SaveExtras, all: boolean): Promise<FlushOutcome> {
    for (;;) {
      const ready = readyOf(store);
      if (!ready) return { ok: true };
      const isHere = ready.home === "browser";
      const outgoing = next(ready, extras);
      if (!outgoing) {
        if (!isHere && hasLeft(ready, extras)) markLeft(ready);
        return { ok: true };
      }
      // A save that went out goes again as it went: it may have arrived while they still could.
      if (ready.outgoing === null && isForbidden(ready)) return forbid(ready, shellWords.rightsChanged);
      if (outgoing.left) typedIn = null;
      const { id } = ready.view.checkpoint.document;
      store.dispatch({ kind: "saveStarted", outgoing });
      // Under its key: a widget that ends before the answer asks for it in its next life, and saves nothing twice.
      const started = readyOf(store);
      if (!isHere && started && (outgoing.content !== null || hasLocalChanges(outgoing.local))) keeper.changed(started);
      const { key, state } = ready.view;
      // Without a server nothing is waited for: whoever leaves now leaves nothing behind.
      const answer = isHere
        ? saveHere(deps, ready.view, outgoing)
        : await callSave(deps, savePayload({ id, key, state }, outgoing), { view: ready.view, outgoing });
      const now = readyOf(store);
      // The frame shows another canvas by now: this answer is not about it.
      if (!now || now.view.checkpoint.document.id !== id) return { ok: true };
      if (answer.kind === "full") {
        tellStorageFull(deps, keeper.flush(now));
        cancelRetry();
        cancelRetry = clock.after(LAST_RETRY_MS, runByItself);
        return { ok: false, why: shellWords.storageFull };
      }
      if (answer.kind === "unreachable") {
        const kept = keeper.flush(now);
        store.dispatch({ kind: "saveDelayed", why: answer.why, kept });
        again();
        return { ok: false, why: answer.why };
      }
      failures = 0;
      cancelRetry();
      if (answer.kind === "refused") {
        // Given up meanwhile: what waits now is another save.
        if (now.outgoing?.saveKey !== outgoing.saveKey) continue;
        // Neither wrote anything: the save goes again, with what was missing and under a key of its own.
        if ((answer.code === "base_needed" && !outgoing.withBase) || answer.code === "key_reused") {
          store.dispatch({ kind: "saveStarted", outgoing: { ...outgoing, withBase: true, saveKey: deps.newKey() } });
          continue;
        }
        if (answer.code === NOT_ALLOWED) {
          const lost = outgoing.local.title !== null || outgoing.local.decisions.length > 0;
          const refusal = forbid(now, answer.message);
          const left = readyOf(store);
          const isSaid = outgoing.status !== null || outgoing.sent || outgoing.seal;
          if (!isSaid && (lost || (left !== null && !isDirty(left)))) {
            const notice = { id: "rights", tone: "warning", text: answer.message } as const;
            store.dispatch({ kind: "said", notice });
          }
          // What they may now comes with the canvas.
          await loadNewest(deps);
          const after = readyOf(store);
          // Their role does not say why: only the person can tell when it is worth another try.
          if (after !== null && standingIn(after.view) === standingIn(now.view)) {
            forbiddenAs = { id, standing: standingIn(after.view), why: answer.message };
          }
          return refusal;
        }
        if (isTakenAway(now.view, answer.code)) {
          loseAccess(deps, now.view, unsavedIn(now));
          return { ok: false, why: answer.message, code: answer.code };
        }
        // The store is an older copy (a backup): what it lacks of the text on screen is as good as unsaved.
        if (answer.code === "future_version" && outgoing.base.revision > 0) {
          const loaded = await callLoad(deps, { id, key: ready.view.key }, null, outgoing.base);
          const still = readyOf(store);
          if (!still || still.view.checkpoint.document.id !== id) return { ok: true };
          if (loaded.kind === "view") {
            store.dispatch({ kind: "saveRefused", why: answer.message, kept: true, drop: false, gone: false });
            showOlderStore(deps, loaded.view);
            // What was approved or sent is not what the store has: the person decides anew.
            if (!extras.status && !extras.sent && !extras.seal) continue;
            arm();
            return { ok: false, why: shellWords.putBack, code: answer.code };
          }
        }
        // Somebody changed what was decided on: it is shown as it is now, and only what still holds goes again.
        if (STALE.has(answer.code)) {
          const isShown = isHere ? showNewestHere(deps, answer.message) : await loadNewest(deps, outgoing);
          const still = readyOf(store);
          if (!still || still.view.checkpoint.document.id !== id) return { ok: true };
          if (isShown) {
            if (outgoing.seal || outgoing.status) return { ok: false, why: answer.message, code: answer.code };
            undecide(outgoing.local.decisions, still);
            continue;
          }
        }
        const kept = keeper.flush(now);
        const drop = answer.code === HOPELESS;
        const isTooLong = answer.code === TOO_LONG;
        const why = answer.message;
        store.dispatch({ kind: "saveRefused", why, kept, drop, gone: GONE.has(answer.code), tooLong: isTooLong });
        if (isHere) followBrowser(deps);
        const refused = readyOf(store);
        if (isTooLong && refused) tooLong.refused(refused, why);
        // The next keystroke tries again at once; with none, nobody may ever tell this widget that the reason is gone.
        else cancelRetry = clock.after(drop ? REST_MS : LAST_RETRY_MS, runByItself);
        return { ok: false, why: answer.message, code: answer.code };
      }
      tooLong.forget();
      forbiddenAs = null;
      takesChanges = answer.isTextTaken && takesChanges;
      store.dispatch({ ...answer, kind: "saveDone" });
      for (const text of answer.notes) store.dispatch({ kind: "said", notice: { id: text, tone: "info", text } });
      const after = readyOf(store);
      keeper.saved(after);
      if (isHere) tellWhereKept(deps);
      onSaved();
      if (outgoing.status || outgoing.sent || outgoing.seal) return { ok: true };
      if (!all) {
        // Whoever types on is saved at the next rest, not in a chain of saves without one.
        if (after && isDirty(after) && !after.suggesting) arm();
        return { ok: true };
      }
    }
  }

  async function run(extras: SaveExtras, all: boolean): Promise<FlushOutcome> {
    disarm();
    keeper.flushWaiting();
    // Half-composed letters are nothing to read yet. Whoever leaves or acts is not kept waiting.
    if (!all && deps.composition?.isOn()) await deps.composition.whenDone(LONGEST_MS);
    while (running) await running;
    running = push(extras, all).finally(() => {
      running = null;
    });
    return running;
  }
  const isForbiddenStill = ({ view, outgoing }: Ready): boolean =>
    outgoing === null && view.checkpoint.document.id === forbiddenAs?.id && standingIn(view) === forbiddenAs.standing;
  /** Nobody asked for it: what would be refused again waits, in the browser and in words, until it is shorter. */
  function runByItself(): void {
    const ready = readyOf(store);
    if (ready !== null && isForbiddenStill(ready)) {
      disarm();
      forbid(ready, forbiddenAs?.why ?? "");
      return;
    }
    const why = ready === null ? null : tooLong.wouldRefuse(ready);
    if (ready === null || why === null) {
      void run({}, false);
      return;
    }
    disarm();
    const kept = keeper.flush(ready);
    store.dispatch({ kind: "saveRefused", why, kept, drop: false, gone: false, tooLong: true });
  }
  const flush = async (extras: SaveExtras = {}): Promise<FlushOutcome> => {
    const flushed = await run(extras, true);
    if (extras.left === true) deps.cache.leave();
    return flushed;
  };

  return {
    flush,
    retry() {
      failures = 0;
      forbiddenAs = null;
      cancelRetry();
      void flush();
    },
    stop() {
      unsubscribe();
      disarm();
      cancelRetry();
      keeper.stop();
    },
  };
}
