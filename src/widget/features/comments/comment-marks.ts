import { foldRendered } from "../../../core/comments/fold-text.ts";
import type { TextPlace, Thread } from "../../../core/comments/threads.ts";
import type { TextHighlight } from "../../text/editor/highlights.ts";

/** What to highlight: the text of every thread that is not resolved, and of the active one in any case. */
export function marksOf(
  threads: readonly Thread[],
  active: string | null,
  placeOf: (thread: Thread) => TextPlace | null = ({ place }) => place,
): TextHighlight[] {
  const marks: TextHighlight[] = [];
  for (const thread of threads) {
    const { root, state } = thread;
    const isActive = root.id === active;
    const place = state === "resolved" && !isActive ? null : placeOf(thread);
    if (place === null || place.from === place.to) continue;
    marks.push({ id: root.id, from: place.from, to: place.to, look: root.by.kind, active: isActive });
  }
  return marks;
}

/** A quote for one line on screen: its first words as they read, without their markdown. */
export function shortQuote(text: string, most = 80): string {
  // Text that is nothing but marks is still shown as something.
  const plain = foldRendered(text.slice(0, 1_000)).text.trim() || text.replace(/\s+/g, " ").trim();
  if (plain.length <= most) return plain;
  const cut = plain.slice(0, most);
  const space = cut.lastIndexOf(" ");
  // Never half of a surrogate pair.
  const end = space > most / 2 ? space : /[\uD800-\uDBFF]$/.test(cut) ? most - 1 : most;
  return `${plain.slice(0, end)}…`;
}

/** Where two highlights of one author lie over each other: marks of their own, so that each still shows. */
export function overlapsOf(marks: readonly TextHighlight[]): TextHighlight[] {
  const found: TextHighlight[] = [];
  for (const look of ["person", "model"] as const) {
    const edges = marks
      .filter((mark) => mark.look === look && mark.to > mark.from)
      .flatMap(({ from, to }) => [
        { at: from, by: 1 },
        { at: to, by: -1 },
      ])
      // What ends where another begins does not overlap it.
      .sort((a, b) => a.at - b.at || a.by - b.by);
    let depth = 0;
    let from = 0;
    for (const { at, by } of edges) {
      if (by > 0 && depth === 1) from = at;
      if (by < 0 && depth === 2 && at > from) {
        found.push({ id: `${look} ${from} ${at}`, from, to: at, look, active: false, deep: true });
      }
      depth += by;
    }
  }
  return found;
}
