/** The last section that has begun at `offset`; -1 before the first heading. */
export function sectionAt(entries: readonly { readonly from: number }[], offset: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle]!.from <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
