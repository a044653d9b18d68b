import { nextDocument } from "./incremental.ts";
import type { MarkdownDocument } from "./tree.ts";

/**
 * The tree to show while a text is still arriving: as `updateMarkdown` (which the next text may use as well), but what the
 * text has begun at its end and not yet ended is shown as if it had, and characters that only the next ones explain are
 * held back. `document.text` is the whole text.
 */
export function streamMarkdown(previous: MarkdownDocument | null, text: string): MarkdownDocument {
  return nextDocument(previous, text, true);
}
