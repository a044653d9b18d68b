import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type Socket } from "node:net";

export type Direction = "to server" | "to client";

/** A wire between a node and PostgreSQL that can be cut at any byte. */
export class CuttingProxy {
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private readonly passed: Record<Direction, number> = { "to server": 0, "to client": 0 };
  private cut: { readonly direction: Direction; left: number; readonly done: () => void } | null = null;
  private isStalled = false;

  private constructor(
    private readonly server: Server,
    /** The database's address by way of the proxy. */
    readonly url: string,
  ) {}

  static async before(databaseUrl: string): Promise<CuttingProxy> {
    const target = new URL(databaseUrl);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const through = new URL(databaseUrl);
    through.port = String((server.address() as AddressInfo).port);
    const proxy = new CuttingProxy(server, through.href);
    server.on("connection", (client) => proxy.join(client, connect(Number(target.port), target.hostname)));
    return proxy;
  }

  /** How many bytes have passed, on all connections together. */
  bytes(direction: Direction): number {
    return this.passed[direction];
  }

  /** After so many more bytes in this direction the connection on which they went is cut, at once for both sides. Resolves when it was. */
  cutAfter(direction: Direction, bytes: number): Promise<void> {
    return new Promise((done) => {
      this.cut = { direction, left: bytes, done };
    });
  }

  /** Forgets a cut that never came. */
  mend(): void {
    this.cut = null;
  }

  /** Nothing passes any more, and nobody is told: as when a machine vanishes. */
  stall(): void {
    this.isStalled = true;
    for (const pair of this.pairs) for (const socket of pair) socket.pause();
  }

  /** What was held back is cut; new connections pass. */
  resume(): void {
    this.isStalled = false;
    this.cutAll();
  }

  cutAll(): void {
    for (const pair of this.pairs) this.drop(pair);
  }

  async close(): Promise<void> {
    this.cutAll();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(client: Socket, server: Socket): void {
    const pair = [client, server] as const;
    this.pairs.add(pair);
    for (const socket of pair)
      socket
        .setNoDelay(true)
        .on("error", () => this.drop(pair))
        .on("close", () => this.drop(pair));
    client.on("data", (chunk) => this.pass(pair, "to server", chunk));
    server.on("data", (chunk) => this.pass(pair, "to client", chunk));
    if (this.isStalled) for (const socket of pair) socket.pause();
  }

  private pass(pair: readonly [Socket, Socket], direction: Direction, chunk: Buffer): void {
    const [client, server] = pair;
    const to = direction === "to server" ? server : client;
    const { cut } = this;
    if (cut === null || cut.direction !== direction || cut.left > chunk.length) {
      this.passed[direction] += chunk.length;
      if (cut?.direction === direction) cut.left -= chunk.length;
      to.write(chunk);
      return;
    }
    this.cut = null;
    this.passed[direction] += cut.left;
    // What comes before the cut arrives; `end` and not `destroy`, which could throw it away.
    to.end(chunk.subarray(0, cut.left), () => {
      this.drop(pair);
      cut.done();
    });
  }

  private drop(pair: readonly [Socket, Socket]): void {
    this.pairs.delete(pair);
    for (const socket of pair) socket.destroy();
  }
}
