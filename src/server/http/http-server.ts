import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { McpServer } from "@modelcontextprotocol/server";
import { MAX_BODY_BYTES } from "../../protocol/limits.ts";
import { PRODUCT } from "../../protocol/names.ts";
import {
  type Access,
  bearerOf,
  checkAccess,
  checkHost,
  checkSite,
  isLoopback,
  placeOf,
  type Verdict,
} from "./access.ts";
import { answerError, answerFailure, answerJson, answerRefusal, answersWorker, answerWrongMethod } from "./answer.ts";
import { createMcpEndpoint } from "./mcp-endpoint.ts";
import { createTokenThrottle, type TokenThrottle } from "./throttle-tokens.ts";

export interface HttpServerOptions {
  readonly access: Access;
  /** Called for every request: what lasts lives outside. */
  readonly build: (caller: Caller) => McpServer;
  readonly version: string;
  /** Fails when the store does not answer. */
  readonly checkStore: () => Promise<unknown>;
  readonly log: (line: string) => void;
  readonly maxBodyBytes?: number;
  /** What else is served, by path. It checks for itself who asks, and how. */
  readonly routes?: Routes;
  /** Answers a request to another host than this server's, before anything else is looked at; false: it is none. */
  readonly answerOtherHost?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

export interface Caller {
  /** It has a pass to the page of this server, which shows the widget whatever other clients do. */
  readonly isPage: boolean;
}

/** Answers a request whole, whatever its method. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
export type Routes = Readonly<Record<string, Answer>>;
type Methods = Readonly<Record<string, Answer>>;

const SECRET_BYTES = 18;

/** MCP at /mcp; /health. Not yet listening. */
export function createHttpServer(options: HttpServerOptions): Server {
  const { access, log, maxBodyBytes = MAX_BODY_BYTES } = options;
  const callerOf = (request: IncomingMessage): Caller => {
    const bearer = bearerOf(request);
    return { isPage: bearer !== "" && access.checkPass?.(bearer, placeOf(request, access)) === true };
  };
  const mcp = createMcpEndpoint<Caller>({
    build: options.build,
    // The page's calls are the person's, whatever its client is called.
    isNamed: ({ isPage }) => !isPage,
    log,
    maxBodyBytes,
  });
  const own: Readonly<Record<string, Methods>> = {
    "/mcp": {
      POST: (request, response) => mcp.post(request, response, callerOf(request)),
    },
    "/health": {
      GET: (_, response) => answerHealth(response, options),
      HEAD: (_, response) => answerHealth(response, options),
    },
  };

  const throttle = createTokenThrottle(randomBytes(SECRET_BYTES));
  const server = createServer((request, response) => {
    answer(own, { ...options, throttle }, request, response).catch((error: unknown) =>
      answerFailure(request, response, error, log),
    );
  });
  // Whoever calls is looked up while they are surely there. Bound wider it is asked of few, and not for each that comes from afar.
  if (isLoopback(access.host)) server.on("connection", (socket) => void access.user?.ofPeer(socket));
  server.on("close", () => {
    mcp.close().catch((error: unknown) => log(`MCP: closing failed: ${String(error)}`));
  });
  return server;
}

async function answer(
  own: Readonly<Record<string, Methods>>,
  { access, routes = {}, throttle, answerOtherHost }: HttpServerOptions & { readonly throttle: TokenThrottle },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (answersWorker(request, response) || answerOtherHost?.(request, response)) return;
  const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
  const further = Object.hasOwn(routes, path) ? routes[path] : undefined;
  if (further) {
    await further(request, response);
    return;
  }
  const verdict = path === "/health" ? checkReader(request, access) : await checkAccess(request, access);
  if (!verdict.ok) {
    answerRefusal(request, response, verdict, access.token === undefined ? null : throttle);
    return;
  }
  const methods = Object.hasOwn(own, path) ? own[path] : undefined;
  if (!methods) {
    const page = Object.hasOwn(routes, "/") ? "The page is at /, MCP" : "MCP";
    answerError(response, 404, `There is nothing here. ${page} is at /mcp, a health check at /health.`);
    return;
  }
  const method = request.method ?? "";
  const act = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!act) {
    answerWrongMethod(request, response, path, Object.keys(methods));
    return;
  }
  await act(request, response);
}

function checkReader(request: IncomingMessage, access: Access): Verdict {
  const host = checkHost(request, access);
  return host.ok ? checkSite(request) : host;
}

async function answerHealth(response: ServerResponse, { checkStore, version, log }: HttpServerOptions): Promise<void> {
  try {
    await checkStore();
    answerJson(response, 200, { status: "ok", name: PRODUCT, version });
  } catch (error) {
    log(`Health: ${error instanceof Error ? error.message : String(error)}`);
    answerJson(response, 503, { status: "failing", name: PRODUCT, version, reason: "The store does not answer." });
  }
}
