import { Agent, request as sendRequest } from "node:http";

/** What became of a call, whatever became of the server. */
export type WireOutcome =
  /** A tool's result. `isError`: it says in `text` why nothing was done. */
  | { readonly kind: "result"; readonly isError: boolean; readonly bytes: number; readonly body: string }
  /** An answer that is no result of a tool: an HTTP status, or an error of the protocol. */
  | { readonly kind: "refused"; readonly status: number; readonly body: string }
  /** No answer came: the connection was cut or refused, or nothing came in time. */
  | { readonly kind: "lost"; readonly why: string; readonly isTimeout: boolean };

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const SESSION = "mcp-session-id";

/**
 * A client of MCP over HTTP that does as little as one can: one request, one answer, on connections that stay open. It reads
 * an answer only as far as asked, so that many of them fit into one process beside what they measure.
 */
export class McpWire {
  private readonly agent = new Agent({ keepAlive: true });
  private session: string | undefined;
  private number = 0;

  constructor(
    readonly origin: string,
    private readonly patienceMs = 60_000,
  ) {}

  /** Says who it is, as clients do first; what it is given for it goes with every later request. */
  async initialize(name: string, extensions?: Record<string, unknown>): Promise<void> {
    const capabilities = extensions === undefined ? {} : { extensions };
    const params = { protocolVersion: "2025-06-18", capabilities, clientInfo: { name, version: "1" } };
    const outcome = await this.send("initialize", params, (session) => {
      this.session = session;
    });
    if (outcome.kind !== "result") throw new Error(`Not let in: ${JSON.stringify(outcome)}`);
  }

  call(tool: string, args: Record<string, unknown>): Promise<WireOutcome> {
    return this.send("tools/call", { name: tool, arguments: args });
  }

  close(): void {
    this.agent.destroy();
  }

  private send(method: string, params: unknown, onSession?: (session: string) => void): Promise<WireOutcome> {
    this.number += 1;
    const body = JSON.stringify({ jsonrpc: "2.0", id: this.number, method, params });
    const { agent } = this;
    const headers = {
      ...HEADERS,
      "content-length": Buffer.byteLength(body),
      ...(this.session === undefined ? {} : { [SESSION]: this.session }),
    };
    return new Promise((resolve) => {
      const lose = (why: string, isTimeout = false) => resolve({ kind: "lost", why, isTimeout });
      const request = sendRequest(`${this.origin}/mcp`, { method: "POST", agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        const given = response.headers[SESSION];
        if (typeof given === "string") onSession?.(given);
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          clearTimeout(patience);
          resolve(outcomeOf(response.statusCode ?? 0, Buffer.concat(chunks)));
        });
        response.on("error", (error) => lose(error.message));
        response.on("aborted", () => lose("cut in the middle of the answer"));
      });
      const patience = setTimeout(() => {
        lose(`no answer within ${this.patienceMs} ms`, true);
        request.destroy();
      }, this.patienceMs);
      request.on("error", (error) => {
        clearTimeout(patience);
        lose(error.message);
      });
      request.end(body);
    });
  }
}

/** Inside a JSON text quotes are escaped, so that these words are never those of a document. */
function outcomeOf(status: number, bytes: Buffer): WireOutcome {
  const body = bytes.toString();
  if (status !== 200 || !body.includes('"result":')) return { kind: "refused", status, body };
  return { kind: "result", isError: body.includes('"isError":true'), bytes: bytes.length, body };
}

/** The result that an answer carries, as its last event or as it is; throws with the words of any other outcome. */
export function resultOf(outcome: WireOutcome): { readonly content?: unknown; readonly isError?: unknown } {
  if (outcome.kind !== "result") throw new Error(`No result: ${JSON.stringify(outcome)}`);
  const { body } = outcome;
  const event = body.lastIndexOf("\ndata: ");
  const message = JSON.parse(event === -1 ? body.replace(/^data: /, "") : body.slice(event + 7)) as { result: object };
  return message.result;
}
