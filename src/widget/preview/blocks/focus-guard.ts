import type { BlockFrame } from "./block-frame.ts";

const TYPING_MS = 1500;
const TAB_MS = 500;
/** So long a press in a frame may be told after the focus that it brought. */
const LATE_PRESS_MS = 120;

export interface FocusGuard {
  /** Where the pointer of a mouse is, in the window; null: elsewhere, in a frame, or nowhere. */
  readonly pointer: { readonly x: number; readonly y: number } | null;
  /** Looks whether the focus is in another place. */
  look(): void;
  stop(): void;
}

/** Sees to it that no block takes the keyboard from somebody who is typing, and knows how each got the focus. */
export function guardFocus(
  document: Document,
  frames: () => readonly BlockFrame[],
  clock: { now(): number; after(ms: number, run: () => void): void },
): FocusGuard {
  const window = document.defaultView!;
  let pointer: { readonly x: number; readonly y: number } | null = null;
  let over: EventTarget | null = null;
  let isMouse = false;
  let lastKey = { at: Number.NEGATIVE_INFINITY, isTab: false };
  let lastField: HTMLElement | null = null;
  let focused: BlockFrame | null = null;

  const look = () => {
    const found = frames().find(({ element }) => element === document.activeElement) ?? null;
    if (found === focused) return;
    focused?.presses.left();
    focused = found;
    if (found === null) return;
    const at = clock.now();
    const hadTab = lastKey.isTab && at - lastKey.at < TAB_MS;
    found.presses.entered(hadTab, at);
    const isTyping = !lastKey.isTab && at - lastKey.at < TYPING_MS && lastField?.isConnected === true;
    if (!isTyping) return;
    // A mouse that is elsewhere has pressed nothing in there.
    if (isMouse && over !== found.element) takeBack(found);
    else
      clock.after(LATE_PRESS_MS, () => {
        if (focused === found && !found.presses.isRecent(clock.now())) takeBack(found);
      });
  };
  const takeBack = (thief: BlockFrame) => {
    thief.presses.left();
    focused = null;
    lastField?.focus({ preventScroll: true });
    thief.stole();
  };
  const onFocus = (event: FocusEvent) => {
    if (event.target instanceof window.HTMLElement && isField(event.target)) lastField = event.target;
    look();
  };
  const onKey = (event: KeyboardEvent) => {
    lastKey = { at: clock.now(), isTab: event.key === "Tab" };
  };
  const onPointer = (event: PointerEvent) => {
    isMouse = event.pointerType === "mouse";
    over = event.target;
    const isInFrame = frames().some(({ element }) => element === event.target);
    pointer = isMouse && !isInFrame ? { x: event.clientX, y: event.clientY } : null;
  };
  const onLeave = () => {
    pointer = null;
    over = null;
  };
  // Not at once: the browser is still moving the focus.
  const onBlur = () => queueMicrotask(look);
  const options = { capture: true, passive: true };
  document.addEventListener("focusin", onFocus, options);
  document.addEventListener("keydown", onKey, options);
  for (const name of ["pointermove", "pointerover", "pointerdown"] as const)
    document.addEventListener(name, onPointer, options);
  document.documentElement.addEventListener("pointerleave", onLeave, { passive: true });
  window.addEventListener("blur", onBlur);
  return {
    get pointer() {
      return pointer;
    },
    look,
    stop() {
      document.removeEventListener("focusin", onFocus, options);
      document.removeEventListener("keydown", onKey, options);
      for (const name of ["pointermove", "pointerover", "pointerdown"] as const)
        document.removeEventListener(name, onPointer, options);
      document.documentElement.removeEventListener("pointerleave", onLeave);
      window.removeEventListener("blur", onBlur);
    },
  };
}

function isField(element: HTMLElement): boolean {
  return element.isContentEditable || element.matches("input, textarea, select");
}
