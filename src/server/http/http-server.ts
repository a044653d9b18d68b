import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { McpServer } from "@modelcontextprotocol/server";
import { MAX_BODY_BYTES } from "../../protocol/limits.ts";
import type { Identity } from "../access/identity.ts";
import { describeError } from "../observe/describe-error.ts";
import { METRICS_TYPE } from "../observe/metrics.ts";
import { createObserver, type Log, type Observer } from "../observe/observer.ts";
import { type Access, type Admitted, checkOperator, checkReader, isLoopback, type Verdict } from "./access.ts";
import {
  type AnswerError,
  answerError,
  answerFailure,
  answerRefusal,
  answersWorker,
  answerText,
  answerWrongMethod,
} from "./answer.ts";
import { checkCaller, refuseChanging, refuseWriting } from "./check-caller.ts";
import { answerAlive, answerHealth, createReadiness } from "./health.ts";
import { createMcpEndpoint } from "./mcp-endpoint.ts";
import { resourceRoutes } from "./protected-resource.ts";
import { createTokenThrottle, type TokenThrottle } from "./throttle-tokens.ts";
import {
  admittedRequest,
  createTraffic,
  type OwnerRate,
  TRAFFIC_LIMITS,
  type TrafficLimits,
  type TurnedAway,
} from "./traffic.ts";
import { takeUpgrades, type Upgrade } from "./upgrades.ts";

/** How a server is run: what is said of it, what it takes on, how it ends. All of it has a default. */
export interface Operations {
  /** Left out: only what fails is logged, and numbers are kept for whoever asks. */
  readonly observer?: Observer;
  readonly limits?: Partial<TrafficLimits>;
  readonly timeouts?: Partial<Timeouts>;
  readonly rate?: OwnerRate;
  /** `draining`: no new requests are wanted, but those that come are served. `closing`: connections end with their answers. */
  readonly ending?: { readonly draining: AbortSignal; readonly closing: AbortSignal };
}

/** In milliseconds. */
export interface Timeouts {
  /** Until a request's head is there. */
  readonly head: number;
  /** Until all of a request is there. */
  readonly body: number;
  /** How long a connection is kept for a next request: longer than proxies keep theirs. */
  readonly idle: number;
  /** How long a caller may take nothing of its answer. */
  readonly unread: number;
  /** How often it is looked for heads and bodies that are late. */
  readonly look: number;
}

const TIMEOUTS: Timeouts = { head: 15_000, body: 60_000, idle: 75_000, unread: 30_000, look: 5_000 };

export interface HttpServerOptions extends Operations {
  readonly access: Access;
  /** Called for every request: what lasts lives outside. */
  readonly build: (caller: Caller) => McpServer;
  readonly version: string;
  /** Fails when the store does not answer. */
  readonly checkStore: () => Promise<unknown>;
  readonly log: Log;
  readonly maxBodyBytes?: number;
  /** What else is served, by path. It checks for itself who asks, and how. */
  readonly routes?: Routes;
  /** What is served below a path, to whoever may use /mcp. */
  readonly families?: readonly PathFamily[];
  /** What is a WebSocket at a path, for whoever may use /mcp. */
  readonly upgrades?: readonly Upgrade[];
  /** Answers a request to another host than this server's, before anything else is looked at; false: it is none. */
  readonly answerOtherHost?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** How those routes say that too much is under way; left out: as MCP does. */
  readonly answerBusy?: (response: ServerResponse, refused: TurnedAway) => void;
}

export interface Caller {
  /** It has a pass to the page of this server, which shows the widget whatever other clients do. */
  readonly isPage: boolean;
  /** Who it is, where the server knows its people: then they see the canvases of that subject. */
  readonly identity?: Identity;
  /** The one canvas that its pass is for: what is built for it must be, too. Left out: all. */
  readonly only?: string;
}

/** Answers a request whole, whatever its method. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
export type Routes = Readonly<Record<string, Answer>>;
/** The same to somebody who was let in. */
type AnswerTo = (request: IncomingMessage, response: ServerResponse, admitted: Admitted) => Promise<void>;

/** All paths that begin alike, and have no route of their own. */
export interface PathFamily {
  /** "/api/agents/". */
  readonly prefix: string;
  /** What its requests are counted and logged under: paths may hold names. */
  readonly label: string;
  readonly answer: AnswerTo;
  /** How it says what goes wrong, before it is asked too. */
  readonly answerError: AnswerError;
}
interface OwnRoute {
  readonly check: (request: IncomingMessage, access: Access) => Verdict | Promise<Verdict>;
  readonly methods: Readonly<Record<string, AnswerTo>>;
  /** Answered however much is under way. */
  readonly isProbe?: true;
}
type OwnRoutes = Readonly<Record<string, OwnRoute>>;

