import { randomBytes } from "node:crypto";
import { McpServer } from "@modelcontextprotocol/server";
import { ID_ALPHABET } from "../../core/document/ids.ts";
import type { ListedInteraction } from "../../protocol/interactions.ts";
import { type ActionDeps, type Call, modelCall, personCall } from "../../server/actions/call.ts";
import { interact } from "../../server/actions/interactions/interact.ts";
import { create } from "../../server/actions/writing/create.ts";
import { createHttpServer, type HttpServerOptions } from "../../server/http/http-server.ts";
import { listenOn, stopServer } from "../../server/http/listen.ts";
import { type Reply, send } from "../../server/http/send-for-tests.ts";
import { createAgentPaths } from "./agent-paths.ts";
import type { Agents } from "./agents.ts";

/** What a test's actions stand on: ids are random, but for those that it names first. */
export function testDeps(
  given: Pick<ActionDeps, "store"> & Partial<ActionDeps>,
  ids: string[] = [],
): ActionDeps & { readonly owner: string } {
  return {
    clock: () => new Date(),
    log: () => undefined,
    randomId: (length) =>
      (length === 4 ? ids.shift() : undefined) ??
      Array.from(randomBytes(length), (byte) => ID_ALPHABET[byte % ID_ALPHABET.length]).join(""),
    owner: "local",
    ...given,
  };
}

export const person = (deps: ActionDeps & { readonly owner: string }): Call => personCall(deps, "page");

/** A new canvas of a model's; its id. */
export async function newCanvas(
  deps: ActionDeps & { readonly owner: string },
  { client = "claude-code", content = "# Plan\n\nFirst words.\n" } = {},
): Promise<string> {
  const made = await create.run(modelCall(deps, client), { content });
  if (!made.ok) throw new Error(made.error.message);
  return made.record.document.id;
}

/** Somebody clicks, or does what `did` says. */
export async function act(
  deps: ActionDeps & { readonly owner: string },
  canvasId: string,
  did: Partial<Parameters<typeof interact.run>[1]> = {},
): Promise<string> {
  const done = await interact.run(person(deps), { canvasId, action: "click", ...did });
  if (!done.ok) throw new Error(done.error.message);
  return done.id;
}

export interface TestAgents {
  readonly port: number;
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Reply>;
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Reply>;
  readonly list: (path: string) => Promise<readonly ListedInteraction[]>;
  readonly stop: () => Promise<void>;
}

/** Whoever calls is this user. */
const OWNER = { user: { id: 1000, ofPeer: async () => 1000 } };

/** The paths of agents on a server of their own. */
export async function startAgents(
  deps: ActionDeps & { readonly owner: string },
  { agents = new Map(), ...change }: Partial<HttpServerOptions> & { readonly agents?: Agents } = {},
): Promise<TestAgents> {
  const server = createHttpServer({
    access: { host: "127.0.0.1", ...OWNER },
    build: () => new McpServer({ name: "test", version: "1" }),
    version: "1.2.3",
    checkStore: async () => undefined,
    log: deps.log,
    families: [createAgentPaths({ deps, agents })],
    ...change,
  });
  const bound = await listenOn(server, "127.0.0.1", 0);
  if (!bound.ok) throw new Error(bound.message);
  const { port } = bound;
  const get: TestAgents["get"] = (path, headers = {}) => send(port, path, { method: "GET", headers });
  return {
    port,
    get,
    post: (path, body, headers = {}) =>
      send(port, path, {
        body: typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body),
        headers: { "content-type": "application/json", ...headers },
      }),
    list: async (path) =>
      (JSON.parse((await get(path)).text) as { readonly interactions: readonly ListedInteraction[] }).interactions,
    stop: () => stopServer(server, 0),
  };
}
