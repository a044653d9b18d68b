import {
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Text,
  type Transaction,
} from "@codemirror/state";
import type { TextChange } from "../../../core/diff/hunk.ts";
import {
  fromEditor,
  type OffsetMaps,
  offsetMaps,
  onlyTerminator,
  type Terminator,
  toEditor,
} from "../../../core/diff/line-endings.ts";
import { applyChanges, changesBetween } from "../../../core/diff/text-changes.ts";

/**
 * The codec at the editor's border. CodeMirror knows one line break; the source may hold "\r\n" and "\r" as well, in
 * any mixture. Untouched lines keep their own terminators, also through undo. Where all lines of the text that last came from
 * outside end alike, so do those that are typed, and a key costs what it changed; else what the editor holds is read against
 * that text.
 */
interface Source {
  readonly text: string;
  readonly ends: Alike | Mixed;
}

interface Alike {
  readonly kind: "alike";
  readonly end: Terminator;
}

interface Mixed {
  readonly kind: "mixed";
  /** The text that last came from outside. */
  readonly original: string;
  readonly maps: OffsetMaps;
}

const setOriginal = StateEffect.define<string>();
const sourceField = StateField.define<Source>({
  create: (state) => read(state.doc, state.doc.toString()),
  update(source, transaction) {
    const given = transaction.effects.find((effect) => effect.is(setOriginal));
    if (given?.is(setOriginal)) return read(transaction.newDoc, given.value);
    if (!transaction.docChanged) return source;
    const { ends } = source;
    if (ends.kind === "mixed") return readMixed(transaction.newDoc, ends.original);
    return { ...source, text: applyChanges(source.text, changesOf(transaction, ends.end)) };
  },
});

function read(doc: Text, original: string): Source {
  const end = onlyTerminator(original);
  if (end === null) return readMixed(doc, original);
  const held = doc.toString();
  // The very text that is here already is known as it by whoever compares.
  const text = held === toEditor(original) ? original : held.replaceAll("\n", end);
  return { text, ends: { kind: "alike", end } };
}

function readMixed(doc: Text, original: string): Source {
  const text = fromEditor(doc.toString(), original);
  return { text, ends: { kind: "mixed", original, maps: offsetMaps(text) } };
}

export function lineBreaks(source: string): Extension {
  return sourceField.init(({ doc }) => read(doc, source));
}

/** The effect that goes with the changes which make the document this source. */
export function setLineBreaks(source: string): StateEffect<string> {
  return setOriginal.of(source);
}

/** The whole text with its own terminators. */
export function sourceText(state: EditorState): string {
  return state.field(sourceField).text;
}

/** Where a position of the editor lies in the source. */
export function toSource(state: EditorState, position: number): number {
  const { ends } = state.field(sourceField);
  return ends.kind === "mixed" ? ends.maps.fromEditor(position) : sourceOffset(state.doc, ends.end, position);
}

/** Where an offset of the source lies in the editor; one outside the text is moved to its nearest end. */
export function toPosition(state: EditorState, offset: number): number {
  const inside = Math.max(0, Math.floor(offset));
  const { doc } = state;
  const { ends } = state.field(sourceField);
  if (ends.kind === "mixed") return Math.min(doc.length, ends.maps.toEditor(inside));
  return ends.end === "\r\n" ? positionAmongPairs(doc, inside) : Math.min(doc.length, inside);
}

/** Each break before it is a character longer there. */
function sourceOffset(doc: Text, end: Terminator, position: number): number {
  return end === "\r\n" ? position + doc.lineAt(Math.min(position, doc.length)).number - 1 : position;
}

/** Between "\r" and "\n" counts as before both. */
function positionAmongPairs(doc: Text, offset: number): number {
  // The last line that begins at or before it.
  let first = 1;
  let last = doc.lines;
  while (first < last) {
    const middle = (first + last + 1) >> 1;
    if (doc.line(middle).from + middle - 1 <= offset) first = middle;
    else last = middle - 1;
  }
  return Math.min(offset - (first - 1), doc.line(first).to);
}

/** What a transaction changed, in offsets of the source before it. */
export function sourceChanges(transaction: Transaction): readonly TextChange[] {
  const { startState, state } = transaction;
  const { ends } = startState.field(sourceField);
  if (ends.kind === "mixed") return changesBetween(sourceText(startState), sourceText(state));
  return changesOf(transaction, ends.end);
}

function changesOf({ startState, changes }: Transaction, end: Terminator): readonly TextChange[] {
  const made: TextChange[] = [];
  const at = (position: number): number => sourceOffset(startState.doc, end, position);
  changes.iterChanges((from, to, _newFrom, _newTo, inserted) => {
    made.push({ from: at(from), to: at(to), insert: inserted.sliceString(0, inserted.length, end) });
  });
  return made;
}
