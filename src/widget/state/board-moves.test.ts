import { expect, test } from "vitest";
import type { Status } from "../../core/records/canvas.ts";
import type { PageCanvas } from "../../protocol/page.ts";
import { sampleCanvas } from "../features/board/sample-canvas.ts";
import { columnsOf, isMoving, NO_MOVES, reduceMoves, shownCanvases } from "./board-moves.ts";

const PLAN = sampleCanvas({ id: "PLAN", status: "draft", revision: 3, updatedAt: "2026-11-16T10:00:00.000Z" });
const NOTES = sampleCanvas({ id: "NOTE", status: "in_review", revision: 8, updatedAt: "2026-11-16T11:00:00.000Z" });
const MOVED: PageCanvas = { ...PLAN, status: "in_review", revision: 4, updatedAt: "2026-11-16T12:00:00.000Z" };
const asked = { kind: "asked", id: "PLAN", to: "in_review", at: "2026-11-16T12:00:00.000Z" } as const;

const drawn = (canvases: readonly PageCanvas[]) =>
  columnsOf(canvases).map(({ canvases: cards }) => cards.map(({ id }) => id).join(" "));

test("columns stand in the order of a document's life, the last changed first", () => {
  const old = { ...NOTES, id: "OLDE", updatedAt: "2026-01-01T00:00:00.000Z" };
  expect(drawn([old, PLAN, NOTES])).toEqual(["PLAN", "NOTE OLDE", "", ""]);
});

test("a card goes where it was put before the server answers, to the top", () => {
  const state = reduceMoves(NO_MOVES, asked);
  expect(drawn(shownCanvases([PLAN, NOTES], state))).toEqual(["", "PLAN NOTE", "", ""]);
  expect(isMoving(state, "PLAN")).toBe(true);
});

test("a move that the server took stands until the list has it, and can be undone", () => {
  const state = reduceMoves(reduceMoves(NO_MOVES, asked), {
    kind: "moved",
    canvas: MOVED,
    from: "draft",
    undoes: false,
  });
  expect(isMoving(state, "PLAN")).toBe(false);
  expect(drawn(shownCanvases([PLAN, NOTES], state))).toEqual(["", "PLAN NOTE", "", ""]);
  expect(state.toast).toEqual({ kind: "moved", canvas: MOVED, from: "draft" });
});

test("what is as new as the answer, or newer, wins over it", () => {
  const state = reduceMoves(NO_MOVES, { kind: "moved", canvas: MOVED, from: "draft", undoes: false });
  const newer = { ...MOVED, status: "approved" as Status, revision: 5 };
  expect(shownCanvases([newer], state)).toEqual([newer]);
  expect(shownCanvases([MOVED], state)).toEqual([MOVED]);
});

test("a refused move goes back, and says why", () => {
  const state = reduceMoves(reduceMoves(NO_MOVES, asked), {
    kind: "refused",
    canvas: PLAN,
    message: "It changed meanwhile.",
  });
  expect(shownCanvases([PLAN, NOTES], state)).toEqual([PLAN, NOTES]);
  expect(state.toast).toEqual({ kind: "refused", canvas: PLAN, message: "It changed meanwhile." });
});

test("the next move takes the last one's words away; an undone move offers no undo", () => {
  const done = reduceMoves(NO_MOVES, { kind: "moved", canvas: MOVED, from: "draft", undoes: false });
  expect(reduceMoves(done, { ...asked, to: "draft" }).toast).toBeNull();
  const back = reduceMoves(done, { kind: "moved", canvas: PLAN, from: "in_review", undoes: true });
  expect(back.toast?.kind).toBe("undone");
  expect(reduceMoves(back, { kind: "dismissed" }).toast).toBeNull();
});

test("an id that is also a name of every object is only an id", () => {
  const odd = sampleCanvas({ id: "constructor" });
  expect(shownCanvases([odd], NO_MOVES)).toEqual([odd]);
  expect(isMoving(NO_MOVES, "toString")).toBe(false);
});
