import type { Access } from "../../../../server/http/access.ts";
import { isLocal, isLoopback } from "../../../../server/http/access.ts";
import type { Log } from "../../../../server/observe/observer.ts";
import { createIssuerSignIn } from "./issuer-sign-in.ts";
import type { SignIns, SignInTokens } from "./sign-ins.ts";

export interface SignInsOptions {
  readonly tokens?: SignInTokens;
  /** Whom the server trusts to say who somebody is, and as what it is known there. */
  readonly issuer?: { readonly url: string; readonly clientId: string; readonly clientSecret?: string };
  readonly access: Pick<Access, "host" | "public">;
  readonly log: Log;
}

/** Why people cannot sign in like this, or null. */
export function refuseSignIns({ issuer, access }: Pick<SignInsOptions, "issuer" | "access">): string | null {
  if (issuer === undefined) return null;
  const url = URL.canParse(issuer.url) ? new URL(issuer.url) : null;
  if (url === null || (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))))
    return "The issuer must be an address that begins with https:// (http:// only on this machine).";
  if (access.public !== undefined || isLocal(access)) return null;
  return "People who sign in at the issuer must be sent back to the page, and where others reach it is not known. Say so with --public-url URL, or WRITING_CANVAS_PUBLIC_URL.";
}

/** How people sign in at the page. Throws where `refuseSignIns` says why not. */
export function createSignIns(options: SignInsOptions): SignIns {
  const { tokens, issuer, log } = options;
  const refusal = refuseSignIns(options);
  if (refusal !== null) throw new RangeError(refusal);
  return {
    ...(tokens === undefined ? {} : { tokens }),
    ...(issuer === undefined
      ? {}
      : {
          issuer: createIssuerSignIn({
            issuer: issuer.url,
            clientId: issuer.clientId,
            ...(issuer.clientSecret === undefined ? {} : { clientSecret: issuer.clientSecret }),
            log,
          }),
        }),
  };
}
