/** A card that would like its top at `wanted`, level with its text. */
export interface CardWish {
  readonly id: string;
  readonly wanted: number;
  readonly height: number;
}

/**
 * Tops for cards in the order of their text, none overlapping and none above 0. The active card stands exactly level
 * with its text where it can; its neighbours make way for it, upwards and downwards.
 */
export function layoutCards(
  cards: readonly CardWish[],
  { gap, active }: { readonly gap: number; readonly active: string | null },
): ReadonlyMap<string, number> {
  const tops = cards.map(({ wanted }) => Math.max(0, wanted));
  const pivot = Math.max(
    0,
    cards.findIndex(({ id }) => id === active),
  );
  for (let at = pivot - 1; at >= 0; at--) {
    tops[at] = Math.min(tops[at]!, tops[at + 1]! - gap - cards[at]!.height);
  }
  // What was pushed above the edge comes back down, and with it whatever then is in the way.
  let free = 0;
  for (let at = 0; at < cards.length; at++) {
    tops[at] = Math.max(tops[at]!, free);
    free = tops[at]! + cards[at]!.height + gap;
  }
  return new Map(cards.map(({ id }, at) => [id, tops[at]!]));
}
