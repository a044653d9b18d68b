import { lchownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ownFolderPath, ownPath } from "./own-path.ts";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "canvas-own-")));
  mkdirSync(join(folder, "a", "b"), { recursive: true });
  writeFileSync(join(folder, "a", "file"), "");
  symlinkSync("a/file", join(folder, "link"));
  symlinkSync(join(folder, "a", "b"), join(folder, "a", "up"));
  symlinkSync("../file", join(folder, "a", "b", "back"));
  symlinkSync("none/at/all", join(folder, "dangling"));
  symlinkSync("loop", join(folder, "loop"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const user = process.getuid?.() ?? null;

test.each([
  ["a/file", "a/file"],
  ["a/../a/./file", "a/file"],
  ["link", "a/file"],
  ["a/up/back", "a/file"],
  ["a/up/new", "a/b/new"],
  ["none/of/it", "none/of/it"],
  ["dangling", "none/at/all"],
  ["loop", "loop"],
  ["a/file/below", "a/file/below"],
])("%s leads to %s", async (name, real) => {
  expect(await ownPath(join(folder, name), user)).toEqual({ ok: true, path: join(folder, real) });
});

test("what is there leads where the system says", async () => {
  for (const name of ["a", "link", "a/up", "a/up/back", "."]) {
    const path = join(folder, name);
    expect(await ownPath(path, user)).toEqual({ ok: true, path: realpathSync(path) });
  }
});

describe.skipIf(user !== 0)("links of others", () => {
  const NOBODY = 65_534;
  beforeEach(() => {
    for (const link of ["link", "a/up"]) lchownSync(join(folder, link), NOBODY, NOBODY);
  });

  test.each([
    ["link", 0, "link"],
    ["a/up/back", 0, "a/up"],
    ["a/up/back", 1000, "a/up"],
  ])("%s is not followed by user %s", async (name, uid, link) => {
    expect(await ownPath(join(folder, name), uid)).toEqual({ ok: false, link: join(folder, link) });
  });

  test("are followed by themselves, and where there are no users", async () => {
    for (const uid of [NOBODY, null])
      expect(await ownPath(join(folder, "link"), uid)).toEqual({ ok: true, path: join(folder, "a/file") });
  });

  test("do not matter as the last part of a name that is to be free", async () => {
    expect(await ownFolderPath(join(folder, "link"), 0)).toEqual({ ok: true, path: join(folder, "link") });
    expect(await ownFolderPath(join(folder, "a/up/new"), 0)).toEqual({ ok: false, link: join(folder, "a/up") });
  });
});
