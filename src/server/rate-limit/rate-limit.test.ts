import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRateLimit } from "./rate-limit.ts";
import { type Bucket, takeToken } from "./token-bucket.ts";

const RATE = { burst: 3, everyMs: 1_000 };

describe("a token bucket", () => {
  /** Times at which somebody asks, and what they get: yes, or how long to wait. */
  const answers = (times: readonly number[]) => {
    let bucket: Bucket | undefined;
    return times.map((now) => {
      const taken = takeToken(bucket, RATE, now);
      bucket = taken.bucket;
      return taken.ok || taken.waitMs;
    });
  };

  test.each([
    ["gives a burst, then says how long to wait", [0, 0, 0, 0, 400], [true, true, true, 1_000, 600]],
    ["gives one again once the time has passed", [0, 0, 0, 1_000, 1_000], [true, true, true, true, 1_000]],
    ["never holds more than a burst", [0, 90_000, 90_000, 90_000, 90_000], [true, true, true, true, 1_000]],
    ["gives nothing for a clock that was set back", [5_000, 0, 0, 0], [true, true, true, 1_000]],
  ])("%s", (_, times, expected) => expect(answers(times)).toEqual(expected));

  test("law: in any stretch of time there are at most a burst and what the time gives", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3_000), { minLength: 1, maxLength: 60 }), (pauses) => {
        let now = 0;
        const times = pauses.map((pause) => {
          now += pause;
          return now;
        });
        const given = times.filter((_, n) => answers(times)[n] === true);
        for (const [n, from] of given.entries()) {
          const within = given.slice(n).filter((time, m) => m < RATE.burst + 1 && time - from < RATE.everyMs);
          expect(within.length).toBeLessThanOrEqual(RATE.burst + 1);
        }
        expect(given.length).toBeLessThanOrEqual(RATE.burst + now / RATE.everyMs);
      }),
    );
  });

  test("law: whoever waits as long as they are told gets it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.nat(10_000), (everyMs, late) => {
        const rate = { burst: 1, everyMs };
        const first = takeToken(undefined, rate, 0);
        const second = takeToken(first.bucket, rate, late);
        if (!second.ok) expect(takeToken(second.bucket, rate, late + second.waitMs).ok).toBe(true);
      }),
    );
  });
});

describe("a rate for each name", () => {
  const at = (ms: number) => new Date(ms);

  test("is one's own, and what was none is given back", () => {
    const limit = createRateLimit(RATE);
    for (const name of ["a", "a", "a", "b"]) expect(limit.take(name, at(0))).toBe(0);
    expect(limit.take("a", at(0))).toBe(1_000);
    limit.giveBack("a");
    expect(limit.take("a", at(0))).toBe(0);
    expect(limit.take("b", at(0))).toBe(0);
  });

  test("never needs more room than for a thousand names, the busy ones among them", () => {
    const limit = createRateLimit({ burst: 1, everyMs: 1e9 });
    for (let n = 0; n < 5_000; n += 1) {
      limit.take("busy", at(0));
      limit.take(`other ${n}`, at(0));
    }
    expect(limit.take("busy", at(0))).toBeGreaterThan(0);
    expect(limit.take("other 0", at(0))).toBe(0);
  });
});
