import { describe, expect, test } from "vitest";
import { followHeight } from "./follow-height.ts";
import { createPresses, PRESS_MS } from "./presses.ts";
import { createSendRate } from "./send-rate.ts";

describe("presses", () => {
  test("what the pointer presses counts for a while", () => {
    const presses = createPresses();
    expect(presses.isRecent(0)).toBe(false);
    presses.pressed("pointer", 100);
    expect(presses.isRecent(100 + PRESS_MS)).toBe(true);
    expect(presses.isRecent(101 + PRESS_MS)).toBe(false);
  });

  test.each([
    ["after a press in it", true, false, true],
    ["after Tab", false, true, true],
    ["and not where the focus was taken", false, false, false],
  ])("keys count %s", (_, hasPressed, byTab, counts) => {
    const presses = createPresses();
    if (hasPressed) presses.pressed("pointer", 9_900);
    presses.entered(byTab, 10_000);
    presses.pressed("key", 60_000);
    expect(presses.isRecent(60_001)).toBe(counts);
  });

  test("a press that is told after the focus that it brought makes keys count, and leaving ends it", () => {
    const presses = createPresses();
    presses.entered(false, 0);
    presses.pressed("pointer", 20);
    presses.pressed("key", 50_000);
    expect(presses.isRecent(50_000)).toBe(true);
    presses.left();
    presses.pressed("key", 90_000);
    expect(presses.isRecent(90_000)).toBe(false);
  });
});

describe("the rate at which a block tells", () => {
  test("some go at once, then five a second, and of the same thing only the newest waits", () => {
    const rate = createSendRate<number>();
    const taken = Array.from({ length: 200 }, (_, at) => rate.take("slider", at, 1000));
    expect(taken.filter((one) => one === "now").length).toBe(20);
    expect(taken.filter((one) => one === "later").length).toBe(180);
    expect(rate.due(1000)).toEqual([]);
    expect(rate.due(1200)).toEqual([199]);
    expect(rate.isWaiting).toBe(false);
    expect(rate.take("other", 1, 60_000)).toBe("now");
  });

  test("different things keep their order, and too many are dropped", () => {
    const rate = createSendRate<number>();
    for (let at = 0; at < 20; at++) rate.take("first", at, 0);
    const taken = Array.from({ length: 25 }, (_, at) => rate.take(`thing ${at}`, at, 0));
    expect(taken.filter((one) => one === "dropped").length).toBe(5);
    expect(rate.take("thing 0", 100, 0)).toBe("later");
    expect(rate.due(10_000)).toEqual([...Array.from({ length: 19 }, (_, at) => at + 1), 100]);
  });
});

describe("the height of a block", () => {
  const free = () => false;

  test("follows its page within limits, and not too often", () => {
    const height = followHeight(120);
    height.wish(300.4);
    expect(height.next(0, free)).toBe(300);
    expect(height.next(1, free)).toBe(null);
    height.wish(1e9);
    expect(height.next(100, free)).toBe(null);
    expect(height.next(200, free)).toBe(2000);
    height.wish(-5);
    expect(height.next(400, free)).toBe(40);
    height.wish(Number.NaN);
    expect(height.next(900, free)).toBe(null);
  });

  test("waits as long as it would move what lies under the pointer", () => {
    const height = followHeight(120);
    height.wish(200);
    expect(height.next(0, (from, to) => from === 120 && to === 200)).toBe(null);
    expect(height.isWaiting).toBe(true);
    expect(height.next(1, free)).toBe(200);
  });

  test("of a page that grows with its own height comes to rest, until the person does something in it", () => {
    const height = followHeight(120);
    let now = 0;
    const grow = () => {
      let last = 120;
      for (let turn = 0; turn < 100; turn++) {
        now += 1000;
        height.wish(last + 16);
        last = height.next(now, free) ?? last;
      }
      return last;
    };
    const rested = grow();
    expect(rested).toBeLessThan(400);
    height.wish(rested + 16);
    expect(height.next(now + 1000, free)).toBe(null);
    height.pressed();
    expect(height.next(now + 1000, free)).toBe(rested + 16);
  });
});
