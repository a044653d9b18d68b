import { createHmac } from "node:crypto";
import { greetingText, passText } from "../../../protocol/page.ts";
import type { Identity } from "../../../server/access/identity.ts";
import type { PassHolder } from "../../../server/http/access.ts";
import { isSigned, thumbprintOf } from "./browser-proof.ts";
import { identityOf } from "./page-identity.ts";
import { isReadOnly, newPageKey, openPageKey } from "./page-key.ts";
import { type PanelLinks, panelLinksHere, panelLinksIn, panelLinksOn } from "./panel-links.ts";
import { createPersonLinks, type PersonLinks, TOKEN_SESSION_MS } from "./person-links.ts";
import { stateKeyOf } from "./sign-in/sealed-state.ts";
import type { SignIns } from "./sign-in/sign-ins.ts";
import { proofOf, readFor, readToken, sameProof, signFor, signToken, type TokenFields } from "./signed-token.ts";
import { type SharedMarks, type UsedLinks, usedLinksHere, usedLinksIn, usedLinksOn } from "./used-links.ts";

const SECOND_MS = 1000;
const HOUR_MS = 60 * 60 * SECOND_MS;
/** A link is good for one use within this time. */
export const LINK_MS = 24 * HOUR_MS;
/** A session lasts as long as this. */
export const SESSION_MS = 30 * 24 * HOUR_MS;
/** A greeting is answered at once, or never. */
export const GREETING_MS = 30 * SECOND_MS;
const MOST_GREETINGS = 10_000;

/**
 * In whose hands a link is good. What a browser is started with stands in the list of processes, where every user of the
 * machine can read it: such a link is for programs of this user alone, whatever else lets a caller in.
 */
export type LinkHolder = "anybody" | "this user";

/** What a browser gets for a link. */
export interface Entered {
  /** Good for this browser's key, here, for thirty days; null where the browser showed none. */
  readonly session: string | null;
  /** Good for whoever holds it, until this process ends; where machines share the keys, as long as a session. */
  readonly pass: string;
}

export type Redeemed =
  | ({ readonly kind: "session"; readonly identity?: Identity } & Entered)
  | { readonly kind: "used" }
  | { readonly kind: "expired" }
  /** It is this user's, and it cannot be told that they call. It stays good. */
  | { readonly kind: "another's" }
  /** Whoever came back with it from the issuer set out in another browser. */
  | { readonly kind: "elsewhere" }
  /** Not a link of this page. */
  | { readonly kind: "bad" };

/** What the server shows of itself: that it holds the page's key, here and now. */
export interface Greeting {
  readonly nonce: string;
  readonly key: string;
  /** The port of the frame's document. */
  readonly frame: number;
  readonly proof: string;
}

/** What a browser shows to get a pass: its session, its key, and that the key is in its hands. */
export interface PassRequest {
  readonly session: string;
  readonly key: string;
  readonly nonce: string;
  readonly proof: string;
}

/**
 * For panels beside a conversation. Their address is read by a model: a link is good once, for one canvas, and whatever is
 * made from it is for that canvas alone.
 */
export interface Panels {
  /** A fresh link for this panel, and a permit to frame it. The panel's last one, if unused, is good for nothing from now on. */
  mintPanel(canvas: string, panel: string): Promise<{ readonly link: string; readonly permit: string }>;
  /** The same without a fresh one. */
  endPanel(panel: string): Promise<void>;
  /** Whether a panel may be framed that shows this permit, which lets nobody in. */
  isPermit(permit: string): boolean;
}

/**
 * The keys to the page. Every process of a data folder makes and takes the same links and sessions; a pass is of one process
 * alone. Machines that share a store share passes and greetings, too: any of them may be asked next. `place` is the name and
 * port by which the browser reached it.
 */
