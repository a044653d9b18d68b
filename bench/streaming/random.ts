export interface Random {
  /** From 0 to below `limit`. */
  integer(limit: number): number;
}

/** The same seed gives the same numbers, on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return {
    integer(limit) {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
    },
  };
}

/** Where the updates of a stream end: each 20 to 60 characters after the one before; the last is the whole text. */
export function streamCuts(length: number, seed: number): number[] {
  const random = createRandom(seed);
  const cuts: number[] = [];
  for (let at = 0; at < length; ) {
    at = Math.min(length, at + 20 + random.integer(41));
    cuts.push(at);
  }
  return cuts;
}
