import fc from "fast-check";
import { expect, test } from "vitest";
import { createMetrics } from "./metrics.ts";

test("are written as Prometheus reads them", () => {
  const metrics = createMetrics();
  const asked = metrics.counter("asked_total", "How often.", ["route", "status"]);
  asked.add(["/mcp", "200"]);
  asked.add(["/mcp", "200"], 2);
  asked.add(['/"\\\n', "404"]);
  const lasted = metrics.histogram("lasted_seconds", "How long.", ["route"], [0.1, 1]);
  for (const value of [0.05, 0.1, 0.5, 3]) lasted.observe(["/mcp"], value);
  metrics.gauge("open", "Now\nopen.", () => 7);
  metrics.gauges("store_", "Said.", () => ({ "pool size": 3 }));
  metrics.info("about", "It.", { version: "1.2" });
  expect(metrics.text()).toBe(`# HELP asked_total How often.
# TYPE asked_total counter
asked_total{route="/mcp",status="200"} 3
asked_total{route="/\\"\\\\\\n",status="404"} 1
# HELP lasted_seconds How long.
# TYPE lasted_seconds histogram
lasted_seconds_bucket{route="/mcp",le="0.1"} 2
lasted_seconds_bucket{route="/mcp",le="1"} 3
lasted_seconds_bucket{route="/mcp",le="+Inf"} 4
lasted_seconds_sum{route="/mcp"} 3.65
lasted_seconds_count{route="/mcp"} 4
# HELP open Now\\nopen.
# TYPE open gauge
open 7
# HELP store_pool_size Said.
# TYPE store_pool_size gauge
store_pool_size 3
# HELP about It.
# TYPE about gauge
about{version="1.2"} 1
`);
});

test("law: whatever labels come, the series are bounded, every line has its form, and nothing is lost", () => {
  const metrics = createMetrics();
  const counter = metrics.counter("hostile_total", "Labels.", ["one", "two"]);
  let added = 0;
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, two) => {
      counter.add([one, two]);
      added += 1;
    }),
  );
  for (let n = 0; n < 5_000; n += 1) {
    counter.add([String(n), "x"]);
    added += 1;
  }
  const lines = metrics.text().trimEnd().split("\n").slice(2);
  expect(lines.length).toBeLessThanOrEqual(2_001);
  for (const line of lines) expect(line).toMatch(/^hostile_total\{one="(?:[^"\\]|\\.)*",two="(?:[^"\\]|\\.)*"\} \d+$/);
  expect(lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0)).toBe(added);
});