export interface Links extends Panels {
  /** The page's name on this machine: it cannot be guessed. */
  readonly name: string;
  /** Lets in programs that cannot be identified. */
  readonly token: string;
  /** The one-time token of a link. */
  mint(holder?: LinkHolder): string;
  /**
   * For a link: once a link, among all processes. `key` is the browser's public one. `only`: the canvas whose panel asks; a
   * link of the whole page is none for it, nor one of a panel for the whole page.
   */
  redeem(
    link: string,
    place: string,
    key: string | null,
    caller?: LinkHolder,
    only?: string | undefined,
  ): Promise<Redeemed>;
  /** Whether a link could still be redeemed, or this is a session of before that has not ended. */
  leadsOn(shown: { readonly link?: string | undefined; readonly session?: string | undefined }): Promise<boolean>;
  greet(challenge: string, place: string, frame: number): Greeting;
  /** Null when the session is none, has ended, or is in other hands. */
  renew(asked: PassRequest, place: string): Promise<string | null>;
  /** Who holds this pass of this process, or of the machines that share its keys; null: it is none, or has ended. Never throws. */
  checkPass(pass: string, place: string): Promise<PassHolder | null>;
  /** The same for a server that knows its people. What the one makes is never good for the other. */
  forPeople(signIns: SignIns): PersonLinks;
  /** Closes what travels with somebody to the issuer and back; one for all processes that share the page's key. */
  readonly stateKey: Buffer;
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
  return linksWith({
    key: isShared ? await openPageKey(folder) : newPageKey(),
    own: newPageKey(),
    used: isShared ? usedLinksIn(folder) : usedLinksHere(),
    ended: isShared ? usedLinksIn(folder, "page-ended") : usedLinksHere(),
    panels: isShared ? panelLinksIn(folder) : panelLinksHere(),
    greeted: answeredHere(),
    clock,
  });
}

/** The same on a store that machines share. `secret` is the store's own, and one for all of them. */
export function createSharedLinks(
  { secret, marks }: { readonly secret: string; readonly marks: SharedMarks },
  clock: () => Date,
): Links {
  const key = createHmac("sha256", secret).update("page key\n").digest();
  return linksWith({
    key,
    own: key,
    used: usedLinksOn(marks, "page link", LINK_MS + HOUR_MS),
    ended: usedLinksOn(marks, "page session ended", TOKEN_SESSION_MS + HOUR_MS),
    panels: panelLinksOn(marks, "page panel", LINK_MS),
    greeted: usedLinksOn(marks, "page greeting", HOUR_MS),
    clock,
  });
}

/** The greetings that this process has given and that were answered. */
function answeredHere(): Pick<UsedLinks, "take"> {
  const answered = new Set<string>();
  return {
    async take({ nonce }) {
      if (answered.has(nonce)) return false;
      // Nobody answers so many within their time: whoever tries is refused what they ask for anyway.
      if (answered.size >= MOST_GREETINGS) answered.clear();
      answered.add(nonce);
      return true;
    },
  };
}

