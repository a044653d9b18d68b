import { randomBytes } from "node:crypto";
import { passText } from "../../../protocol/page.ts";
import type { Identity } from "../../../server/access/identity.ts";
import { isSigned, thumbprintOf } from "./browser-proof.ts";
import type { Entered, Links, PassRequest, Redeemed } from "./links.ts";
import { type SignedIn, type SignIns, stillSignedIn } from "./sign-in/sign-ins.ts";
import { type PersonTokenKind, readText, signText } from "./signed-token.ts";
import type { Single, UsedLinks } from "./used-links.ts";

const HOUR_MS = 60 * 60_000;
/** The page spends it as soon as it is loaded. */
export const RETURN_LINK_MS = 5 * 60_000;
/** For so long somebody who signed in at the issuer is not asked again. */
export const ISSUER_SESSION_MS = 12 * HOUR_MS;
export const TOKEN_SESSION_MS = 30 * 24 * HOUR_MS;
/** A session that has ended elsewhere is noticed here after so long at the latest. */
export const ENDED_NOTICED_MS = 5_000;
const MOST_LOOKED_UP = 10_000;

/** The keys to the page of a server that knows its people: in place of those that are anybody's. */
export interface PersonLinks extends Pick<Links, "redeem" | "renew" | "checkPass" | "leadsOn"> {
  /** A link that brings them in once, in the browser with this key. */
  linkFor(person: SignedIn, thumbprint: string): string;
  /** They have just signed in, in the browser with this key. */
  enter(person: SignedIn, place: string, key: string): Entered;
  /** The session that this pass is of has ended, for whoever shows it. */
  end(pass: string, place: string): Promise<void>;
}

/** A link's fields, a session's, and those of its passes, which have them from it. */
interface Fields extends SignedIn, Single {
  /** Of the browser's key. */
  readonly thumbprint: string;
}

export function createPersonLinks(given: {
  readonly signIns: SignIns;
  /** Signs links and sessions. */
  readonly key: Buffer;
  /** Signs passes. */
  readonly own: Buffer;
  readonly used: UsedLinks;
  readonly ended: UsedLinks;
  readonly takeGreeting: (nonce: string, place: string) => Promise<boolean>;
  readonly now: () => number;
}): PersonLinks {
  const { signIns, key, own, used, ended, takeGreeting, now } = given;
  const looked = new Map<string, number>();

  const read = (by: Buffer, kind: PersonTokenKind, token: string): Fields | null => {
    const text = readText(by, kind, token);
    return text === null ? null : (JSON.parse(text) as Fields);
  };
  const isWithin = (madeAt: number, time: number) => Math.abs(now() - madeAt) <= time;
  const lasts = ({ madeAt, source }: Fields) =>
    isWithin(madeAt, source.by === "issuer" ? ISSUER_SESSION_MS : TOKEN_SESSION_MS);
  const hasEnded = async (session: Fields): Promise<boolean> => {
    const at = looked.get(session.nonce);
    if (at !== undefined && isWithin(at, ENDED_NOTICED_MS)) return false;
    if (await ended.has(session)) return true;
    if (looked.size >= MOST_LOOKED_UP) looked.clear();
    looked.set(session.nonce, now());
    return false;
  };
  /** Who holds a session now; null: it has ended, or what it came from has. */
  const holderOf = async (session: Fields): Promise<Identity | null> => {
    const identity = lasts(session) ? await stillSignedIn(session, signIns) : null;
    return identity === null || (await hasEnded(session)) ? null : identity;
  };
  const fieldsOf = ({ identity, source }: SignedIn, thumbprint: string): Fields => ({
    identity,
    source,
    thumbprint,
    nonce: randomBytes(16).toString("hex"),
    madeAt: now(),
  });
  const passOf = (session: Fields, place: string) => signText(own, `person pass at ${place}`, JSON.stringify(session));
  const enter: PersonLinks["enter"] = (person, place, browserKey) => {
    const session = fieldsOf(person, thumbprintOf(browserKey).toString("hex"));
    return {
      session: signText(key, `person session at ${place}`, JSON.stringify(session)),
      pass: passOf(session, place),
    };
  };

  return {
    enter,
    linkFor: (person, thumbprint) => signText(key, "person link", JSON.stringify(fieldsOf(person, thumbprint))),
    async redeem(link, place, browserKey): Promise<Redeemed> {
      const fields = read(key, "person link", link);
      if (fields === null) return { kind: "bad" };
      if (!isWithin(fields.madeAt, RETURN_LINK_MS)) return { kind: "expired" };
      // Whoever was sent somebody else's way back is not to become that somebody.
      if (browserKey === null || thumbprintOf(browserKey).toString("hex") !== fields.thumbprint)
        return { kind: "elsewhere" };
      if (!(await used.take(fields))) return { kind: "used" };
      const identity = await stillSignedIn(fields, signIns);
      if (identity === null) return { kind: "bad" };
      return { kind: "session", identity, ...enter(fields, place, browserKey) };
    },
    async renew({ session, key: browserKey, nonce, proof }: PassRequest, place) {
      const fields = read(key, `person session at ${place}`, session);
      if (fields === null || fields.thumbprint !== thumbprintOf(browserKey).toString("hex")) return null;
      if ((await holderOf(fields)) === null) return null;
      if (!isSigned(browserKey, passText({ place, nonce }), proof) || !(await takeGreeting(nonce, place))) return null;
      return passOf(fields, place);
    },
    async checkPass(pass, place) {
      const fields = read(own, `person pass at ${place}`, pass);
      const identity = fields === null ? null : await holderOf(fields);
      return identity === null ? null : { identity };
    },
    async end(pass, place) {
      const fields = read(own, `person pass at ${place}`, pass);
      if (fields === null) return;
      looked.delete(fields.nonce);
      await ended.take(fields);
      // An hour later than need be: other processes may still be looking at one that has just ended.
      ended.clean(now() - TOKEN_SESSION_MS - HOUR_MS);
    },
    // A page for people has one address: there is none to go on to.
    leadsOn: async () => false,
  };
}
