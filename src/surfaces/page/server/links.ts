import { isReadOnly, newPageKey, openPageKey } from "./page-key.ts";
import { proofOf, readToken, sameProof, signToken } from "./signed-token.ts";
import { usedLinksHere, usedLinksIn } from "./used-links.ts";

const HOUR_MS = 60 * 60 * 1000;
/** A link is good for one use within this time. */
export const LINK_MS = 24 * HOUR_MS;
/** A session lasts as long as this. */
export const SESSION_MS = 30 * 24 * HOUR_MS;

/**
 * In whose hands a link is good. What a browser is started with stands in the list of processes, where every user of the
 * machine can read it: such a link is for programs of this user alone, whatever else lets a caller in.
 */
export type LinkHolder = "anybody" | "this user";

export type Redeemed =
  | { readonly kind: "session"; readonly session: string }
  | { readonly kind: "used" }
  | { readonly kind: "expired" }
  /** It is this user's, and it cannot be told that they call. It stays good. */
  | { readonly kind: "another's" }
  /** Not a link of this data folder. */
  | { readonly kind: "bad" };

/** The keys to the page. Every process of a data folder makes and takes the same ones. */
export interface Links {
  /** The one-time token of a link. */
  mint(holder?: LinkHolder): string;
  /** A session for a link: once a link, among all processes. */
  redeem(link: string, caller?: LinkHolder): Redeemed;
  /** Whether this is a session that has not ended. Never throws. */
  checkSession(session: string): boolean;
  /** Shows to another process of this data folder that it was one of them that said this. */
  prove(text: string): string;
  checkProof(text: string, proof: string): boolean;
}

/**
 * Makes the folder's key when there is none. In a folder that cannot be written, where no use could be noted for others,
 * this process has a key of its own.
 */
export async function createLinks(folder: string, clock: () => Date): Promise<Links> {
  const isShared = !isReadOnly(folder);
  const key = isShared ? await openPageKey(folder) : newPageKey();
  const used = isShared ? usedLinksIn(folder) : usedLinksHere();
  const now = () => clock().getTime();
  // Away from now in either direction: a clock that was set back must not make a token last for ever.
  const isWithin = (madeAt: number, time: number) => Math.abs(now() - madeAt) <= time;
  return {
    mint: (holder = "anybody") => signToken(key, holder === "anybody" ? "link" : "own-link", now()),
    redeem(link, caller = "anybody") {
      const own = readToken(key, "own-link", link);
      const fields = own ?? readToken(key, "link", link);
      if (fields === null) return { kind: "bad" };
      if (!isWithin(fields.madeAt, LINK_MS)) return { kind: "expired" };
      if (own !== null && caller !== "this user") return { kind: "another's" };
      if (!used.take(fields)) return { kind: "used" };
      // An hour later than need be: other processes may still be looking at a link that has just ended.
      used.clean(now() - LINK_MS - HOUR_MS);
      return { kind: "session", session: signToken(key, "session", now()) };
    },
    checkSession(session) {
      const fields = readToken(key, "session", session);
      return fields !== null && isWithin(fields.madeAt, SESSION_MS);
    },
    prove: (text) => proofOf(key, text),
    checkProof: (text, proof) => sameProof(proofOf(key, text), proof),
  };
}
