import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** What a token is for, and where. One kind never passes for another. */
export type TokenKind = WholeKind | `panel ${string}: ${WholeKind}`;

/** Of the whole page. What is for one canvas alone begins with "panel", and none of these does. */
type WholeKind =
  | "link"
  /** A link that is good in this user's hands alone. */
  | "own-link"
  /** As pages had them that were not bound to a browser's key: good for nothing but the way to a new link. */
  | "session"
  | `bound session at ${string}`
  | `pass at ${string}`
  | `greeting at ${string}`
  /** Lets a panel be framed. */
  | "frame";

/** The same that say who holds them, on a server that knows its people. */
export type PersonTokenKind = "person link" | `person session at ${string}` | `person pass at ${string}`;

export interface TokenFields {
  /** Unlike that of any other token: 32 hexadecimal digits. */
  readonly nonce: string;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
}

const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const MAC_BYTES = 32;
const LENGTH = Math.ceil(((NONCE_BYTES + TIME_BYTES + MAC_BYTES) * 4) / 3);

/** A new token: a nonce and the time, signed with the key. */
export function signToken(
  key: Buffer,
  kind: TokenKind,
  madeAt: number,
  nonce: Buffer = randomBytes(NONCE_BYTES),
): string {
  const fields = Buffer.alloc(NONCE_BYTES + TIME_BYTES);
  nonce.copy(fields, 0, 0, NONCE_BYTES);
  fields.writeUIntBE(madeAt, NONCE_BYTES, TIME_BYTES);
  return Buffer.concat([fields, macOf(key, kind, fields)]).toString("base64url");
}

/** What a token says, or null when the key did not sign it for this kind. In time that does not depend on where it is wrong. */
export function readToken(key: Buffer, kind: TokenKind, token: string): TokenFields | null {
  if (token.length !== LENGTH || !/^[\w-]+$/.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  // Unused bits at the end would let one token be written in several ways.
  if (bytes.toString("base64url") !== token) return null;
  const fields = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
  if (!timingSafeEqual(bytes.subarray(NONCE_BYTES + TIME_BYTES), macOf(key, kind, fields))) return null;
  return {
    nonce: fields.subarray(0, NONCE_BYTES).toString("hex"),
    madeAt: fields.readUIntBE(NONCE_BYTES, TIME_BYTES),
  };
}

/** The same for one canvas alone, whose id stands before it; without `only` for the whole page. */
export function signFor(
  key: Buffer,
  only: string | undefined,
  kind: WholeKind,
  madeAt: number,
  nonce?: Buffer,
): string {
  if (only === undefined) return signToken(key, kind, madeAt, nonce);
  return `${only}.${signToken(key, `panel ${only}: ${kind}`, madeAt, nonce)}`;
}

/** What such a token says, and for which canvas alone it is. */
export function readFor(
  key: Buffer,
  kind: WholeKind,
  token: string,
): (TokenFields & { readonly only?: string }) | null {
  const [, only, rest] = /^([0-9A-Z]{1,32})\.([\w-]+)$/.exec(token) ?? [];
  if (only === undefined || rest === undefined) return readToken(key, kind, token);
  const fields = readToken(key, `panel ${only}: ${kind}`, rest);
  return fields === null ? null : { ...fields, only };
}

/** More than any person's name, subject and e-mail need. */
const LONGEST_TEXT = 8_192;

/** A text, signed with the key. Its form is none of the others' tokens. */
export function signText(key: Buffer, kind: PersonTokenKind, text: string): string {
  const bytes = Buffer.from(text);
  return `${bytes.toString("base64url")}.${macOf(key, kind, bytes).toString("base64url")}`;
}

/** The text in such a token, or null when the key did not sign it for this kind. In time that does not depend on where it is wrong. */
export function readText(key: Buffer, kind: PersonTokenKind, token: string): string | null {
  if (token.length > LONGEST_TEXT) return null;
  const [, text, mac] = /^([\w-]+)\.([\w-]{43})$/.exec(token) ?? [];
  if (text === undefined || mac === undefined) return null;
  const bytes = Buffer.from(text, "base64url");
  const shown = Buffer.from(mac, "base64url");
  if (bytes.toString("base64url") !== text || shown.toString("base64url") !== mac) return null;
  return timingSafeEqual(shown, macOf(key, kind, bytes)) ? bytes.toString("utf8") : null;
}

function macOf(key: Buffer, kind: string, fields: Buffer): Buffer {
  return createHmac("sha256", key).update(`${kind}\n`).update(fields).digest();
}

/** Shows that whoever says this holds the key. */
export function proofOf(key: Buffer, text: string): string {
  return macOf(key, "proof", Buffer.from(text)).toString("base64url");
}

export function sameProof(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
