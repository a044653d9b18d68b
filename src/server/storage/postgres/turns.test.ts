import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTurns } from "./turns.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => {});

test("work on one canvas comes one after the other, and work on another does not wait", async () => {
  const { inTurn } = createTurns();
  const said: string[] = [];
  let finish = () => {};
  const first = inTurn("AAAA", () => new Promise<void>((resolve) => (finish = resolve)).then(() => said.push("first")));
  const second = inTurn("AAAA", async () => said.push("second"));
  await inTurn("BBBB", async () => said.push("other"));
  finish();
  await Promise.all([first, second]);
  expect(said).toEqual(["other", "first", "second"]);
});

test("one that fails is told so, and the next has its turn", async () => {
  const { inTurn } = createTurns();
  const failing = inTurn("AAAA", () => Promise.reject(new Error("no")));
  const next = inTurn("AAAA", async () => "done");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("done");
});

test("one that hangs holds up the others for a second", async () => {
  const { inTurn } = createTurns();
  void inTurn("AAAA", never);
  const waiting = [1, 2, 3].map((number) => inTurn("AAAA", async () => number));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await Promise.all(waiting)).toEqual([1, 2, 3]);
});
