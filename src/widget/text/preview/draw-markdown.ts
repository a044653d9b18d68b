import { updateMarkdown } from "../../../core/markdown/incremental.ts";
import { streamMarkdown } from "../../../core/markdown/stream-markdown.ts";
import { mountBlock } from "./block-dom.ts";
import { listenToClicks } from "./click-actions.ts";
import { createFolds } from "./folds.ts";
import { createLanguageFinder } from "./highlight/languages.ts";
import type { BuildContext } from "./mounted.ts";

export interface DrawOptions {
  readonly openLink: (url: string) => void;
  /** The text is the beginning of a longer one: what it leaves open at its end is shown as if it were closed. */
  readonly isCut?: boolean;
}

/**
 * Draws a short text inside other controls, with the preview's own elements and rules: nothing navigates, boxes cannot be
 * ticked, hostile text stays text. Its headings are no part of the page's outline. Gives the way to end it.
 */
export function drawMarkdown(container: HTMLElement, text: string, { openLink, isCut }: DrawOptions): () => void {
  const context: BuildContext = {
    document: container.ownerDocument,
    owners: new WeakMap(),
    tasks: { canBeTicked: false },
    selection: { isInside: false },
    languageOf: createLanguageFinder(),
    folds: createFolds(),
  };
  const { blocks } = isCut ? streamMarkdown(null, text) : updateMarkdown(null, text);
  container.replaceChildren(...blocks.map(({ node }) => mountBlock(context, node).dom));
  for (const heading of container.querySelectorAll("h1, h2, h3, h4, h5, h6"))
    heading.setAttribute("role", "presentation");
  const stopListening = listenToClicks(container, context, { openLink, toggleTask: () => {} });
  return () => {
    stopListening();
    container.replaceChildren();
  };
}
