import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { pageAddress } from "../../src/protocol/page.ts";
import { createLinks } from "../../src/surfaces/page/server/links.ts";
import type { ToolResult } from "./server-link.ts";

export const PROGRAM = fileURLToPath(new URL("../../dist/index.js", import.meta.url));

export type CallTool = (tool: string, args: Record<string, unknown>) => Promise<ToolResult>;

/** The built program serving the page from a data folder of its own, and agents that talk MCP to it. */
export class RealServer {
  private program: ChildProcess | null = null;
  private agents: Client[] = [];
  private port = 0;
  origin = "";
  /** The address that everybody knows: programs find it there. */
  get plainOrigin(): string {
    return `http://127.0.0.1:${this.port}`;
  }
  /** Opens the page, once. */
  firstLink = "";
  /** Of the program, while it runs. */
  get processId(): number | undefined {
    return this.program?.pid;
  }

  protected constructor(readonly data: string) {}

  static newFolder(): Promise<string> {
    return mkdtemp(join(tmpdir(), "canvas-page-"));
  }

  static async run(): Promise<RealServer> {
    const server = new RealServer(await RealServer.newFolder());
    await server.start();
    return server;
  }

  /** Starts the program: at first on a free port, later on the same as before. */
  async start(): Promise<void> {
    for (let tries = 20; ; tries -= 1) {
      // Below those that the system gives to outgoing connections, which could take it while the program is down.
      const port = this.port === 0 ? 20_000 + 2 * randomInt(5_500) : this.port;
      const program = spawn(process.execPath, [PROGRAM, "serve", "--port", String(port)], {
        env: { ...process.env, WRITING_CANVAS_DATA: this.data } as Record<string, string>,
        stdio: ["ignore", "pipe", "pipe"],
      });
      try {
        this.firstLink = await linkOf(program);
      } catch (error) {
        if (this.port !== 0 || tries === 0) throw error;
        continue;
      }
      this.program = program;
      this.origin = new URL(this.firstLink).origin;
      this.port = port;
      return;
    }
  }

  /** Ends the program as a crash does. */
  async kill(): Promise<void> {
    const { program } = this;
    this.program = null;
    await Promise.all(this.agents.splice(0).map((agent) => agent.close()));
    if (program === null || program.exitCode !== null) return;
    const gone = new Promise((resolve) => program.once("exit", resolve));
    program.kill("SIGKILL");
    await gone;
  }

  /** Another link, for another browser. */
  async freshLink(canvasId?: string): Promise<string> {
    const links = await createLinks(this.data, () => new Date());
    return pageAddress(this.origin, {
      link: links.mint(),
      ...(canvasId === undefined ? {} : { canvas: canvasId }),
    });
  }

  /** A client that writes as a model does. */
  async agent(name = "claude-code"): Promise<CallTool> {
    const client = new Client({ name, version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${this.plainOrigin}/mcp`)));
    this.agents.push(client);
    // A wait for a review lasts as long as the person takes, and a slow machine with it.
    const patient = { timeout: 600_000 };
    return async (tool, args) => (await client.callTool({ name: tool, arguments: args }, patient)) as ToolResult;
  }

  async close(): Promise<void> {
    await this.kill();
    await rm(this.data, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Waits for the program to print the link to its page. */
function linkOf(program: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const read = (chunk: Buffer) => {
      said += chunk;
      const found = /http:\/\/[\w.]+:\d+\/#\/\?link=\S+(?=\s)/.exec(said);
      if (found !== null) resolve(found[0]);
    };
    program.stdout?.on("data", read);
    program.stderr?.on("data", read);
    program.once("exit", (code) => reject(new Error(`serve ended with ${code} before it gave a link:\n${said}`)));
  });
}
