import type { Shelf, Thread } from "../../core/comments/threads.ts";

/** What the panel can be narrowed to. */
export const FILTERS = ["all", "open", "addressed", "resolved", "orphaned"] as const;
export type Filter = (typeof FILTERS)[number];

/** How many threads stand on each shelf. An orphan that was resolved or addressed counts where it was put. */
export function countShelves(threads: readonly Thread[]): Readonly<Record<Filter, number>> {
  const counts: Record<Filter, number> = { all: 0, open: 0, addressed: 0, resolved: 0, orphaned: 0 };
  for (const { shelf } of threads) {
    counts[shelf]++;
    // "All" means what still asks for something: the resolved have their own shelf.
    if (shelf !== "resolved") counts.all++;
  }
  return counts;
}

export function filterThreads(threads: readonly Thread[], filter: Filter): readonly Thread[] {
  return threads.filter(({ shelf }) => (filter === "all" ? shelf !== "resolved" : shelf === filter));
}

/** The filter under which a thread can be seen; the given one where it can. */
export function filterFor(shelf: Shelf, filter: Filter): Filter {
  if (filter === shelf || (filter === "all" && shelf !== "resolved")) return filter;
  return shelf === "resolved" ? "resolved" : "all";
}

/** The thread after or before the active one, round the ends; the first or last when none is active. */
export function stepThread(threads: readonly Thread[], active: string | null, step: 1 | -1): Thread | null {
  if (threads.length === 0) return null;
  const at = threads.findIndex(({ root }) => root.id === active);
  if (at < 0) return threads[step === 1 ? 0 : threads.length - 1]!;
  return threads[(at + step + threads.length) % threads.length]!;
}

/** The threads whose text holds the offset, the shortest first: what a press on overlapping highlights means. */
export function threadsAt(threads: readonly Thread[], offset: number): readonly Thread[] {
  return threads
    .filter(({ place, shelf }) => place !== null && shelf !== "resolved" && place.from <= offset && offset < place.to)
    .toSorted((a, b) => a.place!.to - a.place!.from - (b.place!.to - b.place!.from));
}
