import { randomInt } from "node:crypto";
import { request as sendRequest } from "node:http";
import { ID_ALPHABET } from "../../../core/document/ids.ts";
import type { PageCommands } from "../../../protocol/page.ts";
import type { ServerDeps } from "../../../server/mcp/tool.ts";
import { createMemoryStore } from "../../../server/storage/memory/store.ts";
import type { Changes } from "../../../server/storage/ports.ts";
import { createCanvasServer } from "../../../server.ts";
import { createLinks, type Links } from "./links.ts";
import { type PageOptions, type RunningPage, startPage } from "./start-page.ts";

export const TEST_PAGE = `<!doctype html><html><head><title>T</title><style>p { margin: 0 }</style></head><body><script type="module">"<style>"; document.title = "ready";</script></body></html>`;

export const TEST_COMMANDS: PageCommands = {
  page: "node /clone/dist/index.js page",
  serve: "node /clone/dist/index.js serve",
  doctor: "node /clone/dist/index.js doctor",
  install: "node /clone/dist/index.js install",
  claudeCode: "claude mcp add writing-canvas -- /usr/bin/node /clone/dist/index.js",
  configuration: "{}",
};

export interface TestPage {
  readonly page: RunningPage;
  readonly links: Links;
  readonly deps: ServerDeps;
  readonly clock: { now: number };
  readonly logged: string[];
  readonly changes: Changes & { announce(ids: readonly string[]): void; readonly listeners: () => number };
  /** A pass by a fresh link, for the address that everybody knows. */
  readonly session: (place?: string) => Promise<string>;
  close(): Promise<void>;
}

/** Whoever calls is this user. */
export const OWNER = { user: { id: 1000, ofPeer: async () => 1000 } };

/** A page in this process on free ports, on a store in memory and a clock that the test moves. */
export async function startTestPage(
  folder: string,
  change: Partial<Omit<PageOptions, "deps">> & { readonly deps?: Partial<ServerDeps> } = {},
): Promise<TestPage> {
  const clock = { now: Date.parse("2026-11-16T12:00:00Z") };
  const logged: string[] = [];
  const now = () => new Date(clock.now);
  const changes = testChanges();
  const deps: ServerDeps = {
    store: { ...createMemoryStore({ now }), changes },
    widgetHtml: async () => "<!doctype html><title>widget</title>",
    clock: now,
    randomId: (length) => Array.from({ length }, () => ID_ALPHABET[randomInt(ID_ALPHABET.length)]).join(""),
    log: (line) => void logged.push(line),
    owner: "local",
    version: "1.2.3",
    ...change.deps,
  };
  const links = change.links ?? (await createLinks(folder, now));
  const started = await startPage({
    build: ({ only }) => createCanvasServer({ ...deps, ...(only === undefined ? {} : { only }) }),
    pageHtml: async () => TEST_PAGE,
    access: { host: "127.0.0.1", ...OWNER },
    ports: { first: 0 },
    commands: TEST_COMMANDS,
    ...change,
    links,
    deps,
  });
  if (!started.ok) throw new Error(started.message);
  const { page } = started;
  return {
    page,
    links,
    deps,
    clock,
    logged,
    changes,
    session: async (place = `127.0.0.1:${page.port}`) => {
      const redeemed = await links.redeem(links.mint(), place, null);
      if (redeemed.kind !== "session") throw new Error(redeemed.kind);
      return redeemed.pass;
    },
    close: () => page.close(),
  };
}

function testChanges(): TestPage["changes"] {
  const listeners = new Set<(ids: readonly string[]) => void>();
  return {
    watch(_owner, listener) {
      listeners.add(listener);
      return { ready: async () => {}, stop: () => void listeners.delete(listener) };
    },
    announce: (ids) => {
      for (const listener of listeners) listener(ids);
    },
    listeners: () => listeners.size,
  };
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly json: unknown;
}

/** One request exactly as written: browsers' headers included, which fetch would not let through. */
export function send(
  port: number,
  path: string,
  {
    method = "POST",
    body = "",
    headers = {},
  }: { method?: string; body?: string | Buffer; headers?: Record<string, string> } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = sendRequest({ host: "127.0.0.1", port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = response.headers["content-type"]?.startsWith("application/json") === true;
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          json: isJson && text !== "" ? JSON.parse(text) : null,
        });
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** A call of the API as the page makes it. */
export function call(port: number, path: string, session: string, body: unknown = {}): Promise<Reply> {
  return send(port, path, {
    body: JSON.stringify(body),
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${session}`,
      origin: `http://127.0.0.1:${port}`,
      "sec-fetch-site": "same-origin",
    },
  });
}
