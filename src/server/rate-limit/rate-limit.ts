import { type Bucket, giveBack, type Rate, takeToken } from "./token-bucket.ts";

/** One rate for each name, in this process. */
export interface RateLimit {
  /** 0: go on; otherwise so many milliseconds until the next use, and nothing was used. `now`: milliseconds of any one clock, or a date. */
  take(name: string, now: Date | number): number;
  /** The last use was none. */
  giveBack(name: string): void;
}

/** More names than this at once make room for one another: those that have used nothing for a while go first. */
const MOST_NAMES = 1_000;

export function createRateLimit(rate: Rate, mostNames = MOST_NAMES): RateLimit {
  const buckets = new Map<string, Bucket>();
  const put = (name: string, bucket: Bucket) => {
    buckets.delete(name);
    buckets.set(name, bucket);
    if (buckets.size <= mostNames) return;
    const [oldest] = buckets.keys();
    if (oldest !== undefined) buckets.delete(oldest);
  };
  return {
    take(name, now) {
      const taken = takeToken(buckets.get(name), rate, typeof now === "number" ? now : now.getTime());
      put(name, taken.bucket);
      return taken.ok ? 0 : taken.waitMs;
    },
    giveBack(name) {
      const bucket = buckets.get(name);
      if (bucket !== undefined) put(name, giveBack(bucket, rate));
    },
  };
}

/** For people: at least a second. */
export function secondsFrom(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1_000));
}
