import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Status } from "../../../core/records/canvas.ts";
import type { BoardColumnData } from "../../state/board-moves.ts";
import { type BoardPlace, type KeyColumn, placeAfter, pressKey } from "./board-keys.ts";

interface BoardKeysOptions {
  readonly root: RefObject<HTMLElement | null>;
  readonly columns: readonly BoardColumnData[];
  readonly archivedOpen: boolean;
  readonly narrow: boolean;
  readonly canMove: boolean;
  readonly opensOn: Status | null;
  readonly returnsTo: string | null;
  readonly onOpen: (id: string) => void;
  readonly onMove: (id: string, to: Status) => void;
  readonly onLifted: (id: string, over: Status) => void;
  readonly onOver: (over: Status) => void;
  readonly onPutBack: (id: string) => void;
}

export interface BoardKeys {
  readonly place: BoardPlace;
  press(event: KeyboardEvent, column: Status, card: string | null): void;
  focused(column: Status, card: string): void;
  /** The focus left the board, or its element went away. */
  blurred(event: FocusEvent): void;
  /** A tab was chosen. */
  choose(column: Status): void;
  /** What had the focus is about to go or to move: it is the card's afterwards. */
  refocus(): void;
}

/** The keyboard's place on the board, and the focus that goes with it. */
export function useBoardKeys(options: BoardKeysOptions): BoardKeys {
  const { root, columns, archivedOpen, narrow, opensOn, returnsTo } = options;
  const keyColumns = useMemo(
    (): readonly KeyColumn[] =>
      columns.map(({ status, canvases }) => ({
        status,
        ids: canvases.map(({ id }) => id),
        collapsed: status === "archived" && !archivedOpen && !narrow,
      })),
    [columns, archivedOpen, narrow],
  );
  const [place, setPlace] = useState<BoardPlace>(
    () => placeOf(keyColumns, returnsTo) ?? firstPlace(keyColumns, opensOn),
  );
  const before = useRef(keyColumns);
  const wantsFocus = useRef(returnsTo !== null);
  const hadFocus = useRef(false);

  useLayoutEffect(() => {
    const was = before.current;
    before.current = keyColumns;
    const wasEmpty = was.every(({ ids }) => ids.length === 0);
    if (was === keyColumns) return;
    setPlace((at) =>
      wasEmpty && !hadFocus.current ? firstPlace(keyColumns, opensOn) : placeAfter(at, was, keyColumns, !narrow),
    );
  }, [keyColumns, narrow, opensOn]);

  useLayoutEffect(() => {
    // A card that moves to another column is another element: what had the focus may be gone.
    const fell = hadFocus.current && document.activeElement === document.body;
    if (!wantsFocus.current && !fell) return;
    const target = place.card === null ? `[data-column="${place.column}"]` : `[data-card="${CSS.escape(place.card)}"]`;
    const element = root.current?.querySelector<HTMLElement>(target);
    if (!element) return;
    wantsFocus.current = false;
    element.focus();
  });

  return {
    place,
    press(event, column, card) {
      const at: BoardPlace = { column, card, lifted: place.lifted };
      const step = pressKey(
        at,
        {
          key: event.key,
          moves: (event.altKey || event.ctrlKey) && !event.shiftKey && !event.metaKey,
          rightToLeft: getComputedStyle(event.currentTarget).direction === "rtl",
          canMove: options.canMove,
        },
        keyColumns,
      );
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      wantsFocus.current = true;
      setPlace(step.place);
      const { wish } = step;
      if (wish?.kind === "open") options.onOpen(wish.id);
      else if (wish?.kind === "move") options.onMove(wish.id, wish.to);
      else if (wish?.kind === "lifted") options.onLifted(wish.id, wish.over);
      else if (wish?.kind === "over") options.onOver(wish.over);
      else if (wish?.kind === "putBack") options.onPutBack(wish.id);
    },
    focused(column, card) {
      hadFocus.current = true;
      setPlace((at) => (at.column === column && at.card === card ? at : { column, card, lifted: null }));
    },
    blurred(event) {
      const { relatedTarget: to, target: from } = event;
      if (to instanceof Node && root.current?.contains(to)) return;
      // A press on nothing takes the focus away for good; an element that is about to go does not.
      queueMicrotask(() => {
        if (from.isConnected) hadFocus.current = false;
      });
      if (place.lifted === null || wantsFocus.current) return;
      options.onPutBack(place.lifted.id);
      setPlace({ ...place, lifted: null });
    },
    choose(column) {
      const ids = keyColumns.find(({ status }) => status === column)?.ids ?? [];
      setPlace({ column, card: ids[0] ?? null, lifted: null });
    },
    refocus() {
      wantsFocus.current = true;
    },
  };
}

function placeOf(columns: readonly KeyColumn[], card: string | null): BoardPlace | null {
  const column = columns.find(({ ids, collapsed }) => card !== null && ids.includes(card) && !collapsed);
  return column ? { column: column.status, card, lifted: null } : null;
}

function firstPlace(columns: readonly KeyColumn[], opensOn: Status | null): BoardPlace {
  const asked = columns.find(({ status }) => status === opensOn);
  const first = asked ?? columns.find(({ ids, collapsed }) => ids.length > 0 && !collapsed) ?? columns[0];
  return { column: first?.status ?? "draft", card: first?.ids[0] ?? null, lifted: null };
}
