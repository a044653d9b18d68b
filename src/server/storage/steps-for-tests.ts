import { foundRecord, type Store } from "./ports.ts";
import {
  sampleAmend,
  sampleCreate,
  sampleRecord,
  sampleSave,
  sampleShare,
  sampleTime,
  typeText,
} from "./sample-change.ts";

export const NOW = 1_000;
export const IDS = ["AAAA", "BBBB", "CCCC"] as const;
/** Whoever a canvas may be shared with, besides its owner. */
export const READERS = ["ada", "bob"] as const;
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
  type: (id) => (store) => typeText(store, "local", id, (before) => `${before}typed `),
  retype: (id) => (store) => typeText(store, "local", id, (before) => `${before.slice(0, before.length / 2)}again\n`),
  rest: (id) => (store) => typeText(store, "local", id, (before) => `${before}after a rest `, 300),
  /** As a program of an earlier release saves: it keeps points, and no line. */
  amend: (id) => (store) =>
    store.canvases.update("local", id, {}, (record) => ({
      change: sampleAmend(
        record,
        `${record.document.content.slice(0, 9)}amended ${record.document.revision % 2}`,
        "left",
      ),
      answer: record.document.revision,
    })),
  send: (id) => (store) => typeText(store, "local", id, (before) => `${before}sent `, undefined, { sent: true }),
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
  share: (id) => share(id, ["ada"], ["h1"]),
  shareWithMore: (id) => share(id, ["ada", "bob"]),
  unshare: (id) => share(id, ["bob"]),
  shareWithNone: (id) => share(id, []),
  saveShared: (id) => (store) =>
    store.canvases.update("ada", id, {}, (record) => ({
      change: sampleSave(record, `${record.document.content}!`),
      answer: record.document.revision,
    })),
  waitShared: (id) => (store) =>
    store.waits.keep("ada", { waitId: `ada ${id}`, canvasId: id, since: sampleTime(2), until: sampleTime(NOW + 9) }),
  leaveShared: (id) => (store) => store.waits.drop("bob", `ada ${id}`),
  leave: (id) => (store) => store.waits.drop("local", `wait for ${id}`),
};

/** All that a store shows of these canvases to their owner, and to those whom they may be shared with. */
export async function shownBy({ canvases, bin, waits, audit }: Store): Promise<unknown> {
  const shown = [];
  for (const reader of ["local", ...READERS]) {
    const each = IDS.map(async (id) => [
      await canvases.find(reader, id),
      await canvases.events(reader, id, 0, 99),
      await canvases.versions(reader, id, { limit: 99 }),
      await momentsOf(canvases, reader, id),
    ]);
    shown.push([
      await canvases.list(reader, { limit: 9 }),
      await canvases.list(reader, { limit: 9, query: "text" }),
      await canvases.ids(reader, 9),
      await bin.list(reader),
      await waits.list(reader),
      (await audit.list(reader, { limit: 99 })).map(({ number: _, ...line }) => line),
      await Promise.all(each),
    ]);
  }
  return shown;
}

/** Every state that is kept, with its text, which can always be had. */
async function momentsOf(canvases: Store["canvases"], reader: string, id: Id): Promise<unknown> {
  const record = foundRecord(await canvases.find(reader, id));
  const all = [];
  for (let version = 1; version <= (record?.document.version ?? 0); version++)
    for (const moment of await canvases.moments(reader, id, version)) {
      const read = await canvases.moment(reader, id, version, moment.revision);
      if (read === null) throw new Error(`Revision ${moment.revision} in v${version} of ${id} cannot be read`);
      all.push([version, moment, read]);
    }
  return all;
}

function share(id: Id, subjects: readonly string[], hashes?: readonly string[]): Step {
  return (store) =>
    store.canvases.update("local", id, {}, (record) => ({ change: sampleShare(record, subjects, hashes), answer: 0 }));
}
