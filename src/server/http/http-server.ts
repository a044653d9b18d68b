import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, type McpHandlerRequestOptions, type McpServer } from "@modelcontextprotocol/server";
import { MAX_BODY_BYTES } from "../../protocol/limits.ts";
import { PRODUCT } from "../../protocol/names.ts";
import {
  type Access,
  bearerIn,
  bearerOf,
  checkAccess,
  checkHost,
  checkSite,
  isLoopback,
  type Verdict,
} from "./access.ts";
import { answerError, answerJson, answersWorker } from "./answer.ts";
import { encodeSession, SESSION_HEADER, sessionFrom } from "./client-session.ts";
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
}

export interface Caller {
  /** It has a pass to the page of this server, which shows the widget whatever other clients do. */
  readonly isPage: boolean;
}

/** Answers a request whole, whatever its method. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
export type Routes = Readonly<Record<string, Answer>>;
type Methods = Readonly<Record<string, Answer>>;

const CONNECTION_BYTES = 18;

/** MCP at /mcp for clients of today and of before, stateless: what is to be remembered, clients send; /health. Not yet listening. */
export function createHttpServer(options: HttpServerOptions): Server {
  const { access, log, maxBodyBytes = MAX_BODY_BYTES } = options;
  const isPage = (request: Request | undefined) => {
    const bearer = bearerIn(request?.headers.get("authorization"));
    const place = request?.headers.get("host")?.toLowerCase() ?? "";
    return bearer !== "" && access.checkPass?.(bearer, place) === true;
  };
  const mcp = createMcpHandler(({ requestInfo }) => options.build({ isPage: isPage(requestInfo) }), {
    onerror: (error) => log(`MCP: ${error.message}`),
    maxRequestBodySize: maxBodyBytes,
  });
  const answerMcp = async (request: Request, given?: McpHandlerRequestOptions): Promise<Response> => {
    const response = await mcp.fetch(request, given);
    // The page's calls are the person's, whatever its client is called.
    const isNamed = response.ok && !isPage(request);
    const session = isNamed
      ? sessionFrom(given?.parsedBody, randomBytes(CONNECTION_BYTES).toString("base64url"))
      : undefined;
    if (session !== undefined) response.headers.set(SESSION_HEADER, encodeSession(session));
    return response;
  };
  const serveMcp = toNodeHandler({ fetch: answerMcp }, { onerror: (error) => log(`HTTP: ${error.message}`) });

  const own: Readonly<Record<string, Methods>> = {
    "/mcp": {
      POST: async (request, response) => {
        const body = await readJsonBody(request, maxBodyBytes);
        if (body.ok) await serveMcp(request as NodeIncomingMessageLike, response, body.value);
        else answerError(response, body.status, body.message, { connection: "close" });
      },
    },
    "/health": {
      GET: (_, response) => answerHealth(response, options),
      HEAD: (_, response) => answerHealth(response, options),
    },
  };

  const throttle = createTokenThrottle(randomBytes(CONNECTION_BYTES));
  const server = createServer((request, response) => {
    answer(own, { ...options, throttle }, request, response).catch((error: unknown) => {
      log(`HTTP: ${request.method} failed: ${error instanceof Error ? error.message : String(error)}`);
      if (response.headersSent) response.destroy();
      else answerError(response, 500, "The server failed on this request. Its log says why; try again.");
    });
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
  { access, routes = {}, throttle }: HttpServerOptions & { readonly throttle: TokenThrottle },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (answersWorker(request, response)) return;
  const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
  const further = Object.hasOwn(routes, path) ? routes[path] : undefined;
  if (further) {
    await further(request, response);
    return;
  }
  const verdict = path === "/health" ? checkReader(request, access) : await checkAccess(request, access);
  if (!verdict.ok) {
    const isWrong = verdict.status === 401 && access.token !== undefined && bearerOf(request) !== "";
    const wait = isWrong ? throttle.wrong(request.socket.remoteAddress ?? "", performance.now()) : 0;
    if (wait > 0) {
      const next = { "retry-after": String(wait), connection: "close" };
      answerError(response, 429, `Too many wrong tokens came from here. Try again in ${wait} seconds.`, next);
      return;
    }
    answerError(
      response,
      verdict.status,
      verdict.message,
      verdict.status === 401 ? { "www-authenticate": "Bearer" } : {},
    );
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
    const allowed = Object.keys(methods).join(", ");
    answerError(response, 405, `${path} takes ${allowed}, not ${method}.`, { allow: allowed });
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

export type Body =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly status: 400 | 413; readonly message: string };

// A client that is still sending does not read the answer, so a body too large is read to its end and thrown away, up to this.
const PATIENCE = 4;

/** The JSON of a request, or its HTTP status and a sentence. Never holds more than `limit` bytes. `what` the sender should send. */
export async function readJsonBody(
  request: IncomingMessage,
  limit: number,
  what = "a JSON-RPC message",
): Promise<Body> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) chunks.length = 0;
    else chunks.push(chunk);
    if (size > limit * PATIENCE) break;
  }
  if (size > limit) {
    const most = `${Math.floor(limit / 1024 / 1024)} MB`;
    return {
      ok: false,
      status: 413,
      message: `The request body is larger than ${most}. Send less at once: a document may have 5 MB.`,
    };
  }
  const text = decode(Buffer.concat(chunks));
  if (text === null)
    return { ok: false, status: 400, message: `The request body is not UTF-8. Send ${what} as UTF-8.` };
  if (text.trim() === "") return { ok: false, status: 400, message: `The request body is empty. Send ${what}.` };
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      status: 400,
      message: `The request body is not JSON (${reason.slice(0, 200)}). Send ${what}.`,
    };
  }
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
