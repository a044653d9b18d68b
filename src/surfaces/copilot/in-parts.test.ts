import { expect, test } from "vitest";
import { createParts } from "./in-parts.ts";

/** What the runtime passes on whole. */
const ROOM = 20_000;
const bytes = (text: string) => Buffer.byteLength(JSON.stringify({ result: text }, null, 2));

function allOf(text: string): readonly string[] {
  let ids = 0;
  const parts = createParts(() => `t${++ids}`);
  const given = [parts.begin(text)];
  for (;;) {
    const next = /\n\[This is not all: call the action more with part: "(t\d+)" for what follows\.\]$/.exec(
      given.at(-1)!,
    );
    if (next === null) return given;
    given.push(parts.more(next[1]!) ?? "lost");
  }
}
const joined = (given: readonly string[]) =>
  given.map((part) => part.replace(/\n\[This is not all: .*\]$/, "")).join("");

test.each([
  ["short", "Done.\nbase_version: 3"],
  ["long lines", `${"word ".repeat(300)}\n`.repeat(60)],
  ["one line without an end", "x".repeat(90_000)],
  ["letters of three bytes", "漢字".repeat(30_000)],
  ["pairs", "😀".repeat(30_000)],
  ["what JSON escapes", '"\\\n\t\u0001'.repeat(9_000)],
  ["only line ends", "\n".repeat(50_000)],
  ["lone surrogates", "\ud83d".repeat(20_000)],
])("a result of %s comes whole, in parts that the runtime passes on", (_, text) => {
  const given = allOf(text);
  expect(joined(given)).toBe(text);
  for (const part of given) expect(bytes(part)).toBeLessThan(ROOM);
});

test("a part can be asked for again; one that is not kept any more is none", () => {
  let ids = 0;
  const parts = createParts(() => `t${++ids}`);
  const long = "line\n".repeat(10_000);
  parts.begin(long);
  expect(parts.more("t1")?.slice(0, 100)).toBe(parts.more("t1")?.slice(0, 100));
  for (let i = 0; i < 60; i += 1) parts.begin(long);
  expect(parts.more("t1")).toBeNull();
  expect(parts.more("never")).toBeNull();
});
