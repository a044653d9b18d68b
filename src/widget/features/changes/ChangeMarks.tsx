import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { ChangeMark } from "../../../core/diff/change-marks.ts";
import type { Person } from "../../../core/records/sharing.ts";
import { Avatar } from "../../people/Avatar.tsx";
import { colourOf } from "../../people/who.ts";
import type { TextHighlight } from "../../text/editor/highlights.ts";
import { createPainter, createRangeFinder, type HighlightPainter, marksNear } from "../../text/paint-highlights.ts";
import type { PreviewView } from "../../text/preview/preview-view.ts";
import { changeWords, namesInWords } from "../../words.ts";
import { nameOfAuthor } from "./change-authors.ts";
import { type MarkedPlace, wordsOf } from "./marked-places.ts";
import type { ModelChanges } from "./use-model-changes.ts";

interface ChangeMarksProps {
  readonly page: HTMLElement;
  readonly preview: PreviewView;
  /** The text that the preview shows. */
  readonly text: string;
  /** The places are in a newer text than the preview shows: what is drawn stays as it is until that has come. */
  readonly waits: boolean;
  readonly changes: ModelChanges;
  readonly assistant: string;
}

interface Bar {
  readonly key: string;
  readonly top: number;
  readonly height: number;
  /** Beside the lines, or in the line where words were taken out. */
  readonly left: number | null;
  readonly kind: "changed" | "removed";
  readonly current: boolean;
  /** Other people whose it is; empty: the model's alone. */
  readonly people: readonly Person[];
  readonly title: string;
}

const NAMES = [
  "canvas-changed",
  "canvas-changed-person",
  "canvas-changed-active",
  "canvas-changed-person-active",
] as const;
/**
 * The words that changed, painted over the text, and bars beside their lines, near what is seen: the preview's nodes are not
 * touched.
 */
export function ChangeMarks(props: ChangeMarksProps) {
  const { page, preview, text, waits } = props;
  const { places, at } = props.changes;
  const authorOf = useEffectEvent(props.changes.authorOf);
  const whose = useEffectEvent((place: MarkedPlace) => whoseOf(props, place));
  const [bars, setBars] = useState<readonly Bar[]>([]);
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  const painter = useRef<HighlightPainter | null>(null);
  useEffect(() => {
    if (layer === null) return;
    const own = createPainter(layer, NAMES);
    painter.current = own;
    return () => {
      painter.current = null;
      own.destroy();
    };
  }, [layer]);
  const find = useMemo(() => createRangeFinder((from, to) => preview.rangesOf(from, to)), [preview]);
  useEffect(() => {
    if (waits) return;
    const current = at === null ? undefined : places[at];
    let frame = 0;
    const draw = () => {
      frame = 0;
      const near = marksNear(places, preview.visible());
      painter.current?.paint(find(near.flatMap((place) => highlightsOf(text, place, place === current, authorOf))));
      const origin = page.getBoundingClientRect();
      const offset = { top: page.scrollTop - origin.top, left: page.scrollLeft - origin.left };
      setBars(near.flatMap((place) => barsOf(preview, text, place, place === current, offset, whose(place))));
    };
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(draw);
    };
    soon();
    const observer = new ResizeObserver(soon);
    observer.observe(page);
    if (page.firstElementChild !== null) observer.observe(page.firstElementChild);
    page.addEventListener("scroll", soon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      page.removeEventListener("scroll", soon);
    };
  }, [page, preview, text, waits, places, at, find]);
  return createPortal(
    <>
      <div className="painted-boxes" ref={setLayer} aria-hidden="true" />
      <div className="change-marks" aria-hidden="true">
        {bars.map(({ key, top, height, left, kind, current, people, title }) => (
          <div
            key={key}
            className={left === null ? "change-mark" : "change-gap"}
            data-kind={kind}
            data-current={current}
            {...(people.length === 0 ? {} : { "data-colour": colourOf(people[0]!.subject), title })}
            style={{ top: `${top}px`, height: `${height}px`, ...(left === null ? {} : { left: `${left}px` }) }}
          >
            {left === null && people.map((person) => <Avatar key={person.subject} person={person} small />)}
          </div>
        ))}
      </div>
    </>,
    page,
  );
}

