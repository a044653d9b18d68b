import { spawnSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createDiskFile, removeLeftovers, temporaryName } from "./disk-file.ts";
import { hashOf } from "./file-text.ts";

let folder: string;
let inner: string;
let path: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "canvas-files-")));
  inner = join(folder, "notes");
  mkdirSync(inner);
  path = join(inner, "plan.md");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
const file = () => createDiskFile(path, (length) => `R${++made}`.padEnd(length, "X"));
/** Writes over what is on the disk now. */
const writeOver = async (text: string) => {
  const disk = await file().read();
  if (disk.kind !== "text") throw new Error(`There is no text to write over, but ${JSON.stringify(disk)}`);
  return file().write(text, disk);
};
const code = async () => {
  const disk = await file().read();
  return disk.kind === "trouble" ? disk.trouble.code : disk.kind;
};

describe("reading", () => {
  test.each([
    ["as it is", "one\ntwo"],
    ["with its line endings and its last one", "one\r\ntwo\rthree\n\n"],
    ["empty", ""],
    ["in any script", "ÄΩ漢字 👩‍👩‍👧 \u0301"],
  ])("the text %s", async (_, text) => {
    writeFileSync(path, text);
    expect(await file().read()).toEqual({ kind: "text", text, bom: false, hash: hashOf(Buffer.from(text)) });
  });

  test("no file is no trouble", async () => {
    expect(await file().read()).toEqual({ kind: "missing" });
    rmSync(inner, { recursive: true });
    expect(await file().read()).toEqual({ kind: "missing" });
  });

  test.each([
    ["bytes that are no UTF-8", Buffer.from([0x66, 0xff, 0x66]), "not_text"],
    ["half a character at the end", Buffer.from([0x66, 0xe2, 0x82]), "not_text"],
    ["a NUL", Buffer.from("a\0b"), "not_text"],
    ["20 MB", Buffer.alloc(20 * 1024 * 1024, "x"), "too_large"],
  ])("%s: said, and left as it is", async (_, bytes, expected) => {
    writeFileSync(path, bytes);
    expect(await code()).toBe(expected);
    expect(await file().write("new", { hash: hashOf(bytes), bom: false })).toEqual({ kind: "changed" });
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  test("a folder in its place", async () => {
    mkdirSync(path);
    expect(await code()).toBe("not_a_file");
    expect(await file().write("new", null)).toEqual({ kind: "changed" });
  });

  test.skipIf(process.platform === "win32")("a pipe in its place does not hold it up", async () => {
    expect(spawnSync("mkfifo", [path]).status).toBe(0);
    expect(await code()).toBe("not_a_file");
  });
});

describe("writing", () => {
  test("exactly the text, with the mode of the file before, and nothing left beside it", async () => {
    writeFileSync(path, "one\n");
    chmodSync(path, 0o640);
    const text = "one\r\ntwo\n\nthree ü";
    expect(await writeOver(text)).toEqual({ kind: "written", hash: hashOf(Buffer.from(text)) });
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(readdirSync(inner)).toEqual(["plan.md"]);
  });

  test("a byte order mark stays", async () => {
    writeFileSync(path, "\ufeffone");
    expect(await file().read()).toMatchObject({ text: "one", bom: true });
    expect(await writeOver("two")).toMatchObject({ kind: "written" });
    expect(readFileSync(path, "utf8")).toBe("\ufefftwo");
  });

  test("not over a text that it was not decided on", async () => {
    writeFileSync(path, "one");
    const disk = await file().read();
    writeFileSync(path, "two");
    expect(await file().write("mine", disk.kind === "text" ? disk : null)).toEqual({ kind: "changed" });
    expect(await file().write("mine", null)).toEqual({ kind: "changed" });
    expect(readFileSync(path, "utf8")).toBe("two");
    expect(readdirSync(inner)).toEqual(["plan.md"]);
  });

  test("a new file only where there is none", async () => {
    expect(await file().write("one", { hash: "h", bom: false })).toEqual({ kind: "changed" });
    expect(await file().write("one", null)).toMatchObject({ kind: "written" });
    expect(readFileSync(path, "utf8")).toBe("one");
    expect(readdirSync(inner)).toEqual(["plan.md"]);
  });

  test("not over a read-only file, whoever asks", async () => {
    writeFileSync(path, "one");
    chmodSync(path, 0o444);
    expect(await writeOver("two")).toMatchObject({ kind: "trouble", trouble: { code: "read_only" } });
    expect(readFileSync(path, "utf8")).toBe("one");
    chmodSync(path, 0o644);
    expect(await writeOver("two")).toMatchObject({ kind: "written" });
  });

  test("another name of the same file keeps its own text: it may lie outside of the folder", async () => {
    writeFileSync(path, "one");
    linkSync(path, join(folder, "other-name.md"));
    expect(await writeOver("two")).toMatchObject({ kind: "written" });
    expect(readFileSync(join(folder, "other-name.md"), "utf8")).toBe("one");
  });

  test("what a killed run left half written is removed, and nothing else", async () => {
    writeFileSync(path, "one");
    const others = [temporaryName("other.md", "ABC"), "notes.tmp"];
    for (const name of [temporaryName("plan.md", "ABC"), temporaryName("plan.md", "DEF"), ...others])
      writeFileSync(join(inner, name), "half");
    await removeLeftovers(path);
    expect(readdirSync(inner).sort()).toEqual(["plan.md", ...others].sort());
  });
});

describe.skipIf(process.platform === "win32")("never out of the folder", () => {
  const secret = () => join(folder, "secret.txt");
  beforeEach(() => writeFileSync(secret(), "secret"));

  test("a link in the place of the file is neither read nor written through", async () => {
    symlinkSync(secret(), path);
    expect(await code()).toBe("link");
    const over = { hash: hashOf(Buffer.from("secret")), bom: false };
    expect(await file().write("mine", over)).toEqual({ kind: "changed" });
    expect(await file().write("mine", null)).toEqual({ kind: "changed" });
    expect(readFileSync(secret(), "utf8")).toBe("secret");
  });

  test("a link in the place of its folder leads nowhere", async () => {
    writeFileSync(path, "one");
    const disk = await file().read();
    const outside = join(folder, "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "plan.md"), "one");
    renameSync(inner, join(folder, "moved"));
    symlinkSync(outside, inner);
    expect(await code()).toBe("moved");
    expect(await file().write("mine", disk.kind === "text" ? disk : null)).toMatchObject({
      kind: "trouble",
      trouble: { code: "moved" },
    });
    expect(readFileSync(join(outside, "plan.md"), "utf8")).toBe("one");
    expect(readdirSync(outside)).toEqual(["plan.md"]);
  });
});
