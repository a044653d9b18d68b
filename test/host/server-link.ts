import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { readCreatedId } from "../../src/protocol/result-lines.ts";
import { newToken, tokenLine } from "../../src/server/access/tokens.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/index.js", import.meta.url));
const UI_EXTENSION = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };

export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** How a host reaches the program. "token": over HTTP, as Ada, by a token of hers; the program knows Bob, too. */
export type Transport = "stdio" | "http" | "token";

/** The built program, running, with a client on it, as a host keeps it. */
export class ServerLink {
  private client: Client | null = null;
  private http: ChildProcess | null = null;
  private tools: readonly { readonly name: string }[] = [];

  private constructor(
    private readonly transport: Transport,
    readonly data: string,
  ) {}

  static async open(transport: Transport): Promise<ServerLink> {
    const link = new ServerLink(transport, await mkdtemp(join(tmpdir(), "canvas-browser-")));
    await link.start();
    return link;
  }

  async start(): Promise<void> {
    const client = new Client({ name: "test-host", version: "1" }, { capabilities: { extensions: UI_EXTENSION } });
    await client.connect(await this.connection());
    this.client = client;
    this.tools = (await client.listTools()).tools;
  }

  private async connection() {
    const env = { ...process.env, WRITING_CANVAS_DATA: this.data, PORT: "0" } as Record<string, string>;
    if (this.transport === "stdio")
      return new StdioClientTransport({
        command: process.execPath,
        args: [PROGRAM, "--no-page"],
        env,
        stderr: "ignore",
      });
    const people = this.transport === "token" ? await this.people() : { args: [], headers: {} };
    const args = [PROGRAM, "serve", ...people.args];
    this.http = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    const requestInit = { headers: people.headers };
    return new StreamableHTTPClientTransport(new URL(await endpointOf(this.http)), { requestInit });
  }

  private async people() {
    const file = join(this.data, "tokens");
    const [ada, bob] = [newToken(), newToken()];
    const scopes = ["canvas:read", "canvas:write"] as const;
    const lines = [
      tokenLine({ subject: "ada", name: "Ada Lovelace", scopes, hash: ada.hash }, new Date().toISOString()),
      tokenLine({ subject: "bob", name: "Bob", scopes, hash: bob.hash }, new Date().toISOString()),
    ];
    await writeFile(file, `${lines.join("\n")}\n`, { mode: 0o600 });
    return { args: ["--tokens", file], headers: { authorization: `Bearer ${ada.token}` } };
  }

  /** Ends the program as a crash does; calls fail until `start`. */
  async stop(): Promise<void> {
    const { client, http } = this;
    this.client = null;
    this.http = null;
    await client?.close();
    if (http !== null && http.exitCode === null) {
      const gone = new Promise((resolve) => http.once("exit", resolve));
      http.kill("SIGKILL");
      await gone;
    }
  }

  async close(): Promise<void> {
    await this.stop();
    await rm(this.data, { recursive: true, force: true, maxRetries: 5 });
  }

  tool(name: string) {
    return this.tools.find((tool) => tool.name === name) ?? { name, inputSchema: { type: "object" } };
  }

  /** `timeout`: how long the answer may take, where that is longer than usual. */
  async call(name: string, args: Readonly<Record<string, unknown>>, timeout = 60_000): Promise<ToolResult> {
    if (this.client === null) throw new Error("The server is not running");
    return (await this.client.callTool({ name, arguments: args }, { timeout })) as ToolResult;
  }

  /** The text of a result, for tests that play the model. */
  async ask(name: string, args: Readonly<Record<string, unknown>>): Promise<string> {
    return textOf(await this.call(name, args));
  }

  async widgetHtml(): Promise<string> {
    if (this.client === null) throw new Error("The server is not running");
    const { contents } = await this.client.readResource({ uri: "ui://canvas/mcp-app.html" });
    const first = contents[0];
    if (first === undefined || !("text" in first)) throw new Error("The widget's resource has no text");
    return first.text;
  }
}

/** The id of the canvas that a call made, as a model reads it. */
export function madeId(result: ToolResult): string {
  const id = readCreatedId(textOf(result));
  if (id === null) throw new Error(`No canvas was made: ${textOf(result)}`);
  return id;
}

export function textOf(result: ToolResult): string {
  return result.content.map((part) => part.text ?? "").join("\n");
}

/** Waits for the program to say where it listens. */
function endpointOf(program: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const read = (chunk: Buffer) => {
      said += chunk;
      const found = /http:\/\/[\w.[\]:]+:\d+\/mcp/.exec(said);
      if (found !== null) resolve(found[0]);
    };
    program.stdout?.on("data", read);
    program.stderr?.on("data", read);
    program.once("exit", (code) => reject(new Error(`serve ended with ${code} before it listened:\n${said}`)));
  });
}
