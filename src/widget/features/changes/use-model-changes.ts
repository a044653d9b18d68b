import { useMemo, useRef, useState } from "react";
import { type ChangeMark, textBefore } from "../../../core/diff/change-marks.ts";
import type { TextChange } from "../../../core/diff/hunk.ts";
import { createPositionMap } from "../../../core/diff/position-map.ts";
import { changesBetween } from "../../../core/diff/text-changes.ts";
import { wordDelta } from "../../../core/document/versions/word-delta.ts";
import { parseMarkdown } from "../../../core/markdown/parse-markdown.ts";
import { plainText } from "../../../core/markdown/plain-text.ts";
import { whoseWords } from "../../state/others-changes.ts";
import type { WidgetActions } from "../../state/start-widget.ts";
import type { Ready } from "../../state/state.ts";
import { authorOfMark, authorsOf, type ChangeAuthor } from "./change-authors.ts";
import { type MarkedPlace, markedPlaces, undoPlace } from "./marked-places.ts";
import { type UnseenChange, unseenChanges } from "./unseen-changes.ts";

/** What the model changed and the person has not yet said "Got it" to, and what can be done about it. */
export interface ModelChanges {
  readonly before: string;
  readonly places: readonly MarkedPlace[];
  /** Whose each place is. */
  readonly authors: readonly (readonly ChangeAuthor[])[];
  /** Whose one mark is. */
  authorOf(mark: ChangeMark): ChangeAuthor;
  readonly words: { readonly added: number; readonly removed: number };
  /** What changed in each place that the rendering does not show. */
  readonly unseen: readonly (readonly UnseenChange[])[];
  /** The place the person is looking at; null before the first step, and after it was undone. */
  readonly at: number | null;
  /** Whether the text is shown with what it was before. */
  readonly compares: boolean;
  step(by: 1 | -1): MarkedPlace | null;
  compare(on: boolean): void;
  undo(place: MarkedPlace): void;
  /** The person has seen it. */
  done(): void;
}

/** Where the place that is looked at stands in a text, or stood, if it was taken back. */
interface Looked {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

export function useModelChanges(
  ready: Ready,
  actions: WidgetActions,
  onUndo: (changes: readonly TextChange[]) => void,
): ModelChanges | null {
  const [looked, setLooked] = useState<Looked | null>(null);
  const [compares, compare] = useState(false);
  const { marks } = ready.marked;
  const isShown = marks.length > 0 && ready.incoming === null;
  const contentsOf = useContents();
  const diff = useMemo(
    () => (isShown ? diffOf(ready.draft, marks, contentsOf) : null),
    [isShown, ready.draft, marks, contentsOf],
  );
  const whose = useMemo(
    () => (isShown ? whoseWords(ready.view, ready.draft) : null),
    [isShown, ready.view, ready.draft],
  );
  if (diff === null || diff.places.length === 0) {
    // What comes next is looked at from its start.
    if (looked !== null && ready.incoming === null) setLooked(null);
    if (compares && ready.incoming === null) compare(false);
    return null;
  }
  const { before, places, words, unseen } = diff;
  const authors = places.map((place) => authorsOf(place, whose));
  const here = looked === null ? null : movedTo(ready.draft, looked);
  if (here !== looked) setLooked(here);
  const at = here === null ? -1 : places.findIndex(({ from, to }) => from <= here.to && to >= here.from);
  const look = (place: MarkedPlace) => setLooked({ text: ready.draft, from: place.from, to: place.to });
  return {
    before,
    places,
    authors,
    authorOf: (mark) => authorOfMark(mark, whose),
    words,
    unseen,
    at: at < 0 ? null : at,
    compares,
    step(by) {
      const next = places.at((at < 0 ? firstStep(places, here, by) : at + by) % places.length) ?? null;
      if (next !== null) look(next);
      return next;
    },
    compare,
    undo(place) {
      look(place);
      onUndo(undoPlace(place));
    },
    done() {
      setLooked(null);
      compare(false);
      actions.acknowledge();
    },
  };
}

/** By its place and not by its number: others come and go before it. */
function movedTo(text: string, looked: Looked): Looked {
  if (looked.text === text) return looked;
  return { text, ...createPositionMap(changesBetween(looked.text, text)).mapRange(looked.from, looked.to) };
}

/** Where nothing is looked at: from the start, or from where the last one was taken back. A number below zero counts from the end. */
function firstStep(places: readonly MarkedPlace[], gone: Looked | null, by: 1 | -1): number {
  const before = gone === null ? 0 : places.filter(({ from }) => from < gone.from).length;
  return by > 0 ? before : before - 1;
}

interface Contents {
  readonly words: { readonly added: number; readonly removed: number };
  readonly unseen: readonly UnseenChange[];
}

/** Of a place whose words stay as they are, nothing is counted again: typing beside it must not pay for that. */
function useContents(): (pairs: readonly (readonly [string, string])[]) => readonly Contents[] {
  const known = useRef(new Map<string, Contents>());
  return useRef((pairs: readonly (readonly [string, string])[]) => {
    const next = new Map<string, Contents>();
    const all = pairs.map(([was, is]) => {
      const key = `${was}\0${is}`;
      const contents = known.current.get(key) ?? countContents(was, is);
      next.set(key, contents);
      return contents;
    });
    known.current = next;
    return all;
  }).current;
}

function countContents(was: string, is: string): Contents {
  const before = parseMarkdown(was);
  const after = parseMarkdown(is);
  // Of the words that a reader sees: an address is no word.
  return { words: wordDelta(plainText(before), plainText(after)), unseen: unseenChanges(before, after) };
}

function diffOf(text: string, marks: readonly ChangeMark[], contents: ReturnType<typeof useContents>) {
  const before = textBefore(text, marks);
  const places = markedPlaces(text, before, marks);
  const all = contents(
    places.map(({ from, to, beforeFrom, beforeTo }) => [before.slice(beforeFrom, beforeTo), text.slice(from, to)]),
  );
  return {
    before,
    places,
    unseen: all.map(({ unseen }) => unseen),
    words: {
      added: all.reduce((sum, { words }) => sum + words.added, 0),
      removed: all.reduce((sum, { words }) => sum + words.removed, 0),
    },
  };
}
