import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createDiskFile } from "../../src/surfaces/files/disk-file.ts";

test("a file on a full disk stays whole, that is said, and it is written when there is room", async ({ skip }) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "canvas-full-file-")));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]);
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    skip("A small disk can only be mounted by root on Linux.");
  }
  try {
    const path = join(folder, "plan.md");
    const filler = join(folder, "filler");
    writeFileSync(path, "as it was\n");
    writeFileSync(filler, Buffer.alloc(700_000));
    let made = 0;
    const file = createDiskFile(path, (length) => `${++made}`.padEnd(length, "X"));
    const over = async () => {
      const disk = await file.read();
      if (disk.kind !== "text") throw new Error(`It cannot be read: ${JSON.stringify(disk)}`);
      return disk;
    };
    const text = "new words\n".repeat(60_000);
    expect(await file.write(text, await over())).toMatchObject({ kind: "trouble", trouble: { code: "no_room" } });
    expect(readFileSync(path, "utf8")).toBe("as it was\n");
    expect(readdirSync(folder).sort()).toEqual(["filler", "plan.md"]);
    rmSync(filler);
    expect(await file.write(text, await over())).toMatchObject({ kind: "written" });
    expect(readFileSync(path, "utf8")).toBe(text);
  } finally {
    if (spawnSync("umount", ["-l", folder]).status === 0) rmSync(folder, { recursive: true, force: true });
  }
});
