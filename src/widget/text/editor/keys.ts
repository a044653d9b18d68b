import { defaultKeymap, historyKeymap, insertNewline, insertNewlineKeepIndent, redo, undo } from "@codemirror/commands";
import { findNext, openSearchPanel, searchKeymap } from "@codemirror/search";
import { type Extension, Prec } from "@codemirror/state";
import { type Command, type KeyBinding, keymap } from "@codemirror/view";
import { insertLink, toggleCode } from "./commands/code-and-link.ts";
import { continueMarkup, deleteMarkup } from "./commands/continue-list.ts";
import { indentLines, outdentLines } from "./commands/indent-lines.ts";
import { insertTable } from "./commands/insert-table.ts";
import { nextCell, previousCell } from "./commands/table-cells.ts";
import { toggleHeading, toggleList, toggleQuote } from "./commands/toggle-lines.ts";
import { EMPHASIS, STRIKE, STRONG, toggleMark } from "./commands/toggle-mark.ts";
import { tabCommand, tabKey } from "./tab-key.ts";

/** Everything the toolbar can do, by name, with its key in CodeMirror's notation. */
export const EDITOR_COMMANDS = {
  bold: { key: "Mod-b", run: toggleMark(STRONG) },
  italic: { key: "Mod-i", run: toggleMark(EMPHASIS) },
  strike: { key: "Mod-Shift-x", run: toggleMark(STRIKE) },
  code: { key: "Mod-e", run: toggleCode },
  link: { key: "Mod-k", run: insertLink },
  text: { key: "Mod-Alt-0", run: toggleHeading(0) },
  heading1: { key: "Mod-Alt-1", run: toggleHeading(1) },
  heading2: { key: "Mod-Alt-2", run: toggleHeading(2) },
  heading3: { key: "Mod-Alt-3", run: toggleHeading(3) },
  numberedList: { key: "Mod-Shift-7", run: toggleList("ordered") },
  bulletList: { key: "Mod-Shift-8", run: toggleList("bullet") },
  taskList: { key: "Mod-Shift-9", run: toggleList("task") },
  quote: { key: "Mod-Shift-.", run: toggleQuote },
  table: { key: "Mod-Shift-6", run: insertTable },
  undo: { key: "Mod-z", run: undo },
  redo: { key: "Mod-Shift-z", run: redo },
  find: { key: "Mod-f", run: openSearchPanel },
} as const satisfies Readonly<Record<string, { readonly key: string; readonly run: Command }>>;
export type EditorCommand = keyof typeof EDITOR_COMMANDS;

// Mod-Enter sends and Mod-i slants: CodeMirror's own meanings would stand in the way.
const NOT_OURS = new Set(["Mod-Enter", "Mod-i", "Mod-Alt-\\", "Mod-/", "Alt-A"]);

export function editorKeys(own: readonly KeyBinding[]): Extension {
  const commands = Object.values(EDITOR_COMMANDS).map(({ key, run }) => ({ key, run, preventDefault: true }));
  return [
    tabKey(),
    Prec.high(
      keymap.of([
        ...own,
        { key: "Enter", run: continueMarkup },
        { key: "Shift-Enter", run: insertNewlineKeepIndent },
        { key: "Backspace", run: deleteMarkup },
        { key: "Tab", run: tabCommand([nextCell, indentLines]) },
        { key: "Shift-Tab", run: tabCommand([previousCell, outdentLines]) },
        { key: "Mod-]", run: indentLines },
        { key: "Mod-[", run: outdentLines },
        { key: "Mod-Alt-f", run: openSearchPanel },
        { key: "Mod-h", mac: "Mod-Alt-f", run: openSearchPanel },
        ...commands,
      ]),
    ),
    keymap.of([
      // No automatic indent in prose: a new line starts at its edge, as in a letter.
      { key: "Enter", run: insertNewline },
      { key: "F3", run: findNext },
      ...searchKeymap,
      ...historyKeymap,
      ...defaultKeymap.filter((binding) => !NOT_OURS.has(binding.key ?? "")),
    ]),
  ];
}
