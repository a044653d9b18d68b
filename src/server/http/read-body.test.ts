import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { readJsonBody } from "./read-body.ts";

const LIMIT = 8 * 1024 * 1024;

function read(text: string) {
  return readJsonBody(Readable.from([Buffer.from(text)]) as IncomingMessage, LIMIT);
}

describe("the values of a body", () => {
  test.each([
    ["empty lists", `[${"[],".repeat(1_000_000)}1]`],
    ["numbers", `[${"1,".repeat(1_000_000)}1]`],
    ["lists in lists", "[".repeat(1_000_000)],
    ["lists behind a string that ends in a backslash", `["\\\\",${"[],".repeat(1_000_000)}1]`],
  ])("are not read where there are too many: %s", async (_, text) => {
    expect(await read(text)).toMatchObject({
      ok: false,
      status: 413,
      message: expect.stringContaining("200000 values"),
    });
  });

  test.each([
    ["a text of commas and brackets", { content: '[{,"\\'.repeat(500_000) }],
    ["a hundred thousand numbers", Array.from({ length: 100_000 }, (_, n) => n * 1_000)],
  ])("are read where they are few: %s", async (_, value) => {
    expect(await read(JSON.stringify(value))).toEqual({ ok: true, value });
  });
});
