import { useDeferredValue, useEffect, useMemo, useReducer, useRef, useState } from "react";
import type { Feedback } from "../../core/feedback/build-feedback.ts";
import { feedbackOf } from "../state/effects/tell-assistant.ts";
import type { Ready } from "../state/state.ts";

/** Up to this many characters, what follows from a keystroke is cheap enough to follow every one. */
const SMALL = 50_000;
const LARGE_REST_MS = 400;

/** The value, for a large text only once the typing rests: counting and comparing must not cost a keystroke. */
export function useDebouncedIfLarge<T>(value: T, size: number): T {
  const [debounced, setDebounced] = useState(value);
  const large = size > SMALL;
  useEffect(() => {
    if (!large) return;
    const timer = setTimeout(() => setDebounced(value), LARGE_REST_MS);
    return () => clearTimeout(timer);
  }, [value, large]);
  return large ? debounced : value;
}

/** Up to this many comments are moved with every keystroke. */
const FEW = 150;
const MANY_REST_MS = 300;

/**
 * The canvas for all that comments need. Where there are many, and only the text is another, once the typing rests:
 * highlights move with their words by themselves meanwhile.
 */
export function useDebouncedIfManyComments(ready: Ready): Ready {
  const kept = useRef(ready);
  const [, rest] = useReducer((count: number) => count + 1, 0);
  const { current } = kept;
  const isTyping =
    ready.view.checkpoint.comments.length > FEW &&
    current.draft !== ready.draft &&
    current.view === ready.view &&
    current.local === ready.local &&
    current.outgoing === ready.outgoing;
  useEffect(() => {
    if (!isTyping) {
      kept.current = ready;
      return;
    }
    const timer = setTimeout(() => {
      kept.current = ready;
      rest();
    }, MANY_REST_MS);
    return () => clearTimeout(timer);
  }, [ready, isTyping]);
  return isTyping ? current : ready;
}

/** What the model would be told now: the very text that is sent. It may lag behind the typing: a diff must not cost a keystroke. */
export function useFeedback(ready: Ready): Feedback {
  const late = useDeferredValue(useDebouncedIfLarge(ready, ready.draft.length));
  return useMemo(() => feedbackOf(late), [late]);
}
