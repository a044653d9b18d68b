import type { IncomingMessage } from "node:http";

/** The name of this protocol where a client offers several. */
export const SUBPROTOCOL = "ahp";
const BEARER = "bearer.";

/**
 * The token of a client that cannot set headers, as browsers cannot for a WebSocket: offered as a protocol `bearer.` with the
 * token in base64url, or in the address as `tkn`, as VS Code does. Null: there is none.
 */
export function bearerOffered({ headers, url = "" }: Pick<IncomingMessage, "headers" | "url">): string | null {
  const offered = (headers["sec-websocket-protocol"] ?? "").split(",").map((name) => name.trim());
  const named = offered.find((name) => name.startsWith(BEARER));
  if (named !== undefined) return Buffer.from(named.slice(BEARER.length), "base64url").toString("utf8");
  const query = url.indexOf("?");
  return query < 0 ? null : new URLSearchParams(url.slice(query + 1)).get("tkn");
}
