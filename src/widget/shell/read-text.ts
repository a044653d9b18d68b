import { useCallback, useEffect, useRef } from "react";
import { mergeThreeWay } from "../../core/diff/merge-three-way.ts";
import type { Ready } from "../state/state.ts";
import { textOnceSaved } from "../state/text-once-saved.ts";
import { READ_MS } from "./use-stood-for.ts";

/** The canvas on screen, and up to when the person can only have read the text before it. */
export interface ReadText {
  readonly ready: Ready;
  readonly before: string;
  readonly readFrom: number;
}

/** In a longer text the person's own words stand among what is new: no key waits for a merge of it. */
const MOST_MERGED = 100_000;

export function firstRead(ready: Ready): ReadText {
  return { ready, before: ready.draft, readFrom: 0 };
}

/** What the person types or decides they know; what came from elsewhere they know once it has stood for a while. */
export function nextRead(last: ReadText, ready: Ready, now: number): ReadText {
  const { ready: was } = last;
  if (ready === was) return last;
  if (ready.view.checkpoint.document.id !== was.view.checkpoint.document.id) return firstRead(ready);
  const isOwn =
    ready.draft === was.draft ||
    ready.base === was.base ||
    ready.draft === textOnceSaved(was, was.view.checkpoint.document.updatedAt);
  if (!isOwn) return { ready, before: readAt(last, now), readFrom: now + READ_MS };
  // What is shown as new, where there is any, is not what the person typed since.
  const isUnread = now < last.readFrom && ready.draft !== was.draft && ready.draft.length <= MOST_MERGED;
  const before = isUnread ? mergeThreeWay(was.draft, ready.draft, last.before).text : last.before;
  return { ...last, ready, before };
}

export function readAt({ ready, before, readFrom }: ReadText, now: number): string {
  return now >= readFrom ? ready.draft : before;
}

/** Gives, at a press, the text that the person can have read. */
export function useReadText(ready: Ready): () => string {
  const read = useRef(firstRead(ready));
  useEffect(() => {
    read.current = nextRead(read.current, ready, Date.now());
  }, [ready]);
  return useCallback(() => readAt(read.current, Date.now()), []);
}
