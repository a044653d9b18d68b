import { expect, test } from "vitest";
import { FakeTimer } from "../../server/clock/fake-timer.ts";
import { createEnding } from "./end-serving.ts";

/** A process that is asked to stop as often as the test says, and a server that closes when it is let. */
function ending(drainMs: number) {
  const timer = new FakeTimer();
  const said: string[] = [];
  let stops: (() => void)[] = [];
  const { signals, end } = createEnding((stop) => stops.push(stop), { drainMs, graceMs: 2_000, after: timer.after });
  let closed = (): void => undefined;
  const close = (graceMs: number): Promise<void> => {
    said.push(`close ${graceMs}`);
    return new Promise((resolve) => {
      if (graceMs === 0) resolve();
      else closed = resolve;
    });
  };
  signals.draining.addEventListener("abort", () => said.push("draining"));
  signals.closing.addEventListener("abort", () => said.push("closing"));
  const ended = end(close).then(() => said.push("ended"));
  const stop = async () => {
    // As `process.once` does.
    const called = stops;
    stops = [];
    for (const each of called) each();
    await timer.pass(0);
  };
  const letClose = async () => {
    closed();
    await ended;
  };
  return { timer, said, stop, letClose };
}

test("asked to stop it drains, then closes, and ends once that is done", async () => {
  const { timer, said, stop, letClose } = ending(5_000);
  await timer.pass(60_000);
  expect(said).toEqual([]);
  await stop();
  expect(said).toEqual(["draining"]);
  await timer.pass(4_999);
  expect(said).toEqual(["draining"]);
  await timer.pass(1);
  expect(said).toEqual(["draining", "closing", "close 2000"]);
  await letClose();
  expect(said.at(-1)).toBe("ended");
});

test.each([
  ["while it drains", 5_000, ["draining", "closing", "close 2000", "close 0", "ended"]],
  ["while it closes", 0, ["draining", "closing", "close 2000", "close 0", "ended"]],
])("asked again %s it ends at once", async (_, drainMs, expected) => {
  const { timer, said, stop } = ending(drainMs);
  await stop();
  await stop();
  await timer.pass(0);
  expect(said).toEqual(expected);
  expect(timer.waiting).toBe(0);
});
