import { type PointerEvent as ReactPointerEvent, type RefCallback, useEffect, useRef, useState } from "react";
import { STATUSES, type Status } from "../../../core/records/canvas.ts";
import { useNewest } from "../../ui/use-newest.ts";

/** A card in the pointer's hand, and the column below it. */
export interface CardDrag {
  readonly id: string;
  readonly over: Status | null;
  /** The card's own size, which the ghost keeps. */
  readonly width: number;
}

export interface CardDragging {
  readonly drag: CardDrag | null;
  /** On every card: a mouse drags at once, a finger after it rested, so that scrolling stays scrolling. */
  readonly onPointerDown: (event: ReactPointerEvent<HTMLElement>, id: string) => void;
  /** The card that follows the pointer. */
  readonly ghost: RefCallback<HTMLElement>;
}

const MOUSE_SLACK = 5;
const TOUCH_SLACK = 10;
const TOUCH_REST_MS = 300;

/** Drags cards by mouse, pen and finger. Escape, a lost pointer and a window that loses the focus put the card back. */
export function useCardDrag(
  canMove: boolean,
  onDrop: (id: string, to: Status) => void,
  onPutBack: (id: string) => void,
): CardDragging {
  const [drag, setDrag] = useState<CardDrag | null>(null);
  const stop = useRef<(() => void) | null>(null);
  const placeGhost = useRef<((ghost: HTMLElement | null) => void) | null>(null);
  const newest = useNewest({ onDrop, onPutBack });
  useEffect(() => () => stop.current?.(), []);

  const onPointerDown = (event: ReactPointerEvent<HTMLElement>, id: string) => {
    if (!canMove || event.button !== 0 || !event.isPrimary || stop.current) return;
    if (event.target instanceof Element && event.target.closest(".menu")) return;
    const { pointerId, pointerType } = event;
    const touches = pointerType === "touch";
    const start = { x: event.clientX, y: event.clientY };
    const box = event.currentTarget.getBoundingClientRect();
    let at = start;
    let ghost: HTMLElement | null = null;
    let over: Status | null = null;
    let dragging = false;

    const follow = () => {
      if (ghost) ghost.style.transform = `translate(${box.left + at.x - start.x}px, ${box.top + at.y - start.y}px)`;
    };
    const begin = () => {
      dragging = true;
      over = columnAt(at.x, at.y);
      setDrag({ id, over, width: box.width });
    };
    const end = (to: Status | null) => {
      stop.current?.();
      if (!dragging) return;
      if (to === null) newest().onPutBack(id);
      else newest().onDrop(id, to);
    };
    const onMove = (moved: PointerEvent) => {
      if (moved.pointerId !== pointerId) return;
      at = { x: moved.clientX, y: moved.clientY };
      if (!dragging) {
        const far = Math.hypot(at.x - start.x, at.y - start.y);
        if (touches && far > TOUCH_SLACK) return end(null);
        if (touches || far < MOUSE_SLACK) return;
        begin();
      }
      follow();
      const now = columnAt(at.x, at.y);
      if (now === over) return;
      over = now;
      setDrag({ id, over, width: box.width });
    };
    const onUp = (up: PointerEvent) => {
      if (up.pointerId === pointerId) end(over);
    };
    const onCancel = (cancelled: PointerEvent) => {
      if (cancelled.pointerId === pointerId) end(null);
    };
    const onKey = (key: KeyboardEvent) => {
      if (key.key !== "Escape" || !dragging) return;
      key.preventDefault();
      key.stopPropagation();
      end(null);
    };
    // Once the card is in hand, the page must not scroll, open a menu, or take the release for a press.
    const hold = (held: Event) => {
      if (dragging && held.cancelable) held.preventDefault();
    };
    const swallow = (click: Event) => {
      if (!dragging) return;
      click.preventDefault();
      click.stopPropagation();
    };
    const blurred = () => end(null);
    const rested = touches ? setTimeout(begin, TOUCH_REST_MS) : undefined;

    const off = new AbortController();
    const { signal } = off;
    window.addEventListener("pointermove", onMove, { signal });
    window.addEventListener("pointerup", onUp, { signal });
    window.addEventListener("pointercancel", onCancel, { signal });
    window.addEventListener("blur", blurred, { signal });
    window.addEventListener("keydown", onKey, { signal, capture: true });
    window.addEventListener("touchmove", hold, { signal, passive: false });
    window.addEventListener("contextmenu", hold, { signal });
    swallowClick(swallow);
    placeGhost.current = (element) => {
      ghost = element;
      follow();
    };
    stop.current = () => {
      clearTimeout(rested);
      off.abort();
      stop.current = null;
      placeGhost.current = null;
      setDrag(null);
    };
  };

  return { drag, onPointerDown, ghost: (element) => placeGhost.current?.(element) };
}

/** The press that follows a release comes right after it, also when Escape put the card back before. It is not one. */
function swallowClick(swallow: (click: Event) => void): void {
  const off = new AbortController();
  const { signal } = off;
  window.addEventListener("click", swallow, { signal, capture: true });
  window.addEventListener("pointerup", () => setTimeout(() => off.abort()), { signal, capture: true });
  window.addEventListener("pointercancel", () => off.abort(), { signal, capture: true });
  // Let go outside the window: the next press is a press again.
  setTimeout(() => window.addEventListener("pointerdown", () => off.abort(), { signal, capture: true }));
}

function columnAt(x: number, y: number): Status | null {
  const column = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-drop]")?.dataset.drop;
  return STATUSES.find((status) => status === column) ?? null;
}
