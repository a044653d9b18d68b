import fc from "fast-check";
import { expect, test } from "vitest";
import type { PageEvent } from "../../../../protocol/page.ts";
import { createEventReader } from "./live.ts";

const EVENTS: readonly PageEvent[] = [
  { kind: "hello", version: "1", storeId: "s" },
  { kind: "changed", ids: ["HN8B", "AAAA"] },
  { kind: "assistants", connected: ["claude-code", ""] },
];
const STREAM = `: welcome\n\n${EVENTS.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(": still here\n\n")}`;

test("events are read whole, however the stream is cut", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: STREAM.length }), (sizes) => {
      const reader = createEventReader();
      const read: PageEvent[] = [];
      for (let at = 0, cut = 0; at < STREAM.length; at += sizes[cut++] ?? 1)
        read.push(...reader.read(STREAM.slice(at, at + (sizes[cut] ?? 1))));
      expect(read).toEqual(EVENTS);
    }),
  );
});

test.each([
  ["is not JSON", "data: {nope\n\n"],
  ["is of a kind from a later version", 'data: {"kind":"weather"}\n\n'],
  ["does not say who", 'data: {"kind":"assistants"}\n\n'],
  ["lacks its ids", 'data: {"kind":"changed"}\n\n'],
  ["is no object", "data: null\n\n"],
])("what %s is left out, and the next is read", (_, odd) => {
  const next = 'data: {"kind":"changed","ids":[]}\r\n\r\n';
  expect(createEventReader().read(odd + next)).toEqual([{ kind: "changed", ids: [] }]);
});
