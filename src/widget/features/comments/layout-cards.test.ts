import fc from "fast-check";
import { expect, test } from "vitest";
import { layoutCards } from "./layout-cards.ts";

/** "a@10x20" is card a, wanted at 10, 20 high. */
function read(notation: string) {
  return notation.split(" ").map((one) => {
    const [, id, wanted, height] = /^(\w+)@(-?\d+)x(\d+)$/.exec(one)!;
    return { id: id!, wanted: Number(wanted), height: Number(height) };
  });
}
function show(notation: string, active: string | null = null): string {
  return [...layoutCards(read(notation), { gap: 5, active })].map(([id, top]) => `${id}@${top}`).join(" ");
}

test.each([
  ["cards with room stand where they want", "a@0x10 b@50x10", null, "a@0 b@50"],
  ["a crowded card moves down", "a@0x20 b@10x20", null, "a@0 b@25"],
  ["one crowd pushes the next", "a@0x20 b@10x20 c@30x20", null, "a@0 b@25 c@50"],
  ["the active card stands level, those before make way", "a@90x20 b@100x20", "b", "a@75 b@100"],
  ["nothing goes above the edge", "a@5x20 b@10x20", "b", "a@0 b@25"],
  ["above the edge is the edge", "a@-40x20", null, "a@0"],
])("%s", (_name, cards, active, tops) => {
  expect(show(cards, active)).toBe(tops);
});

test("law: cards keep their order and never overlap", () => {
  const card = fc.record({ wanted: fc.integer({ min: -100, max: 3000 }), height: fc.integer({ min: 1, max: 400 }) });
  fc.assert(
    fc.property(fc.array(card, { maxLength: 40 }), fc.nat(), (wishes, pick) => {
      const cards = wishes.toSorted((a, b) => a.wanted - b.wanted).map((wish, at) => ({ ...wish, id: String(at) }));
      const active = cards.length === 0 ? null : String(pick % cards.length);
      const tops = layoutCards(cards, { gap: 8, active });
      let free = 0;
      for (const { id, height } of cards) {
        expect(tops.get(id)).toBeGreaterThanOrEqual(free);
        free = tops.get(id)! + height + 8;
      }
    }),
  );
});
