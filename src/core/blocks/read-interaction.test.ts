import { expect, test } from "vitest";
import { LONGEST_BLOCK_DATA, readInteraction } from "./read-interaction.ts";

const read = (message: unknown) => {
  const answer = readInteraction(structuredClone(message));
  return answer.ok ? answer.message : answer.why;
};
const data = (value: unknown) => {
  const answer = read({ action: "a", data: value });
  return typeof answer === "string" ? answer : answer.data;
};

test("action, element and data are read", () => {
  expect(read({ action: "submit", element: "approve-btn", data: { comments: "Looks good", rating: 5 } })).toEqual({
    action: "submit",
    element: "approve-btn",
    data: '{"comments":"Looks good","rating":5}',
  });
  expect(read({ action: "click", element: null, data: null })).toEqual({ action: "click" });
  expect(read({ action: "click", element: 7 })).toEqual({ action: "click", element: "7" });
});

test.each([0, false, "", [], {}, "0", [null], { a: { b: [1, "ü😀"] } }])("%j comes through as it is", (value) => {
  expect(JSON.parse(data(value) ?? "null")).toEqual(value);
});

test.each([
  ["no action", {}, "action"],
  ["an empty action", { action: "  " }, "action"],
  ["an action that is no text", { action: 7 }, "action"],
  ["an action with a NUL", { action: "a\0" }, "action"],
  ["a long action", { action: "a".repeat(201) }, "tooLong"],
  ["a very long action with half a character at its end", { action: `${"a".repeat(1e6)}\ud800` }, "tooLong"],
  ["an element that is no name", { action: "a", element: {} }, "element"],
  ["a long element", { action: "a", element: "a".repeat(201) }, "tooLong"],
  ["half of a character in an element", { action: "a", element: "\udc00" }, "element"],
])("%s is refused", (_, message, why) => {
  expect(read(message)).toBe(why);
});

test.each([
  ["a map", new Map([[1, 2]]), "data"],
  ["a set inside", { a: new Set() }, "data"],
  ["a time", new Date(0), "data"],
  ["a big number", 1n, "data"],
  ["no number", Number.NaN, "data"],
  ["an endless number", [Number.POSITIVE_INFINITY], "data"],
  ["bytes", new Uint8Array(3), "data"],
  ["an error", new Error("a"), "data"],
  ["half of a character", ["\ud800"], "data"],
  ["half of a character in a name", { "\ud800": 1 }, "data"],
  ["a NUL", "\0", "data"],
  ["a long text", "a".repeat(LONGEST_BLOCK_DATA), "tooLong"],
  ["a long list", new Array(1e6).fill(0), "tooLong"],
  ["a list of holes", new Array(4e9), "tooLong"],
  ["many values", Array.from({ length: 200 }, () => new Array(100).fill([])), "tooLong"],
  ["many names", Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [at, 0])), "tooLong"],
])("%s is no data", (_, value, why) => {
  expect(data(value)).toBe(why);
});

test("what refers to itself and what is nested deep is too much", () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  expect(data(circle)).toBe("tooLong");
  expect(data(JSON.parse("[".repeat(500) + "]".repeat(500)))).toBe("tooLong");
});

test("names of prototypes are names like others", () => {
  const value: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":2}}');
  expect(data(value)).toBe('{"__proto__":{"a":1},"constructor":{"prototype":2}}');
  expect(Object.keys({})).toEqual([]);
});

test("what is undefined in a record is not there, and in a list it is nothing", () => {
  expect(data({ a: undefined, b: [undefined, 1] })).toBe('{"b":[null,1]}');
});
