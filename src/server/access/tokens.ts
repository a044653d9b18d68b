import { createHash, randomBytes } from "node:crypto";
import { type Identity, isSubject, LOCAL_OWNER, type Scope, shownName } from "./identity.ts";

/** One line of a file of tokens: whose it is and what it lets them do. The token itself is nowhere. */
export interface TokenLine {
  readonly subject: string;
  /** As the line gives it; null: none. */
  readonly name: string | null;
  readonly scopes: readonly Scope[];
  /** base64url of the token's SHA-256. */
  readonly hash: string;
  /** When `token add` made it, an ISO time; null: written by hand. */
  readonly madeAt: string | null;
  /** Counted from 1. */
  readonly line: number;
}

export interface TokensRead {
  readonly tokens: readonly TokenLine[];
  /** Lines that let nobody in, and what is wrong with each. */
  readonly broken: readonly { readonly line: number; readonly why: string }[];
}

const PREFIX = "wct_";
const TOKEN_BYTES = 24;
const HASH_PREFIX = "sha256:";
const SHORT_ID = 8;
/** At the start of a line whatever follows it; elsewhere between spaces. */
const COMMENT = /^\s*#|\s#(?=\s|$)/;
const MADE = /\s# made (\d{4}-\d\d-\d\dT[\d:.]+Z)$/;
const SCOPES_OF: Readonly<Record<string, readonly Scope[]>> = {
  read: ["canvas:read"],
  "read,write": ["canvas:read", "canvas:write"],
};

/**
 * A token that nobody can guess: 192 random bits. That is why its plain SHA-256 is enough: salt and slow hashes protect what
 * people think up and what can therefore be tried out.
 */
export function newToken(): { readonly token: string; readonly hash: string } {
  for (;;) {
    const token = `${PREFIX}${randomBytes(TOKEN_BYTES).toString("base64url")}`;
    const hash = hashOf(token);
    // Its first letters are typed behind `token revoke`, where a dash would begin an option.
    if (!hash.startsWith("-")) return { token, hash };
  }
}

export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** By which a line is named where nobody may see more. */
export function shortId({ hash }: Pick<TokenLine, "hash">): string {
  return hash.slice(0, SHORT_ID);
}

/** `NAME sha256:HASH [SCOPES [DISPLAY NAME…]]` a line; `#` begins a comment, at the start of a line or between spaces. */
export function readTokens(text: string): TokensRead {
  const tokens: TokenLine[] = [];
  const broken: { line: number; why: string }[] = [];
  const byHash = new Map<string, number>();
  for (const [index, whole] of text.split(/\r?\n/).entries()) {
    const line = index + 1;
    const plain = withoutComment(index === 0 ? whole.replace(/^\ufeff/, "") : whole);
    if (plain === "") continue;
    const read = readLine(plain);
    if (typeof read === "string") broken.push({ line, why: read });
    else if (byHash.has(read.hash))
      broken.push({ line, why: `it is the token of line ${byHash.get(read.hash)} again` });
    else {
      byHash.set(read.hash, line);
      tokens.push({ ...read, madeAt: MADE.exec(whole.trimEnd())?.[1] ?? null, line });
    }
  }
  return { tokens, broken };
}

function withoutComment(line: string): string {
  return line.slice(0, COMMENT.exec(line)?.index).trim();
}

/** What a line says; a text: what is wrong with it, without repeating what may be a token. */
function readLine(line: string): Omit<TokenLine, "madeAt" | "line"> | string {
  const [subject = "", hashed = "", scopes = "read,write", ...name] = line.split(/\s+/);
  const wrong = wrongName(subject);
  if (wrong !== null) return wrong;
  if (hashed === "") return "the hash is missing behind the name";
  const hash = hashed.startsWith(HASH_PREFIX) ? hashed.slice(HASH_PREFIX.length) : "";
  if (!isHash(hash))
    return "what stands behind the name is no sha256: and 43 characters of base64url; `token add` writes such lines";
  const allowed = Object.hasOwn(SCOPES_OF, scopes) ? SCOPES_OF[scopes] : undefined;
  if (allowed === undefined) return "what stands behind the hash is neither read nor read,write";
  return { subject, name: name.length === 0 ? null : shownName(name.join(" "), subject), scopes: allowed, hash };
}

/** Why this cannot be the name of somebody in a file of tokens; null: it can. */
export function wrongName(subject: string): string | null {
  if (subject === LOCAL_OWNER)
    return `the name ${LOCAL_OWNER} is kept for canvases that were made before the server knew its people`;
  return isSubject(subject) && !/\s/u.test(subject) && !subject.startsWith("#")
    ? null
    : "the name is empty, too long, or has spaces or signs that cannot be seen";
}

function isHash(text: string): boolean {
  const bytes = Buffer.from(text, "base64url");
  return bytes.length === 32 && bytes.toString("base64url") === text;
}

/** A line as `readTokens` reads it. */
export function tokenLine(token: Pick<TokenLine, "subject" | "name" | "scopes" | "hash">, madeAt: string): string {
  const scopes = token.scopes.includes("canvas:write") ? "read,write" : "read";
  const name = token.name === null ? "" : ` ${token.name}`;
  return `${token.subject} ${HASH_PREFIX}${token.hash} ${scopes}${name} # made ${madeAt}`;
}

export interface TokenHolders {
  /** Null: nobody's token. */
  show(bearer: string): { readonly identity: Identity; readonly hash: string } | null;
  /** Whose token has this hash; null: nobody's. */
  ofHash(hash: string): Identity | null;
  /** All who have one, each once. */
  readonly all: readonly Identity[];
}

/**
 * Who shows a bearer, of these. The bearer is hashed once and looked up by its digest. How long a lookup takes could tell at
 * most how the digest of a guess lies beside digests of tokens, and nobody can choose a guess by its digest: of the tokens
 * themselves it tells nothing.
 */
export function tokenHolders(tokens: readonly TokenLine[]): TokenHolders {
  const names = new Map<string, string>();
  // One person has one name, whichever of their tokens they show: the first that is given.
  for (const { subject, name } of tokens) if (name !== null && !names.has(subject)) names.set(subject, name);
  const byHash = new Map<string, Identity>(
    tokens.map(({ subject, scopes, hash }) => [hash, { subject, name: names.get(subject) ?? subject, scopes }]),
  );
  return {
    show: (bearer) => {
      const hash = hashOf(bearer);
      const identity = byHash.get(hash);
      return identity === undefined ? null : { identity, hash };
    },
    ofHash: (hash) => byHash.get(hash) ?? null,
    all: [...new Map([...byHash.values()].map((identity) => [identity.subject, identity])).values()],
  };
}
