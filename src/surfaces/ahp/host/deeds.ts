/** What comes of an action that a client dispatched. "ignored": nothing is said about it. */
export type Verdict =
  | { readonly kind: "done" }
  | { readonly kind: "ignored" }
  | { readonly kind: "refused"; readonly why: string };

/**
 * What one run of a client's program has dispatched, by its own numbers: nothing of it is done twice. VS Code says all of its
 * settings with the number 0, which is none; what was lost it says again channel by channel, so that a higher number may come
 * before a lower one.
 */
export interface Deeds {
  /** Undefined: it is new. A number that is too old to be remembered was done. */
  verdictOn(clientSeq: number): Verdict | undefined;
  keep(clientSeq: number, verdict: Verdict): void;
}

/** So many of a run are remembered with what came of them: it may ask again after its connection was gone. */
const MOST_VERDICTS = 500;
/** So many runs are. They are remembered longer than the clients themselves, which cost more. */
const MOST_RUNS = 400;

export function createDeeds(): Deeds {
  const verdicts = new Map<number, Verdict>();
  /** Up to this number some are not remembered any more. */
  let forgotten = 0;
  return {
    verdictOn(clientSeq) {
      if (clientSeq === 0) return undefined;
      return verdicts.get(clientSeq) ?? (clientSeq <= forgotten ? { kind: "done" } : undefined);
    },
    keep(clientSeq, verdict) {
      if (clientSeq === 0) return;
      verdicts.set(clientSeq, verdict);
      for (const old of verdicts.keys()) {
        if (verdicts.size <= MOST_VERDICTS) break;
        verdicts.delete(old);
        forgotten = Math.max(forgotten, old);
      }
    },
  };
}

/**
 * The deeds of clients that begin anew. One that says which run of its program it is finds again what it did: its first message
 * may come twice, over two connections, or after it was forgotten. One that does not say so counts from the beginning.
 */
export function createDeedsMemory(): (clientId: string, run: string | undefined) => Deeds {
  const byRun = new Map<string, Deeds>();
  return (clientId, run) => {
    if (run === undefined) return createDeeds();
    const name = JSON.stringify([clientId, run]);
    const deeds = byRun.get(name) ?? createDeeds();
    byRun.delete(name);
    byRun.set(name, deeds);
    for (const old of byRun.keys()) {
      if (byRun.size <= MOST_RUNS) break;
      byRun.delete(old);
    }
    return deeds;
  };
}
