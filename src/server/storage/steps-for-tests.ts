import type { Store } from "./ports.ts";
import { sampleCreate, sampleRecord, sampleSave, sampleTime } from "./sample-change.ts";

export const NOW = 1_000;
export const IDS = ["AAAA", "BBBB", "CCCC"] as const;
export type Id = (typeof IDS)[number];

/** Something that is done to a store; its answer is all that the doer learns. */
type Step = (store: Store) => Promise<unknown>;

export const steps: Record<string, (id: Id) => Step> = {
  create: (id) => (store) => store.canvases.create("local", sampleCreate(sampleRecord(id, `text of ${id}`))),
  save: (id) => (store) =>
    store.canvases.update("local", id, {}, (record) => ({
      change: sampleSave(record, `${record.document.content}.`),
      answer: record.document.revision,
    })),
  look: (id) => (store) => store.canvases.update("local", id, {}, (record) => ({ answer: record.document.content })),
  delete: (id) => (store) => store.bin.put("local", id),
  purge: (id) => (store) => store.bin.purge("local", id),
  undelete: (id) => (store) => store.bin.bringBack("local", id),
  wait: (id) => (store) =>
    store.waits.keep("local", {
      waitId: `wait for ${id}`,
      canvasId: id,
      since: sampleTime(NOW),
      until: sampleTime(NOW + 9),
    }),
  dead: (id) => (store) =>
    store.waits.keep("local", { waitId: `dead ${id}`, canvasId: id, since: sampleTime(1), until: sampleTime(NOW) }),
  leave: (id) => (store) => store.waits.drop("local", `wait for ${id}`),
};

/** All that a store shows of these canvases. */
export async function shownBy({ canvases, bin, waits }: Store): Promise<unknown> {
  const each = IDS.map(async (id) => [await canvases.find("local", id), await canvases.events("local", id, 0, 99)]);
  return [
    await canvases.list("local", { limit: 9 }),
    await bin.list("local"),
    await waits.list("local"),
    await Promise.all(each),
  ];
}
