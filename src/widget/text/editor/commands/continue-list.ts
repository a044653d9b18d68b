import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { ChangeSpec, EditorState, Line, StateCommand } from "@codemirror/state";
import { EditorSelection } from "@codemirror/state";
import { type LinePrefix, type Marker, parseLinePrefix } from "./line-prefix.ts";

/**
 * Enter inside a list, a task list or a quote goes on with it, numbers following. On an empty item it goes out one level;
 * out of all of them a blank line stands before the caret and after it, without which the next words would still belong
 * to the item or the quote. Elsewhere, and in code, it answers false: an ordinary Enter.
 */
export const continueMarkup: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly || state.selection.ranges.length > 1) return false;
  const { main } = state.selection;
  const line = state.doc.lineAt(main.from);
  const prefix = parseLinePrefix(line.text);
  if (main.from < line.from + prefix.length || isInCode(state, main.from)) return false;
  const item = prefix.marker !== null && prefix.marker.kind !== "heading" ? prefix.marker : null;
  if (item === null && prefix.quote === "" && prefix.indent === "") return false;

  const isEmptyLine = main.empty && line.text.slice(prefix.length).trim() === "";
  if (isEmptyLine) {
    return dispatchAll(leaveEmptyItem(state, line, prefix));
  }
  const insert = state.lineBreak + prefix.quote + prefix.indent + (item === null ? "" : nextMarker(item));
  // White space after the caret would stand between the new marker and its words.
  const blank = /^[ \t]*/.exec(state.sliceDoc(main.to, state.doc.lineAt(main.to).to))![0].length;
  const changes: ChangeSpec[] = [{ from: main.from, to: main.to + blank, insert }];
  if (item?.kind === "ordered") changes.push(...renumber(state, state.doc.lineAt(main.to), prefix, item.number + 1, 1));
  return dispatchAll({ changes, caret: main.from + insert.length });

  function dispatchAll(edit: { readonly changes: ChangeSpec[]; readonly caret: number }): boolean {
    dispatch(
      state.update({
        changes: edit.changes,
        selection: EditorSelection.cursor(edit.caret),
        scrollIntoView: true,
        userEvent: "input",
      }),
    );
    return true;
  }
};

/** Backspace right after a marker takes the marker away: first the box, then the list sign, then one quote mark. */
export const deleteMarkup: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly || state.selection.ranges.length > 1 || !state.selection.main.empty) return false;
  const at = state.selection.main.head;
  const line = state.doc.lineAt(at);
  const prefix = parseLinePrefix(line.text);
  const { marker } = prefix;
  if (at !== line.from + prefix.length || at === line.from || marker?.kind === "heading" || isInCode(state, at)) {
    return false;
  }
  let size: number;
  if (marker !== null) size = marker.task?.text.length ?? marker.text.length;
  else if (prefix.quote !== "" && prefix.indent === "") size = /> ?$/.exec(prefix.quote)![0].length;
  else return false;
  dispatch(state.update({ changes: { from: at - size, to: at }, scrollIntoView: true, userEvent: "delete.backward" }));
  return true;
};

export function isInCode(state: EditorState, at: number): boolean {
  const tree = ensureSyntaxTree(state, at, 200) ?? syntaxTree(state);
  for (let node = tree.resolveInner(at, -1).node; ; ) {
    if (node.name === "FencedCode" || node.name === "CodeBlock") return true;
    if (node.parent === null) return false;
    node = node.parent;
  }
}

interface Edit {
  readonly changes: ChangeSpec[];
  readonly caret: number;
}

function leaveEmptyItem(state: EditorState, line: Line, prefix: LinePrefix): Edit {
  const { quote, indent, marker } = prefix;
  const counted =
    marker?.kind === "ordered" ? renumber(state, line, prefix, marker.number + 1, -1) : ([] as ChangeSpec[]);
  const outer = marker === null || indent === "" ? null : itemAbove(state, line, prefix);
  if (outer !== null) {
    const start = line.from + quote.length;
    const insert = outer.indent + (outer.marker === null ? "" : nextMarker(outer.marker));
    const following =
      outer.marker?.kind === "ordered"
        ? renumber(state, line, outer, outer.marker.number + 1, 1)
        : ([] as ChangeSpec[]);
    return { changes: [{ from: start, to: line.to, insert }, ...following], caret: start + insert.length };
  }
  const left = marker !== null || indent !== "" ? quote : quote.slice(0, /> ?$/.exec(quote)!.index);
  const start = line.from + left.length;
  const blank = left.trimEnd();
  const above = line.number === 1 ? null : state.doc.line(line.number - 1);
  const below = line.number === state.doc.lines ? null : state.doc.line(line.number + 1);
  const before = above === null || isBlank(above) ? "" : blank + state.lineBreak + left;
  const after = below === null || isBlank(below) ? "" : state.lineBreak + blank;
  // The blank line keeps nothing of the outer quote but its mark.
  const from = before === "" ? start : line.from;
  return {
    changes: [{ from, to: line.to, insert: before + after }, ...counted],
    caret: from + before.length,
  };
}

/** Nothing but quote marks and white space. */
const isBlank = ({ text }: Line): boolean => text.slice(parseLinePrefix(text).quote.length).trim() === "";

/** The nearest item above that this one is nested in. */
function itemAbove(state: EditorState, line: Line, prefix: LinePrefix): LinePrefix | null {
  const quotes = depth(prefix.quote);
  for (let number = line.number - 1; number >= 1; number--) {
    const { text } = state.doc.line(number);
    const above = parseLinePrefix(text);
    if (depth(above.quote) !== quotes) return null;
    if (above.marker !== null && above.marker.kind !== "heading" && above.indent.length < prefix.indent.length) {
      return above;
    }
    if (above.indent === "" && above.marker === null && !isBlank(state.doc.line(number))) return null;
  }
  return null;
}

const depth = (quote: string): number => quote.split(">").length - 1;

function nextMarker(marker: Marker): string {
  if (marker.kind === "heading") return "";
  const box = marker.task === null ? "" : "[ ] ";
  const space = /[ \t]+$/.exec(marker.text)?.[0] ?? " ";
  const sign = marker.kind === "ordered" ? `${marker.number + 1}${marker.sign}` : marker.sign;
  return sign + space + box;
}

/** The items after `line` that count on from `number` count `by` more, or less. */
function renumber(state: EditorState, line: Line, prefix: LinePrefix, number: number, by: 1 | -1): ChangeSpec[] {
  const changes: ChangeSpec[] = [];
  let expected = number;
  for (let at = line.number + 1; at <= state.doc.lines; at++) {
    const next = state.doc.line(at);
    const other = parseLinePrefix(next.text);
    if (other.quote !== prefix.quote || next.text.trim() === "") break;
    if (other.indent.length > prefix.indent.length) continue;
    if (other.indent !== prefix.indent || other.marker?.kind !== "ordered" || other.marker.number !== expected) break;
    const from = next.from + other.quote.length + other.indent.length;
    changes.push({ from, to: from + String(expected).length, insert: String(expected + by) });
    expected++;
  }
  return changes;
}
