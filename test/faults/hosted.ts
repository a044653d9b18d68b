import type { McpWire } from "../host/mcp-wire.ts";
import { type Node, startNode } from "../host/start-node.ts";
import { type Postgres, startPostgres } from "../setup/postgres.ts";
import { connectTo } from "./word-writer.ts";

/** Nodes on one PostgreSQL whose commits are on the disk: a service as a team runs it, without the proxy before it. */
export class Hosted {
  private readonly closers: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly postgres: Postgres,
    readonly database: string,
  ) {}

  static async start(): Promise<Hosted> {
    const postgres = await startPostgres({ durable: true });
    const hosted = new Hosted(postgres, await postgres.freshDatabase());
    hosted.closers.push(() => postgres.close());
    return hosted;
  }

  /** `store`: the database by another way than straight. */
  async startNode(store = this.database): Promise<Node> {
    const node = await startNode({ store });
    this.closers.push(() => node.kill());
    return node;
  }

  async connect(node: Node, name: string): Promise<McpWire> {
    const wire = await connectTo(node, name);
    this.closers.push(async () => wire.close());
    return wire;
  }

  /** What is never to be told: the password of the database. */
  get secrets(): readonly string[] {
    return [new URL(this.database).password];
  }

  /** Before the rest goes away. */
  onClose(close: () => Promise<unknown>): void {
    this.closers.push(close);
  }

  async close(): Promise<void> {
    for (const close of this.closers.reverse()) await close();
  }
}
