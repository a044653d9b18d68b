const LOWEST = 40;
const HIGHEST = 2000;
/** So often the height changes by itself; a press of the person's in the block makes it full again. */
const MOST_CHANGES = 12;
const APART_MS = 200;

/** How high a frame is to be, by what its page says. */
export interface FollowedHeight {
  /** The page says that it is so high. */
  wish(height: number): void;
  /** The person did something in it. */
  pressed(): void;
  /**
   * The height to set now; null: it stays. `isHeld`: would it move what lies under the pointer, from this height to that?
   */
  next(now: number, isHeld: (from: number, to: number) => boolean): number | null;
  readonly isWaiting: boolean;
}

/** A page that grows with its own height, or plays with it to move what is below, comes to rest. */
export function followHeight(first: number): FollowedHeight {
  let height = first;
  let wished = first;
  let changes = MOST_CHANGES;
  let changed = Number.NEGATIVE_INFINITY;
  return {
    wish(next) {
      if (Number.isFinite(next)) wished = Math.round(Math.min(Math.max(next, LOWEST), HIGHEST));
    },
    pressed() {
      changes = MOST_CHANGES;
    },
    next(now, isHeld) {
      if (wished === height || changes === 0 || now - changed < APART_MS || isHeld(height, wished)) return null;
      height = wished;
      changes--;
      changed = now;
      return height;
    },
    get isWaiting() {
      return wished !== height && changes > 0;
    },
  };
}
