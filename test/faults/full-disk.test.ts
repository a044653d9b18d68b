import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { foundRecord, type Store } from "../../src/server/storage/ports.ts";
import { sampleCreate, sampleRecord, sampleSave } from "../../src/server/storage/sample-change.ts";
import { openSqliteStore } from "../../src/server/storage/sqlite/store.ts";
import { withSoundStore } from "./sound-store.ts";

// The same through SQLite's own page limit, which works everywhere, stands in src/server/storage/sqlite/store.test.ts.
test("a disk that is really full is said in words, nothing is half written, and saving goes on when there is room", async ({
  skip,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "canvas-full-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=3m", "tmpfs", folder]);
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    skip("A small disk can only be mounted by root on Linux; SQLite's page limit stands in for it in the unit tests.");
  }
  let store: Store | undefined;
  try {
    const filler = join(folder, "filler");
    writeFileSync(filler, Buffer.alloc(1_000_000));
    store = await openSqliteStore({ folder, now: () => new Date(), log: () => {} });
    const opened = store;
    await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", "")));
    let saved = 0;
    const save = () =>
      opened.canvases.update("local", "AAAA", {}, (record) => ({
        change: sampleSave(record, String(record.document.revision).repeat(50_000)),
        answer: null,
      }));
    const failure = await (async () => {
      for (; saved < 1_000; saved++) {
        try {
          await save();
        } catch (error) {
          return error;
        }
      }
      return null;
    })();
    expect(failure).toMatchObject({ code: "storage_full", message: expect.stringContaining("Free some space") });
    expect(foundRecord(await store.canvases.find("local", "AAAA"))?.document.revision).toBe(1 + saved);
    const read = await opened.canvases.update("local", "AAAA", { isReading: true }, (record) => ({
      change: sampleSave(record, "read".repeat(50_000)),
      answer: record.document.revision,
    }));
    expect(read).toMatchObject({ answer: 1 + saved, wrote: false, unsaved: expect.stringContaining("is full") });
    const another = await openSqliteStore({ folder, now: () => new Date(), log: () => {} });
    expect((await another.canvases.list("local", { limit: 9 })).total).toBe(1);
    await another.close();
    rmSync(filler);
    await save();
    await store.close();
    store = undefined;
    const revision = await withSoundStore(
      folder,
      async (again) => foundRecord(await again.canvases.find("local", "AAAA"))?.document.revision,
    );
    expect(revision).toBe(2 + saved);
  } finally {
    await store?.close();
    // Lazily: an engine may close its file only when its memory is reclaimed.
    if (spawnSync("umount", ["-l", folder]).status === 0) rmSync(folder, { recursive: true, force: true });
  }
});
