import { type TextSelection, trimSelection } from "../../text/views.ts";
import type { CommentControls } from "./use-comment-controls.ts";

/** Opens the composer for the selected words; without any, for the whole document. */
export function composeOnSelection(controls: CommentControls, text: string, selection: TextSelection | null): void {
  const words = selection === null ? null : trimSelection(text, selection);
  if (words === null) controls.compose({ kind: "document" });
  else controls.compose({ kind: "text", ...words, quote: text.slice(words.from, words.to) });
}
