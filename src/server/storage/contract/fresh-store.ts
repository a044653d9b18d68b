import { afterEach, beforeEach, expect } from "vitest";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import { FakeTimer } from "../../clock/fake-timer.ts";
import type { After } from "../../clock/timer.ts";
import type { HistoryLimit, Once, Store, UpdateOutcome } from "../ports.ts";
import { sampleCreate, sampleRecord, sampleSave, sampleShare, sampleTime } from "../sample-change.ts";

/** What a store is given by its tests: time that passes only when told to, and an ear. */
export interface StoreSurroundings extends HistoryLimit {
  readonly now: () => Date;
  readonly after: After;
  readonly log: (line: string) => void;
}

/** Makes an empty store. */
export type OpenStore = (surroundings: StoreSurroundings) => Promise<Store>;

export interface FreshStore {
  /** That of the test which runs. */
  readonly store: Store;
  /** Its clock stands at `sampleTime(1_000)` when a test begins. */
  readonly timer: Pick<FakeTimer, "pass">;
  /** What it logged. */
  readonly said: () => readonly string[];
  readonly create: (record: CanvasRecord) => Promise<void>;
  /** One whose text names it. */
  readonly createText: (id: string, owner?: string, once?: Once) => ReturnType<Store["canvases"]["create"]>;
  readonly save: (id: string, content: string, once?: Once) => Promise<UpdateOutcome<string>>;
  /** Shares a canvas with these subjects, and by links with these hashes, in the place of those before. */
  readonly share: (
    id: string,
    subjects: readonly string[],
    hashes?: readonly string[],
    owner?: string,
  ) => Promise<void>;
  /** The ids of which an owner's watcher is told while `work` is done, each once, in the order of the last telling. */
  readonly during: (work: () => Promise<unknown>, owner?: string) => Promise<readonly string[]>;
}

/** An empty store for each test of the suite in which it is called, closed after it. */
export function freshStore(open: OpenStore, limit: HistoryLimit = {}): FreshStore {
  let current: Store;
  let timer: FakeTimer;
  let said: string[];
  let markers: number;
  beforeEach(async () => {
    timer = new FakeTimer(Date.parse(sampleTime(1_000)));
    said = [];
    markers = 0;
    current = await open({ now: timer.clock, after: timer.after, log: (line) => said.push(line), ...limit });
  });
  afterEach(() => current.close());

  const createText: FreshStore["createText"] = (id, owner = "local", once) =>
    current.canvases.create(owner, sampleCreate({ ...sampleRecord(id, `text of ${id}`), owner }), once);
  return {
    store: {
      get storeId() {
        return current.storeId;
      },
      get canvases() {
        return current.canvases;
      },
      get bin() {
        return current.bin;
      },
      get waits() {
        return current.waits;
      },
      get changes() {
        return current.changes;
      },
      get files() {
        return current.files;
      },
      get secrets() {
        return current.secrets;
      },
      get people() {
        return current.people;
      },
      get audit() {
        return current.audit;
      },
      get archive() {
        return current.archive;
      },
      notice: () => current.notice(),
      unwritable: () => current.unwritable(),
      check: () => current.check(),
      close: () => current.close(),
    },
    timer: { pass: (milliseconds) => timer.pass(milliseconds) },
    said: () => said,
    create: async (record) => {
      expect(await current.canvases.create(record.owner, sampleCreate(record))).toEqual({ kind: "created" });
    },
    createText,
    save: (id, content, once) =>
      current.canvases.update("local", id, once ? { once } : {}, (record) => ({
        change: sampleSave(record, content),
        answer: content,
      })),
    share: async (id, subjects, hashes, owner = "local") => {
      const shared = await current.canvases.update(owner, id, {}, (record) => ({
        change: sampleShare(record, subjects, hashes),
        answer: null,
      }));
      expect(shared).toMatchObject({ kind: "done", wrote: true });
    },
    during: async (work, owner = "local") => {
      // What is told of the marker is told after all that was done before it.
      markers += 1;
      const marker = `MARKER${markers}`;
      const told: string[] = [];
      let toldAll = (): void => undefined;
      const all = new Promise<void>((resolve) => {
        toldAll = resolve;
      });
      const watch = current.changes.watch(owner, (ids) => {
        told.push(...ids);
        if (ids.includes(marker)) toldAll();
      });
      await watch.ready();
      await work();
      await createText(marker, owner);
      await all;
      watch.stop();
      return told.filter((id, at) => id !== marker && told.lastIndexOf(id) === at);
    },
  };
}
