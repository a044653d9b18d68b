import { reanchorAll, reanchorComments } from "../../../core/comments/reanchor.ts";
import type { Moment } from "../../../core/document/draft.ts";
import { applyModelWrite, type ModelWrite } from "../../../core/document/model/apply-model-write.ts";
import type { Canvas, CanvasComment, Checkpoint, Proposal } from "../../../core/records/canvas.ts";
import type { CanvasView } from "../../../protocol/canvas-view.ts";
import { type KeptView, keptView, momentHere, recordOf } from "../browser-record.ts";
import { BROWSER_STATE, type CanvasKey, isOnlyHere } from "../view-of-call.ts";
import type { EffectDeps } from "./effect-deps.ts";
import { tellStorageFull, tellWhereKept } from "./keep-in-browser.ts";

/**
 * Opens a canvas in a host that lets no widget reach its server. What the browser remembers of it and the model has not
 * overwritten since is newer than what the host replays; where the model wrote again, both are in the text.
 */
export function openInBrowser(deps: EffectDeps, given: CanvasView): void {
  const { cache } = deps;
  const { id, version } = given.checkpoint.document;
  const found = cache.recall(id);
  const kept = found && isSameOrigin(found, given) ? found : null;
  const view = kept ? { ...joined(deps, given, kept), ...originOf(given, kept) } : given;
  const isHeld = cache.remember(view);
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

function originOf(given: CanvasView, kept: CanvasView): CanvasKey {
  const { storeId, owner, key } = given.key === "" ? kept : given;
  return { storeId, owner, key };
}

function joined(deps: EffectDeps, given: CanvasView, kept: KeptView): KeptView {
  const mine = kept.checkpoint;
  const theirs = given.checkpoint;
  const included = Math.max(deps.cache.readIncludedVersion(mine.document.id), mine.told.knownVersion);
  // A host that shows the conversation again repeats what is in the text already.
  const isKnown = [theirs.document.content, theirs.baseline].includes(mine.baseline);
  const isNews = theirs.document.version > included && !isKnown;
  const written = isNews ? rewritten(deps, theirs, kept) : mine;
  const proposals = newProposals(written, theirs);
  const comments = joinedComments(written, theirs);
  const checkpoint = { ...written, comments, proposals: [...written.proposals, ...proposals] };
  const state = isOnlyHere(kept) ? BROWSER_STATE + deps.newKey() : given.state;
  return { ...kept, state, checkpoint };
}

/**
 * A text of the model's on the canvas that this browser keeps, by the rules of the server: the person's words, title,
 * protections, decisions and approval stay, and what clashes with them stands beside them.
 */
function rewritten({ clock, newKey }: EffectDeps, theirs: Checkpoint, kept: KeptView): Checkpoint {
  const mine = kept.checkpoint;
  const { content, version, title, titleGiven, status } = theirs.document;
  const moment = momentHere("model", kept, clock.now(), newKey);
  const record = recordOf(kept, moment.now);
  const named = titleGiven ? { title } : {};
  const write = { content, baseText: mine.baseline, comments: [], addresses: [], ...named };
  const written = applyModelWrite(record, new Map(), write, moment);
  const after = written.ok ? written.draft.record : suggested(record, write, moment);
  const { checkpoint } = keptView(after, kept, kept.state);
  const document = {
    ...checkpoint.document,
    version: Math.max(version, checkpoint.document.version),
    // What the person set stays; the model may ask for a review of a draft.
    status: mine.document.status === "draft" ? status : mine.document.status,
  };
  return { ...checkpoint, document, told: { ...checkpoint.told, knownVersion: version } };
}

/** What may not be written (the canvas is archived, or words are protected) is offered: nobody else has it to offer again. */
function suggested(record: Canvas, write: ModelWrite, moment: Moment): Canvas {
  const { document, protections, settings } = record;
  const open = {
    ...record,
    document: { ...document, status: "draft" as const },
    protections: [],
    settings: { suggestOnly: true },
  };
  const offered = applyModelWrite(open, new Map(), write, moment);
  if (!offered.ok) return record;
  const after = offered.draft.record;
  return { ...after, document: { ...after.document, status: document.status }, protections, settings };
}

/** What the model suggests since, on the text as the browser has it. */
function newProposals(mine: Checkpoint, theirs: Checkpoint): readonly Proposal[] {
  const known = new Set(mine.proposals.map(({ id }) => id));
  const added = theirs.proposals.filter(({ id }) => !known.has(id));
  const { content, revision } = mine.document;
  const anchors = reanchorAll(
    added.map(({ anchor }) => anchor),
    theirs.document.content,
    content,
    revision,
  );
  return added.map((proposal, at) => ({ ...proposal, anchor: anchors[at] ?? proposal.anchor }));
}

/** Everybody's comments, each where its words stand in the text as the browser has it. What the person did to one is only here. */
function joinedComments(mine: Checkpoint, theirs: Checkpoint): readonly CanvasComment[] {
  const addressed = new Map(theirs.comments.map(({ id, addressedIn }) => [id, addressedIn]));
  const own = mine.comments.map((comment) => {
    const addressedIn = comment.addressedIn ?? addressed.get(comment.id);
    return addressedIn === undefined ? comment : { ...comment, addressedIn };
  });
  const known = new Set(own.map(({ id }) => id));
  const others = theirs.comments.filter(({ id }) => !known.has(id));
  const { content, revision } = mine.document;
  return [...own, ...reanchorComments(others, theirs.document.content, content, revision)];
}
