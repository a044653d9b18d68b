import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { editorWords } from "../words.ts";

export interface DividerProps {
  readonly share: number;
  /** The element whose children before and after the divider share its width. */
  panes(): HTMLElement;
  onDrag(share: number): void;
  onDone(share: number): void;
}

const LEAST = 0.2;
const MOST = 0.8;
const keepWithin = (share: number): number => Math.min(MOST, Math.max(LEAST, Math.round(share * 1000) / 1000));

/** Moves with pointer and keyboard; a double click or Enter puts it in the middle. */
export function Divider({ share, panes, onDrag, onDone }: DividerProps) {
  const dragging = useRef<number | null>(null);
  const at = (event: PointerEvent<HTMLElement>): number => {
    const before = event.currentTarget.previousElementSibling!.getBoundingClientRect();
    const after = event.currentTarget.nextElementSibling!.getBoundingClientRect();
    const left = Math.min(before.left, after.left);
    const width = Math.max(before.right, after.right) - left;
    const fromLeft = (event.clientX - left) / Math.max(1, width);
    return keepWithin(getComputedStyle(panes()).direction === "rtl" ? 1 - fromLeft : fromLeft);
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const forward = getComputedStyle(panes()).direction === "rtl" ? -1 : 1;
    const size = event.shiftKey ? 0.1 : 0.02;
    const next: Record<string, number> = {
      ArrowLeft: share - forward * size,
      ArrowRight: share + forward * size,
      Home: LEAST,
      End: MOST,
      Enter: 0.5,
    };
    const wanted = next[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    onDone(keepWithin(wanted));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be moved; this is the window splitter of the ARIA practices
    <div
      className="split-divider"
      role="separator"
      aria-orientation="vertical"
      aria-label={editorWords.split.divider}
      aria-description={editorWords.split.dividerHelp}
      aria-controls="split-editor"
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={LEAST * 100}
      aria-valuemax={MOST * 100}
      tabIndex={0}
      onKeyDown={press}
      onDoubleClick={() => onDone(0.5)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus();
        dragging.current = share;
      }}
      onPointerMove={(event) => {
        if (dragging.current === null) return;
        dragging.current = at(event);
        onDrag(dragging.current);
      }}
      onPointerUp={() => {
        if (dragging.current !== null) onDone(dragging.current);
        dragging.current = null;
      }}
      onPointerCancel={() => {
        if (dragging.current !== null) onDone(dragging.current);
        dragging.current = null;
      }}
    />
  );
}
