import type { Status } from "../../../core/records/canvas.ts";

/** What the keys move over: the columns as they are drawn, in reading order. */
export interface KeyColumn {
  readonly status: Status;
  readonly ids: readonly string[];
  /** Shut: its cards cannot be reached, but cards can be moved there. */
  readonly collapsed: boolean;
}

/** Where the keyboard is. `card` null: on the column itself, because it is empty or shut. */
export interface BoardPlace {
  readonly column: Status;
  readonly card: string | null;
  /** The card in hand, and the column it would be put down in. */
  readonly lifted: { readonly id: string; readonly over: Status } | null;
}

export interface KeyPress {
  readonly key: string;
  /** Alt or Ctrl: the arrow moves the card, not the focus. */
  readonly moves: boolean;
  readonly rightToLeft: boolean;
  /** False where the board can only be read. */
  readonly canMove: boolean;
}

/** What a key asks of the board, beside the new place. */
export type BoardWish =
  | { readonly kind: "open"; readonly id: string }
  | { readonly kind: "move"; readonly id: string; readonly to: Status }
  | { readonly kind: "lifted"; readonly id: string; readonly over: Status }
  | { readonly kind: "over"; readonly id: string; readonly over: Status }
  | { readonly kind: "putBack"; readonly id: string };

export interface BoardStep {
  readonly place: BoardPlace;
  readonly wish: BoardWish | null;
}

/** What a key does; null when it is not the board's. Nothing wraps around: an edge is an edge. */
export function pressKey(place: BoardPlace, press: KeyPress, columns: readonly KeyColumn[]): BoardStep | null {
  const side = sideOf(press);
  if (place.lifted !== null) return inHand(place, place.lifted, press, side, columns);
  const { card } = place;
  if (side !== 0) {
    const to = neighbour(columns, place.column, side);
    if (!press.moves) return to ? stay(enter(place, columns, to)) : stay(place);
    if (card === null || !press.canMove) return null;
    return { place, wish: to ? { kind: "move", id: card, to: to.status } : null };
  }
  if (press.moves) return null;
  const ids = columnOf(columns, place.column)?.ids ?? [];
  const at = card === null ? -1 : ids.indexOf(card);
  const go = (index: number) => stay({ ...place, card: ids[Math.max(0, Math.min(ids.length - 1, index))] ?? card });
  switch (press.key) {
    case "ArrowDown":
      return card === null ? null : go(at + 1);
    case "ArrowUp":
      return card === null ? null : go(at - 1);
    case "Home":
      return card === null ? null : go(0);
    case "End":
      return card === null ? null : go(ids.length - 1);
    case "Enter":
      return card === null ? null : { place, wish: { kind: "open", id: card } };
    case " ": {
      if (card === null || !press.canMove) return null;
      const lifted = { id: card, over: place.column };
      return { place: { ...place, lifted }, wish: { kind: "lifted", ...lifted } };
    }
    default:
      return null;
  }
}

/**
 * Where the keyboard is after the cards changed. It goes along with its card (`follows`), unless that went where it cannot
 * be seen: then to the next card of the column, else the one before, else the column itself.
 */
export function placeAfter(
  place: BoardPlace,
  before: readonly KeyColumn[],
  after: readonly KeyColumn[],
  follows: boolean,
): BoardPlace {
  const { card } = place;
  if (card === null) {
    const [first] = columnOf(after, place.column)?.ids ?? [];
    return first === undefined || columnOf(after, place.column)?.collapsed ? place : { ...place, card: first };
  }
  const now = after.find(({ ids }) => ids.includes(card));
  if (now?.status === place.column) return place;
  if (now && !now.collapsed && follows) return { ...place, column: now.status, lifted: null };
  const old = columnOf(before, place.column)?.ids ?? [];
  const left = new Set(columnOf(after, place.column)?.ids ?? []);
  const at = old.indexOf(card);
  const next =
    old.slice(at + 1).find((id) => left.has(id)) ?? old.slice(0, Math.max(0, at)).findLast((id) => left.has(id));
  return { ...place, card: next ?? [...left][0] ?? null, lifted: null };
}

function inHand(
  place: BoardPlace,
  lifted: { readonly id: string; readonly over: Status },
  press: KeyPress,
  side: -1 | 0 | 1,
  columns: readonly KeyColumn[],
): BoardStep | null {
  const down = { ...place, lifted: null };
  if (side !== 0) {
    const to = neighbour(columns, lifted.over, side);
    if (!to) return stay(place);
    const next = { id: lifted.id, over: to.status };
    return { place: { ...place, lifted: next }, wish: { kind: "over", ...next } };
  }
  switch (press.key) {
    case " ":
    case "Enter":
      return lifted.over === place.column
        ? { place: down, wish: { kind: "putBack", id: lifted.id } }
        : { place: down, wish: { kind: "move", id: lifted.id, to: lifted.over } };
    case "Escape":
      return { place: down, wish: { kind: "putBack", id: lifted.id } };
    case "Tab":
      // Leaves the board: the card must not stay in a hand that is gone. The key itself goes on.
      return null;
    default:
      // A card in hand: nothing else moves.
      return press.key.startsWith("Arrow") || press.key === "Home" || press.key === "End" ? stay(place) : null;
  }
}

function enter(place: BoardPlace, columns: readonly KeyColumn[], to: KeyColumn): BoardPlace {
  const from = columnOf(columns, place.column);
  const at = place.card === null ? 0 : Math.max(0, from?.ids.indexOf(place.card) ?? 0);
  const card = to.collapsed ? null : (to.ids[Math.min(at, to.ids.length - 1)] ?? null);
  return { column: to.status, card, lifted: null };
}

function sideOf({ key, rightToLeft }: KeyPress): -1 | 0 | 1 {
  if (key !== "ArrowLeft" && key !== "ArrowRight") return 0;
  return (key === "ArrowRight") === rightToLeft ? -1 : 1;
}

function neighbour(columns: readonly KeyColumn[], status: Status, side: -1 | 1): KeyColumn | undefined {
  const at = columns.findIndex((column) => column.status === status);
  return at === -1 ? undefined : columns[at + side];
}

function columnOf(columns: readonly KeyColumn[], status: Status): KeyColumn | undefined {
  return columns.find((column) => column.status === status);
}

function stay(place: BoardPlace): BoardStep {
  return { place, wish: null };
}
