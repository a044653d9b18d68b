import type { TextPlace, Thread, ThreadState } from "../../../core/comments/threads.ts";

/** What the panel can be narrowed to. */
export const FILTERS = ["all", "open", "addressed", "resolved", "orphaned"] as const;
export type Filter = (typeof FILTERS)[number];

/** How many threads there are of each state. An orphan that was resolved or addressed counts as that. */
export function countByState(threads: readonly Thread[]): Readonly<Record<Filter, number>> {
  const counts: Record<Filter, number> = { all: 0, open: 0, addressed: 0, resolved: 0, orphaned: 0 };
  for (const { state } of threads) {
    counts[state]++;
    // "All" means what still asks for something: the resolved have their own filter.
    if (state !== "resolved") counts.all++;
  }
  return counts;
}

export function filterThreads(threads: readonly Thread[], filter: Filter): readonly Thread[] {
  return threads.filter(({ state }) => (filter === "all" ? state !== "resolved" : state === filter));
}

/** The filter under which a thread can be seen; the given one where it can. */
export function filterFor(state: ThreadState, filter: Filter): Filter {
  if (filter === state || (filter === "all" && state !== "resolved")) return filter;
  return state === "resolved" ? "resolved" : "all";
}

/** The thread after or before the active one, round the ends; the first or last when none is active. */
export function stepThread(threads: readonly Thread[], active: string | null, step: 1 | -1): Thread | null {
  if (threads.length === 0) return null;
  const at = threads.findIndex(({ root }) => root.id === active);
  if (at < 0) return threads[step === 1 ? 0 : threads.length - 1]!;
  return threads[(at + step + threads.length) % threads.length]!;
}

/** The threads whose text holds the offset, the shortest first: what a press on overlapping highlights means. */
export function threadsAt(
  threads: readonly Thread[],
  offset: number,
  placeOf: (thread: Thread) => TextPlace | null = ({ place }) => place,
): readonly Thread[] {
  const found = threads.flatMap((thread) => {
    const place = thread.state === "resolved" ? null : placeOf(thread);
    return place !== null && place.from <= offset && offset < place.to ? [{ thread, size: place.to - place.from }] : [];
  });
  return found.sort((a, b) => a.size - b.size).map(({ thread }) => thread);
}
