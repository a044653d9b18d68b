import { expect, test } from "vitest";
import { openBook } from "../../core/document/books/books.ts";
import { createCanvas } from "../../core/document/create-canvas.ts";
import { beginDraft } from "../../core/document/draft.ts";
import { applyPersonSave, type PersonSave } from "../../core/document/person/apply-person-save.ts";
import { checkpointFor } from "../../core/document/review/tell-model.ts";
import { type Call, momentOf } from "../../server/actions/call.ts";
import { changeCanvas } from "../../server/actions/change-canvas.ts";
import { createMemoryStore } from "../../server/storage/memory/store.ts";
import { foundRecord } from "../../server/storage/ports.ts";
import type { Disk } from "./decide-sync.ts";
import type { FilePort, Remembered } from "./file-port.ts";
import { decodeFile, encodeFile } from "./file-text.ts";
import { createSyncSession, type SyncEvent } from "./sync-session.ts";
import { isTrouble, type Trouble } from "./trouble.ts";

const START = "# Plan\n\nFirst line.\n\nLast line.\n";

/** A canvas and a file in memory, in step with each other; `file` is what lies on the disk. */
async function inStep({ diskIs = "person" as "person" | "model", bytes = Buffer.from(START) } = {}) {
  const store = createMemoryStore();
  let time = Date.UTC(2026, 10, 16);
  let ids = 0;
  const call: Call = {
    who: { owner: "local", kind: "person", client: "test" },
    deps: {
      store,
      clock: () => {
        time += 1_000;
        return new Date(time);
      },
      randomId: (length) => (++ids).toString(36).toUpperCase().padStart(length, "A"),
      log: () => {},
    },
  };
  const by = (kind: "person" | "model"): Call => ({ ...call, who: { ...call.who, kind } });
  const change = createCanvas({ id: "AAAA", content: START, owner: "local", widgetKey: "k" }, momentOf(call));
  await store.canvases.create("local", change);
  const disk = { bytes: bytes as Buffer | null, trouble: null as Trouble | null, writeTrouble: null as Trouble | null };
  let remembered: Remembered = { seen: null };
  const events: SyncEvent[] = [];
  const pauses: number[] = [];
  /** What happens while the file is given time to rest, one after the other. */
  const duringPause: (() => void)[] = [];
  const read = (): Disk => {
    if (disk.trouble !== null) return { kind: "trouble", trouble: disk.trouble };
    if (disk.bytes === null) return { kind: "missing" };
    const file = decodeFile(disk.bytes);
    return isTrouble(file) ? { kind: "trouble", trouble: file } : { kind: "text", ...file };
  };
  const file: FilePort = {
    read: async () => read(),
    write: async (text, over) => {
      const now = read();
      if (over === null ? now.kind !== "missing" : now.kind !== "text" || now.hash !== over.hash)
        return { kind: "changed" };
      if (disk.writeTrouble !== null) return { kind: "trouble", trouble: disk.writeTrouble };
      disk.bytes = encodeFile(text, over?.bom ?? false);
      const written = read();
      return { kind: "written", hash: written.kind === "text" ? written.hash : "" };
    },
  };
  const session = createSyncSession({
    call: by(diskIs),
    canvasId: "AAAA",
    file,
    memory: {
      load: async () => remembered,
      save: async (next) => {
        remembered = next;
      },
    },
    pause: async (ms) => {
      pauses.push(ms);
      duringPause.shift()?.();
    },
    report: (event) => events.push(event),
  });
  await session.pass();
  events.length = 0;
  pauses.length = 0;
  const canvas = async () => {
    const record = foundRecord(await store.canvases.find("local", "AAAA"));
    if (record === null) throw new Error("The canvas is gone");
    return record;
  };
  const save = async (save: Partial<PersonSave>) => {
    const { revision } = (await canvas()).document;
    const wish = { baseRevision: revision, comments: [], decisions: [], sent: false, ...save };
    const saved = await changeCanvas(call, "AAAA", {}, (record, texts) =>
      applyPersonSave(record, texts, wish, momentOf(call)),
    );
    expect(saved.ok).toBe(true);
  };
  return {
    session,
    store,
    canvas,
    save,
    disk,
    events,
    pauses,
    duringPause,
    readByModel: () =>
      changeCanvas(call, "AAAA", {}, (record, texts) => ({
        ok: true,
        draft: openBook(beginDraft(record, texts, momentOf(by("model")))),
      })),
    put: (text: string) => {
      disk.bytes = Buffer.from(text);
    },
    fileText: () => disk.bytes?.toString("utf8") ?? null,
    kinds: () => events.map((event) => (event.kind === "held" ? event.trouble.code : event.kind)),
  };
}

