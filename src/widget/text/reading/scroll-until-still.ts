/** What stands around a text finds its size in a few frames: drawn in parts, bars that come, lines that are measured. */
const STILL_FRAMES = 6;
const MOST_FRAMES = 60;
const MOVES = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

export interface FrameWindow {
  requestAnimationFrame(callback: () => void): number;
  cancelAnimationFrame(frame: number): void;
  addEventListener(
    type: string,
    listener: () => void,
    options: { readonly capture: true; readonly passive: true },
  ): void;
  removeEventListener(type: string, listener: () => void, options: { readonly capture: true }): void;
}

/**
 * Scrolls now and in the next frames, until nothing has moved for some of them (`scroll` answers whether it had to); the
 * person's first move ends it. Returns a way to end it.
 */
export function scrollUntilStill(window: FrameWindow, scroll: () => boolean): () => void {
  let left = MOST_FRAMES;
  let still = STILL_FRAMES;
  let frame = 0;
  const stop = () => {
    window.cancelAnimationFrame(frame);
    for (const type of MOVES) window.removeEventListener(type, stop, { capture: true });
  };
  const next = () => {
    still = scroll() ? STILL_FRAMES : still - 1;
    left -= 1;
    if (left > 0 && still > 0) frame = window.requestAnimationFrame(next);
    else stop();
  };
  for (const type of MOVES) window.addEventListener(type, stop, { capture: true, passive: true });
  next();
  return stop;
}
