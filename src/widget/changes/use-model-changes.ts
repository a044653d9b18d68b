import { useEffect, useMemo, useState } from "react";
import { type ChangedPlace, changedPlaces, undoPlace } from "../../core/diff/changed-places.ts";
import { wordDelta } from "../../core/document/version-record.ts";
import { parseMarkdown } from "../../core/markdown/parse-markdown.ts";
import { plainText } from "../../core/markdown/plain-text.ts";
import type { WidgetActions } from "../state/start-widget.ts";
import type { Ready } from "../state/state.ts";
import { type UnseenChange, unseenChanges } from "./unseen-changes.ts";

/** What the model changed since the person last looked, and what can be done about it. */
export interface ModelChanges {
  readonly before: string;
  readonly places: readonly ChangedPlace[];
  readonly words: { readonly added: number; readonly removed: number };
  /** What changed in each place that the rendering does not show. */
  readonly unseen: readonly (readonly UnseenChange[])[];
  /** The place the person is looking at; null before the first step. */
  readonly at: number | null;
  /** Whether the text is shown with what it was before. */
  readonly compares: boolean;
  step(by: 1 | -1): ChangedPlace | null;
  compare(on: boolean): void;
  undo(place: ChangedPlace): void;
  /** The person has seen it. */
  done(): void;
}

interface Found {
  readonly id: string;
  readonly version: number;
  readonly before: string;
}

/** Compares what the model wrote last with the version before it. Gone once seen, or when the person writes on. */
export function useModelChanges(
  ready: Ready,
  actions: WidgetActions,
  onUndo: (before: string, after: string) => void,
): ModelChanges | null {
  const { id, version, lastEditor } = ready.view.checkpoint.document;
  const seen = actions.seenVersion(id);
  const [found, setFound] = useState<Found | null>(null);
  const [at, setAt] = useState<number | null>(null);
  const [compares, compare] = useState(false);
  /** The texts on the way from the model's to the one with all of it undone: with undo one goes back and forth. */
  const [undone, setUndone] = useState<ReadonlySet<string> | null>(null);
  const isWanted =
    ready.home === "server" &&
    lastEditor === "claude" &&
    version > 1 &&
    ready.incoming === null &&
    ready.superseded === null;

  useEffect(() => {
    // What they wrote themselves, they have seen.
    if (lastEditor === "user" && seen < version && undone === null) actions.keepSeen(id, version);
  }, [lastEditor, id, version, seen, undone, actions]);

  useEffect(() => {
    if (!isWanted || seen >= version) return;
    let isCurrent = true;
    const since = seen > 0 ? seen : version - 1;
    void actions.loadVersion(since).then((answer) => {
      if (!isCurrent) return;
      if (answer.ok) setFound({ id, version, before: answer.content });
      else actions.host.log("warning", `What changed since v${since} cannot be shown: ${answer.why}`);
    });
    setAt(null);
    compare(false);
    return () => {
      isCurrent = false;
    };
  }, [isWanted, id, version, seen, actions]);

  const isUntouched = version === found?.version && ready.draft === ready.view.checkpoint.document.content;
  const isShown = found?.id === id && seen < found.version && (isUntouched || (undone?.has(ready.draft) ?? false));
  const before = isShown ? found.before : null;
  const diff = useMemo(() => (before === null ? null : diffOf(before, ready.draft)), [before, ready.draft]);
  if (diff === null || before === null || diff.places.length === 0) return null;
  const { places, words, unseen } = diff;
  return {
    before,
    places,
    words,
    unseen,
    at: at === null ? null : Math.min(at, places.length - 1),
    compares,
    step(by) {
      const next = at === null ? (by > 0 ? 0 : places.length - 1) : (at + by + places.length) % places.length;
      setAt(next);
      return places[next] ?? null;
    },
    compare,
    undo(place) {
      const text = undoPlace(before, ready.draft, place);
      setUndone(new Set([...(undone ?? []), ready.draft, text]));
      onUndo(ready.draft, text);
    },
    done() {
      actions.keepSeen(id, version);
      setFound(null);
      setUndone(null);
    },
  };
}

function diffOf(before: string, after: string) {
  const places = changedPlaces(before, after);
  let added = 0;
  let removed = 0;
  const unseen = places.map(({ from, to, beforeFrom, beforeTo }) => {
    const was = parseMarkdown(before.slice(beforeFrom, beforeTo));
    const is = parseMarkdown(after.slice(from, to));
    // Of the words that a reader sees: an address is no word.
    const words = wordDelta(plainText(was), plainText(is));
    added += words.added;
    removed += words.removed;
    return unseenChanges(was, is);
  });
  return { places, unseen, words: { added, removed } };
}
