import type { EditorHandle } from "../editor/editor-view.ts";
import type { PreviewView } from "../preview/preview-view.ts";
import { boxOfRanges } from "./paint-highlights.ts";
import type { Box } from "./place-floating.ts";

/** The two places where the text stands on screen; either may be absent. */
export interface TextViews {
  readonly preview: PreviewView | null;
  readonly editor: EditorHandle | null;
}
export type Where = keyof TextViews;

export interface TextSelection {
  readonly from: number;
  readonly to: number;
  readonly where: Where;
}

/** Where source[from, to) stands in the window, in the wanted view or else in the other. */
export function boxOfText(views: TextViews, from: number, to: number, wanted: Where): Box | null {
  const inPreview = () => (views.preview === null ? null : boxOfRanges(views.preview.rangesOf(from, to)));
  const inEditor = () => views.editor?.boxOf(from, to) ?? null;
  return wanted === "preview" ? (inPreview() ?? inEditor()) : (inEditor() ?? inPreview());
}

/** What is selected now, in the preview or, where the editor has the focus, there. */
export function readSelection({ preview, editor }: TextViews): TextSelection | null {
  if (editor?.hasFocus()) {
    const { from, to } = editor.selection();
    return from < to ? { from, to, where: "editor" } : null;
  }
  const selected = preview?.selection() ?? null;
  return selected === null ? null : { ...selected, where: "preview" };
}

/** Brings the place into view wherever the text stands. */
export function showText({ preview, editor }: TextViews, from: number): void {
  editor?.reveal(from);
  preview?.elementAt(from)?.scrollIntoView({ block: "center" });
}

/** Brings the place to the top of the page; beside it the editor keeps step by itself. */
export function goTo({ preview, editor }: TextViews, from: number): void {
  if (preview !== null) preview.scrollTo(from);
  else editor?.reveal(from);
}
