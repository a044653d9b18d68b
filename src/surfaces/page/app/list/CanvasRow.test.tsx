// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PageCanvas } from "../../../../protocol/page.ts";
import { pageWords } from "../words.ts";
import { CanvasRow } from "./CanvasRow.tsx";
import type { CanvasActions } from "./canvas-actions.ts";

let root: Root;
let page: HTMLElement;
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  page = document.createElement("ul");
  document.body.append(page);
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
});

const OWN: PageCanvas = {
  id: "HN8B",
  title: "Plan",
  status: "draft",
  version: 3,
  revision: 9,
  updatedAt: "2026-03-02T09:00:00Z",
  createdAt: "2026-03-01T09:00:00Z",
  lastEditor: "user",
  words: 12,
  openProposals: 0,
  newEdits: 0,
  newComments: 0,
  newOthers: 0,
  waiting: null,
};

function show(canvas: PageCanvas, team: boolean) {
  const actions = { share: vi.fn(), remove: vi.fn() } as unknown as CanvasActions;
  const row = { canvas, pulse: 0, gone: false };
  act(() => root.render(<CanvasRow row={row} now={Date.parse(OWN.updatedAt)} active team={team} actions={actions} />));
  act(() => page.querySelector<HTMLElement>(".row-more button")?.click());
  const items = [...page.querySelectorAll<HTMLElement>("[role=menuitem]")];
  return { actions, items, names: items.map((item) => item.textContent) };
}
const facts = () => page.querySelector(".row-facts")?.textContent;

test("on a server without people nothing is said of sharing", () => {
  const { names } = show(OWN, false);
  expect(names).toEqual([pageWords.open, pageWords.duplicate, pageWords.archive, pageWords.delete]);
  expect(facts()).toBe("v3 · 12 words");
});

test("an own canvas can be shared, and says that it is", () => {
  const { names, items, actions } = show({ ...OWN, shared: 3 }, true);
  expect(names).toContain(pageWords.share);
  expect(names).toContain(pageWords.activity);
  expect(facts()).toBe("Sharedv3 · 12 words");
  expect(page.querySelector(".row-shared")?.getAttribute("title")).toContain("3");
  act(() => items[1]?.click());
  expect(actions.share).toHaveBeenCalledOnce();
});

test("somebody else's says whose it is, and is removed from the list only", () => {
  const { names } = show({ ...OWN, sharedBy: "Ada" }, true);
  expect(names).toEqual([pageWords.open, pageWords.duplicate, pageWords.archive, pageWords.leaveItem]);
  expect(facts()).toBe("Ada'sv3 · 12 words");
});
