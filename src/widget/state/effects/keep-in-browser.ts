import { applyPersonSave, type PersonSave } from "../../../core/document/person/apply-person-save.ts";
import type { Canvas } from "../../../core/records/canvas.ts";
import type { CanvasView } from "../../../protocol/canvas-view.ts";
import { readInteraction } from "../../../protocol/interactions.ts";
import { shellWords } from "../../words.ts";
import { type KeptView, keptView, momentHere, recordOf } from "../browser-record.ts";
import { type BrowserOnly, hasLocalChanges, type Ready, whyInBrowser } from "../state.ts";
import { BROWSER_STATE } from "../view-of-call.ts";
import type { FlushOutcome, SaveExtras } from "./autosave.ts";
import { staleAmong, tellStaleDecisions } from "./decide.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";

/**
 * Without a server the browser is the store, and the rules are the server's: what another widget has kept since is read,
 * merged and written in one step. What the browser does not take stays unsaved on screen.
 */
export function keepInBrowser(deps: EffectDeps, ready: Ready, extras: SaveExtras): FlushOutcome {
  const { store, cache, clock, newKey } = deps;
  const dirty = ready.draft !== ready.base.content || hasLocalChanges(ready.local);
  if (!dirty && !extras.status && !extras.sent) return { ok: true };
  const kept = keptElsewhere(deps, ready) ?? ready.view;
  const record = recordOf(kept, new Date(clock.now()).toISOString());
  const moment = momentHere("person", kept, clock.now(), newKey);
  tellStaleDecisions(deps, staleAmong(ready.local.decisions, record.proposals));
  const saved = applyPersonSave(record, new Map(), saveOf(ready, record, extras), moment);
  if (!saved.ok) {
    const { code, message } = saved.error;
    if (kept !== ready.view) store.dispatch({ kind: "loaded", view: kept, home: "browser" });
    store.dispatch({ kind: "saveRefused", why: message, kept: false, drop: false, gone: false });
    return { ok: false, why: message, code };
  }
  const view = keptView(saved.draft.record, kept, BROWSER_STATE + newKey());
  if (!cache.remember(view)) {
    tellStorageFull(deps);
    return { ok: false, why: shellWords.storageFull };
  }
  cache.dropPending(record.document.id, deps.widgetId);
  store.dispatch({ kind: "keptInBrowser", view, draft: ready.draft, why: whyHere(deps, view) });
  for (const text of saved.notes) store.dispatch({ kind: "said", notice: { id: text, tone: "info", text } });
  return { ok: true };
}

/** Another widget of the same canvas may have kept something since: it is shown here too. */
export function followBrowser(deps: EffectDeps): void {
  const ready = readyOf(deps.store);
  if (ready?.home !== "browser") return;
  const kept = keptElsewhere(deps, ready);
  if (!kept || kept.state === ready.view.state) return;
  deps.store.dispatch({ kind: "loaded", view: kept, home: "browser" });
  tellWhereKept(deps);
}

/** The header says how long the text is kept: where the browser keeps nothing, no longer than the page. */
export function tellWhereKept(deps: EffectDeps): void {
  const ready = readyOf(deps.store);
  if (deps.cache.kind === "browser" || ready?.home !== "browser") return;
  if (ready.draft !== ready.base.content || hasLocalChanges(ready.local)) return;
  deps.store.dispatch({ kind: "keptInBrowser", view: ready.view, draft: ready.draft, why: whyHere(deps, ready.view) });
}

export function tellStorageFull({ store }: EffectDeps): void {
  store.dispatch({ kind: "saveRefused", why: shellWords.storageFull, kept: false, drop: false, gone: false });
}

function whyHere({ cache }: EffectDeps, view: CanvasView): BrowserOnly {
  return cache.kind === "browser" ? whyInBrowser(view) : "no_storage";
}

/** What the cache has of this canvas, unless that is older than what stands here: then it did not take the newer. */
function keptElsewhere({ cache }: EffectDeps, { view }: Ready): KeptView | null {
  const { id, revision } = view.checkpoint.document;
  const kept = cache.recall(id);
  if (!kept || kept.storeId !== view.storeId || kept.owner !== view.owner) return null;
  return kept.checkpoint.document.revision < revision ? null : kept;
}

function saveOf({ base, draft, local, view }: Ready, { proposals }: Canvas, extras: SaveExtras): PersonSave {
  const { status, sent = false, seal } = extras;
  const { title, comments, decisions, suggestOnly, protect, interactions } = local;
  const known = new Set(proposals.map(({ id }) => id));
  const stale = new Set(staleAmong(decisions, proposals));
  return {
    // The text alone says what the work grew from.
    baseRevision: 0,
    baseHash: base.hash,
    baseContent: base.content,
    ...(draft === base.content ? {} : { content: draft }),
    ...(title === null ? {} : { title }),
    comments,
    // A decision on what is not there would hold back all that goes with it.
    decisions: decisions.filter((decision) => known.has(decision.id) && !stale.has(decision)),
    ...(suggestOnly === null ? {} : { settings: { suggestOnly } }),
    protect,
    interactions: interactions.map((each) => readInteraction(each)),
    ...(status === undefined
      ? {}
      : {
          status: {
            to: status.to,
            revision: view.checkpoint.document.revision,
            ...(status.note === undefined ? {} : { note: status.note }),
          },
        }),
    sent,
    ...(seal === undefined ? {} : { seal }),
  };
}
