import { createHash, createPublicKey, verify } from "node:crypto";

const THUMBPRINT_BYTES = 16;

/** Says which key of a browser is meant. */
export function thumbprintOf(key: string): Buffer {
  return createHash("sha256").update(key).digest().subarray(0, THUMBPRINT_BYTES);
}

/** Whether this text was signed by whoever holds the browser's key. */
export function isSigned(key: string, text: string, proof: string): boolean {
  const read = readKey(key);
  if (read === null) return false;
  try {
    const signature = Buffer.from(proof, "base64url");
    return verify("sha256", Buffer.from(text), { key: read, dsaEncoding: "ieee-p1363" }, signature);
  } catch {
    // Not a signature at all.
    return false;
  }
}

/** Whether it can be a browser's key at all. */
export function isBrowserKey(key: string): boolean {
  return readKey(key) !== null;
}

function readKey(key: string): ReturnType<typeof createPublicKey> | null {
  try {
    const read = createPublicKey({ key: Buffer.from(key, "base64url"), type: "spki", format: "der" });
    return read.asymmetricKeyDetails?.namedCurve === "prime256v1" ? read : null;
  } catch {
    // Not a key at all.
    return null;
  }
}
