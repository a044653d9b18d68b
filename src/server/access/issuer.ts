import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { NOT_KNOWN } from "./identify.ts";
import {
  type Identified,
  type Identify,
  type Identity,
  isSubject,
  LOCAL_OWNER,
  SCOPES,
  shownName,
} from "./identity.ts";
import { createIssuerKeys, reasonOf } from "./issuer-keys.ts";

export interface IssuerOptions {
  /** As it stands in its tokens, to the letter. */
  readonly issuer: string;
  /** Whom its tokens must be for. */
  readonly audience: string;
  readonly log: (line: string) => void;
  /** The time of day. */
  readonly clock: () => Date;
  /** Milliseconds, of a clock that nobody sets. */
  readonly now?: () => number;
  readonly fetch?: typeof fetch;
}

export interface Issuer {
  readonly identify: Identify;
  /** Asks for the keys beforehand. What fails is logged: they are asked for again when they are needed. */
  prepare(): Promise<void>;
}

/** None with a secret that the server would have to share, and none without a signature. */
const ALGORITHMS = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];
const TOLERANCE_S = 5;
const JWT_FORM = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** Other kinds (of logging out, of a proof) are signed by the same keys, and let nobody in. */
const TYPES = new Set(["jwt", "at+jwt", "application/at+jwt"]);
const MOST_KEYS_TRIED = 10;
const LONGEST_EMAIL = 254;
/** Of one reason why tokens are refused the log says once in this time. */
const SAID_MS = 60_000;
const MOST_REASONS = 50;

/** Who somebody is by the access tokens (JWT) of an OAuth 2 or OpenID issuer. */
export function createIssuer(options: IssuerOptions): Issuer {
  const { issuer, audience, log, clock, now = () => performance.now(), fetch: ask = fetch } = options;
  const keys = createIssuerKeys({ issuer, fetch: ask, now });
  const say = onceAWhile(log, now);
  const verify = (token: string, found: JWTVerifyGetKey): Promise<JWTPayload> =>
    verifyWith(token, found, {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      requiredClaims: ["exp", "sub"],
      clockTolerance: TOLERANCE_S,
      currentDate: clock(),
    });

  const had = async <T>(asked: Promise<T>): Promise<T> => {
    try {
      return await asked;
    } catch (error) {
      throw new KeysAway(reasonOf(error));
    }
  };
  const claimsOf = async (token: string): Promise<JWTPayload> => {
    const current = await had(keys.current());
    try {
      return await verify(token, current);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      const newer = await had(keys.newer());
      if (newer === null) throw error;
      return await verify(token, newer);
    }
  };
  return {
    async identify(bearer) {
      if (!JWT_FORM.test(bearer)) return NOT_KNOWN;
      try {
        const identity = identityFrom(await claimsOf(bearer));
        if (identity !== null) return { kind: "known", identity };
        say("A token was refused: its sub names nobody whom this server can know.");
        return NOT_KNOWN;
      } catch (error) {
        if (error instanceof KeysAway) {
          say(error.message);
          return UNAVAILABLE;
        }
        // For whoever set it up; callers are told the same whatever it is.
        say(`A token was refused: ${whyRefused(error)}.`);
        return NOT_KNOWN;
      }
    },
    async prepare() {
      await had(keys.current()).catch((error: unknown) => say(String((error as Error).message)));
    },
  };
}

class KeysAway extends Error {
  constructor(reason: string) {
    super(`The keys of the issuer cannot be had, and nobody with its tokens can be let in: ${reason}`);
  }
}

/** In words that whoever made the token has no part in, unless the issuer signed it. */
function whyRefused(error: unknown): string {
  if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired) return error.message;
  return error instanceof errors.JOSEError ? error.code : "it cannot be read";
}

const UNAVAILABLE: Identified = {
  kind: "unavailable",
  why: "Who you are cannot be told now: the server that issues tokens does not answer. Try again in a few seconds.",
};

/** A token without a `kid` may fit several keys: each is tried. */
async function verifyWith(
  token: string,
  keys: JWTVerifyGetKey,
  options: Parameters<typeof jwtVerify>[2],
): Promise<JWTPayload> {
  const checked = async (key: JWTVerifyGetKey): Promise<JWTPayload> => {
    const { payload, protectedHeader } = await jwtVerify(token, key, options);
    const { typ } = protectedHeader;
    if (typ !== undefined && !TYPES.has(typ.toLowerCase())) throw new errors.JWTInvalid("it is no access token");
    return payload;
  };
  try {
    return await checked(keys);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    let tried = 0;
    for await (const key of error) {
      try {
        return await checked(async () => key);
      } catch (inner) {
        tried += 1;
        if (!(inner instanceof errors.JWSSignatureVerificationFailed) || tried >= MOST_KEYS_TRIED) throw inner;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

/** Null: nobody can be called so. Without any of our scopes they are known, and may nothing. */
export function identityFrom(claims: JWTPayload): Identity | null {
  const { sub } = claims;
  if (!isSubject(sub) || sub === LOCAL_OWNER) return null;
  const email = emailOf(claims);
  const name = [claims.name, claims.preferred_username, email].find((each) => typeof each === "string" && each !== "");
  return {
    subject: sub,
    name: shownName(name, sub),
    ...(email === undefined ? {} : { email }),
    scopes: scopesOf(claims),
  };
}

/** Only one of which the issuer has made sure that it is theirs. */
function emailOf({ email, email_verified: isVerified }: JWTPayload): string | undefined {
  if (isVerified !== true || typeof email !== "string" || email.length > LONGEST_EMAIL) return undefined;
  return /^[^\s@\p{Cc}\p{Cf}]+@[^\s@\p{Cc}\p{Cf}]+$/u.test(email) ? email.toLowerCase() : undefined;
}

function scopesOf({ scope, scp }: JWTPayload): Identity["scopes"] {
  const given = [scope, scp].flatMap((each) => (Array.isArray(each) ? each : [each]));
  const named = new Set(given.flatMap((each) => (typeof each === "string" ? each.split(/\s+/) : [])));
  return SCOPES.filter((each) => named.has(each));
}

/** Says each line once in a minute: callers who can have it said must not fill the log. */
export function onceAWhile(log: (line: string) => void, now: () => number): (line: string) => void {
  const said = new Map<string, number>();
  return (line) => {
    const at = said.get(line);
    if (at !== undefined && now() - at < SAID_MS) return;
    if (said.size >= MOST_REASONS) said.clear();
    said.set(line, now());
    log(line);
  };
}
