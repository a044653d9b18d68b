import { EditorSelection, EditorState, type StateCommand, type Transaction } from "@codemirror/state";
import { markdownLanguage } from "../markdown-language.ts";

/** For tests: "a ‹b› c" is a text with "b" selected, "a ¦b" one with the caret before "b". */
export function readNotation(notation: string): EditorState {
  const caret = notation.indexOf("¦");
  if (caret >= 0) {
    return state(notation.replace("¦", ""), caret, caret);
  }
  const from = notation.indexOf("‹");
  const to = notation.indexOf("›") - 1;
  if (from < 0 || to < from) throw new RangeError(`No caret and no selection in ${JSON.stringify(notation)}`);
  return state(notation.replace(/[‹›]/g, ""), from, to);
}

export function writeNotation({ doc, selection }: EditorState): string {
  const text = doc.toString();
  const { from, to } = selection.main;
  if (from === to) return `${text.slice(0, from)}¦${text.slice(from)}`;
  return `${text.slice(0, from)}‹${text.slice(from, to)}›${text.slice(to)}`;
}

/** What several commands make of it, one after the other; a string is typed at the caret. */
export function runAll(steps: readonly (StateCommand | string)[], notation: string): string {
  let state = readNotation(notation);
  const dispatch = (transaction: Transaction) => {
    state = transaction.state;
  };
  for (const step of steps) {
    if (typeof step === "string") dispatch(state.update(state.replaceSelection(step)));
    else step({ state, dispatch });
  }
  return writeNotation(state);
}

/** What the command makes of it; null when it declines. */
export function runNotation(command: StateCommand, notation: string): string | null {
  let current = readNotation(notation);
  const done = command({
    state: current,
    dispatch: (transaction) => {
      current = transaction.state;
    },
  });
  return done ? writeNotation(current) : null;
}

function state(text: string, from: number, to: number): EditorState {
  return EditorState.create({
    doc: text,
    selection: EditorSelection.range(from, to),
    extensions: [markdownLanguage(), EditorState.allowMultipleSelections.of(true)],
  });
}
