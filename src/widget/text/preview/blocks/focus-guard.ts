import type { BlockFrame } from "./block-frame.ts";

/** So long after a key or a press the person is at work where that was. */
const BUSY_MS = 1500;
const TAB_MS = 500;
/** So soon after it was started, a block may take the focus for its first field. */
const START_MS = 3000;
/** So long a press in a frame may be told after the focus that it brought. */
const LATE_PRESS_MS = 120;

export interface FocusGuard {
  /** Where the pointer of a mouse is, in the window; null: elsewhere, in a frame, or nowhere. */
  readonly pointer: { readonly x: number; readonly y: number } | null;
  /** Looks whether the focus is in another place. */
  look(): void;
  /** The person pressed something here, before this began to listen. */
  pressed(target: Element): void;
  /** A frame says that the keys go to it, or do no more. */
  moved(frame: BlockFrame, isIn: boolean): void;
  stop(): void;
}

/**
 * Sees to it that no block takes the keyboard from somebody who is at work elsewhere, and knows how each got the focus: by a
 * press in it or on its bar, by Tab, or by itself.
 */
export function guardFocus(
  document: Document,
  frames: () => readonly BlockFrame[],
  clock: { now(): number; after(ms: number, run: () => void): void },
): FocusGuard {
  const window = document.defaultView!;
  let pointer: { readonly x: number; readonly y: number } | null = null;
  let over: EventTarget | null = null;
  let isMouse = false;
  let last: { readonly at: number; readonly isTab: boolean; readonly target: EventTarget | null } | null = null;
  let before: Element | null = document.activeElement;
  let focused: BlockFrame | null = null;
  /** The keys come to this window, and not to a frame in it or to another. */
  let isHere = true;

  const look = () => {
    const found = frames().find(({ element }) => element === document.activeElement);
    if (found !== undefined) enter(found);
    else if (isHere) leave();
  };
  const leave = () => {
    focused?.presses.left();
    focused = null;
  };
  const enter = (found: BlockFrame) => {
    if (found === focused) return;
    leave();
    focused = found;
    const at = clock.now();
    const { element, presses } = found;
    const hadTab = last?.isTab === true && at - last.at < TAB_MS;
    const card = element.closest(".preview-block");
    const isOwn = last?.target instanceof window.Node && card?.contains(last.target) === true;
    presses.entered(hadTab || (isOwn && at - (last?.at ?? 0) < START_MS), at);
    if (presses.isInside) return;
    // A mouse that is elsewhere has pressed nothing in there.
    if (isMouse && over !== element) stolen(found);
    else
      clock.after(LATE_PRESS_MS, () => {
        if (focused === found && !presses.isInside) stolen(found);
      });
  };
  /** Who is helped by other programs may go there without a press: only from somebody at work is the focus taken back. */
  const stolen = (thief: BlockFrame) => {
    const isRecent = last !== null && clock.now() - last.at < BUSY_MS;
    const field = before instanceof window.HTMLElement && before.isConnected && isField(before) ? before : null;
    if (!isRecent || field === null) return;
    leave();
    // Later: the browser is still moving the focus away.
    clock.after(0, () => {
      // What has the focus in its own page already gets no keys by asking for it.
      if (document.activeElement === field) field.blur();
      field.focus({ preventScroll: true });
    });
    thief.stole();
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof window.Element && !frames().some(({ element }) => element === target)) before = target;
    look();
  };
  const onInput = (event: KeyboardEvent | PointerEvent) => {
    last = { at: clock.now(), isTab: "key" in event && event.key === "Tab", target: event.target };
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
  const onWindow = ({ type }: Event) => {
    isHere = type === "focus";
    // Not at once: it is on its way.
    queueMicrotask(look);
  };
  const listening = new AbortController();
  const options = { capture: true, passive: true, signal: listening.signal };
  document.addEventListener("focusin", onFocus, options);
  document.addEventListener("keydown", onInput, options);
  document.addEventListener("pointerdown", onInput, options);
  for (const name of ["pointermove", "pointerover", "pointerdown"] as const)
    document.addEventListener(name, onPointer, options);
  document.documentElement.addEventListener("pointerleave", onLeave, { passive: true, signal: listening.signal });
  for (const name of ["focus", "blur"]) window.addEventListener(name, onWindow, { signal: listening.signal });
  return {
    get pointer() {
      return pointer;
    },
    look,
    pressed(target) {
      last = { at: clock.now(), isTab: false, target };
    },
    moved(frame, isIn) {
      if (isIn) enter(frame);
      else if (focused === frame) leave();
    },
    stop: () => listening.abort(),
  };
}

function isField(element: HTMLElement): boolean {
  return element.isContentEditable || element.matches("input, textarea, select");
}
