import fc from "fast-check";
import { expect, test } from "vitest";
import { STATUSES } from "../../../core/records/canvas.ts";
import { type BoardPlace, type KeyColumn, placeAfter, pressKey } from "./board-keys.ts";

/** Four columns, `a b | c | | (z)`: cards by their letters, a shut column in brackets. */
function board(drawn: string): KeyColumn[] {
  return drawn.split("|").map((column, at) => ({
    status: STATUSES[at] ?? "draft",
    ids: column.match(/\w/g) ?? [],
    collapsed: column.includes("("),
  }));
}

/** The place of a card; of column 3, as `#3`. */
function placeOf(columns: readonly KeyColumn[], at: string): BoardPlace {
  if (at.startsWith("#")) return { column: STATUSES[Number(at.slice(1)) - 1] ?? "draft", card: null, lifted: null };
  return { column: columns.find(({ ids }) => ids.includes(at))?.status ?? "draft", card: at, lifted: null };
}

function drawPlace({ column, card, lifted }: BoardPlace): string {
  const at = card ?? `#${STATUSES.indexOf(column) + 1}`;
  return lifted ? `${at} in hand over #${STATUSES.indexOf(lifted.over) + 1}` : at;
}

/** Presses `Down Alt+Right Space …`, and tells where that led and what was asked for. */
function press(drawn: string, from: string, keys: string, { rtl = false, canMove = true } = {}): string {
  const columns = board(drawn);
  let place = placeOf(columns, from);
  const asked: string[] = [];
  for (const pressed of keys.split(" ")) {
    const name = pressed.replace(/^(Alt|Ctrl)\+/, "");
    const key = /^(Up|Down|Left|Right)$/.test(name) ? `Arrow${name}` : name === "Space" ? " " : name;
    const step = pressKey(place, { key, moves: name !== pressed, rightToLeft: rtl, canMove }, columns);
    if (!step) asked.push("not ours");
    else {
      place = step.place;
      const { wish } = step;
      if (wish?.kind === "move") asked.push(`${wish.id} to #${STATUSES.indexOf(wish.to) + 1}`);
      else if (wish) asked.push(wish.kind);
    }
  }
  return [drawPlace(place), ...asked].join(", ");
}

const BOARD = "a b c | d | | (z)";

test.each([
  ["down the column, and no further", "a", "Down Down Down", "c"],
  ["up the column, and no further", "b", "Up Up", "a"],
  ["to its ends", "b", "End", "c"],
  ["to its beginning", "c", "Home", "a"],
  ["to the next column, as far down as it goes", "c", "Right", "d"],
  ["through an empty column", "d", "Right", "#3"],
  ["and back", "d", "Right Left", "d"],
  ["onto a shut column, never into it", "d", "Right Right Down", "#4, not ours"],
  ["not past the edge", "a", "Left", "a"],
  ["opens", "b", "Enter", "b, open"],
  ["opens nothing in an empty column", "#3", "Enter", "#3, not ours"],
  ["moves the card by Alt", "b", "Alt+Right", "b, b to #2"],
  ["moves the card by Ctrl", "d", "Ctrl+Left", "d, d to #1"],
  ["moves no card past the edge", "a", "Alt+Left", "a"],
  ["moves nothing from an empty column", "#3", "Alt+Left", "#3, not ours"],
  ["leaves Alt and Up to others", "a", "Alt+Up", "a, not ours"],
  ["leaves letters to others", "a", "x", "a, not ours"],
])("%s", (_, from, keys, expected) => {
  expect(press(BOARD, from, keys)).toBe(expected);
});

test.each([
  ["lifts, chooses, puts down", "Space Right Right Space", "b, lifted, over, over, b to #3"],
  ["puts down by Enter", "Space Right Enter", "b, lifted, over, b to #2"],
  ["goes back on Escape", "Space Right Escape", "b, lifted, over, putBack"],
  ["is put back where it was lifted", "Space Space", "b, lifted, putBack"],
  ["reaches a shut column", "Space Right Right Right Right", "b in hand over #4, lifted, over, over, over"],
  ["does not go up or down", "Space Down End", "b in hand over #1, lifted"],
  ["leaves Tab alone", "Space Tab", "b in hand over #1, lifted, not ours"],
])("a card in hand %s", (_, keys, expected) => {
  expect(press(BOARD, "b", keys)).toBe(expected);
});

test("right to left, the arrows are turned round", () => {
  expect(press(BOARD, "b", "Left", { rtl: true })).toBe("d");
  expect(press(BOARD, "b", "Alt+Left", { rtl: true })).toBe("b, b to #2");
  expect(press(BOARD, "d", "Space Right", { rtl: true })).toBe("d in hand over #1, lifted, over");
});

test("where nothing can be moved, cards are only read and opened", () => {
  const reading = { canMove: false };
  expect(press(BOARD, "b", "Space", reading)).toBe("b, not ours");
  expect(press(BOARD, "b", "Alt+Right", reading)).toBe("b, not ours");
  expect(press(BOARD, "b", "Right Enter", reading)).toBe("d, open");
});

test.each([
  ["goes along with its card", "a b | c | |", "b", "a | b c | |", true, "b"],
  ["stays behind where only one column is seen", "a b | c | |", "a", "b | a c | |", false, "b"],
  ["stays behind when the card went into a shut column", "a b | c | | ()", "a", "b | c | | (a)", true, "b"],
  ["takes the card before when it was the last", "a b | | |", "b", "a | | | (b)", true, "a"],
  ["takes the column when it was the only one", "a | | |", "a", " | | | (a)", true, "#1"],
  ["stays on its card when others come", "a b | | |", "b", "x a b | | |", true, "b"],
  ["finds another when its card is gone", "a b | | |", "a", "b | | |", true, "b"],
  ["enters a column that was empty", " | | |", "#1", "a | | |", true, "a"],
])("the focus %s", (_, was, at, is, follows, expected) => {
  const before = board(was);
  expect(drawPlace(placeAfter(placeOf(before, at), before, board(is), follows))).toBe(expected);
});

test("law: whatever is pressed, the place is a card that is there, or a column without one to stand on", () => {
  const key = fc.constantFrom(
    "ArrowUp",
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    "Home",
    "End",
    " ",
    "Enter",
    "Escape",
    "Tab",
  );
  const drawn = fc.constantFrom(BOARD, "| | | ()", "a | | b | c", "| a | | (b c)");
  fc.assert(
    fc.property(drawn, fc.array(fc.tuple(key, fc.boolean(), fc.boolean())), (picture, presses) => {
      const columns = board(picture);
      let place: BoardPlace = { column: "draft", card: columns[0]?.ids[0] ?? null, lifted: null };
      for (const [name, moves, rightToLeft] of presses) {
        place = pressKey(place, { key: name, moves, rightToLeft, canMove: true }, columns)?.place ?? place;
        const column = columns.find(({ status }) => status === place.column);
        if (place.card === null) expect(column?.collapsed || column?.ids.length === 0).toBe(true);
        else expect(column?.ids).toContain(place.card);
      }
    }),
  );
});
