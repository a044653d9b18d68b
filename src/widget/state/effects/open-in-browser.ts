import { reanchorAll, reanchorComments } from "../../../core/comments/reanchor.ts";
import type { Moment } from "../../../core/document/draft.ts";
import { applyModelWrite, type ModelWrite } from "../../../core/document/model/apply-model-write.ts";
import type { CanvasComment, CanvasRecord, Checkpoint, Proposal } from "../../../core/records/canvas.ts";
import type { CanvasView } from "../../../protocol/canvas-view.ts";
import { shellWords } from "../../words.ts";
import { type KeptView, keptView, momentHere, recordOf } from "../browser-record.ts";
import type { PendingRecord } from "../kept-records.ts";
import { baseAt, hasLocalChanges, type LocalChanges } from "../state.ts";
import { addingOf } from "../unsaved-changes.ts";
import { BROWSER_STATE, type CanvasKey, isOnlyHere } from "../view-of-call.ts";
import type { EffectDeps } from "./effect-deps.ts";
import { sayFull, sayWhere } from "./keep-in-browser.ts";

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
  if (isHeld && version > cache.readTaken(id)) cache.keepTaken(id, version);
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
  sayWhere(deps);
  if (!isHeld) sayFull(deps);
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
  const taken = Math.max(deps.cache.readTaken(mine.document.id), mine.told.knownVersion);
  // A host that shows the conversation again repeats what is in the text already.
  const isKnown = [theirs.document.content, theirs.baseline].includes(mine.baseline);
  const isNews = theirs.document.version > taken && !isKnown;
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
function suggested(record: CanvasRecord, write: ModelWrite, moment: Moment): CanvasRecord {
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

/** In the place of a widget's name: whoever kept this is not alive. */
const KEPT_WITHOUT_SERVER = "without-key";

/** A view of the server's in the place of what this browser had: what only this browser has goes the way of all that is unsaved. */
export function rememberInstead({ store, cache }: EffectDeps, view: CanvasView, before: KeptView | null): void {
  const kept = before && pendingFromBrowser(before, view);
  if (!kept || cache.keepPending(view.checkpoint.document.id, KEPT_WITHOUT_SERVER, kept)) {
    cache.remember(view);
    return;
  }
  // Without room for it as unsaved work, it stays where it is.
  const notice = { id: "full", tone: "warning", text: shellWords.recoverFull, stays: true } as const;
  store.dispatch({ kind: "said", notice });
}

/**
 * What the person did to a canvas that was kept here because its server could not be reached from here, as unsaved work on
 * the same canvas now that it can. Null: nothing.
 */
function pendingFromBrowser(kept: KeptView, view: CanvasView): PendingRecord | null {
  const { storeId, owner } = view;
  const { document, baseline } = kept.checkpoint;
  if (kept.key !== "" && !isOnlyHere(kept)) return null;
  const local = localFromBrowser(kept, view.checkpoint);
  if (document.content === baseline && !hasLocalChanges(local)) return null;
  return {
    storeId,
    owner,
    at: 0,
    // The server has its own count; the text says what the work grew from.
    base: baseAt(0, baseline),
    content: document.content,
    local,
    suggesting: false,
    past: [],
    unanswered: null,
  };
}

/** All but the text, as far as the server lacks it. What was decided stands in the text, unless it was rejected. */
function localFromBrowser({ checkpoint: mine, beside }: KeptView, theirs: Checkpoint): LocalChanges {
  const isRenamed = beside?.titledBy === "person" && mine.document.title !== theirs.document.title;
  const resolved = new Set(theirs.comments.filter((comment) => comment.resolved).map(({ id }) => id));
  const known = new Set(theirs.protections.map(({ id }) => id));
  const open = new Set(theirs.proposals.filter(({ state }) => state === "open").map(({ id }) => id));
  return {
    title: isRenamed ? mine.document.title : null,
    comments: [
      ...mine.comments.filter(({ by, deleted }) => by.kind === "person" && !deleted).map(addingOf),
      ...mine.comments
        .filter((comment) => comment.resolved && !comment.deleted && !resolved.has(comment.id))
        .map(({ id }) => ({ op: "resolve" as const, id })),
    ],
    decisions: mine.proposals
      .filter(({ id, state }) => state === "rejected" && open.has(id))
      .map(({ id }) => ({ id, decision: "reject" as const })),
    suggestOnly: mine.settings.suggestOnly && !theirs.settings.suggestOnly ? true : null,
    protect: mine.protections
      .filter(({ id, anchor }) => !known.has(id) && anchor.length > 0)
      .map(({ id, anchor: { offset, length, quotedText } }) => ({
        op: "add" as const,
        id,
        offset,
        length,
        quotedText,
      })),
  };
}
