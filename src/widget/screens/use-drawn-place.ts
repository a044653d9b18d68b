import { useEffect, useRef } from "react";
import type { OpenCanvas } from "../features/feature.ts";
import { useReadingPlace } from "../text/reading/use-reading-place.ts";
import { NO_ID } from "./provisional-canvas.ts";
import type { LayoutControls } from "./use-layout.ts";
import type { Page } from "./use-page.ts";

export interface DrawnPlace extends ReturnType<typeof useReadingPlace> {
  /** Names how the page looks: when it is another, the reader is put where they were. */
  readonly drawn: string;
}

/** Where the reader is on the page, whatever becomes of it; and the caret goes into the editor when writing begins. */
export function useDrawnPlace(
  { ready, shown, rights, actions }: OpenCanvas,
  page: Page,
  { layout }: LayoutControls,
  { isWanted, reveal }: { readonly isWanted: boolean; readonly reveal: { readonly from: number } | null },
): DrawnPlace {
  const { id } = shown.document;
  const { fullscreen, writing, showsPage, grows, streaming } = page;
  const isLocked = !rights.canEdit && !rights.canSuggest;
  const drawn = [id, layout, fullscreen, page.preview === null, grows, isLocked, streaming].join();
  const hasGrown = useRef(false);
  hasGrown.current = grows || (hasGrown.current && streaming);
  // Whoever goes through the choices with the arrow keys has not chosen yet. A write that ends must not take the focus again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only starting to edit moves the focus
  useEffect(() => {
    const isChoosing = document.activeElement?.matches("[role=radio]:focus-visible") ?? false;
    if (layout !== "read" && !isChoosing) page.editor()?.focus();
  }, [ready.editing, fullscreen, layout]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each place
  useEffect(() => {
    if (reveal !== null) page.editor()?.reveal(reveal.from);
  }, [reveal, writing]);
  const reading = useReadingPlace({
    text: page.text,
    preview: page.preview,
    editor: page.editor,
    drawn,
    writing,
    showsPage,
    streaming: hasGrown.current,
    isWanted,
    keeper: id === NO_ID ? null : { read: () => actions.readPlace(id), keep: (kept) => actions.keepPlace(id, kept) },
  });
  return { ...reading, drawn };
}
