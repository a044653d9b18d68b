import { useEffect, useReducer, useRef } from "react";
import type { Ready } from "../state/state.ts";

/** Up to this many comments are moved with every keystroke. */
const FEW = 150;
const REST_MS = 300;

/**
 * The canvas for all that comments need. Where there are many, and only the text is another, once the typing rests:
 * highlights move with their words by themselves meanwhile.
 */
export function useSteady(ready: Ready): Ready {
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
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [ready, isTyping]);
  return isTyping ? current : ready;
}
