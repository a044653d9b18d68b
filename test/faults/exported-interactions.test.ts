import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { InteractionRecord } from "../../src/protocol/interactions.ts";
import { openSqliteStore } from "../../src/server/storage/sqlite/store.ts";
import { act, newCanvas, testDeps } from "../../src/surfaces/aap/aap-for-tests.ts";
import { type Node, startNode } from "../host/start-node.ts";

const ROUNDS = 6;
const A_ROUND = 60;

let folder: string;
const nodes = new Set<Node>();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-exported-"));
});
afterEach(async () => {
  for (const node of nodes) await node.kill();
  nodes.clear();
  rmSync(folder, { recursive: true, force: true });
});

async function start(root: string): Promise<Node> {
  const node = await startNode({ store: join(folder, "data"), args: ["--interactions", root] });
  nodes.add(node);
  return node;
}

async function openCanvas() {
  const store = await openSqliteStore({ folder: join(folder, "data"), now: () => new Date(), log: () => {} });
  const deps = testDeps({ store });
  const id = await newCanvas(deps);
  let done = 0;
  return {
    done: () => done,
    /** So many more clicks. */
    act: async (count: number): Promise<void> => {
      for (let i = 0; i < count; i += 1) {
        await act(deps, id, { element: `b${done}`, data: { number: done, words: "x".repeat(2_000) } });
        done += 1;
      }
    },
    close: () => store.close(),
  };
}

/** What the files say, in the order of their names. Every one is whole. */
function exported(root: string): readonly number[] {
  const at = join(root, "agents", "local", "canvas", "interactions");
  const names = readdirSync(at)
    .filter((name) => name.endsWith(".json"))
    .sort();
  const records = names.map((name) => JSON.parse(readFileSync(join(at, name), "utf8")) as InteractionRecord);
  expect(names).toEqual(records.map(({ timestamp, id }) => `${timestamp.replace(/[:.]/g, "-")}-${id}.json`));
  return records.map(({ data }) => (data as { readonly number: number }).number);
}

async function expectAll(root: string, count: number): Promise<void> {
  const all = Array.from({ length: count }, (_, i) => i);
  await vi.waitFor(() => expect(exported(root).toSorted((a, b) => a - b)).toEqual(all), {
    timeout: 30_000,
    interval: 50,
  });
}

test(`killed ${ROUNDS} times while it writes, every record is there in the end, whole and once`, async () => {
  const root = join(folder, "records");
  mkdirSync(join(root, "agents", "local", "canvas", "interactions"), { recursive: true });
  const canvas = await openCanvas();
  for (let round = 0; round < ROUNDS; round += 1) {
    const node = await start(root);
    const acting = canvas.act(A_ROUND);
    await vi.waitFor(() => expect(exported(root).length).toBeGreaterThan(round * A_ROUND), {
      timeout: 30_000,
      interval: 2,
    });
    await node.kill();
    await acting;
    exported(root);
  }
  await start(root);
  await expectAll(root, ROUNDS * A_ROUND);
  await canvas.close();
});

test("two processes that write to one folder leave each record there once", async () => {
  const root = join(folder, "records");
  const canvas = await openCanvas();
  const [one, other] = [await start(root), await start(root)];
  await canvas.act(200);
  await expectAll(root, 200);
  for (const node of [one, other]) {
    expect(await node.stop()).toEqual({ code: 0, signal: null });
    expect(node.log()).toBe("");
  }
  const at = join(root, "agents", "local", "canvas");
  expect(readdirSync(join(at, "interactions"))).toHaveLength(200);
  expect(readdirSync(at).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  await canvas.close();
});

test("a full disk is said with what to do, nobody is kept from working, and all is written once there is room", async ({
  skip,
}) => {
  const root = join(folder, "disk");
  mkdirSync(root);
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", root]);
  if (mounted.status !== 0) skip("A small disk can only be mounted by root on Linux.");
  try {
    writeFileSync(join(root, "filler"), Buffer.alloc(1_000_000));
    const canvas = await openCanvas();
    const node = await start(root);
    await canvas.act(100);
    await vi.waitFor(
      () => expect(node.log()).toMatch(/Interactions are not written .*the disk is full.*Free some space/),
      {
        timeout: 60_000,
        interval: 20,
      },
    );
    rmSync(join(root, "filler"));
    await expectAll(root, 100);
    expect(node.log().match(/not written/g)).toHaveLength(1);
    await node.stop();
    await canvas.close();
  } finally {
    spawnSync("umount", ["-l", root]);
  }
});
