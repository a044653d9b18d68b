import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { freshDatabase, whyNoPostgres } from "./fresh-database.ts";
import { startPostgres } from "./postgres.ts";

const STARTER = fileURLToPath(new URL("postgres-starter.ts", import.meta.url));

async function ask(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

describe.skipIf(whyNoPostgres() !== null)(`a real PostgreSQL ${whyNoPostgres() ?? ""}`, () => {
  test("each that asks gets an empty database of its own", async () => {
    const urls = await Promise.all([freshDatabase(), freshDatabase()]);
    expect(new Set(urls).size).toBe(2);
    await ask(urls[0], "CREATE TABLE mine (a text)");
    const found = await ask(urls[1], "SELECT to_regclass('mine') AS found");
    expect(found).toEqual([{ found: null }]);
  });

  test.each(["fast", "immediate", "kill"] as const)("what was committed survives: %s", async (how) => {
    const postgres = await startPostgres({ durable: true });
    try {
      expect(await ask(postgres.url, "SHOW fsync")).toEqual([{ fsync: "on" }]);
      await ask(postgres.url, "CREATE TABLE kept AS SELECT 'ä' AS text UNION ALL SELECT 'z' UNION ALL SELECT 'B'");
      await (how === "kill" ? postgres.kill() : postgres.stop(how));
      await expect(ask(postgres.url, "SELECT 1")).rejects.toThrow("ECONNREFUSED");
      await postgres.start();
      const sorted = await ask(postgres.url, "SELECT text FROM kept ORDER BY text");
      // By the rules of a language, as on most servers, and not by bytes.
      expect(sorted.map(({ text }) => text)).toEqual(["ä", "B", "z"]);
    } finally {
      await postgres.close();
    }
  });

  test("it ends with the process that started it, even if that was killed, and leaves no folder", async () => {
    const starter = spawn(process.execPath, ["--import", "tsx", STARTER], { stdio: ["ignore", "pipe", "inherit"] });
    const { pid, data } = await saidBy(starter);
    expect(existsSync(data)).toBe(true);
    const gone = once(starter, "exit");
    starter.kill("SIGKILL");
    await gone;
    await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
    await expect.poll(() => existsSync(dirname(data)), { timeout: 20_000 }).toBe(false);
  });
});

async function saidBy(child: ChildProcess): Promise<{ readonly pid: number; readonly data: string }> {
  if (child.stdout === null) throw new Error("Its output is not read");
  const [line] = await once(child.stdout.setEncoding("utf8"), "data");
  return JSON.parse(line) as { pid: number; data: string };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}