const SECRET_BYTES = 18;

/** MCP at /mcp; how the server does at /health, /healthz, /readyz and /metrics. Not yet listening. */
export function createHttpServer(options: HttpServerOptions): Server {
  const { access, log, limits, timeouts, rate, ending, routes = {}, families = [], version, answerOtherHost } = options;
  const observer =
    options.observer ?? createObserver({ version, requestLines: "failed", write: (entry) => log(entry.message) });
  const { head, body, idle, unread, look } = { ...TIMEOUTS, ...timeouts };
  const traffic = createTraffic({
    observer,
    limits: { ...TRAFFIC_LIMITS, ...limits },
    rate,
    draining: ending?.draining,
    closing: ending?.closing,
  });
  const mcp = endpointOf(options);
  const own = ownRoutes(options, observer, mcp.post);
  const throttle = createTokenThrottle(randomBytes(SECRET_BYTES));
  const server = createServer(
    { headersTimeout: head, requestTimeout: body, keepAliveTimeout: idle, connectionsCheckingInterval: look },
    (request, response) => {
      const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
      const isOwn = Object.hasOwn(own, path);
      const isFurther = Object.hasOwn(routes, path);
      const family = isOwn || isFurther ? undefined : families.find(({ prefix }) => path.startsWith(prefix));
      const route = isOwn || isFurther ? path : (family?.label ?? "other");
      const isProbe = own[route]?.isProbe === true;
      const { served, refused } = traffic.begin({ request, response, route, isProbe });
      observer.serve(served, () => {
        if (refused !== null) turnAway(options, isFurther, family, response, refused);
        else
          answer({ own, routes, family, access, throttle, answerOtherHost }, path, request, response).catch(
            (error: unknown) => answerFailure(request, response, error, log, family?.answerError),
          );
      });
    },
  );
  takeUpgrades(server, options.upgrades ?? [], (upgrade, request, response, socket, head) => {
    const { served, refused } = traffic.begin({ request, response, route: upgrade.path, isProbe: false });
    observer.serve(served, () => {
      const busy = refused ?? (ending?.draining.aborted ? ENDING : null);
      if (busy !== null) answerError(response, 503, busy.message, busy.headers);
      else
        answerUpgrade({ upgrade, access, throttle }, request, response, socket, head).catch((error: unknown) => {
          answerFailure(request, response, error, log);
          socket.destroySoon();
        });
    });
  });
  // Whoever makes progress, in either direction, is not late.
  server.setTimeout(unread);
  // Whoever calls is looked up while they are surely there. Bound wider it is asked of few, and not for each that comes from afar.
  if (isLoopback(access.host)) server.on("connection", (socket) => void access.user?.ofPeer(socket));
  server.on("close", () => {
    mcp.close().catch((error: unknown) => log(`MCP: closing failed: ${describeError(error, { frames: false })}`));
  });
  return server;
}

function endpointOf({ access, build, log, maxBodyBytes = MAX_BODY_BYTES }: HttpServerOptions) {
  const mcp = createMcpEndpoint<Caller>({
    build,
    // The page's calls are the person's, whatever its client is called.
    isNamed: ({ isPage }) => !isPage,
    refuse: (request, { identity }, body) => refuseWriting(request, access, identity, body),
    log,
    maxBodyBytes,
  });
  const post: AnswerTo = async (request, response, { identity, isPage, only }) => {
    const refused = admittedRequest(request)?.countForOwner(identity?.subject);
    if (refused) answerError(response, 429, refused.message, refused.headers);
    else
      await mcp.post(request, response, {
        isPage: isPage === true,
        ...(identity === undefined ? {} : { identity }),
        ...(only === undefined ? {} : { only }),
      });
  };
  return { post, close: () => mcp.close() };
}

function ownRoutes(options: HttpServerOptions, observer: Observer, postMcp: AnswerTo): OwnRoutes {
  const { version, checkStore, log, ending } = options;
  const ready = createReadiness({ version, checkStore, log, draining: ending?.draining });
  const reading = (answer: (response: ServerResponse) => Promise<void>) => {
    const both: Answer = (_, response) => answer(response);
    return { GET: both, HEAD: both };
  };
  return {
    "/mcp": { check: checkCaller, methods: { POST: postMcp } },
    ...resourceRoutes(options.access),
    "/health": { check: checkReader, methods: reading((response) => answerHealth(response, options)) },
    "/healthz": { check: checkReader, methods: reading(async (response) => answerAlive(response)), isProbe: true },
    "/readyz": { check: checkReader, methods: reading(ready), isProbe: true },
    "/metrics": {
      check: checkOperator,
      methods: reading(async (response) => answerText(response, observer.metrics.text(), METRICS_TYPE)),
      isProbe: true,
    },
  };
}

