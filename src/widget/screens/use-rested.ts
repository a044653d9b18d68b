import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { Feedback } from "../../core/feedback/build-feedback.ts";
import { feedbackOf } from "../state/effects/tell-assistant.ts";
import type { Ready } from "../state/state.ts";

const REST_MS = 300;
/** Whoever types or streams on and on sees it now and then. */
const LONGEST_MS = 1_000;

/** The value once it rests: what is read of a whole text, and only shown beside it, must not cost a keystroke. */
export function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  const since = useRef(0);
  useEffect(() => {
    if (Object.is(value, rested)) {
      since.current = 0;
      return;
    }
    if (since.current === 0) since.current = performance.now();
    const left = since.current + LONGEST_MS - performance.now();
    const timer = setTimeout(() => setRested(() => value), Math.max(0, Math.min(REST_MS, left)));
    return () => clearTimeout(timer);
  }, [value, rested]);
  return rested;
}

/** What the model would be told now: the very text that is sent. While somebody types it is what it was before. */
export function useFeedback(ready: Ready): Feedback {
  const [kept, keep] = useState(ready);
  const rested = useRested(ready.draft);
  const isTyping = rested !== ready.draft && kept.view === ready.view && kept.local === ready.local;
  if (!isTyping && kept !== ready) keep(ready);
  const late = useDeferredValue(kept);
  return useMemo(() => feedbackOf(late), [late]);
}
