const FIRST_STEP = 1024;
/** Of what is far longer a few slices are compared, and not a thousand: code that runs seldom is slow. */
const LARGEST_STEP = 65_536;

/** How many characters two texts have in common at their starts. Compares by slices first: that is native. */
export function commonPrefix(a: string, b: string): number {
  const limit = Math.min(a.length, b.length);
  let at = sameSlices(limit, (from, to) => a.slice(from, to) === b.slice(from, to));
  while (at < limit && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

/** How many characters two texts have in common at their ends, at most `limit`. */
export function commonSuffix(a: string, b: string, limit: number): number {
  let count = sameSlices(
    limit,
    (from, to) => a.slice(a.length - to, a.length - from) === b.slice(b.length - to, b.length - from),
  );
  while (count < limit && a.charCodeAt(a.length - count - 1) === b.charCodeAt(b.length - count - 1)) count++;
  return count;
}

/** Up to where slices are the same, to less than the first step. */
function sameSlices(limit: number, isSame: (from: number, to: number) => boolean): number {
  let at = 0;
  let step = FIRST_STEP;
  while (step >= FIRST_STEP) {
    if (at + step <= limit && isSame(at, at + step)) {
      at += step;
      step = Math.min(step * 2, LARGEST_STEP);
    } else step /= 2;
  }
  return at;
}
