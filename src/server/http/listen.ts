import type { Server } from "node:http";

export type Listening =
  | { readonly ok: true; readonly port: number }
  | { readonly ok: false; readonly reason: "taken" | "other"; readonly message: string };

/** Binds to one port (0: any free one). */
export function listenOn(server: Server, host: string, port: number): Promise<Listening> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => {
      server.off("listening", bound);
      resolve({ ok: false, reason: error.code === "EADDRINUSE" ? "taken" : "other", message: error.message });
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

/** Binds to the first free port from `first` on. */
export async function listenFrom(server: Server, host: string, first: number, tries = 20): Promise<Listening> {
  let last: Listening = { ok: false, reason: "taken", message: `No port to try from ${first}` };
  for (let port = first; port < Math.min(first + tries, 65_536); port++) {
    last = await listenOn(server, host, port);
    if (last.ok || last.reason !== "taken") return last;
  }
  return last;
}

/** Takes no new requests, lets those under way finish for a moment, then ends them. */
export function stopServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close((error) => {
      clearTimeout(late);
      if (error && (error as NodeJS.ErrnoException).code !== "ERR_SERVER_NOT_RUNNING") reject(error);
      else resolve();
    });
    server.closeIdleConnections();
  });
}
