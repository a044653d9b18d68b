import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Admitted } from "./access.ts";

/** What a connection becomes that asks, at a path, to be a WebSocket. */
export interface Upgrade {
  readonly path: string;
  /** The bearer of a caller that cannot set headers; null: there is none. */
  readonly bearerIn: (request: IncomingMessage) => string | null;
  /**
   * Whoever may use /mcp has come. `check`: whether they still may, as they may now. Once all is ready for them, what is
   * returned has their connection, which may be gone by then; rejects: they are told that this server failed.
   */
  readonly take: (
    request: IncomingMessage,
    admitted: Admitted,
    check: () => Promise<boolean>,
  ) => Promise<(socket: Socket, head: Buffer) => void>;
}

/**
 * Has connections that ask for a WebSocket answered. Whoever asks for any other protocol, or anywhere else, is served as if
 * they had not asked: some clients offer HTTP/2 with every request, and expect none.
 */
export function takeUpgrades(
  server: Server,
  upgrades: readonly Upgrade[],
  answer: (upgrade: Upgrade, request: IncomingMessage, response: ServerResponse, socket: Socket, head: Buffer) => void,
): void {
  if (upgrades.length === 0) return;
  const lastAnswers = new WeakMap<Socket, ServerResponse>();
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => lastAnswers.set(socket, response));
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    // From here on nobody else listens for it.
    socket.on("error", () => socket.destroy());
    const before = lastAnswers.get(socket);
    if (before === undefined || before.closed) take(request, socket, head);
    // Answers go out in the order in which they were asked for.
    else before.once("close", () => !socket.destroyed && take(request, socket, head));
  });
  const take = (request: IncomingMessage, socket: Socket, head: Buffer): void => {
    const path = (request.url ?? "").split("?", 1)[0];
    const isSocket = request.method === "GET" && request.headers.upgrade?.toLowerCase() === "websocket";
    const upgrade = isSocket ? upgrades.find((each) => each.path === path) : undefined;
    if (upgrade === undefined) {
      serveWithout(server, request, socket, head);
      return;
    }
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once("finish", () => socket.end());
    answer(upgrade, request, response, socket, head);
  };
}

/** Gives the connection back to the server, as if its request had asked for nothing but an answer. */
function serveWithout(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    if (name.toLowerCase() === "connection") lines.push(`${name}: ${withoutUpgrade(value)}`);
    else if (!DROPPED.has(name.toLowerCase())) lines.push(`${name}: ${value}`);
  }
  socket.removeAllListeners("error");
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), head]));
  server.emit("connection", socket);
}

const DROPPED: ReadonlySet<string> = new Set(["upgrade", "http2-settings"]);

function withoutUpgrade(connection: string): string {
  return connection
    .split(",")
    .map((word) => word.trim())
    .filter((word) => !DROPPED.has(word.toLowerCase()))
    .join(", ");
}
