import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { localhostAllowedHostnames, validateHostHeader } from "@modelcontextprotocol/server";
import type { PeerUser } from "./peer-user.ts";

export interface Access {
  /** The address that the server is bound to. */
  readonly host: string;
  /** Asked for as a bearer token when there is one. */
  readonly token?: string;
  /** Whether a bearer is a session of the page that this server gives. Without: there is no page, and no browser is let in. */
  readonly checkSession?: (bearer: string) => boolean;
  /** Programs need a session too: this server is there for the page alone. */
  readonly sessionsOnly?: boolean;
  /** Where the system can tell who calls: programs of other users than this one and root are refused. */
  readonly user?: { readonly id: number; readonly ofPeer: PeerUser };
}

export type Verdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly status: 401 | 403; readonly message: string };

const ROOT = 0;

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Why a server may not be started like this, or null. Only a token makes it safe for others to reach it. */
export function refuseWideBinding({ host, token }: Access): string | null {
  if (token && !/^[\x21-\x7e]+$/.test(token))
    return "The token has a space or a letter that cannot stand in a header, so that no caller could ever send it. Use letters, digits and signs of ASCII.";
  if (isLoopback(host) || token) return null;
  return `Not bound to ${host}: anyone who reaches this machine could read and change your canvases. Give a token with --token or WRITING_CANVAS_TOKEN, or leave --host out to serve this machine only.`;
}

/** On loopback only names of this machine: any other is a web site whose name was made to point here. */
export function checkHost(request: IncomingMessage, { host }: Pick<Access, "host">): Verdict {
  if (!isLoopback(host)) return { ok: true };
  const own = isLoopback(hostnameOf(host)) ? [hostnameOf(host)] : [];
  const named = validateHostHeader(request.headers.host, [...localhostAllowedHostnames(), ...own]);
  if (named.ok) return named;
  return { ok: false, status: 403, message: `${named.message}. Use http://127.0.0.1 or http://localhost.` };
}

/** As it stands in a URL. */
export function hostnameOf(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

/**
 * Browsers say where a POST comes from, and pages cannot change it: only the page of this very server is let in. What sends
 * no Origin is no page.
 */
export function checkOrigin({ headers: { origin, host } }: IncomingMessage): Verdict {
  if (origin === undefined || origin === `http://${host}` || origin === `https://${host}`) return { ok: true };
  return { ok: false, status: 403, message: "Only this server's own page may call it from a browser." };
}

/**
 * Who may use /mcp. A token is asked of everybody, and is enough: no web page knows it. Otherwise a browser needs a session
 * of the page, and a program must be the user's own.
 */
export async function checkAccess(request: IncomingMessage, access: Access): Promise<Verdict> {
  const host = checkHost(request, access);
  if (!host.ok) return host;
  const bearer = bearerOf(request);
  const hasToken = access.token !== undefined && access.token !== "" && sameToken(bearer, access.token);
  const origin = checkOrigin(request);
  if (!origin.ok && (isLoopback(access.host) || !hasToken)) return origin;
  if (hasToken) return { ok: true };
  if (bearer !== "" && access.checkSession?.(bearer) === true)
    return (await isThisUser(request, access)) ? { ok: true } : { ok: false, status: 403, message: OTHER_USER };
  if (access.token) return asksFor("a token. Send the header Authorization: Bearer TOKEN.");
  if (access.sessionsOnly || request.headers.origin !== undefined)
    return access.checkSession === undefined
      ? { ok: false, status: 403, message: "No browser is let in: start the server with its page, or with --token." }
      : asksFor("a session of the page. Open the page by a fresh link: `writing-canvas page` prints one.");
  return checkUser(request, access);
}

function asksFor(what: string): Verdict {
  return { ok: false, status: 401, message: `This server asks for ${what}` };
}

/**
 * Loopback is open to every user of the machine. A caller that is not found where callers are shown (it hung up, or comes
 * through from another machine) is refused as well: a token always lets it in.
 */
async function checkUser(request: IncomingMessage, access: Access): Promise<Verdict> {
  const caller = await callerOf(request, access);
  if (caller === "allowed") return { ok: true };
  const who = caller === "unknown" ? "It cannot be told which user calls" : "You are another user of this machine";
  const next = "Start the server with --token TOKEN and send it as Authorization: Bearer TOKEN.";
  return { ok: false, status: 403, message: `${who}, and these canvases are their owner's. ${next}` };
}

/** Who is at the other end: somebody who may be there (this user, root, or anybody where users are not told apart), or not. */
export async function callerOf(
  { socket }: IncomingMessage,
  { user }: Pick<Access, "user">,
): Promise<"allowed" | "other" | "unknown"> {
  if (user === undefined) return "allowed";
  const caller = await user.ofPeer(socket);
  if (caller === "gone") return "unknown";
  // Where the system does not say, loopback is all there is, as on other systems.
  return caller === "hidden" || caller === user.id || caller === ROOT ? "allowed" : "other";
}

export const OTHER_USER = "You are another user of this machine, and these canvases are their owner's.";

/**
 * Whether links and sessions of the page are good in this caller's hands. Other users of the machine may see a link, in the
 * list of processes while a browser is started with it, and be handed a session, by an open page that looks for its server
 * while they listen on its port. One who cannot be told is let in: it shows more than they could know otherwise.
 */
export async function isThisUser(
  request: IncomingMessage,
  access: Pick<Access, "host" | "token" | "user">,
): Promise<boolean> {
  if (access.token || !isLoopback(access.host)) return true;
  return (await callerOf(request, access)) !== "other";
}

export function bearerOf(request: IncomingMessage): string {
  return bearerIn(request.headers.authorization);
}

/** The bearer in an Authorization header; empty when there is none. */
export function bearerIn(header: string | null | undefined): string {
  return /^bearer +(\S+)$/i.exec(header ?? "")?.[1] ?? "";
}

function sameToken(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
