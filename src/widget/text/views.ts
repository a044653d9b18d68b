import type { Box } from "../ui/place-beside.ts";
import type { EditorHandle } from "./editor/editor-view.ts";
import { boxOfPlace } from "./paint-highlights.ts";
import type { PreviewView } from "./preview/preview-view.ts";

/** The two places where the text stands on screen; either may be absent. */
export interface TextViews {
  readonly preview: PreviewView | null;
  readonly editor: EditorHandle | null;
  /** The text that each of them shows. */
  textIn(where: Where): string;
}
export type Where = "preview" | "editor";

export interface TextSelection {
  readonly from: number;
  readonly to: number;
  readonly where: Where;
}

/** Where source[from, to) stands in the window, in the wanted view or else in the other. */
export function boxOfText(views: TextViews, from: number, to: number, wanted: Where): Box | null {
  const inPreview = () => (views.preview === null ? null : boxOfPlace(views.preview, from, to));
  const inEditor = () => views.editor?.boxOf(from, to) ?? null;
  return wanted === "preview" ? (inPreview() ?? inEditor()) : (inEditor() ?? inPreview());
}

/** The selected words, in the preview or, where the editor has the focus, there. White space is no selection. */
export function readSelection(views: TextViews): TextSelection | null {
  const where: Where = views.editor?.hasFocus() ? "editor" : "preview";
  const selected = where === "editor" ? views.editor?.selection() : views.preview?.selection();
  const words = selected ? trimSelection(views.textIn(where), selected) : null;
  return words === null ? null : { ...words, where };
}

/** The part of text[from, to) between its first and its last letter or sign; null when there is none. */
export function trimSelection(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
): { readonly from: number; readonly to: number } | null {
  const selected = text.slice(from, to);
  const words = selected.trim();
  if (words === "") return null;
  const start = from + selected.length - selected.trimStart().length;
  return { from: start, to: start + words.length };
}

/** Puts the focus back into the text; the preview's selection is made again where a field has taken it. */
export function returnToText({ preview, editor }: TextViews, { from, to, where }: TextSelection): void {
  if (where === "editor" && editor !== null) {
    editor.focus();
    return;
  }
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  if (!preview?.selection()) preview?.select(from, to);
}

/** Brings the place into view wherever the text stands. */
export function showText({ preview, editor }: TextViews, from: number): void {
  editor?.reveal(from);
  preview?.elementAt(from, true)?.scrollIntoView({ block: "center" });
}
