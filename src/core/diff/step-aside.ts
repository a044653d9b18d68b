import type { TextChange } from "./hunk.ts";

/**
 * "very " put before "good" is also " very" put after the word before it. Where an insertion or a deletion only touches
 * a word that the other side changed, this moves it across its own white space, away from that word. The changes still
 * make the same text.
 */
export function stepAside(base: string, changes: readonly TextChange[], others: readonly TextChange[]): TextChange[] {
  const moved: TextChange[] = [];
  let j = 0;
  changes.forEach((change, i) => {
    const last = moved.at(-1);
    while (j < others.length && others[j]!.to < change.from) j++;
    moved.push(change);
    if (change.insert !== "" && change.from !== change.to) return;
    const touched = others[j];
    if (!touched || touched.from > change.to) return;
    const touchesRight = touched.from === change.to && touched.to > touched.from;
    const touchesLeft = touched.to === change.from && touched.to > touched.from;
    if (touchesRight === touchesLeft) return;
    const aside = touchesRight ? slideLeft(base, change) : slideRight(base, change);
    if (!aside) return;
    const leftNeighbour = Math.max(last?.to ?? -1, touchesRight ? (others[j - 1]?.to ?? -1) : -1);
    const rightNeighbour = Math.min(
      changes[i + 1]?.from ?? Number.POSITIVE_INFINITY,
      touchesLeft ? (others[j + 1]?.from ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY,
    );
    if (aside.from > leftNeighbour && aside.to < rightNeighbour) moved[moved.length - 1] = aside;
  });
  return moved;
}

function slideLeft(base: string, change: TextChange): TextChange | null {
  const text = change.insert || base.slice(change.from, change.to);
  const space = /[^\S\r\n]+$/.exec(text)?.[0] ?? "";
  if (space === "" || !base.endsWith(space, change.from)) return null;
  return {
    from: change.from - space.length,
    to: change.to - space.length,
    insert: change.insert && space + change.insert.slice(0, -space.length),
  };
}

function slideRight(base: string, change: TextChange): TextChange | null {
  const text = change.insert || base.slice(change.from, change.to);
  const space = /^[^\S\r\n]+/.exec(text)?.[0] ?? "";
  if (space === "" || !base.startsWith(space, change.to)) return null;
  return {
    from: change.from + space.length,
    to: change.to + space.length,
    insert: change.insert && change.insert.slice(space.length) + space,
  };
}
