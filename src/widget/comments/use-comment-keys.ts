import { useEffect, useRef } from "react";
import type { Desk } from "./use-comment-desk.ts";

/** Mod-Alt-M comments on what is selected, F8 and Shift-F8 go from comment to comment, Escape puts the open one away. */
export function useCommentKeys(options: { readonly desk: Desk; compose(): void; show(from: number): void }): void {
  const latest = useRef(options);
  latest.current = options;
  const cameFrom = useRef<Element | null>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { desk, compose, show } = latest.current;
      if (event.code === "KeyM" && event.altKey && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        compose();
        return;
      }
      if (event.key === "F8" && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        const active = document.activeElement;
        if (!active?.closest(".thread-card")) cameFrom.current = active;
        const next = desk.step(event.shiftKey ? -1 : 1);
        if (next !== null && next.place !== null) show(next.place.from);
        return;
      }
      if (event.key === "Escape" && !event.defaultPrevented && desk.attaching !== null) desk.attach(null);
      else if (event.key === "Escape" && !event.defaultPrevented && desk.active !== null) {
        const inCard = document.activeElement?.closest(".thread-card, .comment-popover") ?? null;
        desk.activate(null);
        if (inCard !== null && cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
      }
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
