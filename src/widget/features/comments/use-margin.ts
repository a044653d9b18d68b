import { useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { Thread } from "../../../core/comments/threads.ts";
import { boxOfPlace } from "../../text/paint-highlights.ts";
import type { PreviewView } from "../../text/preview/preview-view.ts";
import { layoutCards } from "./layout-cards.ts";

/** A card is never narrower; with less room there are markers instead. */
const CARD_ROOM = 300;
/** More cards than this would cost a visible moment: markers then. */
const MOST_CARDS = 200;
const GAP = 8;
const EDGE = 20;
const TOUCHING = 22;
/** More threads than this are measured when the typing rests. */
const AT_ONCE = 50;
const REST_MS = 200;

export interface Margin {
  readonly mode: "cards" | "markers";
  /** Distance from the page's start edge to where cards begin. */
  readonly start: number;
  readonly tops: ReadonlyMap<string, number>;
}

/** Where cards or markers stand beside the text of a page; measured again whenever anything moves. */
export function useMargin(options: {
  readonly page: HTMLElement;
  readonly preview: PreviewView;
  readonly threads: readonly Thread[];
  readonly active: string | null;
  /** Changes whenever the text does. */
  readonly text: string;
}) {
  const { page, preview, threads, active, text } = options;
  const [margin, setMargin] = useState<Margin>({ mode: "markers", start: 0, tops: new Map() });
  const cards = useRef(new Map<string, HTMLElement>());
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
    const wishes = threads.flatMap(({ root, place }) => {
      const box = place === null ? null : boxOfPlace(preview, place.from, place.to);
      if (box === null) return [];
      const height = mode === "cards" ? (cards.current.get(root.id)?.offsetHeight ?? 0) : 0;
      return [{ id: root.id, wanted: box.top - frame.top + page.scrollTop, height }];
    });
    const tops =
      mode === "cards"
        ? layoutCards(wishes, { gap: GAP, active })
        : new Map(wishes.map(({ id, wanted }) => [id, wanted]));
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
    if (threads.length <= AT_ONCE) return measureNewest();
    const timer = setTimeout(measureNewest, REST_MS);
    return () => clearTimeout(timer);
  }, [page, preview, threads, active, text, hasCards]);
  useLayoutEffect(() => {
    let timer = 0;
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = window.setTimeout(measureNewest, 0);
    });
    observer.observe(page);
    for (const child of page.children) observer.observe(child);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
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
