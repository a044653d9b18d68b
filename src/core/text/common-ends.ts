const STEP = 1024;

/** How many characters two texts have in common at their starts. Compares by slices first: that is native. */
export function commonPrefix(a: string, b: string): number {
  const limit = Math.min(a.length, b.length);
  let at = 0;
  while (at + STEP <= limit && a.slice(at, at + STEP) === b.slice(at, at + STEP)) at += STEP;
  while (at < limit && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

/** How many characters two texts have in common at their ends, at most `limit`. */
export function commonSuffix(a: string, b: string, limit: number): number {
  let count = 0;
  while (
    count + STEP <= limit &&
    a.slice(a.length - count - STEP, a.length - count) === b.slice(b.length - count - STEP, b.length - count)
  ) {
    count += STEP;
  }
  while (count < limit && a.charCodeAt(a.length - count - 1) === b.charCodeAt(b.length - count - 1)) count++;
  return count;
}
