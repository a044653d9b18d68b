import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { ChangeSpec, EditorState, SelectionRange, StateCommand } from "@codemirror/state";
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

type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>["resolveInner"]>;
interface SpecAtRange {
  readonly range: SelectionRange;
  readonly changes?: ChangeSpec;
}
interface Extent {
  readonly from: number;
  readonly to: number;
}
/** A marked stretch: its outer ends, and the words between its marks. */
interface Marked extends Extent {
  readonly inner: Extent;
}

/**
 * Puts the mark around the selected words, or takes it away when all of them have it; twice is as before. Several lines
 * are marked one by one, after their list signs and quote marks. Without a selection: an empty pair with the caret
 * inside; at the end of what is marked, a step out of it and back in; in a word, the word or the marked stretch around it.
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
            .map((segment) => wholeNodes(state, segment))
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

function toggleAtCaret(state: EditorState, at: number, mark: InlineMark): SpecAtRange {
  const { sign } = mark;
  const line = state.doc.lineAt(at);
  const before = line.text.slice(0, at - line.from);
  const after = line.text.slice(at - line.from);
  if (hasSignsAround(before, after, sign)) {
    return {
      changes: { from: at - sign.length, to: at + sign.length },
      range: EditorSelection.cursor(at - sign.length),
    };
  }
  const around = markedAround(state, { from: at, to: at }, mark);
  const step = around === null ? stepIn(state, at, mark) : stepOut(state, at, around, mark);
  if (step !== null) return { range: EditorSelection.cursor(step) };
  const pushed = around === null ? spacesOut(before, after, at, sign) : null;
  if (pushed !== null) return pushed;
  const word = state.wordAt(at);
  if (around !== null || (word !== null && word.from < at && at < word.to)) {
    const changes = state.changes(
      around !== null
        ? removeMarks(around)
        : addMark(state, wholeNodes(state, { from: word!.from, to: word!.to }), mark),
    );
    return { changes, range: EditorSelection.cursor(changes.mapPos(at)) };
  }
  return { changes: { from: at, insert: sign + sign }, range: EditorSelection.cursor(at + sign.length) };
}

/** Past the closing mark, when nothing but marks stands between it and the caret. */
function stepOut(state: EditorState, at: number, { inner, to }: Marked, { sign }: InlineMark): number | null {
  if (at <= inner.from || at > inner.to) return null;
  const between = state.sliceDoc(at, inner.to);
  if (at < inner.to && !/^[*_~`]+$/.test(between)) return null;
  // "***x|***": which of the two ends first is free, so the one that was asked for does.
  const isOwnSign = between !== "" && [...between].every((char) => char === sign[0]);
  return isOwnSign ? at + sign.length : to;
}

/** From right outside a marked stretch to its words: another pair there would be read as one long row of signs. */
function stepIn(state: EditorState, at: number, mark: InlineMark): number | null {
  const line = state.doc.lineAt(at);
  const near = { from: Math.max(line.from, at - 1), to: Math.min(line.to, at + 1) };
  const stretches = near.from < near.to ? markedStretches(state, near, mark) : [];
  const ended = stretches.find((one) => one.to === at);
  const begun = stretches.find((one) => one.from === at);
  return ended?.inner.to ?? begun?.inner.from ?? null;
}

/** "**bold |**" is no strong text: what was typed before the closing mark ends here, and its spaces go outside. */
function spacesOut(before: string, after: string, at: number, sign: string): SpecAtRange | null {
  const words = before.trimEnd();
  const spaces = before.slice(words.length);
  const run = after.length - trimStart(after, sign[0]!).length;
  if (spaces === "" || run === 0 || run % 3 !== sign.length % 3) return null;
  const opened = words.lastIndexOf(sign);
  const first = words[opened + sign.length];
  if (opened < 0 || first === undefined || first === sign[0] || first.trim() === "") return null;
  const set = [
    { from: at - spaces.length, to: at },
    { from: at + sign.length, insert: spaces },
  ];
  return { changes: set, range: EditorSelection.cursor(at + sign.length) };
}

/** "**|**" is a pair of strong marks, but never of emphasis: the run of signs tells. */
function hasSignsAround(before: string, after: string, sign: string): boolean {
  const char = sign[0]!;
  const left = before.length - trimEnd(before, char).length;
  const right = after.length - trimStart(after, char).length;
  if (left !== right || left < sign.length) return false;
  if (char === "`") return true;
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
  const parsed = markedStretches(state, segment, mark).find((one) => one.from <= segment.from && segment.to <= one.to);
  return parsed ?? signsAround(state, segment, mark);
}

/** Signs right around words that the parser does not take for marks, as in "a**.**b": to a person they are. */
function signsAround(state: EditorState, segment: Extent, { sign }: InlineMark): Marked | null {
  const text = state.sliceDoc(segment.from, segment.to);
  const from = segment.from + (text.length - trimStart(text, sign[0]!).length);
  const to = segment.to - (text.length - trimEnd(text, sign[0]!).length);
  if (from >= to || state.sliceDoc(from, to).includes(sign[0]!)) return null;
  const line = state.doc.lineAt(from);
  if (!hasSignsAround(line.text.slice(0, from - line.from), line.text.slice(to - line.from), sign)) return null;
  return { from: from - sign.length, to: to + sign.length, inner: { from, to } };
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

/** What begins or ends inside other marks is taken with them: marks that cross each other are no marks. */
const HELD = new Set(["StrongEmphasis", "Emphasis", "Strikethrough", "InlineCode", "Link", "Image", "Autolink", "URL"]);
/** In these, marks are letters. */
const LITERAL = new Set(["InlineCode", "Autolink", "URL"]);

/** The segment with all of every marked stretch, link and piece of code that it cuts. */
function wholeNodes(state: EditorState, segment: Extent): Extent {
  const tree = ensureSyntaxTree(state, segment.to, 200) ?? syntaxTree(state);
  let { from, to } = segment;
  tree.iterate({
    from,
    to,
    enter: (node) => {
      if (!HELD.has(node.name) || node.to <= from || node.from >= to) return;
      const holds = node.from <= from && to <= node.to;
      if (holds && !LITERAL.has(node.name) && !touchesMarks(node.node, { from, to })) return;
      from = Math.min(from, node.from);
      to = Math.max(to, node.to);
    },
  });
  return { from, to };
}

/** Whether the extent reaches into the marks, or into the address of a link. */
function touchesMarks(node: SyntaxNode, { from, to }: Extent): boolean {
  const second = node.name === "Link" || node.name === "Image" ? node.getChildren("LinkMark")[1] : node.lastChild;
  const first = node.firstChild;
  return first === null || !second || from < first.to || to > second.from;
}

/** Takes the mark from the segment only: what is marked before and after it stays marked. */
function unmark(state: EditorState, segment: Extent, marked: Marked, mark: InlineMark): ChangeSpec[] {
  const { from, to } = insideOf(marked.inner, outward(state, segment, marked));
  const isCut = heldBetween(state, { from, to }, marked.inner);
  const left = state.sliceDoc(marked.inner.from, from);
  const right = state.sliceDoc(to, marked.inner.to);
  const opening = state.sliceDoc(marked.from, marked.inner.from);
  const sign = mark === CODE ? opening : mark.sign;
  if (mark === CODE && left === " " && right === " ") {
    return [
      { from: marked.from, to: from },
      { from: to, to: marked.to },
    ];
  }
  if (isCut) return removeMarks(marked);
  const changes: ChangeSpec[] = [];
  if (ONLY_SIGNS.test(left)) changes.push({ from: marked.from, to: marked.inner.from });
  else changes.push({ from: marked.inner.from + left.trimEnd().length, insert: sign });
  if (ONLY_SIGNS.test(right)) changes.push({ from: marked.inner.to, to: marked.to });
  else changes.push({ from: marked.inner.to - right.trimStart().length, insert: sign });
  return changes;
}

function insideOf(outer: Extent, { from, to }: Extent): Extent {
  return { from: Math.max(outer.from, Math.min(from, outer.to)), to: Math.min(outer.to, Math.max(to, outer.from)) };
}

/** The segment with the marks of other kinds that stand right around it, inside the stretch. */
function outward(state: EditorState, segment: Extent, { inner }: Marked): Extent {
  let { from, to } = segment;
  for (const node of heldAround(state, segment, inner)) {
    const isOnlyMarks =
      ONLY_SIGNS.test(state.sliceDoc(node.from, from)) && ONLY_SIGNS.test(state.sliceDoc(to, node.to));
    if (!isOnlyMarks || node.name === "Link" || node.name === "Image") break;
    from = node.from;
    to = node.to;
  }
  return { from, to };
}

function heldBetween(state: EditorState, segment: Extent, inner: Extent): boolean {
  return heldAround(state, segment, inner).some((node) => node.from < segment.from || node.to > segment.to);
}

/** What holds the segment inside `inner`, the innermost first. */
function heldAround(state: EditorState, segment: Extent, inner: Extent): SyntaxNode[] {
  const tree = ensureSyntaxTree(state, segment.to, 200) ?? syntaxTree(state);
  const found: SyntaxNode[] = [];
  for (let node: SyntaxNode | null = tree.resolveInner(segment.from, 1); node !== null; node = node.parent) {
    if (!HELD.has(node.name) || node.from < inner.from || node.to > inner.to) continue;
    if (node.from <= segment.from && segment.to <= node.to) found.push(node);
  }
  return found;
}

/** Marks the segment, joined with every marked stretch that it overlaps or that only spaces part it from. */
function addMark(state: EditorState, segment: Extent, mark: InlineMark): ChangeSpec[] {
  const joined = mark === CODE ? markedStretches(state, segment, mark) : joinedStretches(state, segment, mark);
  const inner = joined.reduce(
    (all, one) => ({ from: Math.min(all.from, one.inner.from), to: Math.max(all.to, one.inner.to) }),
    segment,
  );
  const [open, close] = mark === CODE ? codeSigns(state.sliceDoc(inner.from, inner.to)) : [mark.sign, mark.sign];
  return [...joined.flatMap(removeMarks), { from: inner.from, insert: open }, { from: inner.to, insert: close }];
}

function joinedStretches(state: EditorState, segment: Extent, mark: InlineMark): Marked[] {
  const line = state.doc.lineAt(segment.from);
  const text = line.text;
  const before = text.slice(0, segment.from - line.from).trimEnd().length;
  const after = text.slice(segment.to - line.from);
  const near = {
    from: Math.max(line.from, line.from + before - 1),
    to: Math.min(line.to, segment.to + (after.length - after.trimStart().length) + 1),
  };
  return markedStretches(state, near, mark).filter((one) => {
    const isBefore = one.to <= segment.from;
    const isAfter = one.from >= segment.to;
    if (!isBefore && !isAfter) return true;
    if (state.sliceDoc(one.from, one.inner.from) !== mark.sign) return false;
    const gap = isBefore ? state.sliceDoc(one.to, segment.from) : state.sliceDoc(segment.to, one.from);
    return gap.trim() === "";
  });
}

/** Code that holds backticks needs a longer fence, and a space where it would touch one. */
function codeSigns(text: string): [string, string] {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  if (longest === 0) return ["`", "`"];
  const fence = "`".repeat(longest === 1 ? 2 : longest + 1);
  const space = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return [fence + space, space + fence];
}
