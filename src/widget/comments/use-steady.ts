import { useEffect, useState } from "react";
import type { Ready } from "../state/state.ts";

/** Up to this many comments are moved with every keystroke. */
const FEW = 150;
const REST_MS = 300;

/**
 * The canvas for all that comments need. Where there are many, and only the text is another, once the typing rests:
 * highlights move with their words by themselves meanwhile.
 */
export function useSteady(ready: Ready): Ready {
  const [steady, setSteady] = useState(ready);
  const isTyping =
    ready.view.checkpoint.comments.length > FEW &&
    steady.view === ready.view &&
    steady.local === ready.local &&
    steady.outgoing === ready.outgoing;
  useEffect(() => {
    if (!isTyping) {
      setSteady(ready);
      return;
    }
    const timer = setTimeout(() => setSteady(ready), REST_MS);
    return () => clearTimeout(timer);
  }, [ready, isTyping]);
  return isTyping ? steady : ready;
}
