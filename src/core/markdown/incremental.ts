import { Engine, type EngineDocument } from "./engine.ts";
import { SAFE_LINKS } from "./safe-links.ts";
import type { MarkdownDocument } from "./tree.ts";

const isEngineDocument = (document: MarkdownDocument): document is EngineDocument => "engine" in document;

/**
 * The tree of `text`, at the cost of what differs from `previous`. Equal to `parseMarkdown(text)`; every block that did
 * not change is the same object as before. `previous` should be the latest document of its line: an older one is read
 * again from scratch.
 */
export function updateMarkdown(previous: MarkdownDocument | null, text: string): MarkdownDocument {
  return nextDocument(previous, text, false);
}

/** Whether a streamed document does not show all of its text yet: streaming the same text again goes on. */
export const isBehind = (document: MarkdownDocument): boolean => isEngineDocument(document) && document.behind;

/** Steps of work that the line of documents up to this one has cost. */
export const stepsOf = (document: MarkdownDocument): number => (isEngineDocument(document) ? document.engine.steps : 0);

/** With `repair` for display while the text streams in. */
export function nextDocument(previous: MarkdownDocument | null, text: string, repair: boolean): MarkdownDocument {
  if (!previous || !isEngineDocument(previous)) return new Engine(SAFE_LINKS).update(text, repair);
  if (previous.text === text && previous.repaired === repair && !previous.behind) return previous;
  const engine = previous.engine.owns(previous) ? previous.engine : new Engine(SAFE_LINKS);
  return engine.update(text, repair);
}
