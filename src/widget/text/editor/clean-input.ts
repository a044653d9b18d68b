import { Annotation, EditorState, type Extension, Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

// In Unicode mode \p{Cs} matches only surrogates without their other half.
const UNSTORABLE = /\0|\p{Cs}/gu;
const cleaned = Annotation.define<number>();
/** Marks a change from outside: its text is kept exactly as it is. */
export const outside = Annotation.define<true>();

/** Replaces what cannot be kept (NUL, half a surrogate pair) by U+FFFD, and counts it. */
export function cleanText(text: string): { readonly text: string; readonly replaced: number } {
  let replaced = 0;
  const clean = text.replace(UNSTORABLE, () => {
    replaced++;
    return "\uFFFD";
  });
  return { text: clean, replaced };
}

/** Cleans whatever the person types, pastes or drops, and says how many characters were replaced. */
export function cleanInput(onCleaned: (replaced: number) => void): Extension {
  return [
    EditorState.transactionFilter.of((transaction) => {
      if (!transaction.docChanged || transaction.annotation(outside)) return transaction;
      let replaced = 0;
      const changes: { from: number; to: number; insert: Text }[] = [];
      transaction.changes.iterChanges((from, to, _newFrom, _newTo, inserted) => {
        const lines = inserted.toJSON().map((line) => {
          const clean = cleanText(line);
          replaced += clean.replaced;
          return clean.text;
        });
        changes.push({ from, to, insert: Text.of(lines) });
      }, true);
      if (replaced === 0) return transaction;
      // One character for one: the transaction's own selection still holds.
      return {
        changes,
        ...(transaction.selection ? { selection: transaction.selection } : {}),
        effects: transaction.effects,
        annotations: cleaned.of(replaced),
        scrollIntoView: transaction.scrollIntoView,
        userEvent: "input.paste",
      };
    }),
    EditorView.updateListener.of((update) => {
      for (const transaction of update.transactions) {
        const replaced = transaction.annotation(cleaned);
        if (replaced !== undefined) onCleaned(replaced);
      }
    }),
  ];
}
