import fc from "fast-check";
import { expect, test } from "vitest";
import { createCanvas } from "../../core/document/create-canvas.ts";
import { type Moment, OPEN_FOR_MS } from "../../core/document/draft.ts";
import { applyModelWrite } from "../../core/document/model/apply-model-write.ts";
import { applyPersonSave } from "../../core/document/person/apply-person-save.ts";
import { showToModel } from "../../core/document/review/tell-model.ts";
import type { Call } from "../../server/actions/call.ts";
import { changeCanvas } from "../../server/actions/change-canvas.ts";
import { createMemoryStore } from "../../server/storage/memory/store.ts";
import { foundRecord } from "../../server/storage/ports.ts";
import type { FilePort, MemoryPort, Remembered } from "./file-port.ts";
import { decodeFile } from "./file-text.ts";
import { createSyncSession, type SyncSession } from "./sync-session.ts";
import { isTrouble } from "./trouble.ts";

const START = Array.from({ length: 6 }, (_, i) => `Paragraph ${i} stands here with words.\n`).join("\n");
const MARK = /[dpm]\d+q/g;
const marksIn = (text: string): string[] => text.match(MARK) ?? [];

class Killed extends Error {}

interface Edit {
  readonly who: "disk" | "page" | "model";
  readonly place: number;
  readonly kind: number;
}
interface Step {
  readonly edits: readonly Edit[];
  /** Made while the pass is under way, one before each of its calls to the outside. */
  readonly during: readonly (Edit | null)[];
  /** The process is killed at this call of the pass to the outside; beyond the last: it is not. */
  readonly killedAt: number;
}

/** A file, a canvas, and everybody who changes either. */
class World {
  private readonly store = createMemoryStore();
  private time = Date.UTC(2026, 10, 16);
  private ids = 0;
  private marks = 0;
  private calls = 0;
  private during: (Edit | null)[] = [];
  private killedAt = Number.POSITIVE_INFINITY;
  private remembered: Remembered = { seen: null };
  private session: SyncSession | null = null;
  disk = START;
  /** Marks that must be found somewhere at the end. */
  readonly owed = new Set<string>();
  readonly call: Call;

  constructor(private readonly diskIs: "person" | "model") {
    this.call = {
      who: { owner: "local", kind: "person", client: "test" },
      deps: {
        store: this.store,
        clock: () => new Date(this.time),
        randomId: (length) => (++this.ids).toString(36).toUpperCase().padStart(length, "A"),
        log: () => {},
      },
    };
  }

  later(): Date {
    this.time += 20_000;
    return new Date(this.time);
  }

  moment(kind: "person" | "model"): Moment {
    const now = this.later().toISOString();
    const sealOpenedBefore = new Date(this.time - OPEN_FOR_MS).toISOString();
    return { by: { kind, client: "test" }, now, sealOpenedBefore, randomId: this.call.deps.randomId };
  }

  async begin(): Promise<void> {
    const made = createCanvas({ id: "AAAA", content: START, owner: "local", widgetKey: "k" }, this.moment("person"));
    await this.store.canvases.create("local", made);
  }

  async canvas() {
    const record = foundRecord(await this.store.canvases.find("local", "AAAA"));
    if (record === null) throw new Error("The canvas is gone");
    return record;
  }

  /** All that can still be read. */
  async kept(): Promise<Set<string>> {
    const record = await this.canvas();
    const texts = [this.disk, record.document.content];
    for (const { text, base = "" } of record.proposals) texts.push(text, base);
    for (let version = 1; version <= record.document.version; version += 1)
      texts.push((await this.store.canvases.version("local", "AAAA", version))?.content ?? "");
    return new Set(texts.flatMap(marksIn));
  }

  private changed(text: string, { who, place, kind }: Edit): string {
    const mark = `${who[0]}${++this.marks}q`;
    const lines = text.split("\n");
    const at = place % lines.length;
    const line = lines[at] ?? "";
    if (kind === 0) lines.splice(at, 0, `A line with ${mark} in it.`);
    else if (kind === 1) lines[at] = `${line} ${mark}`;
    else if (kind === 2) lines[at] = line.replace(/\S+/, mark);
    else if (kind === 3) lines.splice(at, 1);
    else return `${mark}\n`;
    return lines.join("\n");
  }

