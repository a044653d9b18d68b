interface Queue {
  /** Resolves once the call that came last may be followed. */
  last: Promise<void>;
  readonly running: Set<Promise<unknown>>;
  calls: number;
}

export interface Ways<T> {
  readonly isHeavy: () => Promise<boolean>;
  readonly light: () => Promise<T>;
  readonly heavy: () => Promise<T>;
}

/**
 * Calls about one canvas begin in the order in which they came. Short ones run beside each other, as they always did; a
 * long one, which runs elsewhere, waits for all before it, and all after it wait for its end.
 */
export function createCanvasOrder(): <T>(canvasId: string, ways: Ways<T>) => Promise<T> {
  const queues = new Map<string, Queue>();
  return async (canvasId, { isHeavy, light, heavy }) => {
    const queue = queues.get(canvasId) ?? { last: Promise.resolve(), running: new Set(), calls: 0 };
    queues.set(canvasId, queue);
    const before = queue.last;
    let letNextIn = (): void => undefined;
    queue.last = new Promise((resolve) => {
      letNextIn = resolve;
    });
    queue.calls += 1;
    try {
      await before;
      if (await isHeavy()) {
        await Promise.allSettled(queue.running);
        return await heavy();
      }
      const running = light();
      queue.running.add(running);
      letNextIn();
      return await running.finally(() => queue.running.delete(running));
    } finally {
      letNextIn();
      queue.calls -= 1;
      if (queue.calls === 0) queues.delete(canvasId);
    }
  };
}
