import { mayHoldUnseen, splitUnseen } from "../../../core/text/unseen-characters.ts";
import { markOf } from "../unseen/mark-of.ts";
import type { BuildContext } from "./mounted.ts";

/** Whether a text has characters that are drawn as marks. */
export function hasUnseen(text: string): boolean {
  return mayHoldUnseen(text) && splitUnseen(text).some(({ kind }) => kind !== null);
}

/**
 * The nodes that show a text: its words as they are, and around characters that nobody sees an element that draws a mark.
 * It isolates them too: one that turns the direction turns nothing outside of it.
 */
export function visibleNodes(context: BuildContext, text: string): Node[] {
  return splitUnseen(text).map((piece) => {
    const words = context.document.createTextNode(piece.text);
    return piece.kind === null ? words : unseenElement(context, piece.text, words);
  });
}

/** The mark around characters that nobody sees. They stay in the text, so that it is selected and copied as it is. */
export function unseenElement(context: BuildContext, run: string, words: Text): HTMLElement {
  const { label, title } = markOf(run);
  const made = context.document.createElement("bdi");
  made.className = "unseen";
  made.dataset.mark = label;
  made.title = title;
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", title);
  made.append(words);
  return made;
}
