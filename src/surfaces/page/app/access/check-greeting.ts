import { greetingText, type PageRoutes } from "../../../../protocol/page.ts";
import { fromBase64Url, readPublicKey, SIGNATURE } from "./browser-key.ts";

type Greeting = PageRoutes["/api/hello"]["answer"];

/** Where a page is: the name and port in its address. */
export interface Spot {
  readonly host: string;
  readonly hostname: string;
}

const NAMED = /^([a-z2-7]{32})\.localhost$/;
const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";

/**
 * Whether a greeting is by the server of this page's data folder, for this address, in answer to this challenge. The page's
 * own name says which key that is; by another name it is the one that was met first.
 */
export async function isOurServer(
  greeting: Greeting,
  challenge: string,
  spot: Spot,
  met: string | null,
): Promise<boolean> {
  try {
    const label = NAMED.exec(spot.hostname)?.[1];
    if (label === undefined ? met !== null && met !== greeting.key : (await nameOf(greeting.key)) !== label)
      return false;
    const text = greetingText({ challenge, place: spot.host, nonce: greeting.nonce, frame: greeting.frame });
    const key = await readPublicKey(greeting.key);
    return await crypto.subtle.verify(SIGNATURE, key, fromBase64Url(greeting.proof), new TextEncoder().encode(text));
  } catch {
    // Not a greeting at all.
    return false;
  }
}

/** The first 160 bits of the key's hash, five a letter. */
async function nameOf(key: string): Promise<string> {
  const hash = new DataView(await crypto.subtle.digest("SHA-256", fromBase64Url(key)));
  return Array.from({ length: 32 }, (_, at) => {
    const bit = at * 5;
    return LETTERS[(hash.getUint16(bit >> 3) >> (11 - (bit & 7))) & 31];
  }).join("");
}
