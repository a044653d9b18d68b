/**
 * A file system in a file: what the program wrote and the kernel has not yet put there is what a power cut takes. The
 * kernel is told to wait five minutes, so only what was asked for (fsync) is in a copy of that file.
 */

import { spawnSync } from "node:child_process";
import { constants, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { foundRecord } from "../../src/server/storage/ports.ts";
import { sampleCreate, sampleRecord, sampleSave } from "../../src/server/storage/sample-change.ts";
import { findSqlEngine, type OpenSql } from "../../src/server/storage/sqlite/engine/adapter.ts";
import { openSqliteStore } from "../../src/server/storage/sqlite/store.ts";
import { engineWithFullSync } from "./full-sync.ts";
import { withSoundStore } from "./sound-store.ts";

const CUTS = 15;
const MEGABYTES = 16;
let folder: string;
let isMounted: boolean;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-power-"));
  writeFileSync(at("disk"), "");
  truncateSync(at("disk"), MEGABYTES * 1024 * 1024);
  mkdirSync(at("mounted"));
  mkdirSync(at("after"));
  isMounted = runs("mkfs.ext4", "-q", at("disk")) && mount("disk", "mounted", "loop,commit=300");
});
afterEach(() => {
  // Lazily: an engine may close its file only when its memory is reclaimed.
  if (isMounted) runs("umount", "-l", at("mounted"));
  rmSync(folder, { recursive: true, force: true });
});

const at = (name: string) => join(folder, name);
const runs = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const mount = (disk: string, where: string, options: string) => runs("mount", "-o", options, at(disk), at(where));
const WHY =
  "A file system in a file needs root on Linux with mkfs.ext4; that every connection asks for the right setting is in the unit tests.";

/** The text of the canvas as it is when the power goes now and comes back. */
async function textAfterCut(): Promise<string | undefined> {
  copyFileSync(at("disk"), at("copy"), constants.COPYFILE_FICLONE);
  rmSync(at("data"), { recursive: true, force: true });
  if (!mount("copy", "after", "loop")) throw new Error("The copy of the disk could not be mounted.");
  try {
    cpSync(at("after/data"), at("data"), { recursive: true });
  } finally {
    runs("umount", at("after"));
  }
  return withSoundStore(
    at("data"),
    async (store) => foundRecord(await store.canvases.find("local", "AAAA"))?.document.content,
  );
}

/** How many of the acknowledged saves were gone when the power was cut right after their answer. */
async function lostSaves(engine: OpenSql): Promise<number> {
  const store = await openSqliteStore({ folder: at("mounted/data"), now: () => new Date(), log: () => {}, engine });
  await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", "text 0")));
  let lost = (await textAfterCut()) === "text 0" ? 0 : 1;
  for (let save = 1; save < CUTS; save++) {
    const text = `text ${save}`;
    await store.canvases.update("local", "AAAA", {}, (record) => ({ change: sampleSave(record, text), answer: null }));
    if ((await textAfterCut()) !== text) lost += 1;
  }
  await store.close();
  return lost;
}

test("a power cut right after the answer takes no acknowledged save", async ({ skip }) => {
  if (!isMounted) skip(WHY);
  expect(await lostSaves(await findSqlEngine())).toBe(0);
});

// Otherwise the test above could pass on a file system that keeps everything anyway.
test("with SQLite's weaker setting the same cuts take saves, so they are seen when they are lost", async ({ skip }) => {
  if (!isMounted) skip(WHY);
  expect(await lostSaves(await engineWithFullSync())).toBeGreaterThan(0);
});
