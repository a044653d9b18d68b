import { useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { Thread } from "../../../core/comments/threads.ts";
import { boxOfPlace, spanAround } from "../../text/paint-highlights.ts";
import type { PreviewView } from "../../text/preview/preview-view.ts";
import type { CommentPlaces } from "./comment-places.ts";
import { layoutCards } from "./layout-cards.ts";

/** A card is never narrower; with less room there are markers instead. */
const CARD_ROOM = 300;
/** More cards than this would cost a visible moment: markers then. */
const MOST_CARDS = 200;
const GAP = 8;
const EDGE = 20;
const TOUCHING = 22;

export interface Margin {
  readonly mode: "cards" | "markers";
  /** Distance from the page's start edge to where cards begin. */
  readonly start: number;
  readonly tops: ReadonlyMap<string, number>;
}

/**
 * Where cards or markers stand beside the text of a page; measured again whenever anything moves, and only near what is seen:
 * a browser that was asked for thousands of places is slow to type in. Cards farther off move along with their neighbours.
 */
export function useMargin(options: {
  readonly page: HTMLElement;
  readonly preview: PreviewView;
  readonly threads: readonly Thread[];
  readonly places: CommentPlaces;
  readonly active: string | null;
  /** Changes whenever the text does. */
  readonly text: string;
}) {
  const { page, preview, threads, places, active, text } = options;
  const [margin, setMargin] = useState<Margin>({ mode: "markers", start: 0, tops: new Map() });
  const cards = useRef(new Map<string, HTMLElement>());
  const measured = useRef<ReadonlyMap<string, number>>(new Map());
  const measure = () => {
    const frame = page.getBoundingClientRect();
    const sheet = page.querySelector("[data-column]") ?? page;
    const column = sheet.getBoundingClientRect();
    const isRtl = getComputedStyle(page).direction === "rtl";
    const start = isRtl ? frame.right - column.left : column.right - frame.left;
    // By the widest that the text may be, not by what it is now: it moves aside once there are cards.
    const widest = Number.parseFloat(getComputedStyle(sheet).maxInlineSize) || column.width;
    const hasRoom = page.clientWidth >= EDGE + widest + CARD_ROOM + EDGE;
    const mode = hasRoom && threads.length <= MOST_CARDS ? "cards" : "markers";
    const { from, to } = spanAround(preview.visible());
    const near = new Set(places.threadsBetween(from, to));
    const known = measured.current;
    // The first cards of all need all their places.
    const isAll = mode === "cards" && threads.some(({ root }) => !known.has(root.id));
    let shift = 0;
    const wishes = (mode === "cards" ? threads : threads.filter((thread) => near.has(thread))).flatMap((thread) => {
      const { id } = thread.root;
      if (!isAll && !near.has(thread)) return [{ id, wanted: (known.get(id) ?? 0) + shift }];
      const place = places.placeOf(thread);
      const box = place === null ? null : boxOfPlace(preview, place.from, place.to);
      if (box === null) return [];
      const wanted = box.top - frame.top + page.scrollTop;
      shift = wanted - (known.get(id) ?? wanted);
      return [{ id, wanted }];
    });
    measured.current = new Map(wishes.map(({ id, wanted }) => [id, wanted]));
    const heightOf = (id: string): number => cards.current.get(id)?.offsetHeight ?? 0;
    const tops =
      mode === "cards"
        ? layoutCards(
            wishes.map((wish) => ({ ...wish, height: heightOf(wish.id) })),
            { gap: GAP, active },
          )
        : measured.current;
    const next: Margin = { mode, start: start + GAP, tops };
    setMargin((before) => (isSame(before, next) ? before : next));
  };
  const measureNewest = useEffectEvent(measure);
  const hasCards = margin.mode === "cards" && threads.length > 0;
  useLayoutEffect(() => {
    page.toggleAttribute("data-cards", hasCards);
    return () => page.removeAttribute("data-cards");
  }, [page, hasCards]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what the measure depends on
  useLayoutEffect(() => {
    measureNewest();
  }, [page, preview, threads, active, text, hasCards]);
  useLayoutEffect(() => {
    let timer = 0;
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = window.setTimeout(measureNewest, 0);
    });
    observer.observe(page);
    for (const child of page.children) observer.observe(child);
    let frame = 0;
    const scrolled = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measureNewest);
    };
    page.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      observer.disconnect();
      page.removeEventListener("scroll", scrolled);
    };
  }, [page]);
  // Another function with every render: what it observes is measured by the newest values.
  const cardRef = (id: string) => (element: HTMLElement | null) => {
    if (element === null) return;
    cards.current.set(id, element);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      cards.current.delete(id);
    };
  };
  return { margin, cardRef };
}

function isSame(a: Margin, b: Margin): boolean {
  if (a.mode !== b.mode || a.start !== b.start || a.tops.size !== b.tops.size) return false;
  for (const [id, top] of a.tops) if (Math.abs((b.tops.get(id) ?? Number.NaN) - top) >= 0.5) return false;
  return [...a.tops.keys()].every((id) => b.tops.has(id));
}

/** Markers so near that they would touch are one. */
export function groupMarkers(tops: ReadonlyMap<string, number>): { readonly top: number; readonly ids: string[] }[] {
  const groups: { top: number; ids: string[] }[] = [];
  for (const [id, top] of [...tops].sort((a, b) => a[1] - b[1])) {
    const last = groups.at(-1);
    if (last !== undefined && top - last.top < TOUCHING) last.ids.push(id);
    else groups.push({ top, ids: [id] });
  }
  return groups;
}
