import { createECDH, createHash, createHmac, createPrivateKey, createPublicKey, sign } from "node:crypto";

/** By what a page knows the server of its data folder: a key pair that follows from the folder's key. */
export interface PageIdentity {
  /** A name on this machine that nobody guesses, and that says which public key is meant: `…32 letters….localhost`. */
  readonly name: string;
  /** The public key as browsers read it (SPKI, base64url). */
  readonly publicKey: string;
  sign(text: string): string;
}

const CURVE = "prime256v1";
// The order of the curve: a private key is a number below it, and not 0.
const ORDER = BigInt("0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";
const NAME_LETTERS = 32;

export function identityOf(pageKey: Buffer): PageIdentity {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(privateNumber(pageKey));
  const point = pair.getPublicKey();
  const part = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const jwk = { kty: "EC", crv: "P-256", x: part(1), y: part(33) };
  const key = createPrivateKey({ key: { ...jwk, d: pair.getPrivateKey("base64url") }, format: "jwk" });
  const publicKey = createPublicKey({ key: jwk, format: "jwk" }).export({ type: "spki", format: "der" });
  return {
    name: `${lettersOf(createHash("sha256").update(publicKey).digest())}.localhost`,
    publicKey: publicKey.toString("base64url"),
    sign: (text) => sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("base64url"),
  };
}

function privateNumber(pageKey: Buffer): Buffer {
  for (let round = 0; ; round += 1) {
    const bytes = createHmac("sha256", pageKey).update(`identity ${round}\n`).digest();
    const number = BigInt(`0x${bytes.toString("hex")}`);
    if (number > 0n && number < ORDER) return bytes;
  }
}

/** Five bits a letter: the page makes the same of the key that it is shown. */
function lettersOf(bytes: Buffer): string {
  return Array.from({ length: NAME_LETTERS }, (_, at) => {
    const bit = at * 5;
    const two = bytes.readUInt16BE(Math.min(bit >> 3, bytes.length - 2));
    return LETTERS[(two >> (11 - (bit & 7))) & 31];
  }).join("");
}
