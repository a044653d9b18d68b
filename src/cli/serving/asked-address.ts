import { isLoopback } from "../../server/http/access.ts";
import { type PublicAddress, publicAddress } from "../../server/http/public-address.ts";
import { type Invocation, UsageError } from "../surroundings.ts";

/** Where something was said: as an option or in the environment, and what. */
interface Said {
  readonly name: string;
  readonly text: string;
}

const PUBLIC = { option: "public-url", variable: "WRITING_CANVAS_PUBLIC_URL", example: "https://canvas.example.com" };
const SANDBOX = {
  option: "sandbox-url",
  variable: "WRITING_CANVAS_SANDBOX_URL",
  example: "https://canvas-frame.example.com",
};

/** Where everybody reaches the page, by the words of whoever runs it; null: nothing was said. */
export function askedPublicOrigin(invocation: Invocation): string | null {
  const said = saidOf(invocation, PUBLIC);
  return said === null ? null : originOf(said, PUBLIC.example).origin;
}

/** The address behind a proxy, checked as a whole; null: none was asked for. */
export function askedAddress(invocation: Invocation, withPage: boolean): PublicAddress | null {
  const [page, frame] = [saidOf(invocation, PUBLIC), saidOf(invocation, SANDBOX)];
  if (!withPage) {
    if (frame !== null)
      throw new UsageError(
        `${frame.name} is for the page's frame, and --no-page (or WRITING_CANVAS_NO_PAGE) turns the page off. Leave out one of the two.`,
      );
    return page === null ? null : publicAddress(originOf(page, PUBLIC.example).origin, null);
  }
  if (page === null && frame === null) return null;
  if (frame === null)
    throw new UsageError(
      `${page?.name} needs --sandbox-url (or ${SANDBOX.variable}) too: the canvas runs in a frame on an origin of its own, so that nothing in a document reaches the page. Give a second name that leads to this server, such as ${SANDBOX.example}, or serve MCP alone with --no-page.`,
    );
  if (page === null)
    throw new UsageError(
      `${frame.name} needs --public-url (or ${PUBLIC.variable}) too: where people reach the page, such as ${PUBLIC.example}.`,
    );
  const [one, other] = [originOf(page, PUBLIC.example), originOf(frame, SANDBOX.example)];
  refusePair(one, other);
  return publicAddress(one.origin, other.origin);
}

function refusePair(page: URL, frame: URL): void {
  if (page.origin === frame.origin)
    throw new UsageError(
      `The page and its frame are both at ${page.origin}: the frame needs an origin of its own. Give --sandbox-url another name, such as ${SANDBOX.example}.`,
    );
  if (page.protocol !== frame.protocol)
    throw new UsageError(
      `The page is at ${page.origin} and its frame at ${frame.origin}: browsers show no frame over http in a page over https. Use https for both.`,
    );
  if (page.protocol === "http:" && page.hostname === frame.hostname)
    throw new UsageError(
      `The page and its frame are at two ports of ${page.hostname} over http, where a port belongs to whichever program takes it. Use https, or another name for the frame.`,
    );
}

/** The port of the frame's document; undefined: nothing was said. */
export function askedSandboxPort({ options }: Invocation, withPage: boolean): number | undefined {
  const text = options["sandbox-port"];
  if (typeof text !== "string") return undefined;
  if (!withPage)
    throw new UsageError(
      "--sandbox-port is for the page's frame, and --no-page (or WRITING_CANVAS_NO_PAGE) turns the page off. Leave out one of the two.",
    );
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(`--sandbox-port is ${JSON.stringify(text)}; a port is a number from 0 to 65535.`);
}

function saidOf({ surroundings, options }: Invocation, { option, variable }: typeof PUBLIC): Said | null {
  const given = options[option];
  if (typeof given === "string") return { name: `--${option}`, text: given };
  const text = surroundings.env[variable];
  return text ? { name: variable, text } : null;
}

/** What was said as an origin. A password that stands in it is not repeated. */
function originOf({ name, text }: Said, example: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:") || url.hostname.endsWith("."))
    throw new UsageError(`${name} is no address of a web site. Write it like ${example}.`);
  const only = `Give ${url.origin} alone.`;
  if (url.username !== "" || url.password !== "" || text.includes("@"))
    throw new UsageError(`${name} has a name or a password before the host, which everybody would see. ${only}`);
  if (/[?#]/.test(text)) throw new UsageError(`${name} has something behind ? or #. ${only}`);
  if (url.pathname !== "/")
    throw new UsageError(
      `${name} has a path, ${url.pathname.slice(0, 100)}, and the page is served at the root of its host. ${only} A name of its own, such as ${new URL(example).hostname}, is what the proxy needs.`,
    );
  if (url.protocol === "http:" && !isLoopback(url.hostname) && !url.hostname.endsWith(".localhost"))
    throw new UsageError(
      `${name} is ${url.origin}: browsers keep the page's keys only over https. Let the proxy do TLS, and give https://${url.host}.`,
    );
  return url;
}

/** What the proxy has to do, for whoever sets it up. */
export function proxyWords(
  { origin, sandbox }: PublicAddress,
  ports: { readonly port: number; readonly sandboxPort?: number },
): readonly string[] {
  const frame =
    sandbox === null
      ? []
      : [
          `       and ${sandbox.origin} to port ${ports.sandboxPort} (or to ${ports.port} too, with the Host header as it came)`,
        ];
  return [`Proxy: passes ${origin} on to port ${ports.port}`, ...frame];
}
