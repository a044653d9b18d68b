import type { Clock } from "./clock.ts";

export interface FakeClock extends Clock {
  /** Lets time pass; everything that falls due runs in order, with all that follows from it. */
  advance(ms: number): Promise<void>;
}

/** A clock for tests: nothing happens unless it is told so. */
export function createFakeClock(): FakeClock {
  let now = 1_000_000;
  let timers: { readonly at: number; readonly call: () => void }[] = [];
  return {
    now: () => now,
    after(ms, call) {
      const timer = { at: now + ms, call };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    async advance(ms) {
      const end = now + ms;
      await allSettled();
      for (;;) {
        const due = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        timers = timers.filter((other) => other !== due);
        now = Math.max(now, due.at);
        due.call();
        await allSettled();
      }
      now = end;
    },
  };
}

/** Every promise that waits for no clock has settled. */
export function allSettled(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
