import type { After } from "../socket.ts";

/** Time that passes when it is told to. */
export function createFakeTimer() {
  let now = 0;
  let timers: { readonly at: number; readonly work: () => void }[] = [];
  const after: After = (milliseconds, work) => {
    const timer = { at: now + milliseconds, work };
    timers.push(timer);
    return () => {
      timers = timers.filter((one) => one !== timer);
    };
  };
  return {
    after,
    /** Everything that is due happens in order, what it starts in turn included, and what follows from it. */
    async pass(milliseconds: number): Promise<void> {
      const until = now + milliseconds;
      await settle();
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers = timers.filter((one) => one !== next);
        now = next.at;
        next.work();
        await settle();
      }
      now = until;
    },
    waiting: () => timers.length,
  };
}

/** Every promise that can settle by itself has. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
