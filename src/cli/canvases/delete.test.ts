import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CommandOptions, type Heard, runCommand } from "../testing/run-command.ts";

let folder: string;
let id: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-delete-"));
  id = (JSON.parse((await command(["import", "-", "--json"], { input: "# Plan\n" })).out) as { id: string }).id;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const command = (args: readonly string[], change?: CommandOptions): Promise<Heard> => runCommand(folder, args, change);

test("deleted, it is in the bin and no longer listed; undeleted, it is back as it was", async () => {
  const deleted = await command(["delete", id.toLowerCase(), "--yes"]);
  expect(deleted).toMatchObject({ code: 0, out: `${id}  Plan\n` });
  expect(deleted.err).toContain(`node /clone/dist/index.js undelete ${id}`);
  expect((await command(["list"])).out).toBe("No canvases.\n");
  expect((await command(["show", id])).code).toBe(1);
  expect((await command(["list", "--deleted"])).out).toContain(`${id}    deleted 2026-11-16 12:00  Plan`);
  expect(JSON.parse((await command(["list", "--deleted", "--json"])).out)).toMatchObject([{ id, title: "Plan" }]);
  expect(await command(["undelete", id])).toMatchObject({ code: 0, out: `${id}  Plan\n`, err: "" });
  expect((await command(["show", id])).out).toBe("# Plan\n");
  expect((await command(["list", "--deleted"])).out).toBe("The bin is empty.\n");
});

test.each([
  ["y", 0],
  ["YES\n", 0],
  ["n\n", 1],
  ["\n", 1],
  ["", 1],
])("a person who answers %j is taken at the word", async (typed, code) => {
  const answered = await command(["delete", id], { typed });
  expect(answered.code).toBe(code);
  expect(answered.err).toContain(`Delete ${id} “Plan”? [y/N]`);
  expect((await command(["show", id])).code).toBe(code === 0 ? 1 : 0);
});

test("where nobody can be asked nothing is deleted without --yes", async () => {
  const { code, err } = await command(["delete", id]);
  expect(code).toBe(2);
  expect(err).toContain("--yes");
  expect((await command(["show", id])).code).toBe(0);
});

test("for ever is for ever, out of the bin too", async () => {
  await command(["delete", id, "--yes"]);
  const gone = await command(["delete", id, "--forever"], { typed: "y\n" });
  expect(gone).toMatchObject({ code: 0 });
  expect(gone.err).toContain("for ever, with all its versions?");
  const back = await command(["undelete", id]);
  expect(back.code).toBe(1);
  expect(back.err).toContain("list --deleted");
});

test("answers as JSON, what went wrong too", async () => {
  expect(JSON.parse((await command(["delete", id, "--json"], { typed: "n" })).out)).toMatchObject({
    id,
    deleted: false,
  });
  expect(JSON.parse((await command(["delete", id, "--yes", "--json"])).out)).toEqual({
    id,
    title: "Plan",
    deleted: true,
    forever: false,
  });
  const missing = await command(["delete", "ZZZZ", "--yes", "--json"]);
  expect(missing.code).toBe(1);
  expect(JSON.parse(missing.out)).toEqual({ error: { message: expect.stringContaining('no canvas "ZZZZ"') } });
  expect(missing.err).toContain('no canvas "ZZZZ"');
  const misused = await command(["delete", "--json"]);
  expect(misused.code).toBe(2);
  expect(JSON.parse(misused.out)).toEqual({ error: { message: expect.stringContaining("ID is missing") } });
  expect((await command(["undelete", id, "--json"])).code).toBe(0);
  expect((await command(["undelete", id])).err).toContain("among your canvases");
});
