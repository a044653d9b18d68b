import { useEffect } from "react";
import type { WidgetActions } from "../state/start-widget.ts";
import { useKeymap } from "../ui/use-keymap.ts";

/** A press so soon after the last look asks for nothing that is not known. */
const JUST_LOOKED_MS = 5_000;

/**
 * Saves when the person looks away or leaves, and looks for newer versions when they come back, scroll here or press. The
 * key for printing goes to a host that prints the whole document.
 */
export function useLeaveAndReturn(actions: WidgetActions | null): void {
  useKeymap([
    // The browser would print of a frame what is on screen, bars and all.
    { key: "p", mod: true, shift: false, run: () => actions?.print() ?? false },
    {
      key: "s",
      mod: true,
      shift: false,
      // Old habits: it is saved anyway, and nobody wants the browser's own dialog here.
      run() {
        void actions?.leaving();
        return actions !== null;
      },
    },
  ]);
  useEffect(() => {
    if (!actions) return;
    let looked = -JUST_LOOKED_MS;
    const presses = watchPresses(window);
    const leave = () => void actions.leaving();
    const hide = () => void actions.leaving(true);
    const back = () => {
      looked = performance.now();
      // What comes may take a bar away, and a button that moves while it is pressed is not pressed.
      presses.afterwards(() => void actions.returned());
    };
    const touch = () => {
      if (performance.now() - looked > JUST_LOOKED_MS) back();
    };
    const seen = () => (document.visibilityState === "hidden" ? hide() : back());
    // A page tells no frame that it was scrolled into sight; this sees it, frames in between and all.
    let isFirst = true;
    const sight = new IntersectionObserver((entries) => {
      const isInSight = entries.at(-1)?.isIntersecting === true;
      if (isInSight && !isFirst) back();
      isFirst = false;
    });
    sight.observe(document.documentElement);
    window.addEventListener("pointerdown", touch, true);
    window.addEventListener("blur", leave);
    window.addEventListener("pagehide", hide);
    window.addEventListener("focus", back);
    document.addEventListener("visibilitychange", seen);
    return () => {
      presses.stop();
      sight.disconnect();
      window.removeEventListener("pointerdown", touch, true);
      window.removeEventListener("blur", leave);
      window.removeEventListener("pagehide", hide);
      window.removeEventListener("focus", back);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [actions]);
}

/** Whether something is being pressed with a pointer in this window, and what waits until that is over. */
function watchPresses(window: Window): { afterwards(run: () => void): void; stop(): void } {
  let isPressed = false;
  let waiting: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const go = () => {
    const run = waiting;
    waiting = null;
    run?.();
  };
  const down = () => {
    isPressed = true;
  };
  const up = () => {
    isPressed = false;
    clearTimeout(timer);
    // Later: the click of it is still to come.
    timer = setTimeout(go);
  };
  // Let go where this window does not hear of it.
  const move = ({ buttons }: PointerEvent) => {
    if (isPressed && buttons === 0) up();
  };
  const listening = new AbortController();
  const options = { capture: true, passive: true, signal: listening.signal };
  window.addEventListener("pointerdown", down, options);
  for (const name of ["pointerup", "pointercancel", "dragend", "keydown"]) window.addEventListener(name, up, options);
  window.addEventListener("pointermove", move, options);
  return {
    afterwards(run) {
      waiting = run;
      if (!isPressed) go();
    },
    stop() {
      clearTimeout(timer);
      listening.abort();
    },
  };
}
