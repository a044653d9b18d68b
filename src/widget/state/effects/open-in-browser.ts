import { reanchorAll, reanchorComments } from "../../../core/comments/reanchor.ts";
import { mergeThreeWay } from "../../../core/diff/merge-three-way.ts";
import type { Anchor, CanvasComment, Checkpoint, Proposal } from "../../../core/document/records.ts";
import type { CanvasView } from "../../../protocol/widget-tools.ts";
import { addingOf } from "../adopt-view.ts";
import type { PendingRecord } from "../pending-record.ts";
import { baseAt, NO_CHANGES } from "../state.ts";
import { type CanvasKey, isOfCall } from "../view-of-call.ts";
import type { EffectDeps } from "./effect-deps.ts";

/**
 * Opens a canvas in a host that lets no widget reach its server. What the browser remembers of it and the model has not
 * overwritten since is newer than what the host replays; where the model wrote again, both are in the text.
 */
export function openInBrowser(deps: EffectDeps, given: CanvasView): void {
  const { store, cache } = deps;
  const kept = cache.recall(given.checkpoint.document.id);
  const view = kept && isSameOrigin(kept, given) ? { ...joined(given, kept), ...originOf(given, kept) } : given;
  cache.remember(view);
  store.dispatch({ kind: "loaded", view, home: "browser" });
}

/** What was put together from a call says nothing of its origin: then the id must do. */
function isSameOrigin(a: CanvasView, b: CanvasView): boolean {
  return a.key === "" || b.key === "" || (a.storeId === b.storeId && a.owner === b.owner);
}

function originOf(given: CanvasView, kept: CanvasView): CanvasKey {
  const { storeId, owner, key } = given.key === "" ? kept : given;
  return { storeId, owner, key };
}

function joined(given: CanvasView, kept: CanvasView): CanvasView {
  const mine = kept.checkpoint;
  const theirs = given.checkpoint;
  if (mine.claudeContent === theirs.claudeContent || mine.document.version > theirs.document.version) {
    return { ...kept, checkpoint: { ...mine, proposals: [...mine.proposals, ...newProposals(mine, theirs)] } };
  }
  const merged = mergeThreeWay(mine.claudeContent, mine.document.content, theirs.document.content);
  const revision = Math.max(mine.document.revision, theirs.document.revision) + 1;
  // Without a server nobody can put the model's words beside the person's: hers stand, and the model's are in the conversation.
  return {
    ...given,
    checkpoint: {
      ...theirs,
      ...(isOfCall(given) ? followed(mine, merged.text, revision) : {}),
      comments: joinedComments(mine, theirs, { content: merged.text, revision }),
      document: { ...theirs.document, content: merged.text, revision },
    },
  };
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

/** What only this browser knows of, where it stands in the joined text. */
function followed(
  { proposals, protections, document }: Checkpoint,
  content: string,
  revision: number,
): Pick<Checkpoint, "proposals" | "protections"> {
  const follow = <T extends { readonly anchor: Anchor }>(all: readonly T[]): readonly T[] => {
    const anchors = reanchorAll(
      all.map(({ anchor }) => anchor),
      document.content,
      content,
      revision,
    );
    return all.map((one, at) => ({ ...one, anchor: anchors[at] ?? one.anchor }));
  };
  return { proposals: follow(proposals), protections: follow(protections) };
}

/** Everybody's comments, each where its words stand in the joined text. What the person did to one is only here. */
function joinedComments(
  mine: Checkpoint,
  theirs: Checkpoint,
  { content, revision }: { readonly content: string; readonly revision: number },
): readonly CanvasComment[] {
  const own = reanchorComments(mine.comments, mine.document.content, content, revision);
  const known = new Set(own.map(({ id }) => id));
  const others = theirs.comments.filter(({ id }) => !known.has(id));
  return [...own, ...reanchorComments(others, theirs.document.content, content, revision)];
}

/**
 * What the person did to a canvas that was kept here because there was no key to it, as unsaved work on the same canvas
 * now that there is one. Null: nothing.
 */
export function pendingFromBrowser(kept: CanvasView, { storeId, owner }: CanvasView): PendingRecord | null {
  const { document, claudeContent } = kept.checkpoint;
  const comments = kept.checkpoint.comments.filter(({ by, deleted }) => by.kind === "person" && !deleted);
  if (kept.key !== "" || (document.content === claudeContent && comments.length === 0)) return null;
  return {
    storeId,
    owner,
    at: 0,
    // The server has its own count; the text says what the work grew from.
    base: baseAt(0, claudeContent),
    content: document.content,
    local: { ...NO_CHANGES, comments: comments.map(addingOf) },
    suggesting: false,
    past: [],
    unanswered: null,
  };
}
