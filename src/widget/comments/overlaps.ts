import type { TextHighlight } from "../editor/highlights.ts";

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
