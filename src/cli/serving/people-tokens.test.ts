import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hashOf, readTokens } from "../../server/access/tokens.ts";
import { type CommandOptions, runCommand } from "../testing/run-command.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-people-"));
  path = join(folder, "tokens");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const command = (args: readonly string[], change?: CommandOptions) => runCommand(folder, args, change);
const token = (args: readonly string[], change?: CommandOptions) =>
  command(["token", ...args, "--tokens", "tokens"], change);
const kept = () => readTokens(readFileSync(path, "utf8"));
async function add(name: string, ...more: readonly string[]): Promise<string> {
  const heard = await token(["add", name, ...more]);
  expect(heard.code).toBe(0);
  return heard.out.trimEnd();
}

describe("token add", () => {
  test("prints the token alone, once, and keeps its hash in a file that is this user's alone", async () => {
    const heard = await token(["add", "ada", "--name", "Ada  Lovelace"]);
    expect(heard).toMatchObject({ code: 0, out: expect.stringMatching(/^wct_[\w-]{32}\n$/) });
    expect(heard.err).toMatch(/A token of ada's, [\w-]{8}, is in .* shown only now/);
    const given = heard.out.trim();
    expect(readFileSync(path, "utf8")).not.toContain(given.slice(4));
    expect(kept()).toEqual({
      broken: [],
      tokens: [
        {
          subject: "ada",
          name: "Ada Lovelace",
          scopes: ["canvas:read", "canvas:write"],
          hash: hashOf(given),
          madeAt: "2026-11-16T12:00:00.000Z",
          line: 1,
        },
      ],
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("goes on in a file that is there, with its comments and its way of being read", async () => {
    writeFileSync(path, "# our people\n# no line break at its end", { mode: 0o640 });
    await add("ada", "--read-only");
    await add("ada");
    const text = readFileSync(path, "utf8");
    expect(text).toMatch(/^# our people\n# no line break at its end\nada sha256:/);
    expect(kept().tokens.map(({ scopes }) => scopes.length)).toEqual([1, 2]);
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  test("follows a link and leaves it one", async () => {
    writeFileSync(join(folder, "real"), "", { mode: 0o600 });
    symlinkSync("real", path);
    await add("ada");
    expect(readTokens(readFileSync(join(folder, "real"), "utf8")).tokens).toHaveLength(1);
  });

  test("many at once all stay", async () => {
    await Promise.all(Array.from({ length: 8 }, (_, n) => add(`p${n}`)));
    expect(kept().tokens).toHaveLength(8);
  });

  test("names the file by the environment, and answers as JSON", async () => {
    const env = { WRITING_CANVAS_DATA: join(folder, "data"), WRITING_CANVAS_TOKENS: path };
    const heard = await command(["token", "add", "ada", "--json"], { env });
    expect(JSON.parse(heard.out)).toMatchObject({ name: "ada", token: expect.stringMatching(/^wct_/) });
  });
});

describe("token list", () => {
  test("names them without anything that lets anybody in", async () => {
    const given = await add("ada", "--name", "Ada Lovelace");
    await add("bob", "--read-only");
    const id = hashOf(given).slice(0, 8);
    const heard = await token(["list"]);
    expect(heard.out).toMatch(
      new RegExp(`^${id}  ada  read,write  2026-11-16  Ada Lovelace\n[\\w-]{8}  bob  read        2026`),
    );
    expect(JSON.parse((await token(["list", "--json"])).out)).toEqual([
      {
        id,
        name: "ada",
        display_name: "Ada Lovelace",
        scopes: ["canvas:read", "canvas:write"],
        made_at: "2026-11-16T12:00:00.000Z",
      },
      expect.objectContaining({ name: "bob", display_name: null, scopes: ["canvas:read"] }),
    ]);
  });

  test("says which lines are broken", async () => {
    writeFileSync(path, "ada\n", { mode: 0o600 });
    expect(await token(["list"])).toMatchObject({ code: 0, out: "", err: expect.stringMatching(/Line 1 .*Nobody/s) });
  });
});

describe("token revoke", () => {
  test("takes out all of a name's, or the one with a short id, and nothing else", async () => {
    writeFileSync(path, "# ours\n", { mode: 0o600 });
    const [one, two] = [await add("ada"), await add("ada")];
    const bobs = await add("bob");
    const heard = await token(["revoke", hashOf(one).slice(0, 8), "--yes"]);
    expect(heard).toMatchObject({ code: 0, out: expect.stringContaining("Revoked the token of ada") });
    expect(kept().tokens.map(({ hash }) => hash)).toEqual([hashOf(two), hashOf(bobs)]);
    await token(["revoke", "ada", "-y"]);
    expect(kept().tokens.map(({ subject }) => subject)).toEqual(["bob"]);
    expect(readFileSync(path, "utf8")).toMatch(/^# ours\nbob /);
  });

  test("asks first", async () => {
    await add("ada");
    expect(await token(["revoke", "ada"])).toMatchObject({ code: 2, err: expect.stringContaining("--yes") });
    expect(await token(["revoke", "ada"], { typed: "n\n" })).toMatchObject({ code: 1 });
    expect(kept().tokens).toHaveLength(1);
    expect(await token(["revoke", "ada"], { typed: "y\n" })).toMatchObject({ code: 0 });
    expect(kept().tokens).toHaveLength(0);
  });
});

test.each<[string, readonly string[], number, RegExp]>([
  ["no name", ["add"], 2, /NAME is missing/],
  ["the name that is kept", ["add", "local"], 2, /local is kept/],
  ["a name with a space", ["add", "ada lovelace"], 2, /spaces/],
  ["a name that begins a comment", ["add", "#ada"], 2, /spaces or signs/],
  ["a shown name with a comment in it", ["add", "ada", "--name", "a # b"], 2, /comment would begin/],
  ["another action", ["remove", "ada"], 2, /no `token remove`/],
  ["too much", ["list", "ada"], 2, /too many/],
  ["nobody of that name", ["revoke", "eve", "--yes"], 1, /cannot be read/],
])("%s is said", async (_, args, code, words) => {
  expect(await token(args)).toMatchObject({ code, out: "", err: expect.stringMatching(words) });
});

test("without a file it is asked for, and the data folder's own token takes no options of people's", async () => {
  expect(await command(["token", "list"])).toMatchObject({ code: 2, err: expect.stringContaining("--tokens FILE") });
  expect(await command(["token", "--read-only"])).toMatchObject({ code: 2, err: expect.stringContaining("token add") });
  expect(await command(["token"])).toMatchObject({ code: 0, out: expect.stringMatching(/^[\w-]{43}\n$/) });
});
