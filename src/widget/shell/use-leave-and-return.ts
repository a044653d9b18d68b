import { useEffect } from "react";
import type { WidgetActions } from "../state/start-widget.ts";

/** A press so soon after the last look asks for nothing that is not known. */
const JUST_LOOKED_MS = 5_000;

/**
 * Saves when the person looks away or leaves, and looks for newer versions when they come back, scroll here or press. The
 * key for printing goes to a host that prints the whole document.
 */
export function useLeaveAndReturn(actions: WidgetActions | null): void {
  useEffect(() => {
    if (!actions) return;
    let looked = -JUST_LOOKED_MS;
    const leave = () => void actions.leaving();
    const hide = () => void actions.leaving(true);
    const back = () => {
      looked = performance.now();
      void actions.returned();
    };
    const touch = () => {
      if (performance.now() - looked > JUST_LOOKED_MS) back();
    };
    const seen = () => (document.visibilityState === "hidden" ? hide() : back());
    const onKey = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key === "p" && actions.host.print !== undefined) {
        // The browser would print of a frame what is on screen, bars and all.
        event.preventDefault();
        actions.host.print();
        void actions.noteExport("print");
      }
      if (key !== "s") return;
      // Old habits: it is saved anyway, and nobody wants the browser's own dialog here.
      event.preventDefault();
      leave();
    };
    // A page tells no frame that it was scrolled into sight; this sees it, frames in between and all.
    let isFirst = true;
    const sight = new IntersectionObserver((entries) => {
      const isInSight = entries.at(-1)?.isIntersecting === true;
      if (isInSight && !isFirst) back();
      isFirst = false;
    });
    sight.observe(document.documentElement);
    window.addEventListener("keydown", onKey);
    window.addEventListener("pointerdown", touch, true);
    window.addEventListener("blur", leave);
    window.addEventListener("pagehide", hide);
    window.addEventListener("focus", back);
    document.addEventListener("visibilitychange", seen);
    return () => {
      sight.disconnect();
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("pointerdown", touch, true);
      window.removeEventListener("blur", leave);
      window.removeEventListener("pagehide", hide);
      window.removeEventListener("focus", back);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [actions]);
}
