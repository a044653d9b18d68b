import { type EditorState, type Extension, StateEffect, StateField, type Transaction } from "@codemirror/state";
import type { TextChange } from "../../../core/diff/hunk.ts";
import { fromEditor, type OffsetMaps, offsetMaps } from "../../../core/diff/line-endings.ts";
import { changesBetween } from "../../../core/diff/text-changes.ts";

/**
 * The codec at the editor's border. CodeMirror knows one line break; the source may hold "\r\n" and "\r" as well, in
 * any mixture. Untouched lines keep their own terminators, also through undo: what the editor holds is always read
 * against the text that last came from outside. For a source of "\n" alone all of this is the identity and costs nothing.
 */
interface Mixed {
  readonly original: string;
  readonly source: string;
  readonly maps: OffsetMaps;
}

const setOriginal = StateEffect.define<string>();
const mixedField = StateField.define<Mixed | null>({
  create: () => null,
  update(mixed, transaction) {
    const given = transaction.effects.find((effect) => effect.is(setOriginal));
    if (given?.is(setOriginal)) return read(transaction.state.doc.toString(), given.value);
    return mixed === null || !transaction.docChanged ? mixed : read(transaction.state.doc.toString(), mixed.original);
  },
});

function read(editorText: string, original: string): Mixed | null {
  if (!original.includes("\r")) return null;
  const source = fromEditor(editorText, original);
  return { original, source, maps: offsetMaps(source) };
}

export function lineBreaks(source: string): Extension {
  return mixedField.init((state) => read(state.doc.toString(), source));
}

/** The effect that goes with the changes which make the document this source. */
export function setLineBreaks(source: string): StateEffect<string> {
  return setOriginal.of(source);
}

/** The whole text with its own terminators. */
export function sourceText(state: EditorState): string {
  return state.field(mixedField)?.source ?? state.doc.toString();
}

/** Where a position of the editor lies in the source. */
export function toSource(state: EditorState, position: number): number {
  return state.field(mixedField)?.maps.fromEditor(position) ?? position;
}

/** Where an offset of the source lies in the editor; one outside the text is moved to its nearest end. */
export function toPosition(state: EditorState, offset: number): number {
  const inside = Math.max(0, Math.floor(offset));
  return Math.min(state.doc.length, state.field(mixedField)?.maps.toEditor(inside) ?? inside);
}

/** What a transaction changed, in offsets of the source before it. */
export function sourceChanges(transaction: Transaction): TextChange[] {
  if (transaction.startState.field(mixedField) !== null) {
    return changesBetween(sourceText(transaction.startState), sourceText(transaction.state));
  }
  const changes: TextChange[] = [];
  transaction.changes.iterChanges((from, to, _newFrom, _newTo, inserted) => {
    changes.push({ from, to, insert: inserted.toString() });
  });
  return changes;
}
