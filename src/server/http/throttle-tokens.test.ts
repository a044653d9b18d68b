import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTokenThrottle, networkOf } from "./throttle-tokens.ts";

describe("wrong tokens", () => {
  const secret = Buffer.from("secret");
  const times = (count: number, address: string, throttle = createTokenThrottle(secret)) =>
    Array.from({ length: count }, () => throttle.wrong(address, 1_000));

  test("are answered at once ten times, and then with the time to wait", () => {
    expect(times(12, "192.0.2.1")).toEqual([...new Array(10).fill(0), 10, 10]);
  });

  test("are forgotten: one more each ten seconds", () => {
    const throttle = createTokenThrottle(secret);
    times(12, "192.0.2.1", throttle);
    expect(throttle.wrong("192.0.2.1", 10_999)).toBe(1);
    expect(throttle.wrong("192.0.2.1", 11_000)).toBe(0);
    expect(throttle.wrong("192.0.2.1", 11_000)).toBe(10);
  });

  test("of other addresses are counted apart, but for a few that share", () => {
    const throttle = createTokenThrottle(secret);
    times(50, "192.0.2.1", throttle);
    const others = Array.from({ length: 200 }, (_, n) => throttle.wrong(`198.51.100.${n}`, 1_000));
    expect(others.filter((wait) => wait > 0).length).toBeLessThan(5);
  });

  test("of a million addresses need no more room than those of one, and never throw", () => {
    const throttle = createTokenThrottle(secret);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), fc.nat(), (address, now) => {
        expect(throttle.wrong(address, now)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8:1:2::6", "2001:db8:1:2"],
    ["2001:DB8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["", ""],
  ])("from %j are those of the network %j", (address, network) => expect(networkOf(address)).toBe(network));
});
