import type { KnownPerson } from "../storage/ports.ts";

/** What a caller's token lets them do. Writing includes reading. */
export const SCOPES = ["canvas:read", "canvas:write"] as const;
export type Scope = (typeof SCOPES)[number];

/** Somebody whom the server knows: their canvases are those of the owner `subject`. */
export interface Identity extends KnownPerson {
  readonly scopes: readonly Scope[];
}

/** What a bearer says of whoever shows it. */
export type Identified =
  | { readonly kind: "known"; readonly identity: Identity }
  /** No token of this server's, or no longer. `why` is for the caller, and says nothing of what is right about it. */
  | { readonly kind: "unknown"; readonly why: string }
  /** It cannot be told now: whoever issues tokens does not answer. */
  | { readonly kind: "unavailable"; readonly why: string };

/** Who shows this bearer. In time that does not depend on how near it is to a right one. Never throws. */
export type Identify = (bearer: string) => Promise<Identified>;

/** More than any issuer gives (OpenID Connect allows 255), and what every store can keep as a key. */
const LONGEST_SUBJECT = 255;
const LONGEST_NAME = 200;
/** Whose canvases were made before a server knew its people. */
export const LOCAL_OWNER = "local";

/** Whether this can name somebody: visible, of a length that can be kept, and none of the stores' own names. */
export function isSubject(subject: unknown): subject is string {
  return (
    typeof subject === "string" &&
    subject !== "" &&
    subject.length <= LONGEST_SUBJECT &&
    subject.trim() === subject &&
    !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(subject)
  );
}

/** A name as it can be shown: one line without controls; the subject where there is none. */
export function shownName(name: unknown, subject: string): string {
  const clean = typeof name === "string" ? name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, " ").trim() : "";
  return [...(clean === "" ? subject : clean)].slice(0, LONGEST_NAME).join("");
}

export function mayWrite({ scopes }: Pick<Identity, "scopes">): boolean {
  return scopes.includes("canvas:write");
}
