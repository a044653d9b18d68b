import type { Status } from "../../../../core/records/canvas.ts";
import type { PageCanvas } from "../../../../protocol/page.ts";

/** What of the canvases is listed. null: all that are not archived. */
export type ListFilter = Status | "bin" | null;

/** What the person looks for, kept while the tab is: who comes back from a canvas finds the list as it was. */
export interface Looking {
  readonly typed: string;
  readonly filter: ListFilter;
}

export const LOOKING_AT_ALL: Looking = { typed: "", filter: null };

/** A canvas on screen. `pulse` grows when it changed while it was shown. */
export interface Row {
  readonly canvas: PageCanvas;
  readonly pulse: number;
  /** It is no longer among those asked for; its place is kept while somebody may be about to press it. */
  readonly gone: boolean;
}

export interface Rows {
  readonly rows: readonly Row[];
  /** The newest answer of the server, where it is not yet on screen as it is. */
  readonly held: readonly PageCanvas[] | null;
}

export const NO_ROWS: Rows = { rows: [], held: null };

/** The server's order, with what an agent waits for first: the longest wait on top. */
export function inOrder(canvases: readonly PageCanvas[]): readonly PageCanvas[] {
  const waiting = canvases.filter((canvas) => canvas.waiting !== null);
  const since = (canvas: PageCanvas): string => canvas.waiting?.since ?? "";
  return [
    ...waiting.sort((a, b) => (since(a) < since(b) ? -1 : 1)),
    ...canvases.filter((canvas) => canvas.waiting === null),
  ];
}

/**
 * Takes the server's newest answer. While somebody points at the list or stands in it, nothing moves: rows change in
 * their places, and what is new or gone waits for `release`.
 */
export function takeFresh(before: Rows, fresh: readonly PageCanvas[], isHeld: boolean): Rows {
  const ordered = inOrder(fresh);
  const rowOf = rowsAfter(before);
  if (!isHeld || before.rows.length === 0) return { rows: ordered.map(rowOf), held: null };
  const byId = new Map(fresh.map((canvas) => [canvas.id, canvas]));
  const rows = before.rows.map((row) => {
    const canvas = byId.get(row.canvas.id);
    return canvas === undefined ? { ...row, gone: true } : rowOf(canvas);
  });
  const inPlace = rows.length === ordered.length && rows.every((row, at) => row.canvas.id === ordered[at]?.id);
  return { rows, held: inPlace ? null : ordered };
}

/** Nobody points at the list any more: it may be as it should. */
export function release(before: Rows): Rows {
  if (before.held === null) return before;
  return { rows: before.held.map(rowsAfter(before)), held: null };
}

/** How many canvases wait to be shown. What only moved up from below, into the place of one that went, is not new. */
export function arrivedIn({ rows, held }: Rows): number {
  const known = new Set(rows.map((row) => row.canvas.id));
  const isKnown = (held ?? []).map((canvas) => known.has(canvas.id));
  const last = isKnown.lastIndexOf(true);
  return isKnown.filter((is, at) => !is && (last === -1 || at < last)).length;
}

/** The person took it away: it goes at once. */
export function withoutRow(before: Rows, id: string): Rows {
  return {
    rows: before.rows.filter((row) => row.canvas.id !== id),
    held: before.held?.filter((canvas) => canvas.id !== id) ?? null,
  };
}

/** One canvas as it is now, in its place. */
export function withCanvas(before: Rows, canvas: PageCanvas): Rows {
  const rowOf = rowsAfter(before);
  return {
    rows: before.rows.map((row) => (row.canvas.id === canvas.id ? rowOf(canvas) : row)),
    held: before.held?.map((one) => (one.id === canvas.id ? canvas : one)) ?? null,
  };
}

/** Makes rows of canvases. What is as it was stays the same object, so that only what changed is drawn again. */
function rowsAfter(before: Rows): (canvas: PageCanvas) => Row {
  const rows = new Map(before.rows.map((row) => [row.canvas.id, row]));
  return (canvas) => {
    const row = rows.get(canvas.id);
    // On the first load everything is new, and nothing has changed.
    if (row === undefined) return { canvas, pulse: before.rows.length === 0 ? 0 : 1, gone: false };
    if (!row.gone && JSON.stringify(row.canvas) === JSON.stringify(canvas)) return row;
    return { canvas, pulse: row.pulse + (isSame(row.canvas, canvas) ? 0 : 1), gone: false };
  };
}

function isSame(a: PageCanvas, b: PageCanvas): boolean {
  return a.revision === b.revision && a.status === b.status && (a.waiting === null) === (b.waiting === null);
}
