import type { SyncSession } from "./sync-session.ts";

/** A source of "something may have changed"; the answer stops it. */
export type Signals = (changed: () => void) => () => void;

/**
 * Passes, one after the other, whenever a source says that something may have changed, until `stopped`; then one more, so
 * that what was said last is on both sides. What is said during a pass is looked at after it.
 */
export async function runSyncLoop(
  session: Pick<SyncSession, "pass">,
  sources: readonly Signals[],
  stopped: Promise<void>,
): Promise<void> {
  let isStopped = false;
  let isDue = true;
  let wake = (): void => {};
  const due = (): void => {
    isDue = true;
    wake();
  };
  void stopped.then(() => {
    isStopped = true;
    wake();
  });
  const stops = sources.map((source) => source(due));
  try {
    for (;;) {
      // A stop that came before this turn is heard first.
      await Promise.resolve();
      if (isStopped) break;
      if (isDue) {
        isDue = false;
        await session.pass();
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    for (const stop of stops) stop();
  }
  await session.pass();
}
