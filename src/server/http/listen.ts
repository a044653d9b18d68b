import type { Server } from "node:http";
import { createServer as createTcpServer, type Server as TcpServer, Server as TcpServerClass } from "node:net";

export type Listening =
  | { readonly ok: true; readonly port: number }
  /** "absent": this machine has no such address. */
  | { readonly ok: false; readonly reason: "taken" | "absent" | "other"; readonly message: string };

const REASONS: Readonly<Record<string, "taken" | "absent">> = {
  EADDRINUSE: "taken",
  EADDRNOTAVAIL: "absent",
  EAFNOSUPPORT: "absent",
  EPROTONOSUPPORT: "absent",
};

/** Binds to one port (0: any free one). */
export function listenOn(server: Server | TcpServer, host: string, port: number): Promise<Listening> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => {
      server.off("listening", bound);
      resolve({ ok: false, reason: REASONS[error.code ?? ""] ?? "other", message: error.message });
    };
    const bound = () => {
      server.off("error", failed);
      const address = server.address();
      resolve({ ok: true, port: typeof address === "object" && address ? address.port : port });
    };
    server.once("error", failed);
    server.once("listening", bound);
    server.listen({ host, port, exclusive: true });
  });
}

const FOUR = "127.0.0.1";
const SIX = "::1";
const TRIES_FOR_ANY = 20;
const twins = new WeakMap<Server, TcpServer>();

/**
 * Binds to one port of this machine's both loopback addresses, or of all of IPv4 and the other one. Browsers take a name under `localhost` for either of them:
 * whoever had the same port of the other one would be taken for this server.
 */
export async function listenOnLoopback(server: Server, port: number, four = FOUR): Promise<Listening> {
  for (let tries = 1; ; tries += 1) {
    // As a server of HTTP makes its connections: an answer does not wait for more to go with it.
    const made = { allowHalfOpen: true, noDelay: true };
    const twin = createTcpServer(made, (socket) => void server.emit("connection", socket));
    const six = await listenOn(twin, SIX, port);
    // Without IPv6 nobody else has it either.
    if (!six.ok && six.reason === "absent") return listenOn(server, four, port);
    // Windows says of a port that somebody keeps to themselves that it is not allowed: it is theirs.
    if (!six.ok) return process.platform === "win32" && port !== 0 ? { ...six, reason: "taken" } : six;
    const bound = await listenOn(server, four, six.port);
    if (bound.ok) twins.set(server, twin);
    else await new Promise<void>((resolve) => twin.close(() => resolve()));
    if (bound.ok || port !== 0 || tries === TRIES_FOR_ANY) return bound;
  }
}

/** Binds to the first free port from `first` on. */
export async function listenFrom(
  bind: (port: number) => Promise<Listening>,
  first: number,
  tries = 20,
): Promise<Listening> {
  let last: Listening = { ok: false, reason: "taken", message: `No port to try from ${first}` };
  for (let port = first; port < Math.min(first + tries, 65_536); port++) {
    last = await bind(port);
    if (last.ok || last.reason !== "taken") return last;
  }
  return last;
}

/** Where there is time: a proxy may just be sending a request by a connection that has been idle. */
const LINGER_MS = 1_000;
const TIME_TO_LINGER_MS = 5_000;

/** Takes no new requests, lets those under way finish for a moment, then ends them. */
export function stopServer(server: Server, graceMs: number): Promise<void> {
  const lingerMs = graceMs >= TIME_TO_LINGER_MS ? LINGER_MS : 0;
  return new Promise((resolve, reject) => {
    twins.get(server)?.close();
    const late = setTimeout(() => server.closeAllConnections(), graceMs);
    const idle = setTimeout(() => server.closeIdleConnections(), lingerMs);
    // Node's own close of an HTTP server ends idle connections at once.
    TcpServerClass.prototype.close.call(server, (error?: Error) => {
      clearTimeout(idle);
      clearTimeout(late);
      if (error && (error as NodeJS.ErrnoException).code !== "ERR_SERVER_NOT_RUNNING") reject(error);
      else resolve();
    });
    if (lingerMs === 0) server.closeIdleConnections();
  });
}
