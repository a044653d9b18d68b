import { PassThrough } from "node:stream";
import type { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { MAX_BODY_BYTES } from "../../protocol/limits.ts";
import { DONE, type Invocation } from "../surroundings.ts";
import { typedIn } from "../typed-command.ts";
import { askedAgents } from "./asked-agents.ts";
import { openCanvas } from "./open-canvas.ts";
import { openPage } from "./open-page.ts";
import { tellAgents } from "./tell-agents.ts";
import { watchTransport } from "./watch-transport.ts";

/** How long what is under way may take once the host has closed its end. */
const GRACE_MS = 1_500;
/** From this revision on clients are sent nothing that they did not ask for. */
const FIRST_WITHOUT_LOG = "2026-07-28";

/** MCP over stdin and stdout until the host closes either, or the process is asked to stop. */
export async function stdio(invocation: Invocation): Promise<number> {
  const { stdin, stdout, onStop } = invocation.surroundings;
  const stopped = new Promise<void>((resolve) => onStop(resolve));
  const told = askedAgents(invocation, { knowsPeople: false, hasClient: true, log: "text" });
  const canvas = await openCanvas(invocation);
  const { log } = canvas;
  const page = openPage(invocation, canvas);
  if (stdin.isTTY)
    log(
      `This speaks MCP on stdin and stdout, for a host to start. \`${typedIn(invocation)("serve")}\` serves HTTP; --help says more.`,
    );
  const ended = new Promise<void>((resolve) => {
    stdin.once("end", resolve);
    stdin.once("close", resolve);
    stdin.once("error", () => resolve());
    // The host is gone (EPIPE): there is nobody left to tell.
    stdout.once("error", () => resolve());
  });
  // The end of stdin would at once abort what is under way: a save that came just before it is finished and answered.
  const input = stdin.pipe(new PassThrough(), { end: false });
  const stream = new StdioServerTransport(input, stdout, { maxBufferSize: MAX_BODY_BYTES });
  const { transport, settled } = watchTransport(stream);
  const sendsLines = told.sinks.some(({ kind }) => kind === "mcp");
  let server: McpServer | null = null;
  const build = (): McpServer => {
    server = canvas.build({ page, sendsLines });
    return server;
  };
  const connection = serveStdio(build, { transport, onerror: (error) => log(`MCP: ${error.message}`) });
  const telling = tellAgents(invocation, canvas, told, async (data) => {
    if (server === null) throw new Error("the client has not begun yet");
    const revision = server.server.getNegotiatedProtocolVersion() ?? "";
    if (revision >= FIRST_WITHOUT_LOG)
      throw new Error(`the client speaks MCP ${revision}, which has no messages outside of calls. Use another sink`);
    await server.sendLoggingMessage({ level: "info", logger: "canvas", data });
  });
  await Promise.race([ended, stopped]);
  // At once: another server can take the page over while this one finishes.
  const pageClosed = page?.close();
  await drained(input);
  await within(GRACE_MS, settled());
  await telling.stop();
  await connection.close();
  await pageClosed;
  await canvas.close();
  return DONE;
}

/** Resolves once everything that was piped into `input` has been read from it, or nobody reads it any more. */
async function drained(input: PassThrough): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve));
  while (!input.isPaused() && input.readableLength + input.writableLength > 0);
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const time = new Promise<void>((resolve) => {
    late = setTimeout(resolve, ms);
  });
  await Promise.race([work, time]);
  clearTimeout(late);
}
