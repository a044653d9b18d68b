import type { Clock } from "./clock.ts";

/** A composition that nobody ends, by a fault of some browser, holds nothing back for longer than this. */
const LONGEST_MS = 30_000;

/** Text that an input method is composing. Whatever changed the line meanwhile would leave its raw letters in the text. */
export interface Composition {
  /** The person began to compose, or what they composed has reached the draft. */
  set(on: boolean): void;
  isOn(): boolean;
  /** Settles when nothing is being composed, in the order of the calls, or after `most` milliseconds. */
  whenDone(most?: number): Promise<void>;
}

export function createComposition(clock: Clock): Composition {
  let on = false;
  let waiting: (() => void)[] = [];
  return {
    set(next) {
      on = next;
      if (on) return;
      const done = waiting;
      waiting = [];
      for (const each of done) each();
    },
    isOn: () => on,
    whenDone(most = LONGEST_MS) {
      if (!on) return Promise.resolve();
      return new Promise((resolve) => {
        const done = () => {
          cancel();
          resolve();
        };
        const cancel = clock.after(most, () => {
          waiting = waiting.filter((each) => each !== done);
          resolve();
        });
        waiting.push(done);
      });
    },
  };
}
