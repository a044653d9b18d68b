import type { Desk } from "./use-comment-desk.ts";
import { type TextSelection, trimSelection } from "./views.ts";

/** Opens the composer for the selected words; without any, for the whole document. */
export function composeOnSelection(desk: Desk, text: string, selection: TextSelection | null): void {
  const words = selection === null ? null : trimSelection(text, selection);
  if (words === null) desk.compose({ kind: "document" });
  else desk.compose({ kind: "text", ...words, quote: text.slice(words.from, words.to) });
}
