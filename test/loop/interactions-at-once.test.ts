import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ListedInteraction } from "../../src/protocol/interactions.ts";
import type { Store } from "../../src/server/storage/ports.ts";
import { openSqliteStore } from "../../src/server/storage/sqlite/store.ts";
import { newCanvas, startAgents, type TestAgents, testDeps } from "../../src/surfaces/aap/aap-for-tests.ts";

const COUNT = 1_000;
const CONNECTIONS = 50;
const PATH = "/api/agents/local/canvas/interactions";

let folder: string;
let store: Store;
let agents: TestAgents;
let ids: string[];
let connections: Agent;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-at-once-"));
  store = await openSqliteStore({ folder, now: () => new Date(), log: () => undefined });
  const deps = testDeps({ store });
  ids = [];
  for (let i = 0; i < 3; i += 1) ids.push(await newCanvas(deps, { content: `# Canvas ${i}\n` }));
  agents = await startAgents(deps);
  connections = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
});
afterEach(async () => {
  connections.destroy();
  await agents.stop();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly id: string;
}

/** One click, on one of the canvases; most of them on the first. */
function post(number: number, key?: string): Promise<Answer> {
  const canvasFile = `${ids[number % 10 < 8 ? 0 : (number % 2) + 1]}.md`;
  const body = JSON.stringify({ action: "click", element: `b${number}`, canvasFile, data: { number } });
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    ...(key === undefined ? {} : { "idempotency-key": key }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: "127.0.0.1", port: agents.port, path: PATH, method: "POST", headers, agent: connections },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, id: (JSON.parse(text) as { id: string }).id }),
        );
      },
    );
    sent.on("error", reject).end(body);
  });
}

async function listAll(): Promise<readonly ListedInteraction[]> {
  const all: ListedInteraction[] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined; ) {
    const { text } = await agents.get(`${PATH}?limit=300${cursor === "" ? "" : `&cursor=${cursor}`}`);
    const page = JSON.parse(text) as { readonly interactions: readonly ListedInteraction[]; readonly next?: string };
    all.push(...page.interactions);
    cursor = page.next;
  }
  return all;
}

async function expectAll(answers: readonly Answer[]): Promise<void> {
  const listed = await listAll();
  expect(listed.map(({ id }) => id).toSorted()).toEqual([...new Set(answers.map(({ id }) => id))].toSorted());
  const numbers = listed.map(({ data }) => (data as { readonly number: number }).number);
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: COUNT }, (_, i) => i));
  const times = listed.map(({ timestamp }) => timestamp);
  expect(times).toEqual(times.toSorted().reverse());
}

test("1,000 interactions at once are all recorded, each once", { timeout: 60_000 }, async () => {
  const answers = await Promise.all(Array.from({ length: COUNT }, (_, i) => post(i)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(COUNT);
  await expectAll(answers);
});

test("1,000 interactions, each sent twice under its key, are recorded once", { timeout: 60_000 }, async () => {
  const answers = await Promise.all(
    Array.from({ length: COUNT }, (_, i) => i).flatMap((i) => [post(i, `key ${i}`), post(i, `key ${i}`)]),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  for (let i = 0; i < answers.length; i += 2) expect(answers[i]?.id).toBe(answers[i + 1]?.id);
  await expectAll(answers);
});
