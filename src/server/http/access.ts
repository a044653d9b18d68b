import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { localhostAllowedHostnames, validateHostHeader } from "@modelcontextprotocol/server";
import { bareCommand, type TypedCommand } from "../../protocol/names.ts";
import type { Identify, Identity } from "../access/identity.ts";
import type { PeerUser } from "./peer-user.ts";
import type { PublicAddress } from "./public-address.ts";

export interface Access {
  /** The address that the server is bound to. */
  readonly host: string;
  /** Where everybody reaches it through a proxy. Then no caller is a user of this machine, wherever they seem to come from. */
  readonly public?: PublicAddress;
  /** Asked for as a bearer token when there is one. */
  readonly token?: string;
  /** The data folder's own token: lets in whoever cannot be identified, and is asked of nobody else. */
  readonly ownToken?: string;
  /**
   * Who holds this bearer as a pass to the page of this server, at the place where it is used; null: it is none. Without:
   * there is no page, and no browser is let in.
   */
  readonly checkPass?: (bearer: string, place: string) => PassHolder | null | Promise<PassHolder | null>;
  /** Who shows a bearer, where the server knows its people: then nobody calls /mcp without one that it knows, or a pass. */
  readonly identify?: Identify;
  /** Whose tokens those are, where clients can get them by OAuth. */
  readonly issuer?: string;
  /** Tools for which a token that only reads is not enough. */
  readonly writingTools?: ReadonlySet<string>;
  /** Lets whoever looks after the server see its numbers, and nothing else. */
  readonly operatorToken?: string;
  /** The name that the page has on this machine, which nobody can guess. */
  readonly pageName?: string;
  /** Programs need a session too: this server is there for the page alone. */
  readonly sessionsOnly?: boolean;
  /** How commands are typed that its words speak of. */
  readonly typed?: TypedCommand;
  /** Programs of other users than this one and root are refused. Without: nobody can be told from anybody. */
  readonly user?: { readonly id: number; readonly ofPeer: PeerUser };
}

/** Whoever shows a good pass to the page. */
export interface PassHolder {
  /** Who that is, where the server knows its people. */
  readonly identity?: Identity;
  /** The one canvas that the pass is for; left out: all. */
  readonly only?: string;
}

export type Verdict = Admitted | Refused;

export interface Admitted {
  readonly ok: true;
  /** Who it is, where the server knows its people. */
  readonly identity?: Identity;
  /** They have a pass to the page of this server. */
  readonly isPage?: true;
  /** That pass is for this canvas alone. */
  readonly only?: string;
}

export interface Refused {
  readonly ok: false;
  readonly status: 401 | 403 | 503;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The bearer that was shown is nothing that could be guessed: it is not counted among wrong ones. */
  readonly isNoGuess?: true;
}

const ROOT = 0;

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Whether only programs of this machine reach the server. */
export function isLocal(access: Pick<Access, "host" | "public">): boolean {
  return access.public === undefined && isLoopback(access.host);
}

/** Why a server may not be started like this, or null. Only who shows a token, or is known, may reach it from elsewhere. */
export function refuseWideBinding(access: Pick<Access, "host" | "public" | "token" | "identify">): string | null {
  const { host, token } = access;
  if (token && !/^[\x21-\x7e]+$/.test(token))
    return "The token has a space or a letter that cannot stand in a header, so that no caller could ever send it. Use letters, digits and signs of ASCII.";
  if (isLocal(access) || token || access.identify !== undefined) return null;
  if (access.public !== undefined)
    return `Not served at ${access.public.origin}: anyone who reaches it could read and change your canvases. Give a token with --token-file or WRITING_CANVAS_TOKEN, or let people say who they are with --tokens FILE or --issuer URL.`;
  return `Not bound to ${host}: anyone who reaches this machine could read and change your canvases. Give a token with --token-file FILE or WRITING_CANVAS_TOKEN, let people say who they are with --tokens FILE or --issuer URL, or leave --host out to serve this machine only.`;
}

/**
 * On loopback only names of this machine, and those that a proxy on it may pass on: any other is a web site whose name was
 * made to point here.
 */
export function checkHost(request: IncomingMessage, access: Pick<Access, "host" | "pageName" | "public">): Verdict {
  const { host, pageName } = access;
  if (!isLoopback(host)) return { ok: true };
  const own = isLoopback(hostnameOf(host)) ? [hostnameOf(host)] : [];
  const page = pageName === undefined ? [] : [pageName];
  const known =
    access.public === undefined ? [] : [access.public.name, access.public.sandbox?.name ?? access.public.name];
  const named = validateHostHeader(request.headers.host, [...localhostAllowedHostnames(), ...own, ...page, ...known]);
  if (named.ok) return named;
  const use = access.public === undefined ? "http://127.0.0.1 or http://localhost" : access.public.origin;
  return { ok: false, status: 403, message: `${named.message}. Use ${use}.` };
}

