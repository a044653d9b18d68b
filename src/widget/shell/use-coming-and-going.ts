import { useEffect } from "react";
import type { WidgetActions } from "../state/start-widget.ts";

/** Saves when the person looks away or leaves, and looks for newer versions when they come back. */
export function useComingAndGoing(actions: WidgetActions | null): void {
  useEffect(() => {
    if (!actions) return;
    const leave = () => void actions.leaving();
    const hide = () => void actions.leaving(true);
    const back = () => void actions.returned();
    const seen = () => (document.visibilityState === "hidden" ? hide() : back());
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      // Old habits: it is saved anyway, and nobody wants the browser's own dialog here.
      event.preventDefault();
      leave();
    };
    window.addEventListener("keydown", onKey);
    window.addEventListener("blur", leave);
    window.addEventListener("pagehide", hide);
    window.addEventListener("focus", back);
    document.addEventListener("visibilitychange", seen);
    return () => {
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("blur", leave);
      window.removeEventListener("pagehide", hide);
      window.removeEventListener("focus", back);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [actions]);
}
