import { useCallback, useEffect, useRef, useState } from "react";
import { mergeThreeWay } from "../../core/diff/merge-three-way.ts";
import type { Ready } from "./state.ts";
import { textOnceSaved } from "./with-decisions.ts";

/** So long a text that came from elsewhere stands on screen before it can be decided on: a press that was on its way is not meant for it. */
export const READ_MS = 1_500;

/** Whether this value has been the same for so long. */
export function useUnchangedFor(value: string | undefined, ms: number): boolean {
  const [old, setOld] = useState<string | undefined>(ms === 0 ? value : undefined);
  useEffect(() => {
    const timer = setTimeout(() => setOld(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return old === value;
}

/** The canvas on screen, and up to when the person can only have read the text before it. */
export interface SeenText {
  readonly ready: Ready;
  readonly before: string;
  readonly seenFrom: number;
}

/** In a longer text the person's own words stand among what is new: no key waits for a merge of it. */
const MOST_MERGED = 100_000;

export function firstSeen(ready: Ready): SeenText {
  return { ready, before: ready.draft, seenFrom: 0 };
}

/** What the person types or decides they know; what came from elsewhere they know once it has stood for a while. */
export function nextSeen(last: SeenText, ready: Ready, now: number): SeenText {
  const { ready: was } = last;
  if (ready === was) return last;
  if (ready.view.checkpoint.document.id !== was.view.checkpoint.document.id) return firstSeen(ready);
  const isOwn =
    ready.draft === was.draft ||
    ready.base === was.base ||
    ready.draft === textOnceSaved(was, was.view.checkpoint.document.updatedAt);
  if (!isOwn) return { ready, before: seenAt(last, now), seenFrom: now + READ_MS };
  // What is shown as new, where there is any, is not what the person typed since.
  const isUnread = now < last.seenFrom && ready.draft !== was.draft && ready.draft.length <= MOST_MERGED;
  const before = isUnread ? mergeThreeWay(was.draft, ready.draft, last.before).text : last.before;
  return { ...last, ready, before };
}

export function seenAt({ ready, before, seenFrom }: SeenText, now: number): string {
  return now >= seenFrom ? ready.draft : before;
}

/** Gives, at a press, the text that the person can have read. */
export function useSeenText(ready: Ready): () => string {
  const read = useRef(firstSeen(ready));
  useEffect(() => {
    read.current = nextSeen(read.current, ready, Date.now());
  }, [ready]);
  return useCallback(() => seenAt(read.current, Date.now()), []);
}
