// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { createEditor } from "./editor-view.ts";

const open = (text: string) => {
  const container = document.createElement("div");
  document.body.append(container);
  const changes: string[] = [];
  return { container, changes, editor: createEditor(container, { text, onChange: (made) => changes.push(made.text) }) };
};

test("a run without a break is drawn in part, and its text stays whole", () => {
  const text = `before\n${"a".repeat(300_000)}\nafter`;
  const { container, editor } = open(text);
  expect(container.querySelector(".editor-clipped")?.textContent).toContain("298,000");
  expect(container.querySelector(".cm-content")!.textContent!.length).toBeLessThan(3000);
  expect(editor.text()).toBe(text);
  editor.destroy();
});

test("all of it is drawn when asked for, in lines that the browser can lay out", () => {
  const text = `a${"\u0301".repeat(5000)}`;
  const { container, editor } = open(text);
  const button = container.querySelector<HTMLButtonElement>(".editor-clipped-button")!;
  expect(button.getAttribute("aria-label")).toMatch(/^Show all of this long text, 4,9\d\d more characters$/);
  button.focus();
  button.click();
  expect(container.querySelector(".editor-clipped")).toBeNull();
  expect(document.activeElement).toBe(container.querySelector(".cm-content"));
  expect(container.querySelectorAll(".editor-forced-break").length).toBeGreaterThan(0);
  expect(editor.text()).toBe(text);
  editor.destroy();
});

test("ordinary text is drawn as it is", () => {
  const { container, editor } = open("some words ".repeat(500));
  expect(container.querySelector(".editor-clipped, .editor-forced-break")).toBeNull();
  editor.destroy();
});
