import { hostnameOf, isLoopback } from "../../../server/http/access.ts";

/** The name under which this machine's browser finds a server that is bound to `host`. */
export function ownName(host: string): string {
  return host === "0.0.0.0" || host === "::" ? "127.0.0.1" : hostnameOf(host);
}

/**
 * The name under which the caller reached this server. On loopback there is one, whatever it was called: browsers keep the
 * session by it. Bound wider it is the caller's own name for this machine; null when that is none.
 */
export function reachedName(host: string, header: string | undefined): string | null {
  return isLoopback(host) ? ownName(host) : nameIn(header);
}

/** The name in a Host header, without its port. */
export function nameIn(header: string | undefined): string | null {
  const name = /^([\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.exec(header ?? "")?.[1];
  return name?.toLowerCase() ?? null;
}

/** As browsers write it: they leave out the port that goes without saying. */
export function originAt(name: string, port: number): string {
  return new URL(`http://${name}:${port}`).origin;
}
