import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { ChangeSpec, EditorState, StateCommand } from "@codemirror/state";
import { EditorSelection } from "@codemirror/state";
import { parseLinePrefix } from "./line-prefix.ts";

/** A pair of marks around words, and what the parser calls the two together. */
export interface InlineMark {
  readonly sign: string;
  readonly node: string;
}
export const STRONG: InlineMark = { sign: "**", node: "StrongEmphasis" };
export const EMPHASIS: InlineMark = { sign: "*", node: "Emphasis" };
export const STRIKE: InlineMark = { sign: "~~", node: "Strikethrough" };
export const CODE: InlineMark = { sign: "`", node: "InlineCode" };

/** Between the outer and the inner marks of "***both***" there are no words. */
const ONLY_SIGNS = /^[\s*_~`]*$/;

interface Extent {
  readonly from: number;
  readonly to: number;
}
/** A marked stretch: its outer ends, and the words between its marks. */
interface Marked extends Extent {
  readonly inner: Extent;
}

/**
 * Puts the mark around the selected words, or takes it away when all of them have it. Several lines are marked one by
 * one, after their list signs and quote marks. Without a selection: the word at the caret, the marked stretch around
 * it, or an empty pair with the caret inside.
 */
export function toggleMark(mark: InlineMark): StateCommand {
  return ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const spec = state.changeByRange((range) => {
      if (range.empty) return toggleAtCaret(state, range.head, mark);
      const segments = segmentsOf(state, range.from, range.to);
      if (segments.length === 0) return { range };
      const changes = segments.every((segment) => markedAround(state, segment, mark) !== null)
        ? segments.flatMap((segment) => unmark(state, segment, markedAround(state, segment, mark)!, mark))
        : segments
            .filter((segment) => markedAround(state, segment, mark) === null)
            .flatMap((segment) => addMark(state, segment, mark));
      const set = state.changes(changes);
      const from = set.mapPos(segments[0]!.from, 1);
      const to = set.mapPos(segments[segments.length - 1]!.to, -1);
      const forward = range.anchor <= range.head;
      return { changes: set, range: EditorSelection.range(forward ? from : to, forward ? to : from) };
    });
    dispatch(state.update(spec, { scrollIntoView: true, userEvent: "input" }));
    return true;
  };
}

/** The words of the selection, line by line, without the white space around them and without the lines' markers. */
function segmentsOf(state: EditorState, from: number, to: number): Extent[] {
  const segments: Extent[] = [];
  for (let at = from; at <= to; ) {
    const line = state.doc.lineAt(at);
    const start = Math.max(from, line.from + parseLinePrefix(line.text).length);
    const end = Math.min(to, line.to);
    const text = start < end ? state.sliceDoc(start, end) : "";
    const words = text.trim();
    if (words !== "") {
      const first = start + text.indexOf(words);
      segments.push({ from: first, to: first + words.length });
    }
    at = line.to + 1;
  }
  return segments;
}

function toggleAtCaret(state: EditorState, at: number, mark: InlineMark) {
  const { sign } = mark;
  const line = state.doc.lineAt(at);
  const before = line.text.slice(0, at - line.from);
  const after = line.text.slice(at - line.from);
  if (isEmptyPair(before, after, sign)) {
    return {
      changes: { from: at - sign.length, to: at + sign.length },
      range: EditorSelection.cursor(at - sign.length),
    };
  }
  const around = markedAround(state, { from: at, to: at }, mark);
  const word = state.wordAt(at);
  if (around !== null || (word !== null && word.from < at && at < word.to)) {
    const changes = state.changes(
      around !== null ? removeMarks(around) : addMark(state, { from: word!.from, to: word!.to }, mark),
    );
    return { changes, range: EditorSelection.cursor(changes.mapPos(at)) };
  }
  return { changes: { from: at, insert: sign + sign }, range: EditorSelection.cursor(at + sign.length) };
}

/** "**|**" is a pair of strong marks, but never of emphasis: the run of signs tells. */
function isEmptyPair(before: string, after: string, sign: string): boolean {
  const char = sign[0]!;
  const left = before.length - trimEnd(before, char).length;
  const right = after.length - trimStart(after, char).length;
  if (left !== right || left < sign.length) return false;
  return char !== "*" || sign.length === 2 ? left >= sign.length : left % 2 === 1;
}
function trimEnd(text: string, char: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === char) end--;
  return text.slice(0, end);
}
function trimStart(text: string, char: string): string {
  let start = 0;
  while (start < text.length && text[start] === char) start++;
  return text.slice(start);
}

/** The marked stretch that holds the segment, with or without its marks. */
function markedAround(state: EditorState, segment: Extent, mark: InlineMark): Marked | null {
  return markedStretches(state, segment, mark).find((one) => one.from <= segment.from && segment.to <= one.to) ?? null;
}

function markedStretches(state: EditorState, { from, to }: Extent, mark: InlineMark): Marked[] {
  const tree = ensureSyntaxTree(state, to, 200) ?? syntaxTree(state);
  const found: Marked[] = [];
  tree.iterate({
    from,
    to,
    enter: (node) => {
      if (node.name !== mark.node) return;
      const first = node.node.firstChild;
      const last = node.node.lastChild;
      if (first === null || last === null || first.to > last.from) return;
      // A caret that only touches the marks from outside is not inside.
      if (from === to && (from === node.from || from === node.to)) return;
      if (from < to && (node.to <= from || node.from >= to)) return;
      found.push({ from: node.from, to: node.to, inner: { from: first.to, to: last.from } });
    },
  });
  return found;
}

function removeMarks(marked: Marked): ChangeSpec[] {
  return [
    { from: marked.from, to: marked.inner.from },
    { from: marked.inner.to, to: marked.to },
  ];
}

/** Takes the mark from the segment only: what is marked before and after it stays marked. */
function unmark(state: EditorState, segment: Extent, marked: Marked, mark: InlineMark): ChangeSpec[] {
  const left = state.sliceDoc(marked.inner.from, Math.max(marked.inner.from, segment.from));
  const right = state.sliceDoc(Math.min(marked.inner.to, segment.to), marked.inner.to);
  const opening = state.sliceDoc(marked.from, marked.inner.from);
  const sign = mark === CODE ? opening : mark.sign;
  const changes: ChangeSpec[] = [];
  if (ONLY_SIGNS.test(left)) changes.push({ from: marked.from, to: marked.inner.from });
  else changes.push({ from: marked.inner.from + left.trimEnd().length, insert: sign });
  if (ONLY_SIGNS.test(right)) changes.push({ from: marked.inner.to, to: marked.to });
  else changes.push({ from: marked.inner.to - right.trimStart().length, insert: sign });
  return changes;
}

/** Marks the segment, joined with every marked stretch that it overlaps. */
function addMark(state: EditorState, segment: Extent, mark: InlineMark): ChangeSpec[] {
  const overlapping = markedStretches(state, segment, mark);
  const inner = overlapping.reduce(
    (all, one) => ({ from: Math.min(all.from, one.inner.from), to: Math.max(all.to, one.inner.to) }),
    segment,
  );
  const text = state.sliceDoc(inner.from, inner.to);
  const [open, close] = mark === CODE ? codeSigns(text) : [mark.sign, mark.sign];
  return [...overlapping.flatMap(removeMarks), { from: inner.from, insert: open }, { from: inner.to, insert: close }];
}

/** Code that holds backticks needs a longer fence, and a space where it would touch one. */
function codeSigns(text: string): [string, string] {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  if (longest === 0) return ["`", "`"];
  const fence = "`".repeat(longest === 1 ? 2 : longest + 1);
  const space = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return [fence + space, space + fence];
}
