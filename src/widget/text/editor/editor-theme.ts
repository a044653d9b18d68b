import { EditorView } from "@codemirror/view";

/** CodeMirror's own parts on our tokens. How markdown looks stands in editor.css. */
export const editorTheme = EditorView.theme({
  "&": { color: "var(--canvas-text)", backgroundColor: "transparent", height: "100%" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--canvas-font)",
    fontSize: "var(--canvas-text-size, 16px)",
    lineHeight: "1.65",
    overflow: "auto",
    overscrollBehavior: "contain",
    scrollPaddingBlockStart: "var(--bar-cover, 0px)",
  },
  ".cm-content": {
    caretColor: "var(--canvas-accent)",
    maxWidth: "68ch",
    boxSizing: "content-box",
    margin: "0 auto",
    padding: "var(--page-start, 20px) var(--page-side, 20px) 30vh",
    minWidth: "0",
  },
  ".cm-line": { padding: "0" },
  ".cm-cursor, .cm-dropCursor": { borderInlineStart: "2px solid var(--canvas-accent)", marginInlineStart: "-1px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--canvas-selection)",
  },
  ".cm-placeholder": { color: "var(--canvas-text-quiet)" },
  ".cm-panels": { backgroundColor: "var(--canvas-ground-raised)", color: "var(--canvas-text)", zIndex: "4" },
  ".cm-panels-top": { borderBottom: "1px solid var(--canvas-border)", paddingTop: "var(--bar-cover, 0px)" },
  ".cm-panels-top + .cm-scroller": { scrollPaddingBlockStart: "0" },
  ".cm-searchMatch": {
    backgroundColor: "var(--canvas-person-ground)",
    outline: "1px solid var(--canvas-person)",
  },
  ".cm-searchMatch-selected": { backgroundColor: "var(--canvas-person-ground-active)" },
  ".cm-specialChar": { color: "var(--canvas-danger)" },
});
