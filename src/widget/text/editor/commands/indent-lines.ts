import type { ChangeSpec, EditorState, Line, StateCommand } from "@codemirror/state";
import { isInCode } from "./continue-list.ts";
import { parseLinePrefix } from "./line-prefix.ts";

/** Moves list items, code and several selected lines one level in. Elsewhere false. */
export const indentLines: StateCommand = ({ state, dispatch }) => {
  const lines = linesToMove(state);
  if (lines === null) return false;
  const changes: ChangeSpec[] = lines
    .filter((line) => line.text.trim() !== "" || lines.length === 1)
    .map((line) => ({
      from: line.from + parseLinePrefix(line.text).quote.length,
      insert: " ".repeat(stepAt(state, line)),
    }));
  dispatchLines(state, changes, dispatch);
  return true;
};

/** Moves them one level out. False where nothing could be moved. */
export const outdentLines: StateCommand = ({ state, dispatch }) => {
  const lines = linesToMove(state);
  if (lines === null) return false;
  const changes: ChangeSpec[] = [];
  for (const line of lines) {
    const { quote, indent } = parseLinePrefix(line.text);
    const size = indent.startsWith("\t") ? 1 : Math.min(indent.length, stepAt(state, line));
    const from = line.from + quote.length;
    if (size > 0) changes.push({ from, to: from + size });
  }
  if (changes.length === 0) return false;
  dispatchLines(state, changes, dispatch);
  return true;
};

function dispatchLines(
  state: EditorState,
  specs: ChangeSpec[],
  dispatch: Parameters<StateCommand>[0]["dispatch"],
): void {
  const changes = state.changes(specs);
  dispatch(
    state.update({
      changes,
      selection: state.selection.map(changes, 1),
      scrollIntoView: true,
      userEvent: "input.indent",
    }),
  );
}

function linesToMove(state: EditorState): Line[] | null {
  if (state.readOnly) return null;
  const { main } = state.selection;
  const first = state.doc.lineAt(main.from);
  const last = state.doc.lineAt(main.to);
  const lines: Line[] = [];
  for (let number = first.number; number <= last.number; number++) {
    const line = state.doc.line(number);
    if (line.from === main.to && number > first.number) continue;
    lines.push(line);
  }
  if (lines.length > 1) return lines;
  const { marker } = parseLinePrefix(first.text);
  const isItem = marker !== null && marker.kind !== "heading";
  return isItem || isInCode(state, main.head) ? lines : null;
}

/** An item nests below the one above it when it starts where that one's words do. */
function stepAt(state: EditorState, line: Line): number {
  const { marker } = parseLinePrefix(line.text);
  if (marker === null || marker.kind === "heading") return 2;
  for (let number = line.number - 1; number >= Math.max(1, line.number - 50); number--) {
    const above = parseLinePrefix(state.doc.line(number).text);
    if (above.marker !== null && above.marker.kind !== "heading") return above.marker.text.length;
    if (state.doc.line(number).text.trim() === "") continue;
    if (above.indent === "") break;
  }
  return marker.text.length;
}
