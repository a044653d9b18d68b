/**
 * So long one waits for those before it. Turns only keep those of one process from racing each other; one that hangs, with a
 * connection that has fallen silent, is no reason for the rest to hang.
 */
const LONGEST_WAIT_MS = 1_000;

/** Lets work on one canvas come one after the other: those of one process need not race each other. */
export function createTurns(): <T>(id: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (id, work) => {
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
