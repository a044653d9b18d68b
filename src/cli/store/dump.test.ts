import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findSqlEngine } from "../../server/storage/sqlite/engine/adapter.ts";
import { STORE_FILE } from "../../server/storage/sqlite/store.ts";
import { type CommandOptions, type Heard, runCommand } from "../testing/run-command.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-dump-command-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);
const command = (args: readonly string[], change?: CommandOptions): Promise<Heard> => runCommand(folder, args, change);
const make = async (text: string): Promise<string> =>
  (JSON.parse((await command(["import", "-", "--json"], { input: text })).out) as { id: string }).id;
const lines = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { kind: string });

describe("dump and load", () => {
  test("move everything into another store: texts, the bin, used ids, the store's id and its keys", async () => {
    const kept = await make("# Plan\n\nwords 😀\r\n");
    const binned = await make("# Binned\n");
    const gone = await make("# Gone\n");
    await command(["delete", binned, "--yes"]);
    await command(["delete", gone, "--yes", "--forever"]);
    const written = await command(["dump", "all.jsonl"]);
    expect(written).toMatchObject({ code: 0, out: `${at("all.jsonl")}\n` });
    expect(written.err).toMatch(/^2 canvases, 0 older versions, \d KB\.\n$/);
    if (process.platform !== "win32") expect(statSync(at("all.jsonl")).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).sort()).toEqual(["all.jsonl", "data"]);

    const loaded = await command(["load", "all.jsonl", "--data", "other"]);
    expect(loaded).toMatchObject({ code: 0, out: "2 canvases loaded, 0 there already, 0 left out.\n" });
    expect(loaded.err).toContain("has the id and the keys of the one that was dumped");
    expect((await command(["show", kept, "--data", "other"])).out).toBe("# Plan\n\nwords 😀\r\n");
    expect((await command(["list", "--deleted", "--data", "other"])).out).toContain(binned);
    const again = await command(["dump", "--data", "other"]);
    expect(again.out).toBe(readFileSync(at("all.jsonl"), "utf8"));
    expect(again.code).toBe(0);
  });

  test("through a pipe, and again: what is there is left as it is", async () => {
    await make("# One\n");
    const first = await command(["dump"]);
    expect(first).toMatchObject({ code: 0, err: expect.stringContaining("1 canvas,") });
    await make("# Two\n");
    const both = await command(["dump", "-"]);
    const load = (input: string) => command(["load", "-", "--data", "other", "--json"], { input });
    expect(JSON.parse((await load(first.out)).out)).toMatchObject({ written: 1, there: 0, adopted: true });
    // As after a loading that was broken off.
    expect(JSON.parse((await load(both.out)).out)).toEqual({
      written: 1,
      there: 1,
      buried: 0,
      buriedThere: 0,
      skipped: [],
      adopted: true,
      dryRun: false,
    });
    expect((await command(["dump", "--data", "other"])).out).toBe(both.out);
  });

  test("--dry-run says what would be done, and makes nothing", async () => {
    await make("# One\n");
    await command(["dump", "all.jsonl"]);
    const dry = await command(["load", "all.jsonl", "--data", "other", "--dry-run"]);
    expect(dry).toMatchObject({ code: 0, out: "1 canvas would be loaded, 0 there already, 0 left out.\n" });
    expect(existsSync(at("other"))).toBe(false);
    const there = await command(["load", "all.jsonl", "--dry-run", "--json"]);
    expect(JSON.parse(there.out)).toMatchObject({ written: 0, there: 1, dryRun: true });
  });

  test("into a store of its own nothing is taken over but canvases", async () => {
    await make("# One\n");
    await command(["dump", "all.jsonl"]);
    await command(["import", "-", "--data", "other"], { input: "# Mine\n" });
    const loaded = await command(["load", "all.jsonl", "--data", "other"]);
    expect(loaded).toMatchObject({ code: 0, err: expect.stringContaining("keeps its own id and keys") });
    const { out } = await command(["list", "--data", "other"]);
    for (const title of ["One", "Mine"]) expect(out).toContain(title);
  });

  test("of one owner has no keys; of nobody there is none", async () => {
    await make("# One\n");
    const one = await command(["dump", "--owner", "local"]);
    expect(lines(one.out).map(({ kind }) => kind)).toEqual(["writing-canvas dump", "canvas", "event", "end"]);
    expect(await command(["dump", "mine.jsonl", "--owner", "ann"])).toMatchObject({
      code: 1,
      err: expect.stringContaining('nothing of "ann" here. Those who have canvases: "local".'),
    });
    expect(readdirSync(folder)).toEqual(["data"]);
  });
});

