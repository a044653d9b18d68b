/** For so long after they pressed something in a block, what the block sends counts as the person's doing. */
export const PRESS_MS = 5000;
/** A press and the focus that it brings are told by different ways. */
const TOGETHER_MS = 500;

/** What the person has done inside of one frame, as far as it is known. */
export interface Presses {
  pressed(by: "pointer" | "key", now: number): void;
  /** The focus has come into the frame. `byPerson`: surely by what they did outside of it. */
  entered(byPerson: boolean, now: number): void;
  left(): void;
  /** The focus is in there, by the person's own doing. */
  readonly isInside: boolean;
  isRecent(now: number): boolean;
}

/**
 * A script can take the focus, and then the keys that somebody meant for another place come to it: keys count only where the
 * person went themselves.
 */
export function createPresses(): Presses {
  let pointer = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  let isInside = false;
  return {
    pressed(by, now) {
      if (by === "pointer") {
        pointer = now;
        isInside = true;
      }
      if (isInside) last = now;
    },
    entered(byPerson, now) {
      isInside = byPerson || now - pointer < TOGETHER_MS;
    },
    left() {
      isInside = false;
    },
    get isInside() {
      return isInside;
    },
    isRecent: (now) => now - last <= PRESS_MS,
  };
}
