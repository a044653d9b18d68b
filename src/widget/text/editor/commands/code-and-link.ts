import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { StateCommand } from "@codemirror/state";
import { EditorSelection } from "@codemirror/state";
import { CODE, toggleMark } from "./toggle-mark.ts";

const toggleInlineCode = toggleMark(CODE);

/** Inside one line: code marks. Over several: a fenced block around them, or the fence taken away. */
export const toggleCode: StateCommand = (target) => {
  const { state, dispatch } = target;
  if (state.readOnly) return false;
  const { main } = state.selection;
  const first = state.doc.lineAt(main.from);
  const last = state.doc.lineAt(main.to);
  const block = fencedBlockAt(target.state, main.from, main.to);
  if (block !== null) {
    const open = state.doc.lineAt(block.from);
    const close = state.doc.lineAt(block.to);
    const closed = close.number > open.number && /^[ \t>]*(?:`{3,}|~{3,})[ \t]*$/.test(close.text);
    const changes = state.changes([
      { from: open.from, to: Math.min(open.to + 1, state.doc.length) },
      ...(closed ? [{ from: Math.max(close.from - 1, open.to + 1), to: close.to }] : []),
    ]);
    dispatch(state.update({ changes, scrollIntoView: true, userEvent: "input" }));
    return true;
  }
  if (first.number === last.number) return toggleInlineCode(target);
  const longest = Math.max(2, ...(state.sliceDoc(first.from, last.to).match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const changes = state.changes([
    { from: first.from, insert: `${fence}\n` },
    { from: last.to, insert: `\n${fence}` },
  ]);
  const selection = EditorSelection.range(changes.mapPos(first.from, 1), changes.mapPos(last.to, -1));
  dispatch(state.update({ changes, selection, scrollIntoView: true, userEvent: "input" }));
  return true;
};

function fencedBlockAt(state: Parameters<StateCommand>[0]["state"], from: number, to: number) {
  const tree = ensureSyntaxTree(state, to, 200) ?? syntaxTree(state);
  for (let node = tree.resolveInner(from, 1).node; ; ) {
    if (node.name === "FencedCode" && node.from <= from && to <= node.to) return { from: node.from, to: node.to };
    if (node.parent === null) return null;
    node = node.parent;
  }
}

const ADDRESS = /^(?:https?:\/\/|mailto:)\S+$/i;

/** A link of the selected words with the caret where its address goes. On a link: its address is selected. */
export const insertLink: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const { main } = state.selection;
  const address = addressOfLinkAt(state, main.from, main.to);
  if (address !== null) {
    dispatch(state.update({ selection: EditorSelection.range(address.from, address.to), scrollIntoView: true }));
    return true;
  }
  const word = main.empty ? state.wordAt(main.head) : null;
  const { from, to } = word ?? main;
  const text = state.sliceDoc(from, to);
  const isAddress = ADDRESS.test(text);
  const insert = isAddress ? `[](${text})` : `[${text.replace(/\s*\n\s*/g, " ")}]()`;
  const caret = isAddress || text === "" ? from + 1 : from + insert.length - 1;
  dispatch(
    state.update({
      changes: { from, to, insert },
      selection: EditorSelection.cursor(caret),
      scrollIntoView: true,
      userEvent: "input",
    }),
  );
  return true;
};

function addressOfLinkAt(state: Parameters<StateCommand>[0]["state"], from: number, to: number) {
  const tree = ensureSyntaxTree(state, to, 200) ?? syntaxTree(state);
  for (let node = tree.resolveInner(from, 1).node; ; ) {
    if (node.name === "Link" && node.from < from && to < node.to) {
      const url = node.getChild("URL");
      if (url !== null) return { from: url.from, to: url.to };
      const marks = node.getChildren("LinkMark");
      const paren = marks.find((mark) => state.sliceDoc(mark.from, mark.to) === "(");
      return paren === undefined ? null : { from: paren.to, to: paren.to };
    }
    if (node.parent === null) return null;
    node = node.parent;
  }
}

/** A pasted address over selected words becomes their link. null: paste as usual. */
export function linkForPaste(selected: string, pasted: string): string | null {
  const address = pasted.trim();
  if (selected.trim() === "" || selected.includes("\n") || /[[\]]/.test(selected)) return null;
  if (!ADDRESS.test(address) || ADDRESS.test(selected.trim())) return null;
  return `[${selected}](${address.replace(/[()]/g, (paren) => (paren === "(" ? "%28" : "%29"))})`;
}
