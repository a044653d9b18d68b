// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import type { PageCanvas } from "../../../protocol/page.ts";
import type { BoardMoved } from "../../state/board-moves.ts";
import { reactPage } from "../../testing/react-page.ts";
import { boardWords, shellWords, statusWords } from "../../words.ts";
import { Board, type BoardProps } from "./Board.tsx";
import { sampleCanvas } from "./sample-canvas.ts";

const PLAN = sampleCanvas({ id: "PLAN", title: "Plan" });
const NOTES = sampleCanvas({ id: "NOTE", title: "Notes", status: "in_review" });
const WAITED = sampleCanvas({ id: "WAIT", title: "Waited for", waiting: { since: "2026-11-16T10:00:00.000Z" } });
const shown = reactPage();

function show(props: Partial<BoardProps> = {}) {
  const onMove = vi.fn(async (): Promise<BoardMoved> => ({ ok: false, message: "Not asked for." }));
  const onOpen = vi.fn();
  act(() => shown.root.render(<Board canvases={[PLAN, NOTES]} onMove={onMove} onOpen={onOpen} {...props} />));
  return { onMove, onOpen };
}
const takes = (canvas: PageCanvas) => vi.fn(async (): Promise<BoardMoved> => ({ ok: true, canvas }));
const card = (id: string) => shown.page.querySelector<HTMLElement>(`[data-card="${id}"]`)!;
const press = (key: string, init: KeyboardEventInit = {}) =>
  act(async () => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init }),
    );
  });
const focus = (id: string) => act(() => card(id).focus());
const columnOf = (id: string) => card(id).closest<HTMLElement>("[data-drop]")?.dataset.drop;
const button = (name: string) =>
  [...shown.page.querySelectorAll<HTMLElement>("button")].find(
    (one) => (one.getAttribute("aria-label") ?? one.textContent) === name,
  )!;
const announced = () => shown.page.querySelector("[aria-live]")?.textContent;

test("a press opens a card, and so does Enter", async () => {
  const { onOpen } = show();
  act(() => card("PLAN").click());
  expect(onOpen).toHaveBeenLastCalledWith("PLAN");
  focus("NOTE");
  await press("Enter");
  expect(onOpen).toHaveBeenLastCalledWith("NOTE");
});

test("keys move a card; the focus goes along, the move is said, and it can be undone", async () => {
  const moved = { ...PLAN, status: "in_review" as const, revision: 2, updatedAt: "2026-11-16T12:00:00.000Z" };
  const onMove = takes(moved);
  show({ onMove });
  focus("PLAN");
  await press("ArrowRight", { altKey: true });
  expect(onMove).toHaveBeenCalledWith({ id: "PLAN", to: "in_review", revision: 1 });
  expect(columnOf("PLAN")).toBe("in_review");
  expect(document.activeElement).toBe(card("PLAN"));
  expect(announced()).toBe(boardWords.moved("Plan", statusWords.in_review));
  await act(async () => button(boardWords.undo).click());
  expect(onMove).toHaveBeenLastCalledWith({ id: "PLAN", to: "draft", revision: 2 });
});

test("a card that somebody else moves keeps the focus; one that was left does not take it back", async () => {
  show();
  focus("PLAN");
  show({ canvases: [{ ...PLAN, status: "in_review", revision: 2 }, NOTES] });
  expect(columnOf("PLAN")).toBe("in_review");
  expect(document.activeElement).toBe(card("PLAN"));
  await act(async () => card("PLAN").blur());
  show({ canvases: [{ ...PLAN, status: "approved", revision: 3 }, NOTES] });
  expect(document.activeElement).toBe(document.body);
});

test("a refused move goes back with words", async () => {
  show({ onMove: async () => ({ ok: false, message: "1 conflict is still open." }) });
  focus("NOTE");
  await press("ArrowRight", { ctrlKey: true });
  expect(columnOf("NOTE")).toBe("in_review");
  const words = boardWords.stays("Notes", statusWords.in_review, "1 conflict is still open.");
  expect(shown.page.querySelector(".board-toast p")?.textContent).toBe(words);
  expect(announced()).toBe(words);
});

