/**
 * So long one waits for those before it. Turns only keep those of one process from racing each other; one that hangs, with a
 * connection that has fallen silent, is no reason for the rest to hang.
 */
const LONGEST_WAIT_MS = 1_000;

export interface Turns {
  readonly inTurn: <T>(id: string, work: () => Promise<T>) => Promise<T>;
  /** Whether one who comes now would wait. */
  readonly isTaken: (id: string) => boolean;
}

/** Lets work on one canvas come one after the other: those of one process need not race each other. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  const inTurn: Turns["inTurn"] = (id, work) => {
    const before = last.get(id);
    const done = before === undefined ? work() : endOf(before).then(work);
    // Whoever comes next waits for the end of it, however it ends; whoever asked is told how.
    const ended = done.then(
      () => undefined,
      () => undefined,
    );
    last.set(id, ended);
    void ended.then(() => {
      if (last.get(id) === ended) last.delete(id);
    });
    return done;
  };
  return { inTurn, isTaken: (id) => last.has(id) };
}

function endOf(before: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(resolve, LONGEST_WAIT_MS);
    void before.then(() => {
      clearTimeout(patience);
      resolve();
    });
  });
}
