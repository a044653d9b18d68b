import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { createServeObserver, type LogForm } from "./serve-log.ts";

function written(form: LogForm) {
  const stderr = new PassThrough();
  const now = () => new Date("2026-11-17T12:00:00.000Z");
  const observer = createServeObserver({ stderr, form, now, version: "1" });
  return {
    observer,
    lines: () =>
      String(stderr.read() ?? "")
        .split("\n")
        .slice(0, -1),
  };
}
const END = { status: 200, ms: 2, bytesOut: 3, isCut: false };

test("for programs every line is one object, whatever stands in it", () => {
  const { observer, lines } = written("json");
  const served = observer.begin({ givenId: "one", method: "POST", route: "/mcp" });
  const hostile = 'two\nlines "quoted" \u009b31m \u202e\u2028 \u0007';
  observer.log(hostile, "warn");
  observer.serve(served, () => observer.log("in it"));
  served.client = hostile;
  observer.end(served, END);
  const time = "2026-11-17T12:00:00.000Z";
  const got = lines();
  expect(got.map((line) => JSON.parse(line))).toEqual([
    { time, level: "warn", message: hostile },
    { time, level: "info", message: "in it", request_id: "one" },
    {
      time,
      level: "info",
      message: "request",
      request_id: "one",
      method: "POST",
      route: "/mcp",
      status: 200,
      duration_ms: 2,
      bytes_in: 0,
      bytes_out: 3,
      client: hostile,
    },
  ]);
  for (const line of got) expect(line).toMatch(/^[^\p{Cc}\u2028\u202e]*$/u);
});

test("for people it is as everywhere, and only requests that failed are said", () => {
  const { observer, lines } = written("text");
  const begin = () => observer.begin({ givenId: "one", method: "POST", route: "/mcp" });
  observer.serve(begin(), () => observer.log("something\u001b[2J"));
  observer.end(begin(), END);
  observer.end(begin(), { ...END, status: 500 });
  expect(lines()).toEqual([
    "writing-canvas: something\\u{1b}[2J",
    "writing-canvas: HTTP: POST /mcp was answered with 500 after 2 ms. Request one.",
  ]);
});
