import { useRef } from "react";
import type { KeyBinding } from "../../ui/use-keymap.ts";
import type { CommentControls } from "./use-comment-controls.ts";

/** Mod-Alt-M comments on what is selected, F8 and Shift-F8 go from comment to comment, Escape puts the open one away. */
export function useCommentKeys(
  controls: CommentControls,
  compose: () => void,
  show: (from: number) => void,
): readonly KeyBinding[] {
  const cameFrom = useRef<Element | null>(null);
  return [
    {
      key: "m",
      code: "KeyM",
      mod: true,
      alt: true,
      run() {
        compose();
        return true;
      },
    },
    {
      key: "F8",
      run({ shiftKey }) {
        const active = document.activeElement;
        if (!active?.closest(".thread-card")) cameFrom.current = active;
        const next = controls.step(shiftKey ? -1 : 1);
        const place = next === null ? null : controls.placeOf(next);
        if (place !== null) show(place.from);
        return true;
      },
    },
    {
      key: "Escape",
      run(event) {
        if (event.defaultPrevented) return false;
        if (controls.attaching !== null) controls.attach(null);
        else if (controls.active !== null) {
          const inCard = document.activeElement?.closest(".thread-card") ?? null;
          controls.activate(null);
          if (inCard !== null && cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
        }
        return false;
      },
    },
  ];
}
