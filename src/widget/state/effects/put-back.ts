import { commonText } from "../../../core/diff/text-changes.ts";
import type { CanvasView } from "../../../protocol/canvas-view.ts";
import { shellWords } from "../../words.ts";
import type { PendingRecord } from "../kept-records.ts";
import { baseApart, baseAt, NO_CHANGES } from "../state.ts";
import { addingOf } from "../unsaved-changes.ts";
import type { EffectDeps } from "./effect-deps.ts";

/** An older copy of the store came in the place of the one that had what stands here: that is unsaved again, and said so. */
export function takePutBack(deps: EffectDeps, view: CanvasView): void {
  deps.cache.remember(view);
  deps.store.dispatch({ kind: "loaded", view, home: "server", putBack: true });
  sayPutBack(deps);
}

export function sayPutBack({ store }: EffectDeps): void {
  const notice = { id: "put-back", tone: "info", text: shellWords.putBack, stays: true } as const;
  store.dispatch({ kind: "said", notice });
}

/** What this browser remembers of a canvas and the store that was put back lacks, as unsaved work on it. */
export function pendingFromPutBack(remembered: CanvasView, view: CanvasView): PendingRecord {
  const { document, comments } = remembered.checkpoint;
  const { content, revision } = view.checkpoint.document;
  const kept = new Set(view.checkpoint.comments.map(({ id }) => id));
  const lost = comments.filter(({ id, by, deleted }) => by.kind === "person" && !deleted && !kept.has(id));
  return {
    storeId: view.storeId,
    owner: view.owner,
    at: 0,
    base: baseApart(commonText(document.content, content), baseAt(revision, content)),
    content: document.content,
    local: { ...NO_CHANGES, comments: lost.map(addingOf) },
    suggesting: false,
    past: [],
    unanswered: null,
  };
}
