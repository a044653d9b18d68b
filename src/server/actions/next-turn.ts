/**
 * Resolves once whatever else waits (another call, a health check) has had its turn. For between two long steps of a call:
 * awaiting what is there already lets nobody in.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
