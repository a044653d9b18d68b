import { describe, expect, test } from "vitest";
import { createObserver, type LogEntry } from "./observer.ts";
import { requestId } from "./request-context.ts";

function observed(requestLines: "all" | "failed" = "all") {
  const entries: LogEntry[] = [];
  const observer = createObserver({ version: "1", requestLines, write: (entry) => entries.push(entry) });
  const begin = (route = "/mcp", method = "POST") => observer.begin({ givenId: undefined, method, route });
  return { entries, observer, begin };
}
const END = { status: 200, ms: 1.23456, bytesOut: 10, isCut: false };

describe("a request's id", () => {
  test.each(["a", "abc-123_x.y:z", "0".repeat(64)])("is the caller's: %j", (id) => expect(requestId(id)).toBe(id));
  test.each([undefined, "", "two words", "0".repeat(65), "a\nb", "<b>", 'a"', "é", ["a", "b"]])(
    "is a random one where the caller's is %j",
    (id) => {
      expect(requestId(id)).toMatch(/^[\da-f-]{36}$/);
      expect(requestId(id)).not.toBe(requestId(id));
    },
  );

  test("stands in all that is logged while it is served, by whatever way, and in nothing after", async () => {
    const { entries, observer, begin } = observed();
    const [one, two] = [begin(), begin()];
    const work = async (name: string) => {
      observer.log(`${name} begins`);
      await new Promise<void>((resolve) => setImmediate(resolve));
      observer.log(`${name} goes on`, "warn");
    };
    await Promise.all([observer.serve(one, () => work("one")), observer.serve(two, () => work("two"))]);
    observer.log("nobody");
    observer.end(one, END);
    observer.serve(one, () => observer.log("one left this behind"));
    observer.serve(two, () => observer.log("two goes on"));
    expect(
      entries.filter(({ fields }) => fields === undefined).map((entry) => [entry.message, entry.requestId]),
    ).toEqual([
      ["one begins", one.id],
      ["two begins", two.id],
      ["one goes on", one.id],
      ["two goes on", two.id],
      ["nobody", undefined],
      ["one left this behind", undefined],
      ["two goes on", two.id],
    ]);
  });
});

describe("the end of a request", () => {
  test("is one line with what is known of it", () => {
    const { entries, observer, begin } = observed();
    const served = begin();
    served.bytesIn = 5;
    observer.serve(served, () => {
      observer.heard("some program");
      observer.called("edit_canvas", "find_missing", 3);
    });
    observer.end(served, END);
    expect(entries).toEqual([
      {
        level: "info",
        message: "HTTP: POST /mcp was answered with 200 after 1 ms.",
        requestId: served.id,
        fields: {
          method: "POST",
          route: "/mcp",
          status: 200,
          duration_ms: 1.235,
          bytes_in: 5,
          bytes_out: 10,
          tool: "edit_canvas",
          outcome: "find_missing",
          client: "some program",
        },
      },
    ]);
  });

  test.each([
    [200, "/mcp", 0],
    [404, "other", 0],
    [500, "/mcp", 1],
    [503, "/api/list", 1],
    [503, "/readyz", 0],
  ])("with %i at %s is said %i times where only failures are", (status, route, times) => {
    const { entries, observer, begin } = observed("failed");
    observer.end(begin(route), { ...END, status });
    expect(entries.map(({ level }) => level)).toEqual(new Array(times).fill("error"));
  });
});

test("a method that nobody knows is another one", () => {
  const { begin } = observed();
  expect([begin("/mcp", "PROPFIND").method, begin("/mcp", "GET").method]).toEqual(["other", "GET"]);
});

test("numbers are kept by route, reason, tool and outcome, and of the store", () => {
  const observer = createObserver({
    version: "1.2.3",
    requestLines: "failed",
    write: () => undefined,
    storeGauges: () => ({ pool_size: 4 }),
    droppedLines: () => 2,
  });
  const begin = () => observer.begin({ givenId: "x", method: "POST", route: "/mcp" });
  observer.end(begin(), END);
  observer.end({ ...begin(), parkedAs: "review" }, { ...END, ms: 45_000 });
  for (const status of [401, 413]) observer.end(begin(), { ...END, status });
  for (const refusal of ["rate", "busy"] as const) observer.end({ ...begin(), refusal }, { ...END, status: 503 });
  observer.called("read_canvas", "ok", 2);
  const lines = observer.metrics.text().split("\n");
  for (const line of [
    'writing_canvas_http_requests_total{route="/mcp",method="POST",status="200"} 2',
    'writing_canvas_http_request_duration_seconds_count{route="/mcp"} 5',
    ...["token", "body", "rate", "busy"].map((reason) => `writing_canvas_http_refusals_total{reason="${reason}"} 1`),
    'writing_canvas_tool_calls_total{tool="read_canvas",outcome="ok"} 1',
    "writing_canvas_log_lines_dropped_total 2",
    "writing_canvas_store_pool_size 4",
    `writing_canvas_info{version="1.2.3",node="${process.version}"} 1`,
  ])
    expect(lines).toContain(line);
  for (const name of ["process_resident_memory_bytes", "nodejs_heap_used_bytes", "writing_canvas_uptime_seconds"])
    expect(Number(lines.find((line) => line.startsWith(`${name} `))?.split(" ")[1])).toBeGreaterThan(0);
  expect(lines.some((line) => line.startsWith("nodejs_eventloop_delay_p99_seconds "))).toBe(true);
});
