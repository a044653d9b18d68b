import { useDeferredValue, useMemo } from "react";
import type { Feedback } from "../../core/feedback/build-feedback.ts";
import { feedbackOf } from "../state/effects/publish.ts";
import type { Ready } from "../state/state.ts";
import { useDebouncedIfLarge } from "./use-debounced.ts";

/** What the model would be told now: the very text that is sent. It may lag behind the typing: a diff must not cost a keystroke. */
export function useFeedback(ready: Ready): Feedback {
  const late = useDeferredValue(useDebouncedIfLarge(ready, ready.draft.length));
  return useMemo(() => feedbackOf(late), [late]);
}
