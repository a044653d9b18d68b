import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { freshDatabase, whyNoPostgres } from "../../test/setup/fresh-database.ts";
import type { Finding } from "./doctor/finding.ts";
import { type CommandOptions, type Heard, runCommand } from "./testing/run-command.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-database-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const command = (args: readonly string[], change?: CommandOptions): Promise<Heard> => runCommand(folder, args, change);

describe("an address that is none is refused in words that hold no password", () => {
  test.each<[string, string, RegExp]>([
    [
      "no URL",
      "hunter2@db",
      /--store is no address of a database. It looks like postgres:\/\/USER@HOST:PORT\/DATABASE/,
    ],
    ["another kind", "mysql://ann:hunter2@db/x", /--store begins with mysql:\/\/; canvases can be kept in PostgreSQL/],
    ["a # in the password", "postgres://ann:hun#ter2@db/x", /no address|written %23/],
  ])("%s", async (_, url, words) => {
    const heard = await command(["list", "--store", url]);
    expect(heard.code).toBe(2);
    expect(heard.err).toMatch(words);
    expect(heard.err).not.toMatch(/hunter2|ter2/);
  });

  test("two places", async () => {
    const heard = await command(["list", "--store", "postgres://db/x", "--data", folder]);
    expect(heard).toMatchObject({ code: 2, err: expect.stringContaining("give --data DIR or --store, not both") });
  });

  test.each(["backup copy.db", "token", "open notes.md"])("%s is for a data folder", async (typed) => {
    writeFileSync(join(folder, "notes.md"), "# Notes\n");
    const heard = await command(typed.split(" "), { env: { WRITING_CANVAS_STORE: "postgres://db/x" } });
    expect(heard.code).toBe(2);
    expect(heard.err).toMatch(/is for canvases in a data folder of this machine/);
  });

  test.each(["0", "1001", "many"])("%s connections", async (connections) => {
    const args = ["serve", "--port", "0", "--store", "postgres://db/x", "--connections", connections];
    const heard = await command(args, { env: { WRITING_CANVAS_TOKEN: "a-token-of-this-test" } });
    expect(heard).toMatchObject({ code: 2, err: expect.stringMatching(/--connections is .* from 1 to 500/) });
  });
});

describe.skipIf(whyNoPostgres() !== null)(`commands on a database ${whyNoPostgres() ?? ""}`, () => {
  let env: Record<string, string>;
  beforeEach(async () => {
    env = { WRITING_CANVAS_STORE: await freshDatabase() };
  });

  test("a canvas is made, listed, shown, exported, deleted and brought back, and nothing lies in a folder", async () => {
    const { out } = await command(["import", "-", "--json"], { env, input: "# Plan\n\nFirst.\n" });
    const { id } = JSON.parse(out) as { id: string };
    expect((await command(["list"], { env })).out).toContain("Plan");
    expect((await command(["show", id], { env })).out).toBe("# Plan\n\nFirst.\n");
    expect((await command(["export", id], { env })).out).toContain("First.");
    expect((await command(["delete", id, "--yes"], { env })).code).toBe(0);
    expect((await command(["list", "--deleted"], { env })).out).toContain("Plan");
    expect((await command(["undelete", id], { env })).code).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("moved by dump and load from a folder to a database and back, it is the same", async () => {
    const data = { WRITING_CANVAS_DATA: join(folder, "data") };
    const made = await command(["import", "-", "--json"], { env: data, input: "# Plan\n\nFirst.\n" });
    const { id } = JSON.parse(made.out) as { id: string };
    const dump = async (from: Record<string, string>) => {
      const lines = (await command(["dump"], { env: from })).out.trimEnd().split("\n");
      return lines.slice(1, -1);
    };
    const before = await dump(data);
    await command(["dump", "all.jsonl"], { env: data });
    expect(await command(["load", "all.jsonl"], { env })).toMatchObject({ code: 0 });
    expect(await dump(env)).toEqual(before);
    const back = { WRITING_CANVAS_DATA: join(folder, "back") };
    await command(["dump", "back.jsonl"], { env });
    expect(await command(["load", "back.jsonl"], { env: back })).toMatchObject({ code: 0 });
    expect(await dump(back)).toEqual(before);
    expect((await command(["erase", "local", "--yes"], { env })).code).toBe(0);
    expect((await command(["show", id], { env })).code).toBe(1);
  });

  const diagnosed = async (args: readonly string[] = []) => {
    const heard = await command(["doctor", "--json", ...args], { env });
    const { findings } = JSON.parse(heard.out) as { findings: readonly Finding[] };
    return { heard, about: (name: string) => findings.find(({ about }) => about === name) };
  };

  test("doctor looks at it, and changes nothing", async () => {
    const empty = await diagnosed();
    expect(empty.about("database")?.level).toBe("ok");
    expect(empty.about("tables")?.message).toContain("not there yet");
    await command(["import", "-"], { env, input: "# Plan\n" });
    expect((await diagnosed()).about("tables")?.message).toMatch(/^1 canvas, \d+ KB$/);
    const client = new pg.Client({ connectionString: env.WRITING_CANVAS_STORE });
    await client.connect();
    await client.query("UPDATE writing_canvas.store SET value = '99' WHERE name = 'schema'");
    const { rows } = await client.query<{ name: string }>("SELECT current_database() AS name");
    const name = client.escapeIdentifier(rows[0]!.name);
    await client.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await client.end();
    const sick = await diagnosed();
    expect(sick.about("tables")).toMatchObject({ level: "problem", message: expect.stringContaining("newer") });
    expect(sick.about("writing")?.level).toBe("problem");
    expect(sick.heard.code).toBe(1);
  });

  test("a wrong password, a database that is not there, one that does not run: each is said, and no password", async () => {
    const url = new URL(env.WRITING_CANVAS_STORE!);
    const { password, port } = url;
    const tried = async (change: (url: URL) => void) => {
      const other = new URL(url);
      change(other);
      const heard = await command(["list"], { env: { WRITING_CANVAS_STORE: other.href } });
      expect(heard.code).toBe(1);
      expect(heard.err).not.toContain(password);
      return heard.err;
    };
    expect(
      await tried((other) => {
        other.password = "hunter2";
      }),
    ).toMatch(/the password is wrong/);
    expect(
      await tried((other) => {
        other.pathname = "/nowhere";
      }),
    ).toMatch(/there is no such database/);
    expect(
      await tried((other) => {
        other.port = port === "1" ? "2" : "1";
      }),
    ).toMatch(/nothing answers there/);
  });
});
