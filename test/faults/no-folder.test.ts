import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const program = fileURLToPath(new URL("../../dist/index.js", import.meta.url));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-no-folder-"));
  writeFileSync(join(folder, "a-file"), "");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function expectRefusal(args: readonly string[], data: string): void {
  const done = spawnSync(process.execPath, [program, ...args, "--data", data], { input: "", encoding: "utf8" });
  expect(done.status).toBe(1);
  expect(done.stdout).toBe("");
  expect(done.stderr).toContain(`The data folder ${data} cannot be written: `);
  expect(done.stderr).toContain("--data DIR");
}

describe.each([
  ["stdio", []],
  ["serve", ["serve", "--port", "0"]],
])("over %s, the start is refused with path and reason", (_, args) => {
  test("when the folder lies below a file", () => {
    expectRefusal(args, join(folder, "a-file", "data"));
  });

  test("when the system makes no folders there", ({ skip }) => {
    if (process.platform !== "linux") skip("/proc is Linux's.");
    expectRefusal(args, "/proc/writing-canvas");
  });

  test("when the folder is read-only", ({ skip }) => {
    if (process.platform === "win32" || process.getuid?.() === 0)
      skip("Root may write into a read-only folder; the tests beside this one are certain for it.");
    const readOnly = mkdtempSync(join(folder, "read-only-"));
    chmodSync(readOnly, 0o500);
    expectRefusal(args, readOnly);
    chmodSync(readOnly, 0o700);
  });
});
