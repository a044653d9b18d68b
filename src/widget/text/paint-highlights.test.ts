// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import type { TextHighlight } from "./editor/highlights.ts";
import { boxPainter, createPainter, marksNear } from "./paint-highlights.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const mark = (look: TextHighlight["look"], active = false): TextHighlight => ({
  id: "a",
  from: 0,
  to: 1,
  look,
  active,
});

function paragraph(text: string): { layer: HTMLElement; range: Range; before: string } {
  const host = document.createElement("div");
  host.innerHTML = `<p>${text}</p>`;
  const layer = document.createElement("div");
  host.append(layer);
  document.body.append(host);
  const range = document.createRange();
  range.selectNodeContents(host.firstChild!);
  return { layer, range, before: host.firstElementChild!.outerHTML };
}

test("the browser's highlights get each range under its look, the active on top", () => {
  class FakeHighlight extends Set<Range> {
    priority = 0;
    constructor(...ranges: Range[]) {
      super(ranges);
    }
  }
  const registry = new Map<string, FakeHighlight>();
  vi.stubGlobal("Highlight", FakeHighlight);
  vi.stubGlobal("CSS", { highlights: registry });
  const { layer, range } = paragraph("some text");
  const painter = createPainter(layer);
  painter.paint([{ mark: mark("model", true), ranges: [range] }]);
  expect(registry.get("canvas-model-active")?.has(range)).toBe(true);
  expect(registry.get("canvas-person")?.size).toBe(0);
  expect(registry.get("canvas-model-active")!.priority).toBeGreaterThan(registry.get("canvas-person")!.priority);
  painter.destroy();
  expect(registry.size).toBe(0);
});

test("without them boxes are drawn in a layer of their own, and the text's nodes stay as they are", () => {
  const { layer, range, before } = paragraph("some text");
  const rect = { left: 10, top: 20, width: 30, height: 40, right: 40, bottom: 60 };
  vi.spyOn(range, "getClientRects").mockReturnValue([rect] as unknown as DOMRectList);
  const painter = boxPainter(layer);
  painter.paint([{ mark: mark("person"), ranges: [range] }]);
  const box = layer.querySelector<HTMLElement>(".painted-box")!;
  expect([box.style.left, box.style.top, box.style.width, box.dataset.look]).toEqual([
    "10px",
    "20px",
    "30px",
    "person",
  ]);
  expect(layer.parentElement!.firstElementChild!.outerHTML).toBe(before);
  painter.destroy();
  expect(layer.childElementCount).toBe(0);
});

test("of a great many only those near what is seen are painted", () => {
  const marks = [
    { from: 0, to: 10 },
    { from: 6_900, to: 7_500 },
    { from: 10_000, to: 10_010 },
    { from: 15_100, to: 15_200 },
  ];
  expect(marksNear(marks, { from: 9_000, to: 12_000 })).toEqual([marks[1], marks[2]]);
  expect(marksNear(marks, { from: 0, to: 10 })).toEqual([marks[0]]);
});
