import { hostnameOf, isLoopback } from "../../../server/http/access.ts";

/** The name under which this machine's browser finds a server that is bound to `host`. */
export function ownName(host: string): string {
  return isEverywhere(host) ? "127.0.0.1" : hostnameOf(host);
}

/** Whether a page bound here has a name of its own: only where browsers look for names under `localhost`. */
export function hasPageName(host: string): boolean {
  return isEverywhere(host) || host === "127.0.0.1" || host === "localhost" || hostnameOf(host) === "[::1]";
}

export function isEverywhere(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

/**
 * The name under which the caller reached this server. On loopback there are two, whatever it was called: the page's own,
 * and the one that everybody knows. Bound wider it is the caller's own name for this machine; null when that is none.
 */
export function reachedName(
  { host, pageName }: { readonly host: string; readonly pageName?: string | undefined },
  header: string | undefined,
): string | null {
  const named = nameIn(header);
  if (!isLoopback(host) || (pageName !== undefined && named === pageName)) return named;
  return ownName(host);
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
