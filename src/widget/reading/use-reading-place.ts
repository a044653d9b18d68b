import { useEffect, useRef, useState } from "react";
import { scrollerOf } from "../preview/places.ts";
import type { PreviewView } from "../preview/preview-view.ts";

export interface ReadingPlace {
  /** The source offset at the upper border of what is visible. */
  readonly offset: number;
  /** How much of the page has been scrolled past, 0 to 1. */
  readonly share: number;
}

const START: ReadingPlace = { offset: 0, share: 0 };

/** Where the reader is. A preview that takes the place of another (inline, fullscreen) is shown at the same place. */
export function useReadingPlace(
  page: HTMLElement | null,
  preview: PreviewView | null,
  isWanted: boolean,
): ReadingPlace {
  const [place, setPlace] = useState(START);
  const last = useRef(0);

  useEffect(() => {
    if (preview !== null && last.current > 0) preview.scrollTo(last.current);
  }, [preview]);

  useEffect(() => {
    if (page === null || preview === null) return;
    const scroller = scrollerOf(page.firstElementChild ?? page);
    let frame = 0;
    const read = () => {
      frame = 0;
      // A page that is gone from the screen says nothing about the reader.
      if (scroller.clientHeight === 0) return;
      last.current = scroller.scrollTop > 0 ? preview.topOffset() : 0;
      const room = scroller.scrollHeight - scroller.clientHeight;
      if (isWanted) setPlace({ offset: last.current, share: room > 0 ? Math.min(scroller.scrollTop / room, 1) : 1 });
    };
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(read);
    };
    if (isWanted) soon();
    scroller.addEventListener("scroll", soon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      scroller.removeEventListener("scroll", soon);
    };
  }, [page, preview, isWanted]);
  return place;
}
