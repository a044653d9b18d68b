import { history, historyField, redoDepth, undoDepth } from "@codemirror/commands";
import { Compartment, type EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { historyFor, isTextOf, type KeptHistory } from "./kept-history.ts";

/** How many changes an editor could undo and redo by itself. */
export interface Depths {
  readonly undo: number;
  readonly redo: number;
}

export interface UndoHistory {
  readonly extension: Extension;
  /** The editor stands there, with its first text. */
  begin(view: EditorView): void;
  /** The person is about to do something by a button. */
  beforeCommand(view: EditorView): void;
}

export function depthsOf(state: EditorState): Depths {
  return { undo: undoDepth(state), redo: redoDepth(state) };
}

/**
 * Undo, continued from what an earlier life of the editor kept. It is taken back as soon as the very text that it
 * belongs to stands here; if another one does, at the person's first key, through the change between the two. Once the
 * person has changed anything without it, it is void.
 */
export function undoHistory(kept: KeptHistory | null, onTaken: (depths: Depths) => void): UndoHistory {
  const place = new Compartment();
  const plain = history({ newGroupDelay: 700 });
  let waiting = kept;

  const take = (view: EditorView, onlyExact: boolean): void => {
    if (waiting === null) return;
    const { undo, redo } = depthsOf(view.state);
    const text = view.state.doc.toString();
    const exact = isTextOf(waiting, text);
    if (undo + redo === 0 && !exact && onlyExact) return;
    const { caret } = waiting;
    const value = undo + redo === 0 ? historyFor(waiting, text) : null;
    waiting = null;
    if (value === null) return;
    // A field keeps its value while it is there: taken out first, it begins with the one that it is given.
    view.dispatch({ effects: place.reconfigure([]) });
    view.dispatch({
      effects: place.reconfigure([historyField.init(() => value), plain]),
      ...(exact && isAtStart(view.state) ? { selection: caret } : {}),
    });
    onTaken(depthsOf(view.state));
  };
  const beforeKey = (_event: Event, view: EditorView): void => take(view, false);

  return {
    extension: [
      place.of(plain),
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