test("what changes on one side is on the other after a pass, and a second pass finds nothing to do", async () => {
  const { session, canvas, save, put, fileText, events } = await inStep();
  put(START.replace("First", "Next"));
  await session.pass();
  expect((await canvas()).document.content).toBe(START.replace("First", "Next"));
  await save({ content: `${START}More.\r\n` });
  await session.pass();
  expect(fileText()).toBe(`${START}More.\r\n`);
  expect(events).toEqual([
    { kind: "took", version: 2, conflicts: 0, by: "person" },
    { kind: "wrote", version: 3, by: "person" },
  ]);
  await session.pass();
  expect(events).toHaveLength(2);
});

test("a file that was only touched, or saved with the same text, is no change", async () => {
  const { session, canvas, put, events } = await inStep();
  const { revision } = (await canvas()).document;
  put(START);
  await session.pass();
  expect([events, (await canvas()).document.revision]).toEqual([[], revision]);
});

test("changes in other places are merged, and both sides have all of them", async () => {
  const { session, canvas, save, put, fileText, kinds } = await inStep();
  put(START.replace("First", "Disk's"));
  await save({ content: START.replace("Last", "Canvas's") });
  await session.pass();
  const both = "# Plan\n\nDisk's line.\n\nCanvas's line.\n";
  expect([fileText(), (await canvas()).document.content]).toEqual([both, both]);
  expect(kinds()).toEqual(["took", "wrote"]);
});

test.each([
  ["person", "Disk's", "Canvas's"],
  ["model", "Canvas's", "Disk's"],
] as const)(
  "where both changed the same words and the disk is the %s's, %s stay in both and %s stand beside them",
  async (diskIs, stays, beside) => {
    const { session, canvas, save, put, fileText, events } = await inStep({ diskIs });
    put(START.replace("First", "Disk's"));
    await save({ content: START.replace("First", "Canvas's") });
    await session.pass();
    const { document, proposals } = await canvas();
    expect(document.content).toBe(START.replace("First", stays));
    expect(proposals).toMatchObject([{ kind: "conflict", state: "open", text: `${beside} line.` }]);
    expect(fileText()).toBe(document.content);
    expect(fileText()).not.toContain("<<<<");
    expect(events[0]).toMatchObject({ kind: "took", conflicts: 1, by: diskIs });
  },
);

test("the model is told of a person's change on the disk, and not of its own", async () => {
  const persons = await inStep();
  await persons.readByModel();
  persons.put(START.replace("First", "Disk's"));
  await persons.session.pass();
  expect(checkpointFor(await persons.canvas()).baseline).toBe(START);
  const models = await inStep({ diskIs: "model" });
  models.put(START.replace("First", "Disk's"));
  await models.session.pass();
  const { baseline, document } = checkpointFor(await models.canvas());
  expect([baseline, document.lastEditor]).toEqual([document.content, "model"]);
});

test("asked to suggest only, a model's change to the file becomes suggestions, and the file says again what is in force", async () => {
  const { session, canvas, save, put, fileText } = await inStep({ diskIs: "model" });
  await save({ settings: { suggestOnly: true } });
  put(START.replace("First", "Disk's"));
  await session.pass();
  const { document, proposals } = await canvas();
  expect([document.content, fileText()]).toEqual([START, START]);
  expect(proposals).toMatchObject([{ kind: "suggestion", state: "open", text: expect.stringContaining("Disk's") }]);
});

test("a text from the file is a version of its own, and so is the one before it", async () => {
  const { session, store, save, put } = await inStep();
  await save({ content: `${START}typed\n` });
  await session.pass();
  put("all new\n");
  await session.pass();
  await save({ content: "typed over it\n" });
  const texts = [];
  for (let version = 1; version <= 3; version += 1)
    texts.push((await store.canvases.version("local", "AAAA", version))?.content);
  expect(texts).toEqual([`${START}typed\n`, "all new\n", undefined]);
});

