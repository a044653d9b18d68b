/** How long a chain of texts may get: a full copy, and behind it patches, each on the text before. */

/** What a chain costs whoever reads it: how many bodies it has, and how long its patches are together. */
export interface ChainSize {
  readonly bodies: number;
  readonly patches: number;
}

// 128 patches of a 100 KB text are applied in about 5 ms; a long text gets a full copy sooner, to be as quick.
const LONGEST_CHAIN = 128;
const CHARACTERS_TO_COPY = 100_000_000;
const SHORTEST_CHAIN = 8;

/** Whether a text of this length is to stand behind the chain as a patch of so many characters; else it is better a full copy. */
export function takesPatch({ bodies, patches }: ChainSize, patch: number, length: number): boolean {
  const longest = Math.min(LONGEST_CHAIN, Math.max(SHORTEST_CHAIN, CHARACTERS_TO_COPY / (length + 1)));
  return bodies > 0 && bodies < longest && patches + patch <= length;
}
