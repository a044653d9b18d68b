import { reanchorAll, reanchorComments } from "../../../core/comments/reanchor.ts";
import { mergeThreeWay } from "../../../core/diff/merge-three-way.ts";
import type { CanvasComment, Checkpoint, Proposal } from "../../../core/document/records.ts";
import type { CanvasView } from "../../../protocol/widget-tools.ts";
import type { EffectDeps } from "./effect-deps.ts";

/**
 * Opens a canvas in a host that lets no widget reach its server. What the browser remembers of it and the model has not
 * overwritten since is newer than what the host replays; where the model wrote again, both are in the text.
 */
export function openInBrowser(deps: EffectDeps, given: CanvasView): void {
  const { store, cache } = deps;
  const kept = cache.recall(given.checkpoint.document.id);
  const view = kept && kept.storeId === given.storeId && kept.owner === given.owner ? joined(given, kept) : given;
  cache.remember(view);
  store.dispatch({ kind: "loaded", view, home: "browser" });
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