test("a server that cannot be asked is said too", async () => {
  show({ onMove: async () => Promise.reject(new Error("connection lost")) });
  focus("PLAN");
  await press("ArrowRight", { ctrlKey: true });
  expect(columnOf("PLAN")).toBe("draft");
  expect(shown.page.querySelector(".board-toast p")?.textContent).toContain("connection lost");
});

test("the menu moves a card", async () => {
  const onMove = takes({ ...PLAN, status: "archived", revision: 2 });
  show({ onMove });
  act(() => button(boardWords.moveCard("Plan")).click());
  const item = [...shown.page.querySelectorAll<HTMLElement>("[role=menuitemradio]")].at(-1);
  await act(async () => item?.click());
  expect(onMove).toHaveBeenCalledWith({ id: "PLAN", to: "archived", revision: 1 });
});

test("approving what an agent waits for asks first, since no undo calls it back", async () => {
  const onMove = takes({ ...WAITED, status: "approved", revision: 2 });
  HTMLDialogElement.prototype.showModal ??= () => {};
  show({ canvases: [WAITED], onMove });
  focus("WAIT");
  await press(" ");
  await press("ArrowRight");
  await press("ArrowRight");
  await press(" ");
  expect(onMove).not.toHaveBeenCalled();
  expect(shown.page.querySelector("dialog")?.textContent).toContain(boardWords.approve("Waited for", 1));
  await act(async () => button(shellWords.approve).click());
  expect(onMove).toHaveBeenCalledWith({ id: "WAIT", to: "approved", revision: 1 });
});

test("where nothing can be moved there is no menu, and the words say why", async () => {
  const { onMove } = show({ readOnly: "This program lets no board change anything." });
  expect(button(boardWords.moveCard("Plan"))).toBeUndefined();
  expect(shown.page.textContent).toContain("lets no board change anything");
  focus("PLAN");
  await press("ArrowRight", { altKey: true });
  expect(onMove).not.toHaveBeenCalled();
});

test("an empty board says what goes where; an unmatched search says so", () => {
  show({ canvases: [] });
  expect(shown.page.textContent).toContain(boardWords.none);
  expect(shown.page.textContent).toContain(boardWords.empty.in_review);
  show({ canvases: [], query: "zebra" });
  expect(shown.page.textContent).toContain(boardWords.noneMatch("zebra"));
});

test("more canvases than are shown are counted and said", () => {
  show({ totals: { draft: 543, in_review: 1 } });
  expect(shown.page.textContent).toContain(boardWords.newest(1, 543));
});

test("an error offers to try again", () => {
  const onRetry = vi.fn();
  show({ error: "The server cannot be reached.", onRetry });
  act(() => button(boardWords.tryAgain).click());
  expect(onRetry).toHaveBeenCalled();
});

test.each([
  [
    "lifted by keys",
    async () => {
      focus("NOTE");
      await press(" ");
      await press("ArrowRight");
    },
    () => press(" "),
  ],
  [
    "by its menu",
    async () => {
      const trigger = button(boardWords.moveCard("Notes"));
      act(() => trigger.focus());
      await press("Enter");
      act(() => trigger.click());
    },
    () =>
      act(async () => {
        const item = [...shown.page.querySelectorAll<HTMLElement>("[role=menuitemradio]")];
        item.find((one) => one.textContent === statusWords.approved)?.click();
      }),
  ],
] as const)("a card taken up (%s) is approved as it stood then, not as it came to be", async (_, takeUp, putDown) => {
  const onMove = vi.fn(async (): Promise<BoardMoved> => ({ ok: false, message: "It has changed." }));
  show({ onMove });
  await takeUp();
  show({ onMove, canvases: [PLAN, { ...NOTES, revision: NOTES.revision + 5, version: NOTES.version + 1 }] });
  await putDown();
  expect(onMove).toHaveBeenLastCalledWith({ id: "NOTE", to: "approved", revision: NOTES.revision });
});

test("no undo approves a text that has changed since it was approved", async () => {
  const changed = sampleCanvas({ id: "NOTE", title: "Notes", status: "approved", version: 3, approved: 2 });
  const moved = { ...changed, status: "in_review" as const, revision: changed.revision + 1 };
  show({ canvases: [PLAN, changed], onMove: takes(moved) });
  focus("NOTE");
  await press("ArrowLeft", { ctrlKey: true });
  expect(columnOf("NOTE")).toBe("in_review");
  expect(button(boardWords.undo)).toBeUndefined();
});
