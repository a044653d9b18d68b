import type { IncomingMessage } from "node:http";
import { type Identity, mayWrite, SCOPES } from "../access/identity.ts";
import {
  type Access,
  bearerOf,
  checkAccess,
  checkHost,
  checkOrigin,
  checkSite,
  isLocal,
  placeOf,
  type Refused,
  type Verdict,
} from "./access.ts";
import { calledTools } from "./mcp-endpoint.ts";
import { resourceMetadataAt } from "./protected-resource.ts";

/** So soon may a caller ask again who cannot be identified now. */
const AWAY_S = 5;

/**
 * Who may use /mcp. Where the server knows its people: whoever shows a token of theirs, or a pass to the page that says whose
 * it is. No web page knows a token, so that one is enough wherever it comes from, unless the server is this machine's own.
 */
export async function checkCaller(request: IncomingMessage, access: Access): Promise<Verdict> {
  const { identify } = access;
  if (identify === undefined) return checkAccess(request, access);
  const host = checkHost(request, access);
  if (!host.ok) return host;
  const from = [checkOrigin(request, access), checkSite(request)].find(({ ok }) => !ok);
  const bearer = bearerOf(request);
  if (from !== undefined && (isLocal(access) || bearer === "")) return from;
  if (bearer === "") return unknown(request, access, null);
  const holder = await access.checkPass?.(bearer, placeOf(request, access));
  if (holder?.identity !== undefined) return from ?? { ok: true, identity: holder.identity, isPage: true };
  const said = await identify(bearer);
  switch (said.kind) {
    case "known":
      return said.identity.scopes.length === 0
        ? insufficient(request, access, SCOPES, "Your token lets you neither read nor write here")
        : { ok: true, identity: said.identity };
    case "unknown":
      return from ?? unknown(request, access, said.why);
    case "unavailable":
      return from ?? { ok: false, status: 503, message: said.why, headers: { "retry-after": String(AWAY_S) } };
  }
}

/** Why what is sent is not done by one whose token only reads; null: it is. Actions ask again, whatever the door. */
export function refuseWriting(
  request: IncomingMessage,
  access: Pick<Access, "writingTools" | "issuer" | "public">,
  identity: Identity | undefined,
  body: unknown,
): Refused | null {
  if (identity === undefined || mayWrite(identity)) return null;
  const tool = calledTools(body).find((name) => access.writingTools?.has(name));
  if (tool === undefined) return null;
  return insufficient(request, access, ["canvas:write"], `Your token lets you read only, and ${tool} writes`);
}

/** The same for paths of which a GET reads, and everything else writes. */
export function refuseChanging(
  request: IncomingMessage,
  access: Pick<Access, "issuer" | "public">,
  identity: Identity | undefined,
): Refused | null {
  const { method = "" } = request;
  if (identity === undefined || mayWrite(identity) || method === "GET" || method === "HEAD") return null;
  return insufficient(request, access, ["canvas:write"], "Your token lets you read only, and this writes");
}

function unknown(request: IncomingMessage, access: Access, why: string | null): Refused {
  const { issuer } = access;
  const how =
    issuer === undefined
      ? "Send the header Authorization: Bearer TOKEN; whoever runs this server gives you one."
      : "Sign in with a client that speaks OAuth: the WWW-Authenticate header says where.";
  const message = why === null ? `This server asks who you are. ${how}` : `${why} ${how}`;
  if (issuer === undefined) return { ok: false, status: 401, message };
  const error = why === null ? [] : [["error", "invalid_token"] as const, ["error_description", why] as const];
  return {
    ok: false,
    status: 401,
    message,
    headers: challenge(request, access, [...error, ["scope", SCOPES.join(" ")]]),
    // Those that expire come again, from everybody behind one proxy; and nobody guesses a signature.
    ...(/^[\w-]+\.[\w-]+\.[\w-]+$/.test(bearerOf(request)) ? { isNoGuess: true } : {}),
  };
}

function insufficient(
  request: IncomingMessage,
  access: Pick<Access, "issuer" | "public">,
  scopes: readonly string[],
  why: string,
): Refused {
  const how = access.issuer === undefined ? "Ask whoever runs this server for another one" : "Sign in again with it";
  return {
    ok: false,
    status: 403,
    message: `${why}: that needs ${scopes.join(" or ")}. ${how}.`,
    headers: challenge(request, access, [
      ["error", "insufficient_scope"],
      ["error_description", why],
      ["scope", scopes.join(" ")],
    ]),
  };
}

/** What clients of OAuth read (RFC 6750, RFC 9728). */
function challenge(
  request: IncomingMessage,
  access: Pick<Access, "issuer" | "public">,
  words: readonly (readonly [string, string])[],
): Readonly<Record<string, string>> {
  const metadata = resourceMetadataAt(request, access);
  const all = [...(metadata === null ? [] : [["resource_metadata", metadata] as const]), ...words];
  return {
    "www-authenticate": `Bearer ${all.map(([name, value]) => `${name}="${value.replace(/[^\x20-\x7e]|["\\]/g, "")}"`).join(", ")}`,
  };
}
