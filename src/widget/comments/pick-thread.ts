import type { Thread } from "../../core/comments/threads.ts";
import type { PreviewView } from "../preview/preview-view.ts";
import { isOnText } from "./paint-highlights.ts";
import { threadsAt } from "./thread-order.ts";

/** The threads whose highlighted text lies under the point, the innermost first. */
export function threadsUnder(
  preview: PreviewView,
  threads: readonly Thread[],
  { x, y }: { readonly x: number; readonly y: number },
): readonly Thread[] {
  const caret = caretAt(x, y);
  const offset = caret === null ? null : preview.sourceOf(caret.node, caret.offset);
  if (offset === null) return [];
  // At the far edge of a letter the caret already stands behind it.
  const near = new Set([...threadsAt(threads, offset), ...threadsAt(threads, offset - 1)]);
  return [...near].filter(({ place }) => isOnText(preview.rangesOf(place!.from, place!.to), x, y));
}

function caretAt(x: number, y: number): { readonly node: Node; readonly offset: number } | null {
  if (document.caretPositionFromPoint) {
    const position = document.caretPositionFromPoint(x, y);
    return position === null ? null : { node: position.offsetNode, offset: position.offset };
  }
  const range = document.caretRangeFromPoint(x, y);
  return range === null ? null : { node: range.startContainer, offset: range.startOffset };
}
