// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { reactPage } from "../testing/react-page.ts";
import { type Bar, BarLine } from "./BarLine.tsx";
import { setWidth } from "./testing/set-width.ts";

const shown = reactPage();
afterEach(() => act(() => setWidth(1024)));

const bar = (id: string): Bar => ({
  id,
  content: <button type="button">{`Use ${id}`}</button>,
  closed: { icon: "Info", words: id },
});
/** The line with these bars: "a | b c!" is a open, b and c waiting, c of them disabled. */
function show(...ids: readonly string[]): string {
  act(() => shown.root.render(<BarLine place="above" bars={ids.map(bar)} />));
  return line();
}
const waiting = () => [...shown.page.querySelectorAll<HTMLButtonElement>(".bar-closed button")];
function line(): string {
  const open = [...shown.page.querySelectorAll<HTMLElement>(".bar-place")].map(({ dataset }) => dataset.bar);
  const closed = waiting().map((one) => `${one.textContent}${one.disabled ? "!" : ""}`);
  return [open.join(" "), ...(closed.length > 0 ? [closed.join(" ")] : [])].join(" | ");
}
/** `detail` 0: by keyboard. */
function choose(id: string, detail = 1): string {
  const button = waiting().find((one) => one.textContent === id)!;
  act(() => void button.dispatchEvent(new MouseEvent("click", { bubbles: true, detail })));
  return line();
}
function point(name: "pointerover" | "pointermove" | "pointerout", pointerType = "mouse"): void {
  const init = { bubbles: true, pointerType, relatedTarget: document.body };
  act(() => void shown.page.querySelector(".bar-line")!.dispatchEvent(new PointerEvent(name, init)));
}

test("the first bar has the line and the others wait as buttons; without a bar there is no line", () => {
  expect(show("a", "b", "c")).toBe("a | b c");
  expect(show("b")).toBe("b");
  show();
  expect(shown.page.querySelector(".bar-line")).toBeNull();
});

test("on a wide screen two stand beside each other", () => {
  act(() => setWidth(1100));
  expect(show("a", "b", "c")).toBe("a b | c");
  expect(choose("c")).toBe("c a | b");
});

test("a bar that is chosen has the line, and the others wait in their order", () => {
  show("a", "b", "c");
  expect(choose("c")).toBe("c | a b");
  expect(choose("b")).toBe("b | a c");
  expect(choose("a")).toBe("a | b c");
});

test("whoever chooses by keyboard goes on in the bar; by pointer the focus stays where it is", () => {
  show("a", "b");
  choose("b");
  expect(document.activeElement).toBe(document.body);
  choose("a", 0);
  expect(document.activeElement?.textContent).toBe("Use a");
});

test("a choice ends when its bar goes, and a bar that comes back was not chosen", () => {
  show("a", "b", "c");
  choose("c");
  expect(show("a", "b")).toBe("a | b");
  expect(show("a", "b", "c")).toBe("a | b c");
});

test("a choice ends when something more urgent comes, or what it was chosen over goes", () => {
  show("b", "c");
  expect(choose("c")).toBe("c | b");
  expect(show("a", "b", "c")).toBe("a | b c");
  expect(choose("c")).toBe("c | a b");
  expect(show("b", "c")).toBe("b | c");
});

test("a bar that comes behind the others ends no choice", () => {
  show("a", "b");
  choose("b");
  expect(show("a", "b", "c")).toBe("b | a c");
});

test("while the pointer is over the line what comes waits until it leaves", () => {
  show("b", "c");
  point("pointerover");
  expect(show("a", "b", "c", "d")).toBe("b | c");
  point("pointerout");
  expect(line()).toBe("a | b c d");
});

test("a pointer that rests on the line keeps nothing from the person, and one that moves again holds what stands then", () => {
  vi.useFakeTimers();
  show("b", "c");
  point("pointerover");
  act(() => vi.advanceTimersByTime(1_500));
  point("pointermove");
  act(() => vi.advanceTimersByTime(1_500));
  expect(show("a", "b", "c")).toBe("b | c");
  act(() => vi.advanceTimersByTime(1_000));
  expect(line()).toBe("a | b c");
  point("pointermove");
  expect(show("x", "a", "b", "c")).toBe("a | b c");
  vi.useRealTimers();
});

test("while the pointer is over the line what waited and went keeps its place, and cannot be pressed", () => {
  show("a", "b", "c", "d");
  point("pointerover");
  expect(show("a", "b", "d")).toBe("a | b c! d");
  expect(choose("b")).toBe("b | a c! d");
  expect(show("a", "b", "c", "d")).toBe("b | a c d");
  point("pointerout");
  expect(line()).toBe("b | a c d");
});

test("when the open bar goes from under the pointer the next one has the line", () => {
  show("a", "b", "c");
  point("pointerover");
  expect(show("b", "c", "d")).toBe("b | c");
  expect(show("d")).toBe("d");
});

test("a line that went with its bars holds nothing when it comes back", () => {
  show("a");
  point("pointerover");
  show();
  expect(show("a")).toBe("a");
  expect(show("b", "a")).toBe("b | a");
});

test("a finger holds nothing", () => {
  show("b");
  point("pointerover", "touch");
  expect(show("a", "b")).toBe("a | b");
});

test("a bar that brings a button of its own is stood for by it", () => {
  const bars: Bar[] = [
    bar("a"),
    { id: "send", content: "Send bar", closed: { button: <button type="button">Send</button> } },
  ];
  act(() => shown.root.render(<BarLine place="below" bars={bars} />));
  expect(line()).toBe("a | Send");
});
