import {
  type EditorState,
  type Extension,
  type Range,
  StateEffect,
  StateField,
  type Text,
  type Transaction,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import { clipEnd, overlongRuns } from "../../../core/markdown/overlong-runs.ts";
import { editorWords } from "../../words.ts";

/** Characters of an overlong run that are drawn, and of a line once all of it is. */
const CLIPPED = 2000;
const LINE = 1000;

const showAll = StateEffect.define<null>();

/** Stands for text that is not drawn; the text itself is untouched. */
class ClippedWidget extends WidgetType {
  constructor(readonly hidden: number) {
    super();
  }
  override eq(other: ClippedWidget): boolean {
    return other.hidden === this.hidden;
  }
  override toDOM(view: EditorView): HTMLElement {
    const dom = document.createElement("span");
    dom.className = "editor-clipped";
    const note = document.createElement("span");
    note.textContent = editorWords.clipped(this.hidden);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "editor-clipped-button";
    button.textContent = editorWords.showAll;
    button.setAttribute("aria-label", editorWords.showAllOf(this.hidden));
    button.addEventListener("click", () => {
      // The button goes; the caret takes the focus to where the text goes on.
      view.dispatch({ effects: showAll.of(null), selection: { anchor: view.posAtDOM(dom) } });
      view.focus();
    });
    dom.append(note, button);
    return dom;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

/** A place to break a line that has none. */
class BreakWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }
  override toDOM(): HTMLElement {
    const dom = document.createElement("span");
    dom.className = "editor-forced-break";
    return dom;
  }
}

/** Marks that pile up on a letter do not cover the lines above. */
const flat = Decoration.line({ class: "editor-overlong" });

interface Clipped {
  readonly isOpen: boolean;
  readonly marks: DecorationSet;
}

const field = StateField.define<Clipped>({
  create: (state) => read(state, false),
  update(clipped, transaction) {
    const isOpen = clipped.isOpen || transaction.effects.some((effect) => effect.is(showAll));
    if (isOpen !== clipped.isOpen) return read(transaction.state, isOpen);
    return transaction.docChanged ? { isOpen, marks: marksAfter(clipped, transaction) } : clipped;
  },
  provide: (own) => [
    EditorView.decorations.from(own, ({ marks }) => marks),
    // The cursor goes around what is not drawn.
    EditorView.atomicRanges.of((view) => {
      const { isOpen, marks } = view.state.field(own);
      return isOpen ? Decoration.none : marks;
    }),
  ],
});

function read({ doc }: EditorState, isOpen: boolean): Clipped {
  return { isOpen, marks: Decoration.set(marksIn(doc, 0, doc.length, isOpen)) };
}

/** No run goes beyond its line: only those that changed are read again. */
function marksAfter({ marks, isOpen }: Clipped, { changes, newDoc }: Transaction): DecorationSet {
  let after = marks.map(changes);
  let done = -1;
  changes.iterChangedRanges((_fromBefore, _toBefore, changedFrom, changedTo) => {
    const from = newDoc.lineAt(changedFrom).from;
    const to = newDoc.lineAt(changedTo).to;
    if (to <= done) return;
    done = to;
    after = after.update({
      filterFrom: from,
      filterTo: to,
      filter: () => false,
      add: marksIn(newDoc, from, to, isOpen),
    });
  });
  return after;
}

/** Of whole lines. */
function marksIn(doc: Text, start: number, end: number, isOpen: boolean): readonly Range<Decoration>[] {
  const text = doc.sliceString(start, end);
  const marks: Range<Decoration>[] = [];
  let lined = -1;
  for (const run of overlongRuns(text)) {
    const line = doc.lineAt(start + run.from).from;
    if (line !== lined) marks.push(flat.range(line));
    lined = line;
    if (isOpen) {
      const widget = new BreakWidget();
      for (let at = run.from + LINE; at < run.to; at += LINE) {
        const isInsidePair = (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
        marks.push(Decoration.widget({ widget, side: 1 }).range(start + (isInsidePair ? at + 1 : at)));
      }
      continue;
    }
    const from = clipEnd(text, run.from, run.to, CLIPPED);
    const widget = new ClippedWidget(run.to - from);
    if (from < run.to) marks.push(Decoration.replace({ widget }).range(start + from, start + run.to));
  }
  return marks;
}

/**
 * Thousands of characters without a break, or hundreds of combining marks on a letter, take the browser seconds at every
 * key: the editor draws their start and a button that shows the rest, in lines of 1,000 characters.
 */
export function clippedRuns(): Extension {
  return field;
}

/** Characters of one run, beyond which the editor does not look for markdown: its parser reads a line without a pause. */
const MAX_PARSED = 100_000;

/** Whether a text can be coloured without stopping the page. */
export const canBeParsed = (text: string): boolean =>
  overlongRuns(text).every(({ from, to }) => to - from <= MAX_PARSED);