function linksWith({
  key,
  own,
  used,
  ended,
  panels,
  greeted,
  clock,
}: {
  /** Signs links and sessions. */
  readonly key: Buffer;
  /** Signs passes and greetings. */
  readonly own: Buffer;
  readonly used: UsedLinks;
  /** Sessions that somebody ended. */
  readonly ended: UsedLinks;
  readonly panels: PanelLinks;
  readonly greeted: Pick<UsedLinks, "take">;
  readonly clock: () => Date;
}): Links {
  const { name, publicKey, sign } = identityOf(key);
  const now = () => clock().getTime();
  // Away from now in either direction: a clock that was set back must not make a token last for ever.
  const isWithin = (madeAt: number, time: number) => Math.abs(now() - madeAt) <= time;

  const readLink = (link: string): (TokenFields & { readonly holder: LinkHolder; readonly only?: string }) | null => {
    const own = readToken(key, "own-link", link);
    if (own !== null) return { ...own, holder: "this user" };
    const any = readFor(key, "link", link);
    return any === null ? null : { ...any, holder: "anybody" };
  };
  /** An hour later than need be: other processes may still be looking at a link that has just ended. */
  const cleanUsed = (): void => used.clean(now() - LINK_MS - HOUR_MS);
  /** Whoever has one of the panel's links has nothing from now on. */
  const replacePanel = async (panel: string, next: TokenFields | null): Promise<void> => {
    for (const before of await panels.replace(panel, next))
      if (isWithin(before.madeAt, LINK_MS)) await used.take(before);
    cleanUsed();
    panels.clean(now() - LINK_MS - HOUR_MS);
  };
  /** Once a greeting. */
  const takeGreeting = async (nonce: string, place: string): Promise<boolean> => {
    const fields = readToken(own, `greeting at ${place}`, nonce);
    return fields !== null && isWithin(fields.madeAt, GREETING_MS) && greeted.take(fields);
  };

  return {
    name,
    token: createHmac("sha256", key).update("token\n").digest("base64url"),
    mint: (holder = "anybody") => signToken(key, holder === "anybody" ? "link" : "own-link", now()),
    async mintPanel(canvas, panel) {
      const only = canvas.toUpperCase();
      const link = signFor(key, only, "link", now());
      await replacePanel(panel, readFor(key, "link", link));
      return { link, permit: signFor(key, only, "frame", now()) };
    },
    endPanel: (panel) => replacePanel(panel, null),
    isPermit(permit) {
      const fields = readFor(key, "frame", permit);
      return fields !== null && isWithin(fields.madeAt, SESSION_MS);
    },
    async redeem(link, place, browserKey, caller = "anybody", only = undefined) {
      const fields = readLink(link);
      if (fields === null || fields.only !== only) return { kind: "bad" };
      if (!isWithin(fields.madeAt, LINK_MS)) return { kind: "expired" };
      if (fields.holder === "this user" && caller !== "this user") return { kind: "another's" };
      if (!(await used.take(fields))) return { kind: "used" };
      cleanUsed();
      return {
        kind: "session",
        session:
          browserKey === null ? null : signFor(key, only, `bound session at ${place}`, now(), thumbprintOf(browserKey)),
        pass: signFor(own, only, `pass at ${place}`, now()),
      };
    },
    async leadsOn({ link, session }) {
      const fields = link === undefined ? null : readLink(link);
      if (fields !== null && isWithin(fields.madeAt, LINK_MS) && !(await used.has(fields))) return true;
      const before = session === undefined ? null : readToken(key, "session", session);
      return before !== null && isWithin(before.madeAt, SESSION_MS);
    },
    greet(challenge, place, frame) {
      const nonce = signToken(own, `greeting at ${place}`, now());
      return { nonce, key: publicKey, frame, proof: sign(greetingText({ challenge, place, nonce, frame })) };
    },
    async renew({ session, key: browserKey, nonce, proof }, place) {
      const fields = readFor(key, `bound session at ${place}`, session);
      if (fields === null || !isWithin(fields.madeAt, SESSION_MS)) return null;
      if (fields.nonce !== thumbprintOf(browserKey).toString("hex")) return null;
      // Only whoever holds the key uses a greeting up: nobody else can fill the list of those that were answered.
      if (!isSigned(browserKey, passText({ place, nonce }), proof) || !(await takeGreeting(nonce, place))) return null;
      // It ends with its session, and is for the same canvas alone.
      return signFor(own, fields.only, `pass at ${place}`, fields.madeAt);
    },
    async checkPass(pass, place) {
      const fields = readFor(own, `pass at ${place}`, pass);
      if (fields === null || !isWithin(fields.madeAt, SESSION_MS)) return null;
      return fields.only === undefined ? {} : { only: fields.only };
    },
    forPeople: (signIns) => createPersonLinks({ signIns, key, own, used, ended, takeGreeting, now }),
    stateKey: stateKeyOf(key),
    prove: (text) => proofOf(key, text),
    checkProof: (text, proof) => sameProof(proofOf(key, text), proof),
  };
}
