import type { Desk } from "./use-comment-desk.ts";
import type { TextSelection } from "./views.ts";

/** Opens the composer for the selected words; without any, for the whole document. */
export function composeOnSelection(desk: Desk, text: string, selection: TextSelection | null): void {
  const words = selection === null ? null : trimmed(text, selection);
  desk.compose(words === null ? { kind: "document" } : { kind: "text", ...words });
}

/** The selected words without the white space around them; null when there are none. */
function trimmed(text: string, { from, to }: TextSelection) {
  const selected = text.slice(from, to);
  const quote = selected.trim();
  if (quote === "") return null;
  const start = from + selected.indexOf(quote);
  return { from: start, to: start + quote.length, quote };
}
