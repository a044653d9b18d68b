import type { Configuration, ServerMetadata, UserInfoResponse } from "openid-client";
import { SCOPES } from "../../../../server/access/identity.ts";
import { identityFrom, onceAWhile } from "../../../../server/access/issuer.ts";
import type { Log } from "../../../../server/observe/observer.ts";
import type { CameBack, IssuerSignIn } from "./sign-ins.ts";

export interface IssuerSignInOptions {
  /** As it stands in its tokens. Over https, unless it is on this machine. */
  readonly issuer: string;
  readonly clientId: string;
  /** Left out: the issuer was told that this client keeps no secret. */
  readonly clientSecret?: string;
  readonly log: Log;
  /** Milliseconds, of a clock that nobody sets. */
  readonly now?: () => number;
}

type Library = typeof import("openid-client");
type Claims = Partial<Pick<UserInfoResponse, "name" | "preferred_username" | "email" | "email_verified">>;

const SCOPE = "openid profile email";
const KEPT_MS = 60 * 60_000;
/** Somebody waits in front of a page meanwhile. */
const PATIENCE_S = 10;
/** Of OAuth and OpenID Connect. Others could be anybody's words: they come by the address of whoever comes back. */
const ERRORS: ReadonlySet<string> = new Set(
  "invalid_request invalid_client invalid_grant invalid_scope unauthorized_client unsupported_grant_type unsupported_response_type access_denied server_error temporarily_unavailable login_required consent_required interaction_required account_selection_required".split(
    " ",
  ),
);
/** What the issuer itself means to pass. */
const PASSING = new Set(["server_error", "temporarily_unavailable"]);

/** Signing in by the code flow with PKCE. What the issuer says of itself is asked for when it is first needed. */
export function createIssuerSignIn(options: IssuerSignInOptions): IssuerSignIn {
  const { issuer, log, now = () => performance.now() } = options;
  const say = onceAWhile((line) => log(line, "error"), now);
  let kept: { readonly asked: Promise<ServerMetadata>; readonly at: number } | null = null;

  const metadata = (library: Library): Promise<ServerMetadata> => {
    if (kept !== null && now() - kept.at < KEPT_MS) return kept.asked;
    const asked = discover(library, options);
    const mine = { asked, at: now() };
    kept = mine;
    asked.catch(() => {
      if (kept === mine) kept = null;
    });
    return asked;
  };
  // Each time anew, and with it the issuer's keys: they may be others by now, and a code is good for one try.
  const configuration = async (library: Library) => configurationOf(library, options, await metadata(library));
  const failedWith = (library: Library, error: unknown): Exclude<CameBack, { kind: "known" }> => {
    const kind = kindOf(library, error);
    if (kind === "denied") return { kind };
    // It may have moved, or have other keys: the next one asks anew.
    kept = null;
    say(`Nobody can be signed in by ${hostOf(issuer)}: ${reasonOf(library, error)}.`);
    return { kind };
  };

  return {
    host: hostOf(issuer),
    async begin({ redirectUri, journey, state }) {
      const library = await import("openid-client");
      try {
        return library.buildAuthorizationUrl(await configuration(library), {
          redirect_uri: redirectUri,
          scope: SCOPE,
          state,
          nonce: journey.nonce,
          code_challenge: await library.calculatePKCECodeChallenge(journey.verifier),
          code_challenge_method: "S256",
        });
      } catch (error) {
        failedWith(library, error);
        return null;
      }
    },
    async finish({ arrived, journey, state }) {
      const library = await import("openid-client");
      try {
        const config = await configuration(library);
        const tokens = await library.authorizationCodeGrant(config, arrived, {
          pkceCodeVerifier: journey.verifier,
          expectedNonce: journey.nonce,
          expectedState: state,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) return { kind: "failed" };
        const told = await moreClaims(library, config, tokens.access_token, claims);
        const identity = identityFrom({ ...told, sub: claims.sub });
        // At the page they act themselves, and may do all that people can.
        if (identity !== null) return { kind: "known", identity: { ...identity, scopes: SCOPES } };
        say(`Somebody could not be signed in: the sub that ${hostOf(issuer)} gives them names nobody.`);
        return { kind: "failed" };
      } catch (error) {
        return failedWith(library, error);
      }
    },
  };
}

async function discover(library: Library, { issuer, clientId }: IssuerSignInOptions): Promise<ServerMetadata> {
  const asked = new URL(issuer);
  const found = await library.discovery(asked, clientId, undefined, library.None(), {
    timeout: PATIENCE_S,
    execute: asked.protocol === "http:" ? [library.allowInsecureRequests] : [],
  });
  const metadata = found.serverMetadata();
  // One that speaks for many would let in everybody of all of them.
  if (new URL(metadata.issuer).href !== asked.href) throw new Error(`it calls itself ${metadata.issuer}`);
  return metadata;
}

function configurationOf(
  library: Library,
  { issuer, clientId, clientSecret }: IssuerSignInOptions,
  metadata: ServerMetadata,
): Configuration {
  const methods = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const proof =
    clientSecret === undefined
      ? library.None()
      : methods.includes("client_secret_basic")
        ? library.ClientSecretBasic(clientSecret)
        : library.ClientSecretPost(clientSecret);
  const config = new library.Configuration(metadata, clientId, clientSecret, proof);
  config.timeout = PATIENCE_S;
  if (issuer.startsWith("http:")) library.allowInsecureRequests(config);
  // Signatures are checked by the issuer's public keys: whoever stands between can make up nobody.
  library.enableNonRepudiationChecks(config);
  return config;
}

/** Many issuers say only there what somebody is called. */
async function moreClaims(
  library: Library,
  config: Configuration,
  accessToken: string,
  claims: Claims & { readonly sub: string },
): Promise<Claims> {
  const isTold = claims.name !== undefined && claims.email !== undefined;
  if (isTold || config.serverMetadata().userinfo_endpoint === undefined) return claims;
  try {
    return { ...(await library.fetchUserInfo(config, accessToken, claims.sub)), ...claims };
  } catch {
    // Who they are is sure without it.
    return claims;
  }
}

function kindOf(library: Library, error: unknown): "denied" | "away" | "failed" {
  if (error instanceof library.AuthorizationResponseError) {
    if (PASSING.has(error.error)) return "away";
    return error.error === "access_denied" ? "denied" : "failed";
  }
  if (error instanceof library.ClientError)
    return error.code === "OAUTH_TIMEOUT" || error.code === "OAUTH_RESPONSE_IS_NOT_CONFORM" ? "away" : "failed";
  // As fetch says that nobody answers.
  return error instanceof TypeError ? "away" : "failed";
}

/** For whoever set it up; in words of which callers can make up none. */
function reasonOf(library: Library, error: unknown): string {
  const said = error instanceof library.AuthorizationResponseError || error instanceof library.ResponseBodyError;
  if (said) return `it says ${ERRORS.has(error.error) ? error.error : "something that is no error of OAuth"}`;
  const cause = error instanceof TypeError && error.cause instanceof Error ? ` (${error.cause.message})` : "";
  return error instanceof Error ? `${error.message}${cause}` : "it cannot be told why";
}

function hostOf(issuer: string): string {
  return new URL(issuer).host;
}
