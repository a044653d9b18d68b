import type { CanvasListing } from "../../../core/records/listing.ts";
import { wordsOf } from "../../storage/listing.ts";
import type { Call } from "../call.ts";
import { nextTurn } from "../next-turn.ts";

/** So many words of a query are looked up; each costs a search of its own. */
const MOST_WORDS = 6;
/** So many canvases are looked at for each word, the last changed first. */
const LOOKED_AT = 200;
const NAMED = 3;
/** Words with less in common are other words. */
const LEAST_ALIKE = 0.5;

/**
 * The canvases that come nearest to a query that none fulfils, best first: those that have at least half of its words, a
 * word that is spelt much like one of the title's counting in part. In any status: what is looked for may have moved.
 */
export async function nearestCanvases({ deps, who }: Call, query: string): Promise<readonly CanvasListing[]> {
  const words = [...new Set(wordsOf(query))].slice(0, MOST_WORDS);
  if (words.length === 0) return [];
  const { store } = deps;
  const { owner } = who;
  const newest = await store.canvases.list(owner, { limit: LOOKED_AT });
  const candidates = new Map(newest.canvases.map((canvas) => [canvas.id, canvas]));
  const having: ReadonlySet<string>[] = [];
  for (const word of words) {
    await nextTurn();
    const { canvases } = await store.canvases.list(owner, { limit: LOOKED_AT, query: word });
    having.push(new Set(canvases.map(({ id }) => id)));
    for (const canvas of canvases) candidates.set(canvas.id, canvas);
  }
  const scored = [...candidates.values()].map((canvas) => {
    const title = wordsOf(canvas.title);
    const score = words.reduce((sum, word, i) => sum + (having[i]?.has(canvas.id) ? 1 : mostAlike(word, title)), 0);
    return { canvas, score };
  });
  return scored
    .filter(({ score }) => score >= words.length * LEAST_ALIKE)
    .sort((a, b) => b.score - a.score || (a.canvas.updatedAt < b.canvas.updatedAt ? 1 : -1))
    .slice(0, NAMED)
    .map(({ canvas }) => canvas);
}

function mostAlike(word: string, others: readonly string[]): number {
  const best = Math.max(0, ...others.map((other) => likeness(word, other)));
  return best >= LEAST_ALIKE ? best : 0;
}

/** How many of their pairs of neighbouring letters two words share: 1 all, 0 none. */
function likeness(a: string, b: string): number {
  const [pairs, others] = [pairsOf(a), pairsOf(b)];
  const shared = pairs.filter((pair) => others.includes(pair)).length;
  return (2 * Math.min(shared, others.length)) / Math.max(1, pairs.length + others.length);
}

function pairsOf(word: string): readonly string[] {
  const letters = [...word.slice(0, 50)];
  return letters.slice(1).map((letter, i) => `${letters[i]}${letter}`);
}
