import { useDeferredValue, useMemo } from "react";
import { buildFeedback } from "../../core/feedback/build-feedback.ts";
import { shownCheckpoint } from "../state/shown-checkpoint.ts";
import { isDirty, type Ready } from "../state/state.ts";
import { useRested } from "./use-rested.ts";

export interface ShownFeedback {
  readonly text: string;
  readonly counts: { readonly edits: number; readonly comments: number; readonly proposals: number };
  readonly told: "pending" | "offered" | "seen";
}

/** What the model would be told now. It may lag behind the typing: a diff must not cost a keystroke. */
export function useFeedback(ready: Ready): ShownFeedback {
  const late = useDeferredValue(useRested(ready, ready.draft.length));
  return useMemo(() => {
    const checkpoint = shownCheckpoint(late);
    const { text, counts } = buildFeedback({ checkpoint });
    return { text, counts, told: toldOf(late) };
  }, [late]);
}

function toldOf(ready: Ready): ShownFeedback["told"] {
  const { told, document } = ready.view.checkpoint;
  if (isDirty(ready)) return "pending";
  if (told.seenRevision >= document.revision) return "seen";
  return told.offeredRevision >= document.revision ? "offered" : "pending";
}
