import { createRequestContext, METHODS, requestId, type ServedRequest } from "./request-context.ts";
import {
  createServerMetrics,
  type RequestEnd,
  type ServerMetrics,
  type ServerMetricsOptions,
} from "./server-metrics.ts";

export type LogLevel = "info" | "warn" | "error";
/** Never given content or tokens. */
export type Log = (message: string, level?: LogLevel) => void;

/** One line of the log. */
export interface LogEntry {
  readonly level: LogLevel;
  readonly message: string;
  /** The request that it was said in. */
  readonly requestId?: string;
  /** What the end of a request says besides. */
  readonly fields?: RequestFields;
}

export interface RequestFields {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly duration_ms: number;
  readonly bytes_in: number;
  readonly bytes_out: number;
  readonly tool?: string;
  readonly outcome?: string;
  readonly client?: string;
  /** The caller was gone before it had the whole answer. */
  readonly cut?: true;
}

/** What tools tell of themselves. */
export interface CallObserver {
  /** A program speaks, by this name. */
  heard(client: string | undefined): void;
  /** A call has ended. `tool` is one that there is; `outcome` is "ok" or the code of an error. */
  called(tool: string, outcome: string, ms: number): void;
}

/** Logs, numbers and the request that is served, of one server. */
export interface Observer extends CallObserver {
  readonly log: Log;
  readonly metrics: ServerMetrics;
  begin(asked: {
    readonly givenId: string | readonly string[] | undefined;
    readonly method: string | undefined;
    readonly route: string;
  }): ServedRequest;
  /** Does it in the name of a request: what is logged meanwhile carries its id. */
  serve<T>(served: ServedRequest, work: () => T): T;
  end(served: ServedRequest, end: RequestEnd): void;
}

export interface ObserverOptions extends ServerMetricsOptions {
  readonly write: (entry: LogEntry) => void;
  /** Which requests have a line of their own: all of them, or those only that the server failed on. */
  readonly requestLines: "all" | "failed";
}

/** These answer 5xx to say something, which is no failure of theirs; they say it in the log themselves. */
const PROBES: ReadonlySet<string> = new Set(["/health", "/readyz"]);

export function createObserver({ write, requestLines, ...rest }: ObserverOptions): Observer {
  const context = createRequestContext();
  const metrics = createServerMetrics(rest);
  return {
    metrics,
    log: (message, level = "info") => {
      const served = context.current();
      write({ level, message, ...(served === undefined ? {} : { requestId: served.id }) });
    },
    begin: ({ givenId, method = "", route }) => ({
      id: requestId(givenId),
      method: METHODS.has(method) ? method : "other",
      route,
      bytesIn: 0,
      isOver: false,
    }),
    serve: (served, work) => context.run(served, work),
    end: (served, end) => {
      served.isOver = true;
      metrics.requestEnded(served, end);
      const hasFailed = end.status >= 500 && !PROBES.has(served.route);
      if (requestLines === "failed" && !hasFailed) return;
      const level = hasFailed ? "error" : "info";
      write({ level, message: lineOf(served, end), requestId: served.id, fields: fieldsOf(served, end) });
    },
    heard: (client) => {
      const served = context.current();
      if (served !== undefined && client !== undefined) served.client = client;
    },
    called: (tool, outcome, ms) => {
      metrics.toolCalled(tool, outcome, ms / 1_000);
      const served = context.current();
      if (served === undefined) return;
      served.tool = tool;
      served.outcome = outcome;
    },
  };
}

function lineOf({ method, route }: ServedRequest, { status, ms }: RequestEnd): string {
  return `HTTP: ${method} ${route} was answered with ${status} after ${Math.round(ms)} ms.`;
}

function fieldsOf(served: ServedRequest, { status, ms, bytesOut, isCut }: RequestEnd): RequestFields {
  const { method, route, bytesIn, tool, outcome, client } = served;
  return {
    method,
    route,
    status,
    duration_ms: Math.round(ms * 1_000) / 1_000,
    bytes_in: bytesIn,
    bytes_out: bytesOut,
    ...(tool === undefined ? {} : { tool }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(client === undefined ? {} : { client }),
    ...(isCut ? { cut: true as const } : {}),
  };
}
