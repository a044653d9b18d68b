import { getUiCapability } from "@modelcontextprotocol/ext-apps/server";
import { isInitializeRequest } from "@modelcontextprotocol/server";
import { cleanTitle } from "../../core/document/title.ts";

/**
 * What a client of before 2026-07-28 says once, at `initialize`, and what its later requests are to be served by. The server
 * keeps none of it: it is the session id itself, which the client sends with every request, to whichever server is there by
 * then. It is no secret and grants nothing: a client may call itself and declare whatever it likes anyway.
 */
export interface ClientSession {
  /** As `cleanClientName` gives it. */
  readonly name: string | undefined;
  /** The extensions that the client declares: UI is among them, it is not, or the client has declared none. */
  readonly extensions: "ui" | "other" | undefined;
  /** Random, 24 characters of base64url: no two clients have the same session id. */
  readonly connection: string;
}

export const SESSION_HEADER = "mcp-session-id";
const LONGEST_NAME = 100;
const UNDECLARED = "none";

// Its first word tells it from forms to come. A name of 100 UTF-16 units has at most 300 bytes, which are 400 characters here.
const FORM = /^canvas1\.(none|other|ui)\.([\w-]{24})\.([\w-]{0,400})$/;

/** As a program named itself, on one line and not too long; undefined when nothing is left of it. */
export function cleanClientName(given: string | undefined): string | undefined {
  return cleanTitle(given?.slice(0, LONGEST_NAME) ?? "") ?? undefined;
}

/** Visible ASCII, as the protocol asks of session ids, in at most 450 characters. */
export function encodeSession({ name, extensions, connection }: ClientSession): string {
  const packed = Buffer.from(name ?? "", "utf8").toString("base64url");
  return `canvas1.${extensions ?? UNDECLARED}.${connection}.${packed}`;
}

/** Undefined for whatever `encodeSession` has not made from a clean name: that is as good as no session id. */
export function decodeSession(id: string | null | undefined): ClientSession | undefined {
  const [, declared, connection, packed] = FORM.exec(id ?? "") ?? [];
  if (declared === undefined || connection === undefined || packed === undefined) return undefined;
  const extensions = declared === "ui" || declared === "other" ? declared : undefined;
  const name = cleanClientName(Buffer.from(packed, "base64url").toString("utf8"));
  const session: ClientSession = { name, extensions, connection };
  return encodeSession(session) === id ? session : undefined;
}

/** What a request says of its client, if it is an `initialize`; undefined if not. */
export function sessionFrom(body: unknown, connection: string): ClientSession | undefined {
  if (!isInitializeRequest(body)) return undefined;
  const { clientInfo, capabilities } = body.params;
  const hasUi = getUiCapability(capabilities) !== undefined;
  const others = capabilities.extensions === undefined ? undefined : "other";
  return { name: cleanClientName(clientInfo.name), extensions: hasUi ? "ui" : others, connection };
}
