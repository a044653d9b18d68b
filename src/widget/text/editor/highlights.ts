import { type EditorState, type Extension, type Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import { toPosition } from "./line-breaks.ts";

/** A stretch of the source that a comment is about, or that changed. */
export interface TextHighlight {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly look: "person" | "model" | "protected" | "changed" | "changed-person";
  readonly active: boolean;
  /** Two of one author lie here. */
  readonly deep?: boolean;
}

const setMarks = StateEffect.define<DecorationSet>();
// Mapped through every change, so a highlight stays on its words until new ones are set.
const marksField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setMarks)) next = effect.value;
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Shows highlights; a click on one tells which comments are there, the innermost first. */
export function highlighting(onPress: (ids: readonly string[]) => void): Extension {
  return [
    marksField,
    EditorView.domEventHandlers({
      click: (event, view) => {
        const position = view.posAtCoords({ x: event.clientX, y: event.clientY });
        if (position === null || !view.state.selection.main.empty) return false;
        const ids = highlightsAt(view.state, position);
        if (ids.length > 0) onPress(ids);
        return false;
      },
    }),
  ];
}

export function highlightsAt(state: EditorState, position: number): string[] {
  const found: { id: string; size: number }[] = [];
  state.field(marksField).between(position, position, (from, to, value) => {
    found.push({ id: String(value.spec.id), size: to - from });
  });
  return found.sort((a, b) => a.size - b.size).map(({ id }) => id);
}

/** Null: they stand there already. */
export function setHighlights(
  state: EditorState,
  highlights: readonly TextHighlight[],
): StateEffect<DecorationSet> | null {
  if (areSet(state, highlights)) return null;
  const marks: Range<Decoration>[] = [];
  for (const { id, from, to, look, active } of highlights) {
    const start = toPosition(state, from);
    const end = toPosition(state, to);
    if (start >= end) continue;
    marks.push(Decoration.mark({ class: classOf(look, active), id, inclusive: false }).range(start, end));
  }
  return setMarks.of(Decoration.set(marks, true));
}

function classOf(look: TextHighlight["look"], active: boolean): string {
  return `md-comment md-comment-${look}${active ? " md-comment-active" : ""}`;
}

/** Typing has moved them all along: to set them anew costs much where there are many. */
function areSet(state: EditorState, highlights: readonly TextHighlight[]): boolean {
  const set = state.field(marksField);
  const drawn = new Map<string, { readonly from: number; readonly to: number; readonly look: string }>();
  for (let at = set.iter(); at.value !== null; at.next()) {
    drawn.set(String(at.value.spec.id), { from: at.from, to: at.to, look: String(at.value.spec.class) });
  }
  if (drawn.size !== set.size) return false;
  let left = drawn.size;
  for (const { id, from, to, look, active } of highlights) {
    const start = toPosition(state, from);
    const end = toPosition(state, to);
    if (start >= end) continue;
    const one = drawn.get(id);
    if (one === undefined || one.from !== start || one.to !== end || one.look !== classOf(look, active)) return false;
    left--;
  }
  return left === 0;
}
