import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { McpServer } from "@modelcontextprotocol/server";
import { MAX_BODY_BYTES } from "../../protocol/limits.ts";
import { answerFailure, answerRefusal, answerWrongMethod } from "./answer.ts";
import { refuseWriting } from "./check-caller.ts";
import { createGuard, type HandlerGuards, type KnownCaller } from "./handler-guard.ts";
import { createMcpEndpoint } from "./mcp-endpoint.ts";
import { createTokenThrottle } from "./throttle-tokens.ts";

export interface HttpHandlerOptions extends HandlerGuards {
  /** Called for every request: what lasts lives outside. */
  readonly build: (caller: KnownCaller) => McpServer;
  /** Whose canvases those see who are not asked who they are. */
  readonly owner: string;
  /** Tools for which scopes that only read are not enough. */
  readonly writingTools?: ReadonlySet<string>;
  readonly log: (line: string) => void;
  readonly maxBodyBytes?: number;
}

/** For `http.createServer`, or a route of a framework. It answers every request, and never rejects. */
export interface HttpHandler {
  (request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Ends what is under way: before the store is closed. */
  close(): Promise<void>;
}

const SECRET_BYTES = 18;

/** MCP wherever it is mounted: it looks at no path. */
export function createMcpHttpHandler(options: HttpHandlerOptions): HttpHandler {
  const { build, owner, log, maxBodyBytes = MAX_BODY_BYTES } = options;
  const admit = createGuard(options, owner);
  const endpoint = createMcpEndpoint<KnownCaller>({
    build,
    refuse: (request, { identity }, body) => refuseWriting(request, options, identity, body),
    log,
    maxBodyBytes,
  });
  const throttle = options.token === undefined ? null : createTokenThrottle(randomBytes(SECRET_BYTES));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const admission = await admit(request);
    if (!admission.ok) answerRefusal(request, response, admission, throttle);
    else if (request.method !== "POST") answerWrongMethod(request, response, "MCP", ["POST"]);
    else await endpoint.post(request, response, admission.caller);
  };
  return Object.assign(
    (request: IncomingMessage, response: ServerResponse) =>
      answer(request, response).catch((error: unknown) => answerFailure(request, response, error, log)),
    { close: () => endpoint.close() },
  );
}
