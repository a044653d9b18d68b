/** Does things about one name one after the other; about others meanwhile. */
export function createTurns(): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const before = last.get(name) ?? Promise.resolve();
    const mine = before.then(work, work);
    // Whoever waits hears of a failure; whoever comes next only that it is over.
    const over = mine.catch(() => undefined);
    last.set(name, over);
    void over.then(() => {
      if (last.get(name) === over) last.delete(name);
    });
    return mine;
  };
}