describe("dump", () => {
  test("replaces a file only with --force, and answers as JSON", async () => {
    await make("# Plan\n");
    writeFileSync(at("all.jsonl"), "mine");
    expect(await command(["dump", "all.jsonl"])).toMatchObject({ code: 1, err: expect.stringContaining("--force") });
    expect(readFileSync(at("all.jsonl"), "utf8")).toBe("mine");
    const { code, out } = await command(["dump", "all.jsonl", "--force", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      file: at("all.jsonl"),
      canvases: 1,
      versions: 0,
      points: 0,
      moments: 0,
      events: 1,
      used: 0,
      people: 0,
      audit: 0,
      secrets: 1,
      bytes: statSync(at("all.jsonl")).size,
      skipped: [],
      refused: [],
    });
    if (process.platform !== "win32") expect(statSync(at("all.jsonl")).mode & 0o777).toBe(0o600);
  });

  test.each<[string, readonly string[], number, string, CommandOptions]>([
    ["into a folder that is not there", ["dump", "none/all.jsonl"], 1, "Make it first", {}],
    ["onto a folder", ["dump", "."], 1, "Name a file in it", {}],
    ["onto the store itself", ["dump", join("data", STORE_FILE), "--force"], 1, "is the store itself", {}],
    ["to stdout as JSON of its own", ["dump", "--json"], 2, "name a FILE", {}],
    ["to a terminal", ["dump"], 2, "not for a terminal", { toTerminal: true }],
    ["of a store that is not there", ["dump", "--data", "none"], 1, "no canvases in", {}],
  ])("%s is refused with what to do", async (_, args, code, words, options) => {
    await make("# Plan\n");
    expect(await command(args, options)).toMatchObject({ code, err: expect.stringContaining(words) });
    expect(readdirSync(folder)).toEqual(["data"]);
  });

  test("of a store in which something is damaged says what, has the rest, and fails", async () => {
    const whole = await make("# Whole\n");
    const damaged = await make("# Damaged\n");
    const database = (await findSqlEngine())(join(folder, "data", STORE_FILE));
    database.run("UPDATE canvases SET record = '{' WHERE id = ?", damaged);
    database.close();
    const { code, out, err } = await command(["dump"]);
    expect(code).toBe(1);
    expect(err).toContain(damaged);
    expect(out).toContain(whole);
    expect((await command(["load", "-", "--data", "other"], { input: out })).code).toBe(0);
  });

  test("says of a canvas that could not be loaded as it is", async () => {
    const id = await make("# Plan\n");
    const database = (await findSqlEngine())(join(folder, "data", STORE_FILE));
    database.run(
      `UPDATE canvases SET record = replace(record, '"titleGiven":false', '"titleGiven":7') WHERE id = ?`,
      id,
    );
    database.close();
    const { code, out, err } = await command(["dump"]);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`Canvas ${id} is in it, but`) });
    expect(out).toContain("# Plan");
  });

  test("shows at a terminal how far it is", async () => {
    await make("# Plan\n");
    const stderr = Object.assign(new PassThrough(), { isTTY: true });
    await command(["dump", "all.jsonl"], { stderr });
    expect(String(stderr.read())).toContain("Writing: 1 of 1");
  });
});

