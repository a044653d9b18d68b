import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSqliteStore } from "../../server/storage/sqlite/store.ts";
import { act, newCanvas, testDeps } from "../../surfaces/aap/aap-for-tests.ts";
import { runCommand } from "../testing/run-command.ts";

let folder: string;
let now: number;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-interactions-"));
  now = Date.parse("2026-11-16T12:00:00Z");
  const clock = () => new Date(now);
  const store = await openSqliteStore({ folder: join(folder, "data"), now: clock, log: () => undefined });
  const deps = testDeps({ store, clock }, ["HN8B", "KX2M"]);
  await newCanvas(deps);
  await newCanvas(deps, { content: "# Other\n" });
  for (const element of ["a", "b\u001b[2J\n", "c"]) {
    now += 1_000;
    await act(deps, element === "c" ? "KX2M" : "HN8B", { element });
  }
  await store.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const command = (...args: readonly string[]) => runCommand(folder, ["interactions", ...args]);

test("says what people did, the newest first, and harmlessly", async () => {
  const { code, out } = await command();
  expect(code).toBe(0);
  expect(out).toBe(
    [
      "2026-11-16 12:00:03  User click 'c' on KX2M.md",
      "2026-11-16 12:00:02  User click 'b [2J ' on HN8B.md",
      "2026-11-16 12:00:01  User click 'a' on HN8B.md",
      "",
    ].join("\n"),
  );
});

test.each([["HN8B"], ["hn8b"], ["HN8B.md"]])("says it of one canvas, as %s, and of so many", async (name) => {
  expect((await command(name, "--limit", "1")).out).toBe("2026-11-16 12:00:02  User click 'b [2J ' on HN8B.md\n");
});

test("says it as JSON, with nothing that acts on a terminal", async () => {
  const { out } = await command("--json");
  expect((JSON.parse(out) as { element: string }[]).map(({ element }) => element)).toEqual(["c", "b\u001b[2J\n", "a"]);
  expect(out).not.toContain("\u001b");
});

test("says that there is nothing, and what is wrong", async () => {
  expect((await command("--owner", "nobody")).out).toBe("Nobody did anything yet.\n");
  expect(await command("NOPE")).toMatchObject({ code: 1, err: expect.stringContaining('There is no canvas "NOPE"') });
  expect(await command("--limit", "0")).toMatchObject({ code: 2, err: expect.stringContaining("from 1 on") });
});
