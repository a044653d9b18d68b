import type { Identified, Identity } from "../../../../server/access/identity.ts";

/** By what somebody signed in. It ends with that. */
export type Source =
  /** A token of the server's own, by a name that says nothing of the token. */
  | { readonly by: "token"; readonly id: string }
  /** They signed in at the issuer whom this server trusts. */
  | { readonly by: "issuer" };

/** Somebody who signed in at the page. */
export interface SignedIn {
  readonly identity: Identity;
  readonly source: Source;
}

/** The tokens that people can sign in with. */
export interface SignInTokens {
  /** Who shows this token, and by what name the token is known. In time that does not depend on how near it is to a right one. */
  identify(
    token: string,
  ): Promise<
    (Extract<Identified, { kind: "known" }> & { readonly id: string }) | Exclude<Identified, { kind: "known" }>
  >;
  /** Whose token this is, and what it lets them do, now; null: it was taken back. Throws when that cannot be told. */
  holder(id: string): Identity | null | Promise<Identity | null>;
}

/** What came of somebody's way to the issuer and back. */
export type CameBack =
  | { readonly kind: "known"; readonly identity: Identity }
  /** "denied": by them or by the issuer. "away": it cannot be reached. "failed": what it said is not good. */
  | { readonly kind: "denied" | "away" | "failed" };

/** What has to be kept from setting out to coming back, and shown to nobody. */
export interface Journey {
  readonly verifier: string;
  readonly nonce: string;
}

/** Signing in at an issuer of OpenID Connect. */
export interface IssuerSignIn {
  /** As people know it. */
  readonly host: string;
  /** Where a browser goes; null: the issuer cannot be reached. */
  begin(asked: {
    readonly redirectUri: string;
    readonly journey: Journey;
    readonly state: string;
  }): Promise<URL | null>;
  /** `arrived`: the address at which the browser came back. Never throws. */
  finish(asked: { readonly arrived: URL; readonly journey: Journey; readonly state: string }): Promise<CameBack>;
}

/** How people sign in at the page of a server that knows its people. With neither, nobody can. */
export interface SignIns {
  readonly tokens?: SignInTokens;
  readonly issuer?: IssuerSignIn;
}

/** Who that is now; null: what they signed in by is no longer good. */
export async function stillSignedIn(
  { identity, source }: SignedIn,
  { tokens, issuer }: SignIns,
): Promise<Identity | null> {
  if (source.by === "issuer") return issuer === undefined ? null : identity;
  const holder = (await tokens?.holder(source.id)) ?? null;
  return holder?.subject === identity.subject ? holder : null;
}
