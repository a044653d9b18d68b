import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { MAX_BODY_BYTES } from "../protocol/limits.ts";
import { openCanvas } from "./open-canvas.ts";
import { DONE, type Invocation } from "./surroundings.ts";

/** A save that arrived just before the host went away is still written. */
const GRACE_MS = 200;

/** MCP over stdin and stdout until the host closes either, or the process is asked to stop. */
export async function stdio(invocation: Invocation): Promise<number> {
  const { stdin, stdout, onStop } = invocation.surroundings;
  const { store, log, build } = await openCanvas(invocation);
  const ended = new Promise<void>((resolve) => {
    stdin.once("end", resolve);
    stdin.once("close", resolve);
    stdin.once("error", () => resolve());
    // The host is gone (EPIPE): there is nobody left to tell.
    stdout.once("error", () => resolve());
    onStop(resolve);
  });
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: MAX_BODY_BYTES });
  const connection = serveStdio(build, { transport, onerror: (error) => log(`MCP: ${error.message}`) });
  await ended;
  await new Promise((resolve) => setTimeout(resolve, GRACE_MS));
  await connection.close();
  await store.close();
  return DONE;
}
