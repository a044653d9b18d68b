import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sampleCreate, sampleRecord } from "../../src/server/storage/sample-change.ts";
import { findSqlEngine } from "../../src/server/storage/sqlite/engine/adapter.ts";
import { openSqliteStore, STORE_FILE } from "../../src/server/storage/sqlite/store.ts";
import { createLinks } from "../../src/surfaces/page/server/links.ts";
import { startHarness } from "../loop/harness.ts";

const program = fileURLToPath(new URL("../../dist/index.js", import.meta.url));
/** One folder under two names: in `disk` it can be written, in `view` only while the mount says so. */
let folder: string;
let isMounted: boolean;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-read-only-"));
  mkdirSync(at("disk"));
  mkdirSync(at("view"));
  isMounted = spawnSync("mount", ["--bind", at("disk"), at("view")]).status === 0 && remount("ro");
});
afterEach(() => {
  // Lazily: an engine may close its file only when its memory is reclaimed.
  spawnSync("umount", ["-l", at("view")]);
  rmSync(folder, { recursive: true, force: true });
});

const WHY = "Only root on Linux can mount a folder; the unit tests make an engine's writes fail instead.";
const at = (name: "disk" | "view") => join(folder, name);
const remount = (mode: "ro" | "rw") => spawnSync("mount", ["-o", `remount,bind,${mode}`, at("view")]).status === 0;
const open = (name: "disk" | "view") =>
  openSqliteStore({ folder: at(name), now: () => new Date(), log: () => undefined });
const command = (...args: string[]) =>
  spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", program, ...args, "--data", at("view")], {
    input: "",
    encoding: "utf8",
  });
const NOTHING_SAVED = "nothing can be saved now: The data folder";

test("canvases in a folder that is read-only are listed, shown, exported and read, and it is said that nothing can be saved", async ({
  skip,
}) => {
  if (!isMounted) skip(WHY);
  const before = await open("disk");
  await before.canvases.create("local", sampleCreate(sampleRecord("AAAA", "# Plan\n\nwords\n")));
  await before.close();
  for (const [args, words] of [
    [["list"], "AAAA"],
    [["show", "AAAA"], "words"],
    [["export", "AAAA"], "words"],
  ] as const) {
    const { status, stdout, stderr } = command(...args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining(NOTHING_SAVED) });
    expect(stdout).toContain(words);
  }

  const store = await open("view");
  const { call, close } = await startHarness(store);
  const read = await call("read_canvas", { canvas_id: "AAAA" });
  expect(read.text).toContain("words");
  expect(read.text).toContain("Nothing can be saved now: ");
  expect((await call("list_canvases")).text).toContain("Tell the person: Nothing can be saved now: ");
  expect((await call("write_canvas", { content: "# New\n" })).text).toContain("cannot be written");

  expect(remount("rw")).toBe(true);
  expect((await call("list_canvases")).text).not.toContain("Nothing can be saved now");
  expect((await call("write_canvas", { content: "# New\n" })).isError).toBe(false);
  await close();
  await store.close();
});

test("a store of the first release, and a damaged one, in a folder that is read-only are shown as far as they can be read", async ({
  skip,
}) => {
  if (!isMounted) skip(WHY);
  const path = join(at("disk"), STORE_FILE);
  const first = (await findSqlEngine())(path);
  first.exec(
    readFileSync(new URL("../../src/server/storage/sqlite/engine/released/schema-1.sql", import.meta.url), "utf8"),
  );
  first.close();
  for (const damage of [() => undefined, () => writeFileSync(path, readFileSync(path).fill(0xa5, 20, 60))]) {
    damage();
    const bytes = readFileSync(path);
    const { status, stdout, stderr } = command("show", "AAAA");
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining("nothing can be saved now: ") });
    expect(stdout).toBe("# Über\r\n\r\nthird");
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(readdirSync(at("disk"))).toEqual([STORE_FILE]);
  }
});

test("the page of a folder that is read-only lets in whoever has its link, once, and keeps no file", async ({
  skip,
}) => {
  if (!isMounted) skip(WHY);
  const links = await createLinks(at("view"), () => new Date());
  const HERE = "127.0.0.1:3001";
  const link = links.mint();
  const redeemed = await links.redeem(link, HERE, null);
  expect(redeemed.kind === "session" && (await links.checkPass(redeemed.pass, HERE))).toEqual({});
  expect(await links.redeem(link, HERE, null)).toEqual({ kind: "used" });
  const other = await createLinks(at("view"), () => new Date());
  expect(await other.redeem(links.mint(), HERE, null)).toEqual({ kind: "bad" });
  expect(readdirSync(at("disk"))).toEqual([]);
});
