import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import type { Journey } from "./sign-ins.ts";

/** What goes to the issuer and comes back, closed: the server itself keeps nothing of whoever is on the way. */
export interface TravelState extends Journey {
  /** Of the browser's key: whoever comes back must have it. */
  readonly thumbprint: string;
  /** The canvas that they were on their way to. */
  readonly canvas?: string;
  readonly at: number;
}

/** Whoever takes longer begins again. */
export const TRAVEL_MS = 10 * 60_000;
const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
const LONGEST = 4_096;

/** The same for all servers that have this page key. */
export function stateKeyOf(pageKey: Buffer): Buffer {
  return createHmac("sha256", pageKey).update("sign-in state\n").digest();
}

export function sealState(key: Buffer, state: TravelState): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv);
  const text = Buffer.concat([cipher.update(JSON.stringify(state), "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64url");
}

/** Null: it was not sealed with this key, or too long ago. */
export function openState(key: Buffer, sealed: string, now: number): TravelState | null {
  if (sealed.length > LONGEST || !/^[\w-]+$/.test(sealed)) return null;
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length <= IV_BYTES + TAG_BYTES) return null;
  try {
    const opened = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    opened.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const text = Buffer.concat([opened.update(bytes.subarray(IV_BYTES + TAG_BYTES)), opened.final()]);
    const state = JSON.parse(text.toString("utf8")) as TravelState;
    return Math.abs(now - state.at) <= TRAVEL_MS ? state : null;
  } catch {
    // Of another key, or changed on the way.
    return null;
  }
}
