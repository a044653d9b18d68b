import type { IncomingMessage } from "node:http";
import { validateHostHeader } from "@modelcontextprotocol/server";
import { type Identity, isSubject, SCOPES, type Scope, shownName } from "../access/identity.ts";
import {
  bearerOf,
  checkHost,
  checkOrigin,
  checkSite,
  isLoopback,
  type Refused,
  sameToken,
  type Verdict,
} from "./access.ts";

/** Who calls, as far as the canvases are concerned. */
export interface HttpCaller {
  /** Whose canvases are served: callers of one owner share them, and see none of another's. */
  readonly owner: string;
  /**
   * With any of these the server knows its people: the owner is who calls, their name stands on what they do, and canvases
   * are shared by it. Without a name they are called as the owner is; without scopes they may read and write.
   */
  readonly name?: string;
  /** One that is surely theirs. */
  readonly email?: string;
  readonly scopes?: readonly Scope[];
}

/** A caller who was let in, and who that is where the embedder says so. */
export interface KnownCaller {
  readonly owner: string;
  readonly identity?: Identity;
}

/** Who sends this request; null: nobody who may. */
export type Authenticate = (request: IncomingMessage) => HttpCaller | null | Promise<HttpCaller | null>;

/** Whom a handler lets in. With nothing of it: programs of this machine, and pages of the very server that it is mounted in. */
export interface HandlerGuards {
  /** The host names, without ports, under which the server is reached, in place of this machine's own. */
  readonly allowedHosts?: readonly string[];
  /** Origins (`https://app.example.com`) whose pages may call, besides the server's own. CORS headers are the embedder's. */
  readonly allowedOrigins?: readonly string[];
  /** Asked of everybody as a bearer token: at least 16 characters of visible ASCII. */
  readonly token?: string;
  /** Asked about every request instead of a token. */
  readonly authenticate?: Authenticate;
}

export type Admission = { readonly ok: true; readonly caller: KnownCaller } | Refused;

const TOKEN_FORM = /^[\x21-\x7e]{16,}$/;
const OWN_MACHINE = { host: "localhost" };

/** Throws when the guards would let in whom nobody meant to. `owner`: whose canvases those see who need not say who they are. */
export function createGuard(guards: HandlerGuards, owner: string): (request: IncomingMessage) => Promise<Admission> {
  assertSafe(guards);
  const { allowedHosts, allowedOrigins = [], token, authenticate } = guards;
  const admit = { ok: true, caller: { owner } } as const;
  return async (request) => {
    const host = allowedHosts === undefined ? checkHost(request, OWN_MACHINE) : checkNames(request, allowedHosts);
    if (!host.ok) return host;
    if (!allowedOrigins.includes(request.headers.origin ?? ""))
      for (const from of [checkOrigin(request), checkSite(request)]) if (!from.ok) return from;
    if (token !== undefined) return sameToken(bearerOf(request), token) ? admit : ASKS_FOR_TOKEN;
    if (authenticate === undefined) return isFromHere(request) ? admit : NOT_FROM_HERE;
    const caller = await authenticate(request);
    // Without the compiler an owner may be missing, and nobody's canvases must not be somebody's.
    if (typeof caller?.owner !== "string" || caller.owner === "") return UNKNOWN;
    const known = knownCaller(caller);
    return known.identity?.scopes.length === 0 ? MAY_NOTHING : { ok: true, caller: known };
  };
}

/** Throws for an owner whom nobody can be called like. */
function knownCaller({ owner, name, email, scopes }: HttpCaller): KnownCaller {
  if (name === undefined && email === undefined && scopes === undefined) return { owner };
  if (!isSubject(owner))
    throw new RangeError(
      "`authenticate` gave a person whose owner has signs that cannot be seen, or over 255 characters",
    );
  const identity = {
    subject: owner,
    name: shownName(name, owner),
    ...(email === undefined ? {} : { email: email.toLowerCase() }),
    scopes: SCOPES.filter((scope) => scopes === undefined || scopes.includes(scope)),
  };
  return { owner, identity };
}

const PASSED_ON = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];
const ASKS_FOR_TOKEN = {
  ok: false,
  status: 401,
  message: "This server asks for a token. Send the header Authorization: Bearer TOKEN.",
} as const;
const UNKNOWN = { ok: false, status: 401, message: "This server does not know who you are. Sign in first." } as const;
const MAY_NOTHING = {
  ok: false,
  status: 403,
  message: "You may neither read nor write canvases here. Ask whoever runs this server.",
} as const;
const NOT_FROM_HERE = {
  ok: false,
  status: 403,
  message: "Only programs of this machine are let in, until the server is given a token or authenticate.",
} as const;

function checkNames({ headers }: IncomingMessage, names: readonly string[]): Verdict {
  const named = validateHostHeader(headers.host, [...names]);
  return named.ok ? named : { ok: false, status: 403, message: `${named.message}.` };
}

/**
 * The Host header is whatever a caller likes; the address is not. But what a proxy of this machine passes on comes from its
 * address: then these say that somebody else asks.
 */
function isFromHere({ socket, headers }: IncomingMessage): boolean {
  if (PASSED_ON.some((name) => headers[name] !== undefined)) return false;
  return isLoopback((socket.remoteAddress ?? "").replace(/^::ffff:/i, ""));
}

// What was meant to be given and is not (an environment variable that is not set) must not open the door.
function assertSafe(guards: HandlerGuards): void {
  const { allowedHosts = [], token, authenticate } = guards;
  if ("token" in guards && !TOKEN_FORM.test(token ?? ""))
    throw new RangeError("`token` must have at least 16 characters of visible ASCII. Leave it out to ask for none.");
  if ("authenticate" in guards && typeof authenticate !== "function")
    throw new TypeError("`authenticate` must be a function. Leave it out to ask nobody who they are.");
  if (token !== undefined && authenticate !== undefined)
    throw new TypeError("Give `token` or `authenticate`, not both: which of them decides?");
  const wide = allowedHosts.find((name) => !isLoopback(name) && !name.endsWith(".localhost"));
  if (wide !== undefined && token === undefined && authenticate === undefined)
    throw new TypeError(
      `\`allowedHosts\` has ${wide}, so that others may reach the canvases: give a \`token\` or \`authenticate\` too.`,
    );
}
