import { createHash } from "node:crypto";
import { takeToken } from "../rate-limit/token-bucket.ts";

/** Wrong tokens from one address: enough for a person who mistypes, and then one each ten seconds. */
const WRONG = { burst: 10, everyMs: 10_000 };
const SLOTS = 1_024;

/** Counts wrong tokens by address. The right one is never asked about: it works whatever came before. */
export interface TokenThrottle {
  /** A wrong token came from here: 0, or after how many seconds the next one is looked at kindly. */
  wrong(address: string, now: number): number;
}

/**
 * In the same room however many addresses there are: several share a count. `secret` keeps anybody from choosing whose
 * count they share; it costs those at most a later answer to a wrong token.
 */
export function createTokenThrottle(secret: Uint8Array): TokenThrottle {
  const left = new Float64Array(SLOTS).fill(WRONG.burst);
  const at = new Float64Array(SLOTS);
  return {
    wrong(address, now) {
      const slot = createHash("sha256").update(secret).update(networkOf(address)).digest().readUInt16BE() % SLOTS;
      const taken = takeToken({ left: left[slot] ?? 0, at: at[slot] ?? 0 }, WRONG, now);
      left[slot] = taken.bucket.left;
      at[slot] = taken.bucket.at;
      return taken.ok ? 0 : Math.ceil(taken.waitMs / 1_000);
    },
  };
}

/** Whoever has one IPv6 address has all those of its network. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, "").replace(/%.*$/, "");
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...new Array<string>(zeros).fill("0"), ...after].slice(0, 4).join(":");
}
