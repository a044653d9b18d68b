// @vitest-environment happy-dom
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { WidgetActions } from "../state/start-widget.ts";
import { reactPage } from "../testing/react-page.ts";
import { useLeaveAndReturn } from "./use-leave-and-return.ts";

const shown = reactPage();
let looks: number;
const returned = async () => {
  looks += 1;
};
const actions = { returned, leaving: async () => {}, host: {} } as unknown as WidgetActions;

function Widget() {
  useLeaveAndReturn(actions);
  return null;
}

beforeEach(() => {
  looks = 0;
  act(() => shown.root.render(<Widget />));
});

const press = (name: string, init: PointerEventInit = {}) => window.dispatchEvent(new PointerEvent(name, init));
const oneLook = () => vi.waitFor(() => expect(looks).toBe(1));

test("whoever comes back is shown at once what is new", () => {
  window.dispatchEvent(new Event("focus"));
  expect(looks).toBe(1);
});

test.each([
  ["its click", () => press("pointerup")],
  ["a drag that ended elsewhere", () => press("pointermove", { buttons: 0 })],
  ["a press that became scrolling", () => press("pointercancel")],
])("who comes back by a press is shown it after %s: nothing moves from under the pointer", async (_, letGo) => {
  press("pointerdown", { buttons: 1 });
  window.dispatchEvent(new Event("focus"));
  press("pointermove", { buttons: 1 });
  expect(looks).toBe(0);
  letGo();
  // What is pressed hears of it first.
  expect(looks).toBe(0);
  await oneLook();
});
