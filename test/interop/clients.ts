import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { RESOURCE_MIME_TYPE } from "@modelcontextprotocol/ext-apps/server";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema, ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { type Answer, readAnswer } from "../loop/harness.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/index.js", import.meta.url));
const UI_EXTENSION = { "io.modelcontextprotocol/ui": { mimeTypes: [RESOURCE_MIME_TYPE] } };

export type ClientKind = "sdk 1.x" | "client 2.x" | "client 2.x, 2026-07-28";
export const CLIENTS: readonly ClientKind[] = ["sdk 1.x", "client 2.x", "client 2.x, 2026-07-28"];

interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: Readonly<Record<string, unknown>> | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** A client of any kind on the built program, seen in one way. */
export interface Linked {
  readonly tools: () => Promise<readonly ListedTool[]>;
  readonly call: (name: string, args?: Record<string, unknown>, options?: CallOptions) => Promise<Answer>;
  /** The result as it came. */
  readonly result: (name: string, args?: Record<string, unknown>) => Promise<Readonly<Record<string, unknown>>>;
  readonly resources: () => Promise<readonly string[]>;
  readonly resource: (uri: string) => Promise<{ readonly mimeType?: string; readonly text?: string }>;
  readonly instructions: () => string | undefined;
  /** The id of its session over HTTP; undefined where it has none. */
  readonly sessionId: () => string | undefined;
  /** Tells the server that its session ends, where it has one, and closes. */
  readonly close: () => Promise<void>;
}

/** The program that such a client is on. */
interface Served {
  readonly data: string;
  readonly endpoint: URL | null;
  /** Kills the program and starts it again at the same place, which clients over HTTP need not notice. */
  readonly restart: () => Promise<void>;
}

export interface CallOptions {
  readonly onprogress?: (progress: { readonly progress: number; readonly message?: string | undefined }) => void;
  readonly signal?: AbortSignal;
  readonly timeout?: number;
}

/** What the client says that it is and can do. */
export interface Abilities {
  readonly name?: string;
  readonly ui?: boolean;
  /** Those that it declares besides. */
  readonly extensions?: Readonly<Record<string, Record<string, never>>>;
  readonly onToolsChanged?: () => void;
  /** Opens an address for its person, who agrees or not. */
  readonly openUrl?: (url: string) => Promise<boolean>;
}

/** The built program over stdio or HTTP, in a data folder of its own, with such a client on it. */
export async function link(
  kind: ClientKind,
  transport: "stdio" | "http",
  can: Abilities = {},
  args: readonly string[] = [],
): Promise<Linked & Served> {
  const data = await mkdtemp(join(tmpdir(), "canvas-interop-"));
  const env = { ...process.env, WRITING_CANVAS_DATA: data, PORT: "0", WRITING_CANVAS_PAGE_PORT: "0" } as Record<
    string,
    string
  >;
  const serve = (port: string) =>
    spawn(process.execPath, [PROGRAM, "serve", ...args], {
      env: { ...env, PORT: port },
      stdio: ["ignore", "pipe", "inherit"],
    });
  let program = transport === "http" ? serve("0") : null;
  const endpoint = program === null ? null : new URL(await endpointOf(program));
  const stdio = { command: process.execPath, args: [PROGRAM, ...args], env, stderr: "inherit" as const };
  const client = await linkTo(kind, endpoint ?? stdio, can);
  return {
    ...client,
    data,
    endpoint,
    restart: async () => {
      if (program === null || endpoint === null) throw new Error("Only a program of its own can be started again");
      await ended(program);
      program = serve(endpoint.port);
      await endpointOf(program);
    },
    close: async () => {
      await client.close();
      if (program !== null) await ended(program);
      await rm(data, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface StdioProgram {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
  readonly stderr: "inherit";
}

/** Such a client on a program that is started for it, or is served already. */
export async function linkTo(kind: ClientKind, place: URL | StdioProgram, can: Abilities = {}): Promise<Linked> {
  const capabilities = {
    ...(can.ui === true || can.extensions !== undefined
      ? { extensions: { ...can.extensions, ...(can.ui === true ? UI_EXTENSION : {}) } }
      : {}),
    ...(can.openUrl === undefined ? {} : { elicitation: { url: {} } }),
  };
  const info = { name: can.name ?? "interop", version: "1.0.0" };
  const toolsChanged = () => can.onToolsChanged?.();
  const answer = async (params: { readonly mode?: string | undefined; readonly url?: unknown }) => {
    if (params.mode !== "url") throw new Error("Only addresses are offered");
    return { action: (await can.openUrl?.(String(params.url))) ? ("accept" as const) : ("decline" as const) };
  };
  if (kind === "sdk 1.x") {
    const client = new OldClient(info, { capabilities });
    client.setNotificationHandler(ToolListChangedNotificationSchema, toolsChanged);
    if (can.openUrl !== undefined) client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params));
    const http = place instanceof URL ? new OldHttp(place) : null;
    await client.connect(place instanceof URL ? (http as unknown as OldStdio) : new OldStdio(place));
    return {
      tools: async () => (await client.listTools()).tools as readonly ListedTool[],
      call: async (name, args = {}, options = {}) =>
        readAnswer(await client.callTool({ name, arguments: args }, undefined, options), args),
      result: (name, args = {}) => client.callTool({ name, arguments: args }),
      resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
      resource: async (uri) => (await client.readResource({ uri })).contents[0] as { text?: string },
      instructions: () => client.getInstructions(),
      sessionId: () => http?.sessionId,
      close: async () => {
        await http?.terminateSession();
        await client.close();
      },
    };
  }
  const client = new Client(info, {
    capabilities,
    ...(kind === "client 2.x" ? {} : { versionNegotiation: { mode: { pin: "2026-07-28" } } }),
  });
  client.setNotificationHandler("notifications/tools/list_changed", toolsChanged);
  if (can.openUrl !== undefined) client.setRequestHandler("elicitation/create", ({ params }) => answer(params));
  const http = place instanceof URL ? new StreamableHTTPClientTransport(place) : null;
  await client.connect(place instanceof URL ? http! : new StdioClientTransport(place));
  return {
    tools: async () => (await client.listTools()).tools as readonly ListedTool[],
    call: async (name, args = {}, options = {}) =>
      readAnswer(await client.callTool({ name, arguments: args }, options), args),
    result: (name, args = {}) => client.callTool({ name, arguments: args }),
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    resource: async (uri) => (await client.readResource({ uri })).contents[0] as { text?: string },
    instructions: () => client.getInstructions(),
    sessionId: () => http?.sessionId,
    close: async () => {
      await http?.terminateSession();
      await client.close();
    },
  };
}

/** Waits for the program to say where it listens. */
function endpointOf(program: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    program.stdout?.on("data", (chunk: Buffer) => {
      said += chunk;
      const found = /http:\/\/[\w.[\]:]+:\d+\/mcp/.exec(said);
      if (found !== null) resolve(found[0]);
    });
    program.once("error", reject);
    program.once("exit", (code) => reject(new Error(`serve ended with ${code} before it listened:\n${said}`)));
  });
}

async function ended(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const gone = new Promise((resolve) => program.once("exit", resolve));
  program.kill("SIGKILL");
  await gone;
}
