import { expect, test } from "vitest";
import { nameIn, originAt, ownName, reachedName } from "./own-origin.ts";

test.each([
  ["127.0.0.1", 3001, "http://127.0.0.1:3001"],
  ["127.0.0.1", 80, "http://127.0.0.1"],
  ["[::1]", 3001, "http://[::1]:3001"],
])("%s at %i is %s", (name, port, origin) => {
  expect(originAt(name, port)).toBe(origin);
});

test.each([
  ["127.0.0.1", "127.0.0.1"],
  ["localhost", "localhost"],
  ["::1", "[::1]"],
  ["[::1]", "[::1]"],
  ["0.0.0.0", "127.0.0.1"],
  ["::", "127.0.0.1"],
  ["192.168.0.2", "192.168.0.2"],
])("bound to %s this machine finds it at %s", (host, name) => {
  expect(ownName(host)).toBe(name);
});

test.each([
  ["127.0.0.1", "localhost:3001", "127.0.0.1"],
  ["::1", "localhost:3001", "[::1]"],
  ["0.0.0.0", "Canvas.example:3001", "canvas.example"],
  ["0.0.0.0", "192.168.0.2", "192.168.0.2"],
  ["::", "[fe80::1]:3001", "[fe80::1]"],
  ["0.0.0.0", "a;script-src *", null],
  ["0.0.0.0", undefined, null],
])("bound to %s and called %j it goes by %j", (host, header, name) => {
  expect(reachedName({ host }, header)).toBe(name);
});

test.each(["a:b", "a:123456", "a b", "[::1", "a/b", "a@b", "", "a'", "a,b"])("%j names no machine", (header) => {
  expect(nameIn(header)).toBeNull();
});
