import { expect, test } from "vitest";
import { scrollUntilStill } from "./scroll-until-still.ts";

function fakeWindow() {
  const due = new Map<number, () => void>();
  const listeners = new Map<string, () => void>();
  let number = 0;
  return {
    listeners,
    frame() {
      const now = [...due.values()];
      due.clear();
      for (const callback of now) callback();
      return now.length > 0;
    },
    requestAnimationFrame(callback: () => void) {
      number += 1;
      due.set(number, callback);
      return number;
    },
    cancelAnimationFrame: (frame: number) => void due.delete(frame),
    addEventListener: (type: string, listener: () => void) => void listeners.set(type, listener),
    removeEventListener: (type: string) => void listeners.delete(type),
  };
}

test.each([
  ["stands at once", 0, 6],
  ["settles in some frames", 10, 16],
  ["never rests", Number.POSITIVE_INFINITY, 60],
])("a place is held until everything stands, and then let go: a screen that %s", (_, moving, expected) => {
  const window = fakeWindow();
  let scrolled = 0;
  scrollUntilStill(window, () => {
    scrolled += 1;
    return scrolled <= moving;
  });
  while (window.frame());
  expect(scrolled).toBe(expected);
  expect(window.listeners.size).toBe(0);
});

test.each(["wheel", "touchmove", "pointerdown", "keydown"])("the person's %s is never worked against", (move) => {
  const window = fakeWindow();
  let scrolled = 0;
  scrollUntilStill(window, () => {
    scrolled += 1;
    return true;
  });
  window.listeners.get(move)?.();
  window.frame();
  expect(scrolled).toBe(1);
  expect(window.listeners.size).toBe(0);
});
