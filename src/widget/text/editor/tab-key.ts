import { type Extension, Prec, StateEffect, StateField } from "@codemirror/state";
import { type Command, EditorView, showTooltip, type Tooltip, ViewPlugin } from "@codemirror/view";
import { editorWords } from "../../words.ts";

const setHint = StateEffect.define<number | null>();
const hint = StateField.define<number | null>({
  create: () => null,
  update(shown, transaction) {
    const given = transaction.effects.find((effect) => effect.is(setHint));
    if (given?.is(setHint)) return given.value;
    return transaction.docChanged || transaction.selection !== undefined ? null : shown;
  },
  provide: (field) => showTooltip.from(field, (at) => (at === null ? null : hintAt(at))),
});

function hintAt(pos: number): Tooltip {
  return {
    pos,
    create() {
      const dom = document.createElement("div");
      dom.className = "editor-tab-hint";
      dom.textContent = editorWords.tabHint;
      return { dom };
    },
  };
}

/** Escape was the last key: Tab is then the browser's, and goes to the next control. */
const leaving = ViewPlugin.define(() => ({ on: false }));
const watchEscape = Prec.highest(
  EditorView.domEventHandlers({
    keydown(event, view) {
      const own = view.plugin(leaving);
      if (own !== null && !["Tab", "Shift", "Control", "Alt", "Meta"].includes(event.key))
        own.on = event.key === "Escape";
      if (event.key === "Escape" && view.state.field(hint) !== null) view.dispatch({ effects: setHint.of(null) });
      return false;
    },
    blur(_event, view) {
      const own = view.plugin(leaving);
      if (own !== null) own.on = false;
      if (view.state.field(hint) !== null) view.dispatch({ effects: setHint.of(null) });
      return false;
    },
  }),
);

/** Does the first of the commands that applies; where none does, the caret stays and it is said how Tab leaves. */
export function tabCommand(commands: readonly Command[]): Command {
  return (view) => {
    if (view.plugin(leaving)?.on || view.state.readOnly) return false;
    if (commands.some((command) => command(view))) return true;
    view.dispatch({
      effects: [setHint.of(view.state.selection.main.head), EditorView.announce.of(editorWords.tabHint)],
    });
    return true;
  };
}

/** Tab never leaves the editor by itself: Escape, then Tab, does. What `tabCommand` needs. */
export function tabKey(): Extension {
  return [hint, leaving, watchEscape];
}
