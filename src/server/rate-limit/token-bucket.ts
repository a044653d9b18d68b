/** So many at once, and then one more each time that `everyMs` have passed. */
export interface Rate {
  readonly burst: number;
  readonly everyMs: number;
}

/** What is left of a rate, as it was at a time. */
export interface Bucket {
  readonly left: number;
  /** Milliseconds, of any clock. */
  readonly at: number;
}

export type Taken =
  | { readonly ok: true; readonly bucket: Bucket }
  /** Nothing was taken: the next one is there after `waitMs`. */
  | { readonly ok: false; readonly bucket: Bucket; readonly waitMs: number };

/** One use of a rate. Without a bucket nothing was used yet. A clock that was set back gives nothing, and takes nothing. */
export function takeToken(bucket: Bucket | undefined, rate: Rate, now: number): Taken {
  const filled = fillBucket(bucket, rate, now);
  if (filled.left >= 1) return { ok: true, bucket: { ...filled, left: filled.left - 1 } };
  return { ok: false, bucket: filled, waitMs: Math.ceil((1 - filled.left) * rate.everyMs) };
}

/** A use that turned out to be none. */
export function giveBack(bucket: Bucket, rate: Rate): Bucket {
  return { ...bucket, left: Math.min(rate.burst, bucket.left + 1) };
}

function fillBucket(bucket: Bucket | undefined, { burst, everyMs }: Rate, now: number): Bucket {
  if (bucket === undefined) return { left: burst, at: now };
  const passed = Math.max(0, now - bucket.at);
  return { left: Math.min(burst, bucket.left + passed / everyMs), at: now };
}
