import { mergeThreeWay } from "../../core/diff/merge-three-way.ts";
import type { CanvasView } from "../../protocol/widget-tools.ts";
import { rebaseLocal } from "./rebase-local.ts";
import type { Ready } from "./state.ts";

/**
 * The canvas after the server showed `view`, where `expected` is what the server was known to have from us. What the
 * person typed since stays: merged when that is clean; otherwise the draft stands on what the server had from us, so that the next
 * save has the server merge them and put what collides beside the text as a proposal.
 */
export function adoptView(ready: Ready, view: CanvasView, expected: string): Ready {
  const { content, revision } = view.checkpoint.document;
  if (content === expected) return { ...ready, view, base: { revision, content } };
  if (ready.draft === expected) return withDraft({ ...ready, view, base: { revision, content } }, content);
  if (ready.draft === content) return { ...ready, view, base: { revision, content } };
  const merged = mergeThreeWay(expected, ready.draft, content);
  // From what the server was known to have: what it already took from us is no change, so it cannot collide with itself.
  if (merged.conflicts.length > 0) return { ...ready, view, base: { ...ready.base, content: expected } };
  return withDraft({ ...ready, view, base: { revision, content } }, merged.text);
}

/** The same canvas with another text on screen; what is attached to the text moves with it. */
export function withDraft(ready: Ready, draft: string): Ready {
  if (draft === ready.draft) return ready;
  return { ...ready, draft, local: rebaseLocal(ready.local, ready.draft, draft) };
}