interface Whose {
  readonly people: readonly Person[];
  readonly title: string;
}

function whoseOf({ changes: { places, authors }, assistant }: ChangeMarksProps, place: MarkedPlace): Whose {
  const all = authors[places.indexOf(place)] ?? [];
  const names = all.map((author) => nameOfAuthor(author, assistant));
  return { people: all.filter((author) => author !== null), title: changeWords.changedBy(namesInWords(names)) };
}

function highlightsOf(
  text: string,
  { marks }: MarkedPlace,
  active: boolean,
  authorOf: ModelChanges["authorOf"],
): TextHighlight[] {
  return marks.flatMap((mark) => {
    const { from, to } = wordsOf(text, mark);
    const id = `${from} ${to} ${mark.was.length}`;
    return from === to ? [] : [{ id, from, to, look: authorOf(mark) === null ? "changed" : "changed-person", active }];
  });
}

interface Offset {
  readonly top: number;
  readonly left: number;
}

function barsOf(
  preview: PreviewView,
  text: string,
  place: MarkedPlace,
  current: boolean,
  offset: Offset,
  whose: Whose,
): Bar[] {
  const box = boxOf(preview, text, place);
  if (box === null) return [];
  const kind = place.from === place.to ? "removed" : "changed";
  const height = kind === "removed" ? 3 : Math.max(box.bottom - box.top, 3);
  const beside: Bar = { key: `${place.from}`, top: box.top + offset.top, height, left: null, kind, current, ...whose };
  const gaps = place.marks.flatMap((mark): Bar[] => {
    const gap = mark.from === mark.to && kind === "changed" ? gapOf(preview, text, mark) : null;
    if (gap === null) return [];
    const { top, height: tall, left } = gap;
    const key = `${place.from} ${mark.from}`;
    return [{ key, top: top + offset.top, height: tall, left: left + offset.left, kind: "removed", current, ...whose }];
  });
  return [beside, ...gaps];
}

/** From the top of the place's first block to the bottom of its last. A removed text stands above what follows it. */
function boxOf(preview: PreviewView, text: string, { from, to }: MarkedPlace): { top: number; bottom: number } | null {
  const shown = text.slice(from, to);
  const first = from + (shown.length - shown.trimStart().length);
  const last = Math.max(first, from + shown.trimEnd().length - 1);
  const start = preview.elementAt(Math.min(first, Math.max(text.length - 1, 0)))?.getBoundingClientRect();
  if (start === undefined) return null;
  if (from === to) return { top: start.top - 6, bottom: start.top - 3 };
  const end = preview.elementAt(last)?.getBoundingClientRect() ?? start;
  return { top: Math.min(start.top, end.top), bottom: Math.max(start.bottom, end.bottom) };
}

/** Between the letters where words were taken out; null where neither is drawn. */
function gapOf(preview: PreviewView, text: string, { from, was }: ChangeMark) {
  if (was.trim() === "") return null;
  const before = from > 0 && text[from - 1] !== "\n" ? preview.rangesOf(from - 1, from).at(-1) : undefined;
  const range = before ?? preview.rangesOf(from, Math.min(text.length, from + 1))[0];
  const rect = range === undefined ? undefined : [...range.getClientRects()].at(before === undefined ? 0 : -1);
  if (range === undefined || rect === undefined) return null;
  const isRightToLeft = getComputedStyle(elementOf(range.startContainer)).direction === "rtl";
  return {
    top: rect.top,
    height: rect.height,
    left: (before === undefined) === isRightToLeft ? rect.right : rect.left,
  };
}

function elementOf(node: Node): Element {
  return node instanceof Element ? node : (node.parentElement ?? document.body);
}
