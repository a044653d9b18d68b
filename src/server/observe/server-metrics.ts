import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import { createMetrics } from "./metrics.ts";
import type { ServedRequest } from "./request-context.ts";

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const DELAY_RESOLUTION_MS = 20;
const NS_A_SECOND = 1e9;

/** What is happening now, as whoever serves counts it. */
export interface Occupancy {
  readonly inFlight: number;
  readonly streams: number;
  readonly reviews: number;
  readonly bodyBytes: number;
}

export interface ServerMetrics {
  requestEnded(served: ServedRequest, end: RequestEnd): void;
  toolCalled(tool: string, outcome: string, seconds: number): void;
  /** Who counts what is under way; until then nothing is. */
  watchOccupancy(read: () => Occupancy): void;
  text(): string;
}

export interface RequestEnd {
  readonly status: number;
  readonly ms: number;
  readonly bytesOut: number;
  /** The caller was gone before it had the whole answer. */
  readonly isCut: boolean;
}

export interface ServerMetricsOptions {
  readonly version: string;
  /** What the store says of itself: its pool, its connections. */
  readonly storeGauges?: () => Readonly<Record<string, number>>;
  /** How many lines of the log were dropped. */
  readonly droppedLines?: () => number;
}

/** All that a server counts about itself. Labels are from closed sets: routes, methods, statuses, tools and codes of its own. */
export function createServerMetrics({ version, storeGauges, droppedLines }: ServerMetricsOptions): ServerMetrics {
  const metrics = createMetrics();
  let occupancy = (): Occupancy => ({ inFlight: 0, streams: 0, reviews: 0, bodyBytes: 0 });
  const name = (rest: string) => `writing_canvas_${rest}`;
  metrics.info(name("info"), "The running version.", { version, node: process.version });
  const requests = metrics.counter(name("http_requests_total"), "Requests answered.", ["route", "method", "status"]);
  const durations = metrics.histogram(
    name("http_request_duration_seconds"),
    "From a request's head to the end of its answer; without event streams and waiting reviews.",
    ["route"],
    REQUEST_SECONDS,
  );
  const bytesIn = metrics.counter(name("http_request_bytes_total"), "Bytes of request bodies.", ["route"]);
  const bytesOut = metrics.counter(name("http_response_bytes_total"), "Bytes of answers, heads included.", ["route"]);
  const refusals = metrics.counter(name("http_refusals_total"), "Requests turned away, by reason.", ["reason"]);
  const tools = metrics.counter(name("tool_calls_total"), "Calls of tools, by what came of them.", ["tool", "outcome"]);
  const toolSeconds = metrics.histogram(
    name("tool_call_duration_seconds"),
    "How long calls of tools took.",
    ["tool"],
    REQUEST_SECONDS,
  );
  metrics.gauge(name("http_requests_in_flight"), "Requests under way.", () => occupancy().inFlight);
  metrics.gauge(name("http_body_bytes_held"), "Bytes of request bodies in memory.", () => occupancy().bodyBytes);
  metrics.gauge(name("event_streams"), "Open event streams.", () => occupancy().streams);
  metrics.gauge(name("waiting_reviews"), "Calls that wait for a person's review.", () => occupancy().reviews);
  metrics.gauge(name("log_lines_dropped_total"), "Log lines that nobody took.", () => droppedLines?.() ?? 0, "counter");
  if (storeGauges !== undefined) metrics.gauges(name("store_"), "Said by the store.", storeGauges);
  metrics.gauge("process_resident_memory_bytes", "Resident memory.", () => process.memoryUsage.rss());
  metrics.gauge("nodejs_heap_used_bytes", "Memory of JavaScript objects.", () => process.memoryUsage().heapUsed);
  metrics.gauge(
    "nodejs_eventloop_delay_p99_seconds",
    "How late timers ran, 99th percentile since it was last read.",
    delayReader(),
  );
  metrics.gauge(name("uptime_seconds"), "Since the process began.", () => process.uptime());
  return {
    requestEnded(served, { status, ms, bytesOut: sent }) {
      const route = [served.route];
      requests.add([served.route, served.method, String(status)]);
      if (served.parkedAs === undefined) durations.observe(route, ms / 1_000);
      if (served.bytesIn > 0) bytesIn.add(route, served.bytesIn);
      bytesOut.add(route, sent);
      const refusal = served.refusal ?? refusalIn(status);
      if (refusal !== null) refusals.add([refusal]);
    },
    toolCalled(tool, outcome, seconds) {
      tools.add([tool, outcome]);
      toolSeconds.observe([tool], seconds);
    },
    watchOccupancy: (read) => {
      occupancy = read;
    },
    text: () => metrics.text(),
  };
}

function refusalIn(status: number): "token" | "body" | null {
  if (status === 401) return "token";
  return status === 413 ? "body" : null;
}

/** Measured from the first time that somebody asks: until then no timer wakes an idle machine. */
function delayReader(): () => number {
  let delay: IntervalHistogram | null = null;
  return () => {
    if (delay === null) {
      delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
      delay.enable();
      return 0;
    }
    const p99 = delay.count === 0 ? 0 : delay.percentile(99) / NS_A_SECOND;
    delay.reset();
    return Math.max(0, p99 - DELAY_RESOLUTION_MS / 1_000);
  };
}
