/** The address by which everybody reaches a server that stands behind a proxy with TLS, whatever the proxy calls it. */
export interface PublicAddress {
  /** As browsers write it: `https://canvas.example.com`. */
  readonly origin: string;
  /** The name, and the port where it does not go without saying: what sessions and passes are bound to. */
  readonly place: string;
  readonly name: string;
  /** Where the document of the canvas's frame is; null: there is no page. */
  readonly sandbox: { readonly origin: string; readonly place: string; readonly name: string } | null;
}

/** Both are origins: a scheme and a host, and nothing more. */
export function publicAddress(origin: string, sandboxOrigin: string | null): PublicAddress {
  return { ...partsOf(origin), sandbox: sandboxOrigin === null ? null : partsOf(sandboxOrigin) };
}

function partsOf(text: string): { readonly origin: string; readonly place: string; readonly name: string } {
  const { origin, host, hostname } = new URL(text);
  return { origin, place: host, name: hostname };
}

/** The port of an origin, said or not. */
export function portOf(origin: string): number {
  const { port, protocol } = new URL(origin);
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}

/**
 * Whether a request was sent to the frame's own host. Some proxies leave out the port: it counts only where page and frame
 * have the same name.
 */
export function isForSandbox({ name, sandbox, origin }: PublicAddress, header: string | undefined): boolean {
  if (sandbox === null) return false;
  const asked = `${origin.split(":", 1)[0]}://${(header ?? "").replace(/\.(?=:\d+$|$)/, "")}`;
  if (!URL.canParse(asked)) return false;
  const { host, hostname } = new URL(asked);
  return sandbox.name === name ? host === sandbox.place : hostname === sandbox.name;
}
