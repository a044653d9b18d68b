import { STATUSES, type Status } from "../../core/records/canvas.ts";
import type { PageCanvas } from "../../protocol/page.ts";

/** A wish to move one canvas, on the revision that the person saw. */
export interface BoardMove {
  readonly id: string;
  readonly to: Status;
  readonly revision: number;
  readonly note?: string;
}
export type BoardMoved =
  | { readonly ok: true; readonly canvas: PageCanvas }
  | { readonly ok: false; readonly message: string };

/** A card that stands where the person put it, before and after the server said yes. */
type Overlay =
  | { readonly kind: "asked"; readonly to: Status; readonly at: string }
  | { readonly kind: "answered"; readonly canvas: PageCanvas };

/** What the board says about the last move, with the way back. */
export type Toast =
  /** `from`: where it can go back to; null: its text has changed since it was approved, and no undo approves that. */
  | { readonly kind: "moved"; readonly canvas: PageCanvas; readonly from: Status | null }
  | { readonly kind: "undone"; readonly canvas: PageCanvas }
  | { readonly kind: "refused"; readonly canvas: PageCanvas; readonly message: string };

export interface MovesState {
  readonly overlays: Readonly<Record<string, Overlay>>;
  readonly toast: Toast | null;
}
export const NO_MOVES: MovesState = { overlays: {}, toast: null };

export type MovesAction =
  | { readonly kind: "asked"; readonly id: string; readonly to: Status; readonly at: string }
  | { readonly kind: "moved"; readonly canvas: PageCanvas; readonly from: Status | null; readonly undoes: boolean }
  | { readonly kind: "refused"; readonly canvas: PageCanvas; readonly message: string }
  | { readonly kind: "dismissed" };

/** Optimistic moves: the card goes at once, and comes back with words when the server refuses. */
export function reduceMoves(state: MovesState, action: MovesAction): MovesState {
  switch (action.kind) {
    case "asked":
      return { overlays: put(state, action.id, { kind: "asked", to: action.to, at: action.at }), toast: null };
    case "moved": {
      const { canvas, from } = action;
      return {
        overlays: put(state, canvas.id, { kind: "answered", canvas }),
        toast: action.undoes ? { kind: "undone", canvas } : { kind: "moved", canvas, from },
      };
    }
    case "refused": {
      const { [action.canvas.id]: _, ...overlays } = state.overlays;
      return { overlays, toast: { kind: "refused", canvas: action.canvas, message: action.message } };
    }
    case "dismissed":
      return state.toast === null ? state : { ...state, toast: null };
  }
}

function put(state: MovesState, id: string, overlay: Overlay): MovesState["overlays"] {
  return { ...state.overlays, [id]: overlay };
}

/** The canvases as they stand on the board. An answered move gives way to what is as new or newer. */
export function shownCanvases(canvases: readonly PageCanvas[], { overlays }: MovesState): readonly PageCanvas[] {
  return canvases.map((canvas) => {
    const overlay = Object.hasOwn(overlays, canvas.id) ? overlays[canvas.id] : undefined;
    if (overlay === undefined) return canvas;
    if (overlay.kind === "asked") return { ...canvas, status: overlay.to, updatedAt: overlay.at };
    return overlay.canvas.revision > canvas.revision ? overlay.canvas : canvas;
  });
}

export function isMoving(state: MovesState, id: string): boolean {
  return Object.hasOwn(state.overlays, id) && state.overlays[id]?.kind === "asked";
}

/** Where a canvas can be put back to. An approval is of the text that was approved, not of what became of it. */
export function undoStatus({ status, approved, version }: PageCanvas): Status | null {
  return status === "approved" && approved !== undefined && approved !== version ? null : status;
}

export interface BoardColumnData {
  readonly status: Status;
  /** The last changed first. */
  readonly canvases: readonly PageCanvas[];
}

/** The canvases by status, in the order of a document's life; a column without canvases stands too. */
export function columnsOf(canvases: readonly PageCanvas[]): readonly BoardColumnData[] {
  const sorted = canvases.toSorted((a, b) => compare(b.updatedAt, a.updatedAt) || compare(a.id, b.id));
  return STATUSES.map((status) => ({ status, canvases: sorted.filter((canvas) => canvas.status === status) }));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
