import { useEffect, useRef } from "react";
import type { CommentControls } from "./use-comment-controls.ts";

/** Mod-Alt-M comments on what is selected, F8 and Shift-F8 go from comment to comment, Escape puts the open one away. */
export function useCommentKeys(options: {
  readonly controls: CommentControls;
  compose(): void;
  show(from: number): void;
}): void {
  const latest = useRef(options);
  latest.current = options;
  const cameFrom = useRef<Element | null>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { controls, compose, show } = latest.current;
      if (event.code === "KeyM" && event.altKey && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        compose();
        return;
      }
      if (event.key === "F8" && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        const active = document.activeElement;
        if (!active?.closest(".thread-card")) cameFrom.current = active;
        const next = controls.step(event.shiftKey ? -1 : 1);
        if (next !== null && next.place !== null) show(next.place.from);
        return;
      }
      if (event.key === "Escape" && !event.defaultPrevented && controls.attaching !== null) controls.attach(null);
      else if (event.key === "Escape" && !event.defaultPrevented && controls.active !== null) {
        const inCard = document.activeElement?.closest(".thread-card, .comment-popover") ?? null;
        controls.activate(null);
        if (inCard !== null && cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
      }
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
