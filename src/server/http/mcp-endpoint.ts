import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, type McpHandlerRequestOptions, type McpServer } from "@modelcontextprotocol/server";
import type { ModelTool } from "../../protocol/names.ts";
import { wordsBeforeQuote } from "../observe/describe-error.ts";
import type { Refused } from "./access.ts";
import { answerError } from "./answer.ts";
import { encodeSession, SESSION_HEADER, sessionFrom } from "./client-session.ts";
import { readJsonBody } from "./read-body.ts";
import { admittedRequest } from "./traffic.ts";

export interface McpEndpointOptions<Caller> {
  /** Called for every request: what lasts lives outside. */
  readonly build: (caller: Caller) => McpServer;
  /** Whether this caller's client, where it is an older one, is known by the name that it gives itself. Left out: always. */
  readonly isNamed?: (caller: Caller) => boolean;
  /** Why what this caller sends is not passed on; null: it is. Left out: all of it is. */
  readonly refuse?: (request: IncomingMessage, caller: Caller, body: unknown) => Refused | null;
  readonly log: (line: string) => void;
  readonly maxBodyBytes: number;
}

export interface McpEndpoint<Caller> {
  /** Answers a POST of somebody who was let in. */
  post(request: IncomingMessage, response: ServerResponse, caller: Caller): Promise<void>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

const CONNECTION_BYTES = 18;
/** Calls of it last as long as a person takes. */
const WAITING_TOOL: ModelTool = "await_review";

/** MCP for clients of today and of before, stateless: what is to be remembered, clients send. */
export function createMcpEndpoint<Caller>(options: McpEndpointOptions<Caller>): McpEndpoint<Caller> {
  const { build, isNamed = () => true, log, maxBodyBytes } = options;
  // The SDK makes the server of a request somewhere inside of it, and hands on nothing of ours.
  const callers = new AsyncLocalStorage<{ readonly caller: Caller }>();
  const callerNow = (): Caller => {
    const served = callers.getStore();
    if (served === undefined) throw new Error("A server was asked for outside of a request.");
    return served.caller;
  };
  const mcp = createMcpHandler(() => build(callerNow()), {
    onerror: (error) => log(`MCP: ${wordsBeforeQuote(error.message)}`),
    maxRequestBodySize: maxBodyBytes,
  });
  const answerMcp = async (request: Request, given?: McpHandlerRequestOptions): Promise<Response> => {
    const response = await mcp.fetch(request, given);
    // Whether the connection is kept is this server's to say.
    response.headers.delete("connection");
    const session =
      response.ok && isNamed(callerNow())
        ? sessionFrom(given?.parsedBody, randomBytes(CONNECTION_BYTES).toString("base64url"))
        : undefined;
    if (session !== undefined) response.headers.set(SESSION_HEADER, encodeSession(session));
    return response;
  };
  const serve = toNodeHandler(
    { fetch: answerMcp },
    { onerror: (error) => log(`HTTP: ${wordsBeforeQuote(error.message)}`) },
  );

  return {
    async post(request, response, caller) {
      const body = await readJsonBody(request, maxBodyBytes);
      if (!body.ok) {
        answerError(response, body.status, body.message, body.headers);
        return;
      }
      const forbidden = options.refuse?.(request, caller, body.value) ?? null;
      if (forbidden !== null) {
        answerError(response, forbidden.status, forbidden.message, forbidden.headers);
        return;
      }
      const refused = waitsForReview(body.value) ? admittedRequest(request)?.park("review") : null;
      if (refused) answerError(response, 503, refused.message, refused.headers);
      else await callers.run({ caller }, () => serve(request as NodeIncomingMessageLike, response, body.value));
    },
    close: () => mcp.close(),
  };
}

function waitsForReview(body: unknown): boolean {
  return calledTools(body).includes(WAITING_TOOL);
}

/** The names of the tools that a body calls. */
export function calledTools(body: unknown): readonly string[] {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  return messages.flatMap((message) => {
    const { method, params } = (message ?? {}) as { readonly method?: unknown; readonly params?: unknown };
    const name = (params as { readonly name?: unknown } | null | undefined)?.name;
    return method === "tools/call" && typeof name === "string" ? [name] : [];
  });
}
