/** At once, and then a second. */
const BURST = 20;
const A_SECOND = 5;
/** So many different things wait for their turn; of the same only the newest does. */
const MOST_WAITING = 20;

/** Holds back what comes too fast: a slider that says where it is with every step. */
export interface SendRate<T> {
  /** "later": it waits, in place of what waited under the same name. */
  take(name: string, value: T, now: number): "now" | "later" | "dropped";
  /** What may go now of all that waits. */
  due(now: number): readonly T[];
  readonly isWaiting: boolean;
}

export function createSendRate<T>(): SendRate<T> {
  const waiting = new Map<string, T>();
  let tokens = BURST;
  let filled = 0;
  const fill = (now: number) => {
    tokens = Math.min(BURST, tokens + ((now - filled) / 1000) * A_SECOND);
    filled = now;
  };
  return {
    take(name, value, now) {
      fill(now);
      if (tokens >= 1 && waiting.size === 0) {
        tokens--;
        return "now";
      }
      if (!waiting.has(name) && waiting.size >= MOST_WAITING) return "dropped";
      // The newest goes to the end: what came before it is told before it.
      waiting.delete(name);
      waiting.set(name, value);
      return "later";
    },
    due(now) {
      fill(now);
      const out: T[] = [];
      for (const [name, value] of waiting) {
        if (tokens < 1) break;
        tokens--;
        waiting.delete(name);
        out.push(value);
      }
      return out;
    },
    get isWaiting() {
      return waiting.size > 0;
    },
  };
}
