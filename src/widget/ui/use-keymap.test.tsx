// @vitest-environment happy-dom
import { act } from "react";
import { expect, test } from "vitest";
import { reactPage } from "../testing/react-page.ts";
import { type KeyBinding, useKeymap } from "./use-keymap.ts";

const shown = reactPage();

function Keys({ bindings }: { readonly bindings: readonly KeyBinding[] }) {
  useKeymap(bindings);
  return null;
}

const show = (bindings: readonly KeyBinding[]) => act(() => shown.root.render(<Keys bindings={bindings} />));

function press(key: string, more: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  act(() => void document.dispatchEvent(event));
  return event.defaultPrevented;
}

test.each<[string, Partial<KeyBinding>, string, KeyboardEventInit, boolean]>([
  ["a plain key", { key: "F7" }, "F7", {}, true],
  ["a plain key, with Shift as well", { key: "F7" }, "F7", { shiftKey: true }, true],
  ["not with Shift where that is said", { key: "F7", shift: false }, "F7", { shiftKey: true }, false],
  ["not with another modifier", { key: "F7" }, "F7", { ctrlKey: true }, false],
  ["with Control", { key: "z", mod: true }, "z", { ctrlKey: true }, true],
  ["with Command", { key: "z", mod: true }, "Z", { metaKey: true }, true],
  [
    "by the key's place where Alt types another letter",
    { key: "m", code: "KeyM", mod: true, alt: true },
    "µ",
    { code: "KeyM", altKey: true, metaKey: true },
    true,
  ],
  ["not while an input method composes", { key: "F7" }, "F7", { isComposing: true }, false],
])("a binding takes %s", (_, binding, key, more, isTaken) => {
  let runs = 0;
  const bindings = [{ key: "", ...binding, run: () => ++runs > 0 }];
  show(bindings);
  expect(press(key, more)).toBe(isTaken);
  expect(runs).toBe(isTaken ? 1 : 0);
});

test("a binding that was not meant leaves the key to the next, and to the browser", () => {
  const ran: string[] = [];
  const binding = (name: string, isMeant: boolean): KeyBinding => ({
    key: "F9",
    run() {
      ran.push(name);
      return isMeant;
    },
  });
  show([binding("first", false), binding("second", true), binding("third", true)]);
  expect(press("F9")).toBe(true);
  expect(ran).toEqual(["first", "second"]);
  show([binding("only", false)]);
  expect(press("F9")).toBe(false);
});

test("the newest bindings count, and none once the screen is gone", () => {
  const ran: string[] = [];
  const binding = (name: string): KeyBinding => ({ key: "F9", run: () => ran.push(name) > 0 });
  show([binding("old")]);
  show([binding("new")]);
  press("F9");
  act(() => shown.root.render(null));
  press("F9");
  expect(ran).toEqual(["new"]);
});
