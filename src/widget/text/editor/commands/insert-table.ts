import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState, Line, StateCommand } from "@codemirror/state";
import { EditorSelection } from "@codemirror/state";
import { parseLinePrefix } from "./line-prefix.ts";

const COLUMNS = 3;
const ROWS = 2;
const EMPTY = `|${"     |".repeat(COLUMNS)}`;
const TABLE = [EMPTY, `|${" --- |".repeat(COLUMNS)}`, ...Array.from({ length: ROWS }, () => EMPTY)];

/** Blocks that cannot be parted: the table goes below them. */
const WHOLE = /^(?:FencedCode|CodeBlock|Table|ATXHeading\d|SetextHeading\d|HTMLBlock|CommentBlock|LinkReference)$/;
/** Neither can words that share their marks: it goes below the paragraph. */
const TIED = /^(?:Emphasis|StrongEmphasis|Strikethrough|InlineCode|Link|Image|Autolink)$/;

/**
 * A small table with a header, the caret in its first cell. Inside a paragraph it parts the paragraph at the caret, inside
 * a list item or a quote it belongs to that. A selection stays in the text, before the table.
 */
export const insertTable: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const at = placeFor(state, state.selection.main.to);
  const line = state.doc.lineAt(at);
  const prefix = parseLinePrefix(line.text);
  const isItem = prefix.marker !== null && prefix.marker.kind !== "heading" && at >= line.from + prefix.length;
  const before = isItem ? prefix.length : prefix.quote.length + prefix.indent.length;
  const own = line.text.slice(0, Math.min(before, at - line.from));
  const sign = isItem ? prefix.marker.text.length : 0;
  // What the lines of a block begin with that stands below this line's words, in its item and its quote.
  const inner = line.text.slice(0, Math.min(prefix.quote.length + prefix.indent.length, own.length)) + " ".repeat(sign);
  const words = line.text.slice(own.length, at - line.from).trimEnd();
  const rest = line.text.slice(at - line.from).trimStart();
  const blank = inner.trimEnd();
  const lineBreak = state.lineBreak;

  // Where the line has no words yet, the table is its first words: after the item's sign, if there is one.
  const isFirst = words === "" && (isItem || isBlankAbove(state, line));
  const lead = isFirst
    ? ""
    : words === ""
      ? blank.slice(own.trimEnd().length) + lineBreak + inner
      : lineBreak + blank + lineBreak + inner;
  const below = line.number < state.doc.lines ? state.doc.line(line.number + 1) : null;
  const tail =
    rest !== ""
      ? lineBreak + blank + lineBreak + inner + rest
      : below === null || isBlankLine(below)
        ? ""
        : lineBreak + blank;
  const from = line.from + own.length + words.length;
  const insert = lead + TABLE.join(lineBreak + inner) + tail;
  dispatch(
    state.update({
      changes: { from, to: line.to, insert },
      selection: EditorSelection.cursor(from + lead.length + 2),
      scrollIntoView: true,
      userEvent: "input",
    }),
  );
  return true;
};

/** `at`, or the end of the block that must not be parted. */
function placeFor(state: EditorState, at: number): number {
  const tree = ensureSyntaxTree(state, at, 200) ?? syntaxTree(state);
  let place = at;
  let isTied = false;
  for (let node = tree.resolveInner(at, -1).node; node.parent !== null; node = node.parent) {
    if (TIED.test(node.name) && node.from < at && at < node.to) isTied = true;
    if (WHOLE.test(node.name) || (isTied && node.name === "Paragraph")) place = state.doc.lineAt(node.to).to;
  }
  return place;
}

const isBlankLine = ({ text }: Line): boolean => text.slice(parseLinePrefix(text).quote.length).trim() === "";
const isBlankAbove = (state: EditorState, line: Line): boolean =>
  line.number === 1 || isBlankLine(state.doc.line(line.number - 1));
