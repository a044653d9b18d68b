import { type EditorState, type Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import type { ChangeMark } from "../../../core/diff/change-marks.ts";
import { changeWords } from "../../words.ts";
import { toPosition } from "./line-breaks.ts";

const setWords = StateEffect.define<DecorationSet>();

/** The words that somebody else changed, until others are set. Mapped through every change, so that they stay on their words. */
export const changedWords = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(words, transaction) {
    let next = words.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setWords)) next = effect.value;
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function setChangedWords(
  state: EditorState,
  marks: readonly ChangeMark[],
  current: readonly ChangeMark[],
  people: readonly ChangeMark[] = [],
): StateEffect<DecorationSet> {
  const looked = new Set(current);
  const persons = new Set(people);
  const words: Range<Decoration>[] = [];
  for (const mark of marks) {
    const start = toPosition(state, mark.from);
    const shown = state.sliceDoc(start, toPosition(state, mark.to));
    // A space at either end is not underlined with the words.
    const isSpace = shown.trim() === "";
    const from = isSpace ? start : start + shown.length - shown.trimStart().length;
    const to = start + (isSpace ? shown : shown.trimEnd()).length;
    const name = `md-changed${looked.has(mark) ? " md-changed-current" : ""}${persons.has(mark) ? " md-changed-person" : ""}`;
    if (from < to) words.push(Decoration.mark({ class: name, inclusive: false }).range(from, to));
    else if (mark.was.trim() !== "")
      words.push(Decoration.widget({ widget: new Removed(mark.was), side: -1 }).range(from));
  }
  return setWords.of(Decoration.set(words, true));
}

/** So much of what is gone is told by the title. */
const MOST_TOLD = 200;

/** Stands where words were taken out. */
class Removed extends WidgetType {
  readonly #was: string;

  constructor(was: string) {
    super();
    this.#was = was.length > MOST_TOLD ? `${was.slice(0, MOST_TOLD)}…` : was;
  }

  override eq(other: Removed): boolean {
    return other.#was === this.#was;
  }

  override toDOM(view: EditorView): HTMLElement {
    const element = view.dom.ownerDocument.createElement("span");
    element.className = "md-removed";
    element.title = changeWords.gone(this.#was);
    element.setAttribute("aria-hidden", "true");
    return element;
  }
}
