import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findTarget } from "./find-target.ts";

let cwd: string;
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), "canvas-target-")));
  mkdirSync(join(cwd, "docs"));
  mkdirSync(join(cwd, "other"));
  writeFileSync(join(cwd, "docs", "plan.md"), "one");
  writeFileSync(join(cwd, "other", "plan.md"), "two");
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

test("a file is found by its real path, in its own folder", async () => {
  const expected = { path: join(cwd, "docs", "plan.md"), root: join(cwd, "docs"), exists: true };
  expect(await findTarget({ cwd, file: "docs/plan.md" })).toEqual(expected);
  expect(await findTarget({ cwd, file: "other/../docs/./plan.md" })).toEqual(expected);
  expect(await findTarget({ cwd: join(cwd, "other"), file: join(cwd, "docs", "plan.md") })).toEqual(expected);
});

test("a folder can be named that it must lie in", async () => {
  expect(await findTarget({ cwd, file: "docs/plan.md", folder: "." })).toMatchObject({ root: cwd, exists: true });
  const out = await findTarget({ cwd, file: "docs/plan.md", folder: "other" });
  expect(out).toMatchObject({ code: "link", message: expect.stringContaining("outside of") });
  expect(await findTarget({ cwd, file: "docs/plan.md", folder: "none" })).toMatchObject({ code: "missing" });
  expect(await findTarget({ cwd, file: "docs/plan.md", folder: "docs/plan.md" })).toMatchObject({
    code: "not_a_file",
  });
});

test("a folder whose name only begins alike is another", async () => {
  mkdirSync(join(cwd, "docs-2"));
  writeFileSync(join(cwd, "docs-2", "plan.md"), "x");
  expect(await findTarget({ cwd, file: "docs-2/plan.md", folder: "docs" })).toMatchObject({ code: "link" });
});

test("a missing file is found missing, also when it is named through a missing folder", async () => {
  expect(await findTarget({ cwd, file: "docs/new.md" })).toEqual({
    path: join(cwd, "docs", "new.md"),
    root: join(cwd, "docs"),
    exists: false,
  });
  expect(await findTarget({ cwd, file: "none/new.md" })).toMatchObject({ code: "missing" });
  expect(await findTarget({ cwd, file: "none/new.md", folder: "." })).toMatchObject({ code: "missing" });
});

test.skipIf(process.platform === "win32")(
  "links inside the folder are followed, links out of it are refused",
  async () => {
    symlinkSync("plan.md", join(cwd, "docs", "inside.md"));
    symlinkSync("../other/plan.md", join(cwd, "docs", "out.md"));
    symlinkSync("../other/none.md", join(cwd, "docs", "dangling.md"));
    symlinkSync("loop.md", join(cwd, "docs", "loop.md"));
    symlinkSync("docs", join(cwd, "alias"));
    const real = { path: join(cwd, "docs", "plan.md"), root: join(cwd, "docs"), exists: true };
    expect(await findTarget({ cwd, file: "docs/inside.md" })).toEqual(real);
    expect(await findTarget({ cwd, file: "alias/plan.md" })).toEqual(real);
    expect(await findTarget({ cwd, file: "docs/out.md" })).toMatchObject({ code: "link" });
    expect(await findTarget({ cwd, file: "docs/out.md", folder: "." })).toMatchObject({
      path: join(cwd, "other", "plan.md"),
    });
    expect(await findTarget({ cwd, file: "docs/dangling.md" })).toMatchObject({ code: "link" });
    expect(await findTarget({ cwd, file: "docs/loop.md" })).toMatchObject({ code: "link" });
  },
);
