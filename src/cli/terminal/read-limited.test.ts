import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { readLimited } from "./read-limited.ts";

test("what fits is read whole", async () => {
  expect((await readLimited(Readable.from(["gr", Buffer.from("ün")]), 5))?.toString()).toBe("grün");
  expect((await readLimited(Readable.from([]), 0))?.toString()).toBe("");
});

test("what has no end is not waited for", async () => {
  function* endless() {
    for (;;) yield Buffer.alloc(1_000);
  }
  expect(await readLimited(Readable.from(endless()), 10_000)).toBeNull();
});
