import { useEffect, useEffectEvent, useState } from "react";
import { readSelection, type TextSelection, type TextViews } from "./views.ts";

/** Where the focus may go without the selection being given up: whatever is about the selected text says so. */
const KEEPING = "[data-keeps-selection]";

/** The selected text of the document, told once the person has let go of it. Kept while the focus is in what is about it. */
export function useTextSelection(views: () => TextViews): TextSelection | null {
  const [selection, setSelection] = useState<TextSelection | null>(null);
  const newestViews = useEffectEvent(views);
  useEffect(() => {
    let isDown = false;
    let frame = 0;
    const read = () => {
      frame = 0;
      if (isDown) return;
      const next = readSelection(newestViews());
      // In a field of a comment the browser has another selection, at a tool the editor has none; what was selected counts.
      if (next === null && document.activeElement?.closest(KEEPING)) return;
      setSelection((before) => (isSame(before, next) ? before : next));
    };
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(read);
    };
    const down = () => {
      isDown = true;
    };
    const up = () => {
      isDown = false;
      soon();
    };
    document.addEventListener("selectionchange", soon);
    document.addEventListener("pointerdown", down);
    document.addEventListener("pointerup", up);
    document.addEventListener("pointercancel", up);
    document.addEventListener("focusin", soon);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("selectionchange", soon);
      document.removeEventListener("pointerdown", down);
      document.removeEventListener("pointerup", up);
      document.removeEventListener("pointercancel", up);
      document.removeEventListener("focusin", soon);
    };
  }, []);
  return selection;
}

function isSame(a: TextSelection | null, b: TextSelection | null): boolean {
  return a?.from === b?.from && a?.to === b?.to && a?.where === b?.where;
}
