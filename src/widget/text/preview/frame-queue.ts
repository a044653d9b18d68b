/** Runs something at the next frame; gives the way to call it off. */
export type FrameClock = (run: () => void) => () => void;

/** A page that is not shown gets no frames; its text must arrive all the same. */
const LONGEST_WAIT_MS = 250;

/** The browser's frames. */
export function browserFrames(view: Window): FrameClock {
  return (run) => {
    let isDone = false;
    const once = () => {
      if (isDone) return;
      isDone = true;
      view.cancelAnimationFrame(frame);
      view.clearTimeout(timer);
      run();
    };
    const frame = view.requestAnimationFrame(once);
    const timer = view.setTimeout(once, LONGEST_WAIT_MS);
    return () => {
      isDone = true;
      view.cancelAnimationFrame(frame);
      view.clearTimeout(timer);
    };
  };
}

export interface FrameQueue<T> {
  /** Shows `value` at the next frame, unless a later one comes first. */
  later(value: T): void;
  /** Shows `value` now; what was waiting is older and is dropped. */
  now(value: T): void;
  cancel(): void;
}

/** At most one value a frame reaches `show`; between frames the last one wins, and the last one always arrives. */
export function createFrameQueue<T>(clock: FrameClock, show: (value: T) => void): FrameQueue<T> {
  let waiting: { value: T } | null = null;
  let callOff: (() => void) | null = null;
  const cancel = () => {
    callOff?.();
    callOff = null;
    waiting = null;
  };
  return {
    later(value) {
      const isScheduled = waiting !== null;
      waiting = { value };
      if (isScheduled) return;
      const cancelFrame = clock(() => {
        const due = waiting;
        waiting = null;
        callOff = null;
        if (due) show(due.value);
      });
      // A clock that runs at once has nothing left to call off.
      callOff = waiting ? cancelFrame : null;
    },
    now(value) {
      cancel();
      show(value);
    },
    cancel,
  };
}
