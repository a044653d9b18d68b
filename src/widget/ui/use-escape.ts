import { useEffect, useEffectEvent } from "react";

/** What takes Escape for itself while it is open. */
const OPEN = "dialog[open], .menu-list, .comment-popover, .find-panel";

/** Calls back for an Escape that nothing else on screen wants: one press, one answer. */
export function useEscape(isOn: boolean, onEscape: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
    if (document.querySelector(OPEN) !== null) return;
    event.preventDefault();
    onEscape();
  });
  useEffect(() => {
    if (!isOn) return;
    // Behind everybody who listens on the page itself.
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [isOn]);
}
