import { expect, test } from "vitest";
import { createMessageCheck } from "./message-limits.ts";

const check = createMessageCheck({ perSecond: 1000, size: 1000 }, () => 0);
const circle: Record<string, unknown> = {};
circle.a = circle;

test.each<[string, unknown, string | null]>([
  ["a message", { jsonrpc: "2.0", id: 1, params: { a: [1, null, true, "b"], left: undefined } }, null],
  ["a text", "hello", null],
  ["what has no prototype", Object.assign(Object.create(null), { a: 1 }), null],
  ["a text that fits", "a".repeat(998), null],
  ["a long text", "a".repeat(999), "large"],
  ["a text that is long as JSON", '"'.repeat(500), "large"],
  ["a text that is long in bytes", "字".repeat(400), "large"],
  ["many fields", Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field ${at}`, at])), "large"],
  ["a list of holes", new Array(4e9), "large"],
  ["nothing", undefined, "not_json"],
  ["a list with nothing in it", [undefined], "not_json"],
  ["a map", new Map([[1, 2]]), "not_json"],
  ["a date", { at: new Date(0) }, "not_json"],
  ["bytes", { bytes: new Uint8Array(4) }, "not_json"],
  ["a large number", 1n, "not_json"],
  ["a circle", circle, "not_json"],
])("%s", (_, data, fault) => {
  expect(check(data)).toBe(fault);
});

test("too many in a second are a flood, and the next second is another", () => {
  let now = 0;
  const counted = createMessageCheck({ perSecond: 2, size: 100 }, () => now);
  expect([counted(1), counted(2), counted(3)]).toEqual([null, null, "flood"]);
  now = 1000;
  expect(counted(4)).toBeNull();
});