function turnAway(
  { answerBusy }: HttpServerOptions,
  isFurther: boolean,
  family: PathFamily | undefined,
  response: ServerResponse,
  refused: TurnedAway,
): void {
  if (isFurther && answerBusy !== undefined) answerBusy(response, refused);
  else (family?.answerError ?? answerError)(response, 503, refused.message, refused.headers);
}

async function answer(
  served: {
    readonly own: OwnRoutes;
    readonly routes: Routes;
    readonly family: PathFamily | undefined;
    readonly access: Access;
    readonly throttle: TokenThrottle;
    readonly answerOtherHost: HttpServerOptions["answerOtherHost"];
  },
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { own, routes, family, access, throttle, answerOtherHost } = served;
  if (answersWorker(request, response) || answerOtherHost?.(request, response)) return;
  const further = Object.hasOwn(routes, path) ? routes[path] : undefined;
  if (further) {
    await further(request, response);
    return;
  }
  const route = Object.hasOwn(own, path) ? own[path] : undefined;
  const verdict = await (route?.check ?? checkCaller)(request, access);
  if (!verdict.ok) {
    const isAsked = access.token !== undefined || access.identify !== undefined;
    answerRefusal(request, response, verdict, isAsked ? throttle : null, family?.answerError);
    return;
  }
  if (family !== undefined) {
    await answerFamily(family, access, request, response, verdict);
    return;
  }
  if (!route) {
    const page = Object.hasOwn(routes, "/") ? "The page is at /, MCP" : "MCP";
    answerError(response, 404, `There is nothing here. ${page} is at /mcp, a health check at /health.`);
    return;
  }
  const method = request.method ?? "";
  const act = Object.hasOwn(route.methods, method) ? route.methods[method] : undefined;
  if (act) await act(request, response, verdict);
  else answerWrongMethod(request, response, path, Object.keys(route.methods));
}

async function answerFamily(
  { answer: act, answerError: say }: PathFamily,
  access: Access,
  request: IncomingMessage,
  response: ServerResponse,
  admitted: Admitted,
): Promise<void> {
  const tooMany = admittedRequest(request)?.countForOwner(admitted.identity?.subject);
  const forbidden = refuseChanging(request, access, admitted.identity);
  if (tooMany) say(response, 429, tooMany.message, tooMany.headers);
  else if (forbidden !== null) say(response, forbidden.status, forbidden.message, forbidden.headers);
  else await act(request, response, admitted);
}

const ENDING: TurnedAway = { message: "This server ends. Try again in a moment.", headers: { "retry-after": "1" } };

async function answerUpgrade(
  {
    upgrade,
    access,
    throttle,
  }: { readonly upgrade: Upgrade; readonly access: Access; readonly throttle: TokenThrottle },
  request: IncomingMessage,
  response: ServerResponse,
  socket: Socket,
  head: Buffer,
): Promise<void> {
  const offered = request.headers.authorization === undefined ? upgrade.bearerIn(request) : null;
  if (offered !== null) request.headers.authorization = `Bearer ${offered}`;
  const verdict = await checkCaller(request, access);
  if (!verdict.ok) {
    const isAsked = access.token !== undefined || access.identify !== undefined;
    answerRefusal(request, response, verdict, isAsked ? throttle : null);
    return;
  }
  if (verdict.only !== undefined) {
    answerError(response, 403, `This pass is for canvas ${verdict.only} alone, and ${upgrade.path} is for all.`);
    return;
  }
  const admitted = admittedRequest(request);
  const { subject } = verdict.identity ?? {};
  const tooMany = admitted?.countForOwner(subject) ?? admitted?.park("stream", subject) ?? null;
  if (tooMany !== null) {
    answerError(response, 429, tooMany.message, tooMany.headers);
    return;
  }
  const begin = await upgrade.take(request, verdict, async () =>
    isStillGood(await checkCaller(request, access), verdict),
  );
  // Nothing is written to one that is gone: there is nothing to be detached from.
  if (!socket.destroyed) response.detachSocket(socket);
  response.statusCode = 101;
  begin(socket, head);
}

/** Whether they may still do what they might when they came. While nobody can say who they are, they may. */
function isStillGood(now: Verdict, { identity }: Admitted): boolean {
  if (!now.ok) return now.status === 503;
  return now.identity?.subject === identity?.subject && now.identity?.scopes.join() === identity?.scopes.join();
}
