import { expect, test } from "vitest";
import { createMemoryStore } from "./memory/store.ts";
import { oneCanvasOf } from "./one-canvas.ts";
import { PERSON, sampleCreate, sampleRecord, sampleTime } from "./sample-change.ts";

test("who was let in for one canvas hears what people did with that one, and with no other", async () => {
  const store = createMemoryStore();
  for (const id of ["AAAA", "BBBB"]) {
    const event = { kind: "comment", by: PERSON, at: sampleTime(1), version: 1, payload: {} } as const;
    await store.canvases.create("local", { ...sampleCreate(sampleRecord(id, "x")), events: [event, event] });
  }
  const { canvases } = oneCanvasOf(store, "AAAA");
  const told = async (query: { readonly limit: number; readonly canvasId?: string }) =>
    (await canvases.eventsByPeople("local", query)).map(({ canvasId, sequence }) => `${canvasId} ${sequence}`);
  expect(await told({ limit: 9 })).toEqual(["AAAA 2", "AAAA 1"]);
  expect(await told({ limit: 1, canvasId: "AAAA" })).toEqual(["AAAA 2"]);
  expect(await told({ limit: 9, canvasId: "BBBB" })).toEqual([]);
});
