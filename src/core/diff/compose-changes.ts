import type { TextChange } from "./hunk.ts";

/**
 * Both lists as one: `applyChanges(t, composeChanges(first, second)) === applyChanges(applyChanges(t, first), second)`.
 * Ordered and disjoint; what touches is one change, and what comes and goes again is none. Costs as much as the two lists
 * are long, whatever the text.
 */
export function composeChanges(first: readonly TextChange[], second: readonly TextChange[]): readonly TextChange[] {
  if (second.length === 0) return first;
  if (first.length === 0) return second;
  const composed: TextChange[] = [];
  // By how much the text between the two lists has grown, by the changes of the first that are behind us.
  let growth = 0;
  let i = 0;
  let j = 0;
  const startOf = (list: readonly TextChange[], at: number, grown: number): number =>
    (list[at]?.from ?? Number.POSITIVE_INFINITY) + grown;
  while (i < first.length || j < second.length) {
    // All that touches is put together. Places are those of the text between the two lists, but for `from`.
    const start = Math.min(startOf(first, i, growth), startOf(second, j, 0));
    const from = start - growth;
    const parts: string[] = [];
    let end = start;
    // Up to here it is in `parts`, or taken out by the second list.
    let done = start;
    let put = { text: "", at: start };
    const keepPut = (until: number): void => {
      const last = Math.min(until, put.at + put.text.length);
      if (done < last) parts.push(put.text.slice(done - put.at, last - put.at));
      done = Math.max(done, last);
    };
    for (;;) {
      const mineAt = startOf(first, i, growth);
      const theirsAt = startOf(second, j, 0);
      if (Math.min(mineAt, theirsAt) > end) break;
      if (mineAt <= theirsAt) {
        const mine = first[i++]!;
        keepPut(mineAt);
        put = { text: mine.insert, at: mineAt };
        growth += mine.insert.length - (mine.to - mine.from);
        end = Math.max(end, mineAt + mine.insert.length);
        done = Math.max(done, mineAt);
      } else {
        const theirs = second[j++]!;
        keepPut(theirs.from);
        parts.push(theirs.insert);
        done = Math.max(done, theirs.to);
        end = Math.max(end, theirs.to);
      }
    }
    keepPut(end);
    const insert = parts.join("");
    const to = end - growth;
    if (from !== to || insert !== "") composed.push({ from, to, insert });
  }
  return composed;
}

/** What takes the changes back: `applyChanges(applyChanges(t, changes), invertChanges(t, changes)) === t`. */
export function invertChanges(text: string, changes: readonly TextChange[]): TextChange[] {
  let growth = 0;
  return changes.map(({ from, to, insert }) => {
    const start = from + growth;
    growth += insert.length - (to - from);
    return { from: start, to: start + insert.length, insert: text.slice(from, to) };
  });
}

/** How many characters the changes put in, and what writing each of them down costs beside. */
export function sizeOfChanges(changes: readonly TextChange[]): number {
  return changes.reduce((sum, { insert }) => sum + insert.length + FRAME, 0);
}

/** Two offsets, quotation marks, brackets. */
const FRAME = 20;
