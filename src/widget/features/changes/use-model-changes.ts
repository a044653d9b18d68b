import { useMemo, useRef, useState } from "react";
import { type ChangeMark, textBefore } from "../../../core/diff/change-marks.ts";
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

/** The place that is looked at, or `gone`: the one that has come to stand where it was. */
interface Looked {
  readonly index: number;
  readonly gone: boolean;
}

export function useModelChanges(
  ready: Ready,
  actions: WidgetActions,
  onUndo: (before: string, after: string) => void,
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
  const most = places.length - 1;
  return {
    before,
    places,
    authors,
    authorOf: (mark) => authorOfMark(mark, whose),
    words,
    unseen,
    at: looked === null || looked.gone ? null : Math.min(looked.index, most),
    compares,
    step(by) {
      const index = looked === null ? (by > 0 ? 0 : most) : wrapped(nextOf(looked, by), places.length);
      setLooked({ index, gone: false });
      return places[index] ?? null;
    },
    compare,
    undo(place) {
      const index = places.indexOf(place);
      setLooked({ index, gone: true });
      onUndo(ready.draft, undoPlace(ready.draft, place));
    },
    done() {
      setLooked(null);
      compare(false);
      actions.acknowledge();
    },
  };
}

function nextOf({ index, gone }: Looked, by: 1 | -1): number {
  return gone && by > 0 ? index : index + by;
}

function wrapped(index: number, length: number): number {
  return (index + length) % length;
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
