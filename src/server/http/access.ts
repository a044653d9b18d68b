import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";

export interface Access {
  /** The address that the server is bound to. */
  readonly host: string;
  /** Asked for as a bearer token when there is one. */
  readonly token?: string;
}

export type Verdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly status: 401 | 403; readonly message: string };

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

/**
 * On loopback the Host and Origin headers keep web pages out, which could otherwise reach the server through the
 * person's own browser. Where there is a token it is asked for, and is enough: a page does not know it.
 */
export function checkAccess(request: IncomingMessage, access: Access): Verdict {
  if (isLoopback(access.host)) {
    const host = validateHostHeader(request.headers.host, localhostAllowedHostnames());
    if (!host.ok)
      return { ok: false, status: 403, message: `${host.message}. Use http://127.0.0.1 or http://localhost.` };
    const origin = validateOriginHeader(request.headers.origin, localhostAllowedOrigins());
    if (!origin.ok)
      return { ok: false, status: 403, message: `${origin.message}. Only pages of this machine may call this server.` };
  }
  if (access.token && !sameToken(bearerOf(request), access.token)) {
    return {
      ok: false,
      status: 401,
      message: "This server asks for a token. Send the header Authorization: Bearer TOKEN.",
    };
  }
  return { ok: true };
}

function bearerOf(request: IncomingMessage): string {
  return /^bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
}

function sameToken(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
