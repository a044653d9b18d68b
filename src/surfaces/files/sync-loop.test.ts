import { expect, test } from "vitest";
import { runSyncLoop } from "./sync-loop.ts";

/** Passes that end when told to, so that a test can speak while one is under way. */
function steps() {
  const running: (() => void)[] = [];
  const started: (() => void)[] = [];
  let count = 0;
  return {
    session: {
      pass: () => {
        count += 1;
        started.shift()?.();
        return new Promise<void>((resolve) => running.push(resolve));
      },
    },
    count: () => count,
    end: () => running.shift()?.(),
    next: () => new Promise<void>((resolve) => started.push(resolve)),
  };
}

test("it passes at the start, on every signal, once for many during a pass, and once more at the end", async () => {
  const { session, count, end, next } = steps();
  let signal = () => {};
  let subscribed = true;
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  let started = next();
  const kept = runSyncLoop(
    session,
    [
      (changed) => {
        signal = changed;
        return () => {
          subscribed = false;
        };
      },
    ],
    stopped,
  );
  await started;
  signal();
  signal();
  started = next();
  end();
  await started;
  expect(count()).toBe(2);
  end();
  // The end of a pass, then the wait for a signal.
  await new Promise((resolve) => setImmediate(resolve));
  started = next();
  signal();
  await started;
  expect(count()).toBe(3);
  stop();
  started = next();
  end();
  await started;
  expect([count(), subscribed]).toEqual([4, false]);
  end();
  await kept;
});

test("stopped before it began it passes once", async () => {
  const { session, count, end, next } = steps();
  const started = next();
  const kept = runSyncLoop(session, [], Promise.resolve());
  await started;
  end();
  await kept;
  expect(count()).toBe(1);
});

test("a source is stopped when a pass fails, and the failure is thrown", async () => {
  let subscribed = true;
  const kept = runSyncLoop(
    { pass: () => Promise.reject(new Error("broken")) },
    [
      () => () => {
        subscribed = false;
      },
    ],
    new Promise(() => {}),
  );
  await expect(kept).rejects.toThrow("broken");
  expect(subscribed).toBe(false);
});