test("an editor that empties the file before it writes is given the time to finish", async () => {
  const { session, canvas, put, duringPause, pauses, fileText } = await inStep();
  put("");
  duringPause.push(
    () => put("# Plan\n\nNew f"),
    () => put("# Plan\n\nNew file.\n"),
  );
  await session.pass();
  expect((await canvas()).document.content).toBe("# Plan\n\nNew file.\n");
  expect(fileText()).toBe("# Plan\n\nNew file.\n");
  expect((await canvas()).document.version).toBe(2);
  expect(pauses[0]).toBeGreaterThan(pauses[1] ?? 0);
});

test("a file that is emptied for good is taken, and its text is in the history", async () => {
  const { session, canvas, put, store } = await inStep();
  put("");
  await session.pass();
  expect((await canvas()).document.content).toBe("");
  expect((await store.canvases.version("local", "AAAA", 1))?.content).toBe(START);
});

test("a file that never rests is waited for, and said once", async () => {
  const { session, canvas, put, duringPause, kinds } = await inStep();
  let grown = START;
  const grow = () => {
    grown += "more\n";
    put(grown);
  };
  grow();
  duringPause.push(...Array.from({ length: 60 }, () => grow));
  await session.pass();
  await session.pass();
  expect([kinds(), (await canvas()).document.content]).toEqual([["busy"], START]);
  duringPause.length = 0;
  await session.pass();
  expect([kinds(), (await canvas()).document.content]).toEqual([["busy", "freed", "took"], grown]);
});

test("a deleted file stays deleted until it is asked for, and is merged when it comes back by itself", async () => {
  const { session, canvas, save, disk, put, fileText, kinds } = await inStep();
  disk.bytes = null;
  await session.pass();
  await save({ content: `${START}typed after\n` });
  await session.pass();
  expect([kinds(), fileText()]).toEqual([["missing"], null]);
  session.writeAgain();
  await session.pass();
  expect([kinds(), fileText()]).toEqual([["missing", "freed", "wrote"], `${START}typed after\n`]);
  disk.bytes = null;
  await session.pass();
  put(START.replace("First", "Restored"));
  await session.pass();
  expect((await canvas()).document.content).toBe(START.replace("First", "Restored"));
});

test("an archived canvas takes nothing, and the file is not written over; reopened it does", async () => {
  const { session, canvas, save, put, fileText, kinds } = await inStep();
  await save({ status: { to: "archived", revision: (await canvas()).document.revision } });
  put("new on disk\n");
  await session.pass();
  await session.pass();
  expect([kinds(), fileText()]).toEqual([["archived"], "new on disk\n"]);
  await save({ status: { to: "draft", revision: (await canvas()).document.revision } });
  await session.pass();
  expect([kinds(), (await canvas()).document.content]).toEqual([["archived", "freed", "took"], "new on disk\n"]);
});

test("a deleted canvas leaves the file alone", async () => {
  const { session, store, put, fileText, kinds } = await inStep();
  await store.bin.put("local", "AAAA");
  put("still mine\n");
  await session.pass();
  expect([kinds(), fileText()]).toEqual([["no_canvas"], "still mine\n"]);
});

test("what cannot be read or written is said once, and done as soon as it can be", async () => {
  const { session, canvas, save, disk, fileText, kinds } = await inStep();
  disk.writeTrouble = { code: "no_room", message: "cannot be written: the disk is full" };
  await save({ content: `${START}typed\n` });
  await session.pass();
  await session.pass();
  expect([kinds(), fileText()]).toEqual([["no_room"], START]);
  disk.writeTrouble = null;
  await session.pass();
  expect([kinds(), fileText()]).toEqual([["no_room", "freed", "wrote"], `${START}typed\n`]);
  disk.trouble = { code: "not_a_file", message: "is a folder, not a file" };
  await session.pass();
  expect(session.trouble()?.code).toBe("not_a_file");
  disk.trouble = null;
  await session.pass();
  expect([session.trouble(), (await canvas()).document.content]).toEqual([null, `${START}typed\n`]);
});

test("a byte order mark stays, and one that comes or goes is no change of the text", async () => {
  const { session, canvas, save, put, fileText } = await inStep({ bytes: Buffer.from(`\ufeff${START}`) });
  await save({ content: `${START}typed\n` });
  await session.pass();
  expect(fileText()).toBe(`\ufeff${START}typed\n`);
  put(`${START}typed\n`);
  const { revision } = (await canvas()).document;
  await session.pass();
  expect((await canvas()).document.revision).toBe(revision);
  await save({ content: "x\n" });
  await session.pass();
  expect(fileText()).toBe("x\n");
});
