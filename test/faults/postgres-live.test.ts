import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openPostgresStore } from "../../src/server/storage/postgres/store.ts";
import type { Node } from "../host/start-node.ts";
import { type Answer, readAnswer, viewIn } from "../loop/harness.ts";
import { postgresMissing } from "../setup/postgres-programs.ts";
import { Hosted } from "./hosted.ts";
import { answerOf, makeShared, type SharedCanvas, WordWriter } from "./word-writer.ts";

const missing = postgresMissing();
const TOLD_WITHIN_MS = 1_000;
/** Nodes look for a connection that was lost by and by: what was missed meanwhile is told when they have found it. */
const FOUND_AGAIN_WITHIN_MS = 10_000;

describe.skipIf(missing !== null)(`news between nodes on PostgreSQL ${missing ?? ""}`, () => {
  let hosted: Hosted;
  let nodes: readonly [Node, Node];
  beforeEach(async () => {
    hosted = await Hosted.start();
    nodes = [await hosted.startNode(), await hosted.startNode()];
  });
  afterEach(() => hosted.close());

  /** Watches the database as a node of its own does; resolves when this canvas was told of. */
  async function watchFor({ id }: SharedCanvas): Promise<() => Promise<void>> {
    const store = await openPostgresStore({ url: hosted.database, now: () => new Date(), log: () => undefined });
    hosted.onClose(() => store.close());
    let told: ((ids: readonly string[]) => void) | null = null;
    await store.changes.watch("local", (ids) => told?.(ids)).ready();
    return () =>
      new Promise((resolve) => {
        told = (ids) => {
          if (ids.includes(id)) resolve();
        };
      });
  }

  test("whoever watches one is told of each write of another within a second, whatever befell the connection", async () => {
    const canvas = await makeShared(await hosted.connect(nodes[0], "maker"), ["ann"]);
    const wire = await hosted.connect(nodes[0], "ann");
    const writer = new WordWriter("ann", canvas, () => wire);
    const nextNews = await watchFor(canvas);
    const timeToTell = async () => {
      const news = nextNews();
      expect((await writer.write()).kind).toBe("acknowledged");
      const written = performance.now();
      await news;
      return performance.now() - written;
    };
    for (let round = 0; round < 5; round++) expect(await timeToTell()).toBeLessThan(TOLD_WITHIN_MS);
    for (const interrupt of [
      () => endListeners(hosted.database),
      async () => {
        await hosted.postgres.stop("immediate");
        await hosted.postgres.start();
      },
    ]) {
      await interrupt();
      expect(await timeToTell()).toBeLessThan(FOUND_AGAIN_WITHIN_MS);
      expect(await timeToTell()).toBeLessThan(TOLD_WITHIN_MS);
    }
  });

  /** Begins to wait for the review on a node, and comes back once it waits. */
  async function beginWaiting(node: Node, { id }: SharedCanvas): Promise<{ readonly answer: Promise<Answer> }> {
    const client = new Client({ name: "waiting", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${node.origin}/mcp`)));
    hosted.onClose(() => client.close());
    let begun = () => {};
    const waits = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const asked = { name: "await_review", arguments: { canvas_id: id } };
    const answer = client.callTool(asked, { onprogress: begun, timeout: 250_000 }).then(readAnswer);
    await Promise.race([waits, answer]);
    return { answer };
  }

  async function approve(node: Node, { id, key }: SharedCanvas): Promise<void> {
    const wire = await hosted.connect(node, "person");
    const own = { canvas_id: id, key };
    const { revision } = viewIn(await answerOf(wire, "load_canvas", own)).checkpoint.document;
    const status = { to: "approved", revision };
    expect((await answerOf(wire, "save_canvas", { ...own, save_key: `approve-${id}`, status })).isError).toBe(false);
  }

  /** From the approval on one node to the end of the wait on the other, in milliseconds. */
  async function timeToTell(interrupt: () => Promise<unknown>): Promise<number> {
    const [a, b] = nodes;
    const canvas = await makeShared(await hosted.connect(a, "maker"), ["ann"]);
    const { answer } = await beginWaiting(b, canvas);
    await interrupt();
    await approve(a, canvas);
    const approved = performance.now();
    expect(await answer).toMatchObject({ outcome: "approved" });
    return performance.now() - approved;
  }

  test("a wait on one ends by an approval on the other, within a second", async () => {
    expect(await timeToTell(async () => {})).toBeLessThan(TOLD_WITHIN_MS);
  });

  test("also when PostgreSQL was stopped and started meanwhile", async () => {
    const told = await timeToTell(async () => {
      await hosted.postgres.stop("fast");
      await hosted.postgres.start();
    });
    expect(told).toBeLessThan(FOUND_AGAIN_WITHIN_MS);
    expect(await timeToTell(async () => {})).toBeLessThan(TOLD_WITHIN_MS);
  });

  test("also when only the connections that listen were ended", async () => {
    const ended: number[] = [];
    const told = await timeToTell(async () => {
      ended.push(await endListeners(hosted.database));
    });
    expect(ended).toEqual([expect.any(Number)]);
    expect(ended[0]).toBeGreaterThan(0);
    expect(told).toBeLessThan(FOUND_AGAIN_WITHIN_MS);
    expect(await timeToTell(async () => {})).toBeLessThan(TOLD_WITHIN_MS);
  });
});

/** Ends the connections whose last statement was a LISTEN; how many there were. */
async function endListeners(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query ~* '^\\s*LISTEN'",
    );
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}