describe("load", () => {
  const dumped = async (): Promise<string> => {
    await make("# One\n");
    await make("# Two\n");
    return (await command(["dump"])).out;
  };

  test.each<[string, (text: string) => string, string]>([
    ["was cut off", (text) => text.slice(0, -200), "cut off"],
    ["was changed", (text) => text.replace("# One", "# 0ne"), "was changed"],
    ["is none", () => "# Notes\n", "no dump of writing-canvas"],
    ["is empty", () => "", "no dump of writing-canvas"],
  ])("of a dump that %s writes nothing at all", async (_, change, words) => {
    const input = change(await dumped());
    const { code, err } = await command(["load", "-", "--data", "other"], { input });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(words) });
    expect(existsSync(at("other"))).toBe(false);
  });

  test("names the line that cannot be used, loads the rest, and fails", async () => {
    const all = (await dumped()).trimEnd().split("\n");
    const changed = all
      .slice(0, -1)
      .map((line, n) => (n === 2 ? line.replace('"status":"draft"', '"status":"x"') : line));
    const sha256 = createHash("sha256")
      .update(`${changed.join("\n")}\n`)
      .digest("hex");
    const end = JSON.stringify({ ...(JSON.parse(all.at(-1)!) as object), sha256 });
    writeFileSync(at("all.jsonl"), `${changed.join("\n")}\n${end}\n`);
    const { code, out, err } = await command(["load", "all.jsonl", "--data", "other"]);
    expect({ code, out }).toEqual({ code: 1, out: "1 canvas loaded, 0 there already, 1 left out.\n" });
    expect(err).toMatch(/^Line 3 \(canvas \w+\) cannot be used in record\.document\.status: .* It is left out\.$/m);
  });

  test.each([
    ["a file that is not there", "none.jsonl", "does not exist"],
    ["a folder", "folder", "is a folder"],
  ])("of %s is refused with what to do", async (_, name, words) => {
    mkdirSync(at("folder"));
    expect(await command(["load", name])).toMatchObject({ code: 1, err: expect.stringContaining(words) });
    expect(existsSync(at("data"))).toBe(false);
  });
});

describe("erase", () => {
  test("deletes everything of an owner for good, and no id is given again", async () => {
    const id = await make("# CONFIDENTIAL\n");
    await command(["delete", await make("# Binned\n"), "--yes"]);
    const asked = await command(["erase", "local"], { typed: "y\n" });
    expect(asked).toMatchObject({ code: 0, out: '2 canvases of "local" deleted for good.\n' });
    expect(asked.err).toContain(
      'Delete everything of "local" for good: 1 canvas, and 1 in the bin, with all versions? [y/N]',
    );
    expect(asked.err).toContain("backups, dumps");
    expect((await command(["list"])).out).toBe("No canvases.\n");
    expect((await command(["list", "--deleted"])).out).toBe("The bin is empty.\n");
    expect(readFileSync(join(folder, "data", STORE_FILE)).includes("CONFIDENTIAL")).toBe(false);
    const used = lines((await command(["dump"])).out);
    expect(used).toContainEqual(expect.objectContaining({ kind: "used", owner: "", id }));
  });

  test("asks first, and where nobody can be asked does nothing without --yes", async () => {
    const id = await make("# Plan\n");
    expect((await command(["erase", "local"], { typed: "n\n" })).code).toBe(1);
    expect(JSON.parse((await command(["erase", "local", "--json"], { typed: "\n" })).out)).toEqual({
      owner: "local",
      deleted: false,
    });
    expect(await command(["erase", "local"])).toMatchObject({ code: 2, err: expect.stringContaining("--yes") });
    expect((await command(["show", id])).out).toBe("# Plan\n");
    expect(JSON.parse((await command(["erase", "local", "--yes", "--json"])).out)).toEqual({
      owner: "local",
      deleted: true,
      canvases: 1,
    });
  });

  test("of somebody who has nothing says so", async () => {
    await make("# Plan\n");
    expect(await command(["erase", "ann", "--yes"])).toMatchObject({
      code: 1,
      err: expect.stringContaining('nothing of "ann" here. Those who have canvases: "local".'),
    });
    expect((await command(["erase", "local", "--yes", "--data", "none"])).err).toContain("no canvases in");
    expect(existsSync(at("none"))).toBe(false);
  });
});
