/** Time as a parameter: the effects never read it themselves. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls once after `ms`; the answer calls it off. */
  after(ms: number, call: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};