/** As it stands in a URL. */
export function hostnameOf(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

const OWN_PAGE_ONLY = "Only this server's own page may call it from a browser.";

/**
 * Browsers say where a POST comes from, and pages cannot change it: only the page of this very server is let in. What sends
 * no Origin is no page.
 */
export function checkOrigin({ headers }: IncomingMessage, access?: Pick<Access, "public">): Verdict {
  const { origin, host } = headers;
  const own = access?.public === undefined ? [`http://${host}`, `https://${host}`] : [access.public.origin];
  if (origin === undefined || own.includes(origin)) return { ok: true };
  return { ok: false, status: 403, message: OWN_PAGE_ONLY };
}

/** Browsers say of every request what made it: only this server's own page, or the person's own hand, is let in. */
export function checkSite({ headers }: IncomingMessage): Verdict {
  const site = headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin" || site === "none") return { ok: true };
  return { ok: false, status: 403, message: OWN_PAGE_ONLY };
}

/**
 * Who may use /mcp. A token is asked of everybody, and is enough: no web page knows it. Otherwise a browser needs a pass to
 * the page, and a program must be the user's own.
 */
export async function checkAccess(request: IncomingMessage, access: Access): Promise<Verdict> {
  const { typed = bareCommand } = access;
  const host = checkHost(request, access);
  if (!host.ok) return host;
  const bearer = bearerOf(request);
  const hasToken = isOneOf(bearer, [access.token, access.ownToken]);
  for (const from of [checkOrigin(request, access), checkSite(request)])
    if (!from.ok && (isLocal(access) || !hasToken)) return from;
  if (hasToken) return { ok: true };
  const holder = bearer === "" ? null : await access.checkPass?.(bearer, placeOf(request, access));
  if (holder) {
    const person = await checkPerson(request, access);
    const scope = holder.only === undefined ? {} : { only: holder.only };
    return person.ok ? { ok: true, isPage: true, ...scope } : person;
  }
  if (access.token) return asksFor("a token. Send the header Authorization: Bearer TOKEN.");
  if (access.sessionsOnly || request.headers.origin !== undefined)
    return access.checkPass === undefined
      ? { ok: false, status: 403, message: "No browser is let in: start the server with its page, or with a token." }
      : asksFor(`a session of the page. Open the page by a fresh link: \`${typed("page")}\` prints one.`);
  return checkUser(request, access);
}

/** Who may look at how the server does. Bound wider than this machine it is not for everybody who reaches it, nor for pages. */
export function checkOperator(request: IncomingMessage, access: Access): Verdict {
  const reader = checkReader(request, access);
  if (!reader.ok || isLocal(access)) return reader;
  if (isOneOf(bearerOf(request), [access.token, access.ownToken, access.operatorToken])) return { ok: true };
  if (access.identify !== undefined)
    return access.operatorToken === undefined
      ? {
          ok: false,
          status: 403,
          message:
            "The server's numbers are for whoever runs it. Start it with WRITING_CANVAS_OPERATOR_TOKEN to see them from here.",
        }
      : asksFor("the operator's token. Send the header Authorization: Bearer TOKEN.");
  return asksFor("a token. Send the header Authorization: Bearer TOKEN.");
}

/** Whoever asks whether the server is there: any program of this machine, or whoever reaches it. */
export function checkReader(request: IncomingMessage, access: Pick<Access, "host" | "pageName">): Verdict {
  const host = checkHost(request, access);
  return host.ok ? checkSite(request) : host;
}

function asksFor(what: string): Verdict {
  return { ok: false, status: 401, message: `This server asks for ${what}` };
}

/** Loopback is open to every user of the machine: only this one and root are let in without a token. */
async function checkUser(request: IncomingMessage, access: Access): Promise<Verdict> {
  const caller = await callerOf(request, access);
  if (caller === "allowed") return { ok: true };
  if (caller === "other")
    return { ok: false, status: 403, message: `${OTHER_USER} Their owner can give you a server with a token.` };
  const { typed = bareCommand } = access;
  const token =
    access.ownToken === undefined ? "start the server with WRITING_CANVAS_TOKEN" : `\`${typed("token")}\` prints it`;
  return {
    ok: false,
    status: 401,
    message: `It cannot be told which user of this machine calls, and these canvases are their owner's. Send the header Authorization: Bearer TOKEN (${token}), or use a server over stdio, which needs none.`,
  };
}

/** Who is at the other end: this user or root; another; one who hung up; one of whom the system does not say. */
export async function callerOf(
  { socket }: IncomingMessage,
  { user, public: proxied }: Pick<Access, "user" | "public">,
): Promise<"allowed" | "other" | "gone" | "hidden"> {
  // What a proxy passes on comes from the proxy's user, whoever asks.
  if (user === undefined || proxied !== undefined) return "hidden";
  const caller = await user.ofPeer(socket);
  if (caller === "gone" || caller === "hidden") return caller;
  return caller === user.id || caller === ROOT ? "allowed" : "other";
}

export const OTHER_USER = "You are another user of this machine, and these canvases are their owner's.";
const HUNG_UP = "It cannot be told which user of this machine called: the caller hung up. Ask again.";

/**
 * Whether links and passes of the page are good in this caller's hands. Other users of the machine may see a link, in the
 * list of processes while a browser is started with it. Where the system does not say who calls, the link is all there is.
 */
export async function checkPerson(
  request: IncomingMessage,
  access: Pick<Access, "host" | "user" | "public">,
): Promise<Verdict> {
  if (!isLocal(access)) return { ok: true };
  const caller = await callerOf(request, access);
  if (caller === "allowed" || caller === "hidden") return { ok: true };
  return { ok: false, status: 403, message: caller === "other" ? OTHER_USER : HUNG_UP };
}

/**
 * The name and port by which a caller reached this server: passes are good at one place only. Behind a proxy it is the
 * public one, whatever the proxy calls it.
 */
export function placeOf({ headers }: Pick<IncomingMessage, "headers">, access: Pick<Access, "public">): string {
  return access.public?.place ?? (headers.host ?? "").toLowerCase();
}

/** The bearer in the Authorization header; empty when there is none. */
export function bearerOf({ headers }: Pick<IncomingMessage, "headers">): string {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
}

function isOneOf(bearer: string, tokens: readonly (string | undefined)[]): boolean {
  return tokens.some((token) => token !== undefined && token !== "" && sameToken(bearer, token));
}

/** In time that does not depend on where the two differ. */
export function sameToken(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
