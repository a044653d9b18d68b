import type { CanvasView } from "../../../protocol/canvas-view.ts";
import type { ModelCall } from "../../host/read-model-call.ts";
import { editsOf } from "../browser/after-call.ts";
import { type CanvasKey, copyOf, isOnlyHere, type KeptView, serverCopyOf } from "../browser/browser-record.ts";
import { adoptHere, type HeldView, updateHere } from "../browser/browser-store.ts";
import { joinServerCopy } from "../browser/join-server-copy.ts";
import type { EffectDeps } from "./effect-deps.ts";
import { tellStorageFull, tellWhereKept } from "./save-here.ts";

/** The call that this is the canvas after. */
export interface Answered {
  /** Null: the host has not told. */
  readonly call: ModelCall | null;
  /** Which call it is, where nothing but the call says what it did. */
  readonly mark?: string;
}

/**
 * Opens a canvas in a host that lets no widget reach its server. What the browser keeps of it stays; what the model did to the
 * server's copy since then is done to it, too.
 */
export function openInBrowser(deps: EffectDeps, given: CanvasView, answered: Answered): void {
  const { cache } = deps;
  const { id, version } = given.checkpoint.document;
  const found = cache.recall(id);
  const kept = found && isSameOrigin(found, given) ? { ...found, ...originOf(given, found) } : null;
  const { view, isHeld } = kept ? joined(deps, given, kept, answered) : adoptHere(deps, given, callsWith([], answered));
  if (isHeld && version > cache.readIncludedVersion(id)) cache.keepIncludedVersion(id, version);
  show(deps, view, isHeld);
}

/** Opens what this browser has of a canvas. */
export function openKept(deps: EffectDeps, kept: CanvasView): void {
  show(deps, kept, true);
}

/** A text that was written so lately is the one that the model has just made. */
const JUST_WRITTEN_MS = 60_000;

function show(deps: EffectDeps, view: CanvasView, isHeld: boolean): void {
  deps.store.dispatch({ kind: "loaded", view, home: "browser" });
  const age = deps.clock.now() - Date.parse(view.checkpoint.document.updatedAt);
  // What was put together from a call has the time of just now, however old the call is.
  if (view.key !== "" && age < JUST_WRITTEN_MS) deps.store.dispatch({ kind: "unsure", on: false });
  tellWhereKept(deps);
  if (!isHeld) tellStorageFull(deps);
}

/** What was put together from a call says nothing of its origin: then the id must do. */
function isSameOrigin(a: CanvasView, b: CanvasView): boolean {
  return a.key === "" || b.key === "" || (a.storeId === b.storeId && a.owner === b.owner);
}

function originOf(given: CanvasView, kept: CanvasView): CanvasKey & Pick<CanvasView, "access"> {
  const { storeId, owner, key, access } = given.key === "" ? kept : given;
  return { storeId, owner, key, ...(access === undefined ? {} : { access }) };
}

/** So many calls are known when they are repeated. */
const MOST_CALLS = 100;

function callsWith(calls: readonly string[], { mark }: Answered): readonly string[] {
  return mark === undefined ? calls : [...calls, mark].slice(-MOST_CALLS);
}

function joined(deps: EffectDeps, given: CanvasView, kept: KeptView, answered: Answered): HeldView {
  const isNew = isNews(deps, given, kept);
  const isEarly = kept.beside?.server === undefined && isOnlyHere(kept);
  // Earlier releases knew of the server's copy no more than the text that was in theirs.
  if (!isNew && !isEarly) return { view: kept, isHeld: deps.cache.remember(kept) };
  const known = serverCopyOf(kept);
  const calls = callsWith(known.calls, answered);
  if (!isOnlyHere(kept)) return adoptHere(deps, { ...given, ...originOf(given, kept) }, calls, kept);
  const theirs = given.checkpoint;
  const copies = { theirs, before: isNew ? known : copyOf(theirs), edits: isNew ? editsOf(answered.call) : [] };
  const done = updateHere(
    deps,
    kept,
    "model",
    (canvas, moment, texts) => ({ ok: true, draft: joinServerCopy(canvas, texts, copies, moment) }),
    copyOf(theirs, calls),
  );
  return { view: done.view, isHeld: done.kind === "done" };
}

/** A host that shows the conversation again repeats what is in the text already. */
function isNews({ cache }: EffectDeps, { checkpoint: theirs }: CanvasView, kept: KeptView): boolean {
  const { checkpoint: mine, beside } = kept;
  const { id, revision } = theirs.document;
  if (beside?.server !== undefined) return revision > beside.server.revision;
  if (!isOnlyHere(kept)) return revision > mine.document.revision;
  const included = Math.max(cache.readIncludedVersion(id), mine.told.knownVersion);
  const isKnown = [theirs.document.content, theirs.baseline].includes(mine.baseline);
  return theirs.document.version > included && !isKnown;
}
