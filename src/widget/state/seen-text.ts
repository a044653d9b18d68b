import { useCallback, useEffect, useRef, useState } from "react";
import { mergeThreeWay } from "../../core/diff/merge-three-way.ts";
import { differingLines } from "../../core/text/differing-lines.ts";
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

/** Where what is new and what was typed stand farther apart, it stays as it is: no key waits for a merge of more. */
const MOST_MERGED = 100_000;
/** Lines that a merge has around what it merges. */
const AROUND = 20;

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
  const isUnread = now < last.seenFrom && ready.draft !== was.draft;
  const before = isUnread ? withTyped(last.before, was.draft, ready.draft) : last.before;
  return { ...last, ready, before };
}

/** The text before the news, with what the person has typed since: from `was` to `is`. */
function withTyped(before: string, was: string, is: string): string {
  const typed = differingLines(was, is, AROUND);
  const news = differingLines(was, before, AROUND);
  const from = Math.min(typed.from, news.from);
  const behind = was.length - Math.max(typed.aTo, news.aTo);
  const [base, mine, theirs] = [was, is, before].map((text) => text.slice(from, text.length - behind)) as [
    string,
    string,
    string,
  ];
  if (Math.max(base.length, mine.length, theirs.length) > MOST_MERGED) return before;
  const merged = mergeThreeWay(base, mine, theirs).text;
  return before.slice(0, from) + merged + before.slice(before.length - behind);
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