  async edit(edit: Edit): Promise<void> {
    if (edit.who === "disk") {
      const before = this.disk;
      this.disk = this.changed(before, edit);
      const known = await this.kept();
      // What stood only in the file, and was taken out of it there before anybody looked, nobody could keep.
      for (const mark of marksIn(before)) if (!known.has(mark)) this.owed.delete(mark);
      this.owe(before, this.disk);
      return;
    }
    const { content, revision } = (await this.canvas()).document;
    const text = this.changed(content, edit);
    const moment = this.moment(edit.who === "page" ? "person" : "model");
    const saved = await changeCanvas(this.call, "AAAA", {}, (record, texts) => {
      if (edit.who === "page")
        return applyPersonSave(
          record,
          texts,
          { baseRevision: revision, content: text, comments: [], decisions: [], sent: false },
          moment,
        );
      const made = applyModelWrite(
        record,
        texts,
        { content: text, baseText: content, comments: [], addresses: [] },
        moment,
      );
      return made.ok ? { ...made, draft: showToModel(made.draft).draft } : made;
    });
    expect(saved.ok).toBe(true);
    // In the canvas a person may take out for good what stands in the version that they have open.
    if (edit.who === "page") for (const mark of marksIn(content)) if (!text.includes(mark)) this.owed.delete(mark);
    this.owe(content, text);
  }

  private owe(before: string, after: string): void {
    for (const mark of marksIn(after)) if (!before.includes(mark)) this.owed.add(mark);
  }

  /** Before and after every call to the outside somebody may change something, or the process may be killed. */
  private async outside<T>(work: () => Promise<T>): Promise<T> {
    const edit = this.during.shift();
    if (edit) await this.edit(edit);
    if (this.calls++ === this.killedAt) throw new Killed();
    const done = await work();
    if (this.calls++ === this.killedAt) throw new Killed();
    return done;
  }

  private open(): SyncSession {
    const read = async () => {
      const file = decodeFile(Buffer.from(this.disk));
      if (isTrouble(file)) throw new Error(file.message);
      return { kind: "text" as const, ...file };
    };
    const file: FilePort = {
      read: () => this.outside(read),
      write: (text, over) =>
        this.outside(async () => {
          const { hash } = await read();
          if (hash !== over?.hash) return { kind: "changed" };
          this.disk = text;
          return { kind: "written", hash: (await read()).hash };
        }),
    };
    const memory: MemoryPort = {
      load: async () => this.remembered,
      save: (next) =>
        this.outside(async () => {
          this.remembered = structuredClone(next);
        }),
    };
    const store = {
      ...this.store,
      canvases: {
        ...this.store.canvases,
        update: (...args: Parameters<typeof this.store.canvases.update>) =>
          this.outside(() => this.store.canvases.update(...args)),
      },
    };
    return createSyncSession({
      call: {
        who: { ...this.call.who, kind: this.diskIs },
        // Time goes on with each text that is taken.
        deps: { ...this.call.deps, store: store as typeof this.store, clock: () => this.later() },
      },
      canvasId: "AAAA",
      file,
      memory,
      pause: async () => {},
      report: () => {},
    });
  }

  async pass({ during, killedAt }: Pick<Step, "during" | "killedAt">): Promise<void> {
    this.calls = 0;
    this.during = [...during];
    this.killedAt = killedAt;
    this.session ??= this.open();
    try {
      await this.session.pass();
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      this.session = null;
    }
  }
}

const edit = fc.record({
  who: fc.constantFrom<Edit["who"]>("disk", "page", "model"),
  place: fc.nat(30),
  kind: fc.constantFrom(0, 0, 1, 1, 2, 2, 3, 4),
});
const step = fc.record({
  edits: fc.array(edit, { maxLength: 3 }),
  during: fc.array(fc.option(edit), { maxLength: 8 }),
  killedAt: fc.oneof(fc.constant(1_000), fc.nat(30)),
});

test.each(["person", "model"] as const)(
  "whatever both sides do and whenever it is killed, every word is in the file, the canvas, its history or its proposals (the disk is the %s's)",
  async (diskIs) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const world = new World(diskIs);
        await world.begin();
        for (const one of steps) {
          for (const change of one.edits) await world.edit(change);
          await world.pass(one);
          const kept = await world.kept();
          expect([...world.owed].filter((mark) => !kept.has(mark))).toEqual([]);
        }
        await world.pass({ during: [], killedAt: 1_000 });
        expect(world.disk).toBe((await world.canvas()).document.content);
        const kept = await world.kept();
        expect([...world.owed].filter((mark) => !kept.has(mark))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  },
);
