import { history, historyField, redoDepth, undoDepth } from "@codemirror/commands";
import { Compartment, type EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { decidedSteps } from "./decided-steps.ts";
import { historyFor, isTextOf, type KeptHistory } from "./kept-history.ts";

/** The undo of a text in which nobody wrote yet: the editor that comes goes on with it. */
export interface CarriedUndo {
  /** The value of CodeMirror's history field, for just this text. */
  value(): unknown;
}

export interface UndoHistory {
  readonly extension: Extension;
  /** The editor stands there, with its first text. */
  begin(view: EditorView): void;
  /** The person is about to do something by a button. */
  beforeCommand(view: EditorView): void;
}

/** One undo for all that is done to a text: what is typed, and what is decided with it. */
export function undoExtension(): Extension {
  return [history({ newGroupDelay: 700 }), decidedSteps()];
}

/**
 * Undo, continued from what was done before there was an editor, or else from what an earlier life of it kept. That is
 * taken back as soon as the very text that it
 * belongs to stands here; if another one does, at the person's first key, through the change between the two. Once the
 * person has changed anything without it, it is void.
 */
export function undoHistory(kept: KeptHistory | null, carried: CarriedUndo | null): UndoHistory {
  const place = new Compartment();
  const plain = undoExtension();
  let waiting = carried === null ? kept : null;

  const take = (view: EditorView, onlyExact: boolean): void => {
    if (waiting === null) return;
    const isUntouched = undoDepth(view.state) + redoDepth(view.state) === 0;
    const text = view.state.doc.toString();
    const exact = isTextOf(waiting, text);
    if (isUntouched && !exact && onlyExact) return;
    const { caret } = waiting;
    const value = isUntouched ? historyFor(waiting, text) : null;
    waiting = null;
    if (value === null) return;
    // A field keeps its value while it is there: taken out first, it begins with the one that it is given.
    view.dispatch({ effects: place.reconfigure([]) });
    view.dispatch({
      effects: place.reconfigure([historyField.init(() => value), plain]),
      ...(exact && isAtStart(view.state) ? { selection: caret } : {}),
    });
  };
  const beforeKey = (_event: Event, view: EditorView): void => take(view, false);

  return {
    extension: [
      place.of(carried === null ? plain : [historyField.init(() => carried.value()), plain]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) take(update.view, true);
      }),
      EditorView.domEventObservers({ keydown: beforeKey, beforeinput: beforeKey, paste: beforeKey, drop: beforeKey }),
    ],
    begin: (view) => take(view, true),
    beforeCommand: (view) => take(view, false),
  };
}

/** Nobody has put the caret anywhere yet. */
function isAtStart({ selection }: EditorState): boolean {
  return selection.ranges.length === 1 && selection.main.empty && selection.main.head === 0;
}
