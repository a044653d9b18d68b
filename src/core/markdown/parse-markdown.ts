import { Engine } from "./engine.ts";
import { SAFE_LINKS } from "./safe-links.ts";
import type { MarkdownDocument } from "./tree.ts";

/** The tree of a text. Never throws, whatever the text. */
export function parseMarkdown(text: string): MarkdownDocument {
  return new Engine(SAFE_LINKS).update(text);
}
