import { useEffect, useRef, useState } from "react";
import { scrollerOf } from "../preview/places.ts";
import type { PreviewView } from "../preview/preview-view.ts";

export interface ReadingPlace {
  /** The source offset at the upper border of what is visible. */
  readonly offset: number;
  /** How much of the page has been scrolled past, 0 to 1. */
  readonly share: number;
}

/** Where a reader's place is kept over reloads. */
export interface PlaceKeeper {
  read(): number;
  keep(offset: number): void;
}

const START: ReadingPlace = { offset: 0, share: 0 };
/** A scroll is kept when it rests. */
const REST_MS = 400;
/** A text of more screens than this shows how far one is in it. */
const LONG = 3;

/**
 * Where the reader is. A preview that takes the place of another (inline, fullscreen) is shown at the same place, and the
 * first one where the reader left it in an earlier life of this page.
 */
export function useReadingPlace(
  page: HTMLElement | null,
  preview: PreviewView | null,
  isWanted: boolean,
  keeper: PlaceKeeper,
): ReadingPlace {
  const [place, setPlace] = useState(START);
  const last = useRef<number | null>(null);
  const latest = useRef(keeper);
  latest.current = keeper;

  useEffect(() => {
    last.current ??= latest.current.read();
    if (preview !== null && last.current > 0) preview.scrollTo(last.current);
  }, [preview]);

  useEffect(() => {
    if (page === null || preview === null) return;
    const scroller = scrollerOf(page.firstElementChild ?? page);
    let frame = 0;
    let timer = 0;
    const read = () => {
      frame = 0;
      // A page that is gone from the screen says nothing about the reader.
      if (scroller.clientHeight === 0) return;
      const offset = scroller.scrollTop > 0 ? preview.topOffset() : 0;
      last.current = offset;
      const room = scroller.scrollHeight - scroller.clientHeight;
      page.toggleAttribute("data-long", scroller.scrollHeight > LONG * scroller.clientHeight);
      if (isWanted) setPlace({ offset, share: room > 0 ? Math.min(scroller.scrollTop / room, 1) : 1 });
    };
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(read);
      clearTimeout(timer);
      timer = window.setTimeout(() => latest.current.keep(last.current ?? 0), REST_MS);
    };
    if (isWanted) frame = requestAnimationFrame(read);
    scroller.addEventListener("scroll", soon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      scroller.removeEventListener("scroll", soon);
    };
  }, [page, preview, isWanted]);
  return place;
}
