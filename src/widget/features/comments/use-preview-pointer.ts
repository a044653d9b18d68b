import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Thread } from "../../../core/comments/threads.ts";
import { isOnText } from "../../text/paint-highlights.ts";
import type { PreviewView } from "../../text/preview/preview-view.ts";
import { threadsAt } from "./thread-order.ts";
import type { CommentControls } from "./use-comment-controls.ts";

const REST_MS = 300;

/** A press on a highlight opens its thread (again: the next of several); resting on one shows it for as long. */
export function usePreviewPointer(page: HTMLElement | null, preview: PreviewView | null, controls: CommentControls) {
  const [peeked, setPeeked] = useState<string | null>(null);
  const timer = useRef(0);
  const newest = useEffectEvent(() => controls);
  const later = useCallback((id: string | null) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setPeeked(id), REST_MS);
  }, []);
  const stay = () => clearTimeout(timer.current);
  useEffect(() => {
    if (page === null || preview === null) return;
    let over: string | null = null;
    const under = (event: MouseEvent) =>
      threadsUnder(preview, newest(), { x: event.clientX, y: event.clientY }).map(({ root }) => root.id);
    const press = (event: MouseEvent) => {
      const target = event.target as Element;
      if (target.closest("a, button, input, .thread-card, .composer")) return;
      if (document.getSelection()?.isCollapsed === false) return;
      const ids = under(event);
      const { active, press: pressText } = newest();
      pressText(ids[(ids.indexOf(active ?? "") + 1) % Math.max(1, ids.length)] ?? null);
    };
    const move = (event: PointerEvent) => {
      if (event.pointerType !== "mouse" || event.buttons !== 0) return;
      const id = (event.target as Element).closest(".thread-card") ? null : (under(event)[0] ?? null);
      if (id === over) return;
      over = id;
      page.toggleAttribute("data-over-comment", id !== null);
      later(id);
    };
    const leave = () => {
      over = null;
      page.removeAttribute("data-over-comment");
      later(null);
    };
    page.addEventListener("click", press);
    page.addEventListener("pointermove", move);
    page.addEventListener("pointerleave", leave);
    return () => {
      clearTimeout(timer.current);
      page.removeAttribute("data-over-comment");
      page.removeEventListener("click", press);
      page.removeEventListener("pointermove", move);
      page.removeEventListener("pointerleave", leave);
    };
  }, [page, preview, later]);
  return { peeked, stay, goLater: () => later(null), goNow: () => setPeeked(null) };
}

/** The threads whose highlighted text lies under the point, the innermost first. */
function threadsUnder(
  preview: PreviewView,
  { threadsBetween, placeOf }: CommentControls,
  { x, y }: { readonly x: number; readonly y: number },
): readonly Thread[] {
  const caret = caretUnder(x, y);
  const offset = caret === null ? null : preview.sourceOf(caret.node, caret.offset);
  if (offset === null) return [];
  // At the far edge of a letter the caret already stands behind it.
  const there = threadsBetween(offset - 1, offset);
  const near = new Set([...threadsAt(there, offset, placeOf), ...threadsAt(there, offset - 1, placeOf)]);
  return [...near].filter((thread) => {
    const place = placeOf(thread);
    return place !== null && isOnText(preview.rangesOf(place.from, place.to), x, y);
  });
}

function caretUnder(x: number, y: number): { readonly node: Node; readonly offset: number } | null {
  if (document.caretPositionFromPoint) {
    const position = document.caretPositionFromPoint(x, y);
    return position === null ? null : { node: position.offsetNode, offset: position.offset };
  }
  const range = document.caretRangeFromPoint(x, y);
  return range === null ? null : { node: range.startContainer, offset: range.startOffset };
}
