import { useEffect, useRef } from "react";

/** What takes Escape for itself while it is open. */
const OPEN = "dialog[open], .menu-list, .comment-popover, .find-panel";

/** Calls back for an Escape that nothing else on screen wants: one press, one answer. */
export function useEscape(isOn: boolean, onEscape: () => void): void {
  const latest = useRef(onEscape);
  latest.current = onEscape;
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector(OPEN) !== null) return;
      event.preventDefault();
      latest.current();
    };
    // Behind everybody who listens on the page itself.
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [isOn]);
}
