import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { createLineWriter } from "./line-writer.ts";

/** A reader that takes nothing until it is told to. */
function stoppedReader() {
  const taken: string[] = [];
  let next: (() => void) | null = null;
  let isReading = false;
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk: string, _, done) => {
      taken.push(chunk);
      if (isReading) done();
      else next = done;
    },
  });
  const read = () => {
    isReading = true;
    next?.();
  };
  return { stream, taken, read };
}
const tellDropped = (lines: number) => `${lines} dropped\n`;

test("nothing waits for a reader that does not read: what does not fit is dropped, counted and told", async () => {
  const { stream, taken, read } = stoppedReader();
  const lines = createLineWriter(stream, { tellDropped, mostUnwritten: 30 });
  for (let n = 0; n < 10; n += 1) lines.write(`line number ${n}\n`);
  expect(lines.dropped()).toBe(8);
  expect(stream.writableLength).toBeLessThanOrEqual(30);
  read();
  await new Promise<void>((resolve) => setImmediate(resolve));
  lines.write("later\n");
  await new Promise<void>((resolve) => setImmediate(resolve));
  expect(taken).toEqual(["line number 0\n", "line number 1\n", "8 dropped\n", "later\n"]);
});

test("a reader that is gone ends nothing", async () => {
  const stream = new Writable({ write: (_, __, done) => done(new Error("EPIPE")) });
  const lines = createLineWriter(stream, { tellDropped });
  for (let n = 0; n < 3; n += 1) {
    lines.write("a line\n");
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  expect(lines.dropped()).toBe(2);
});
