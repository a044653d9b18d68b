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
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { STORE_FILE } from "../../server/storage/sqlite/store.ts";
import { type CommandOptions, type Heard, runCommand } from "../testing/run-command.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-backup-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const command = (args: readonly string[], change?: CommandOptions): Promise<Heard> => runCommand(folder, args, change);
const make = async (text: string): Promise<string> =>
  (JSON.parse((await command(["import", "-", "--json"], { input: text })).out) as { id: string }).id;
const data = () => join(folder, readdirSync(folder).find((name) => existsSync(join(folder, name, STORE_FILE))) ?? "");
const at = (name: string) => join(folder, name);

describe("backup", () => {
  test("copies all canvases into one private file that can be used as a store", async () => {
    const id = await make("# Plan\n\nwords\n");
    const { code, out, err } = await command(["backup", "copy.db"]);
    expect({ code, out }).toEqual({ code: 0, out: `${at("copy.db")}\n` });
    expect(err).toMatch(/^1 canvas, 0 older versions, \d+ KB; checked, and sound\./);
    if (process.platform !== "win32") expect(statSync(at("copy.db")).mode & 0o777).toBe(0o600);
    mkdirSync(at("other"));
    writeFileSync(join(at("other"), STORE_FILE), readFileSync(at("copy.db")));
    expect((await command(["show", id, "--data", "other"])).out).toBe("# Plan\n\nwords\n");
    expect(readdirSync(folder).filter((name) => name.includes("copy"))).toEqual(["copy.db"]);
  });

  test("answers as JSON", async () => {
    await make("# Plan\n");
    const { out } = await command(["backup", "copy.db", "--json"]);
    expect(JSON.parse(out)).toEqual({
      file: at("copy.db"),
      canvases: 1,
      versions: 0,
      bytes: statSync(at("copy.db")).size,
    });
  });

  test("replaces a file only with --force, and never the store itself", async () => {
    await make("# Plan\n");
    writeFileSync(at("copy.db"), "mine");
    const refused = await command(["backup", "copy.db"]);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("--force") });
    expect(readFileSync(at("copy.db"), "utf8")).toBe("mine");
    expect((await command(["backup", "copy.db", "--force"])).code).toBe(0);
    expect(statSync(at("copy.db")).size).toBeGreaterThan(4096);
    const itself = await command(["backup", join(data(), STORE_FILE), "--force"]);
    expect(itself).toMatchObject({ code: 1, err: expect.stringContaining("is the store itself") });
  });

  test.each([
    ["into a folder that is not there", "none/copy.db", "Make it first"],
    ["onto a folder", ".", "Name a file in it"],
  ])("%s is refused with what to do", async (_, file, words) => {
    await make("# Plan\n");
    expect(await command(["backup", file])).toMatchObject({ code: 1, err: expect.stringContaining(words) });
  });

  test("of nothing says that there is nothing, and makes nothing", async () => {
    const { code, err } = await command(["backup", "copy.db"]);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("--data DIR") });
    expect(existsSync(at("copy.db"))).toBe(false);
  });

  test("of a damaged store says so, and leaves nothing half made", async () => {
    await make(`# Plan\n\n${"words ".repeat(10_000)}\n`);
    const store = join(data(), STORE_FILE);
    const bytes = readFileSync(store);
    bytes.fill(0xa5, 8192, bytes.length - 4096);
    writeFileSync(store, bytes);
    const { code, err } = await command(["backup", "copy.db"]);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("is damaged") });
    expect(readdirSync(folder).filter((name) => name.includes("copy"))).toEqual([]);
  });
});

describe("recover", () => {
  test("writes what can be read of a damaged file to a new store, names what is missing, and leaves the file as it is", async () => {
    const kept = await make("# Kept\n");
    const lost = await make(`# Lost\n\n${"words ".repeat(20_000)}\n`);
    const store = join(data(), STORE_FILE);
    const bytes = readFileSync(store);
    // A page in the middle of the long text.
    const page = Math.floor(bytes.lastIndexOf("words words") / 4096) - 2;
    bytes.fill(0xa5, page * 4096, (page + 1) * 4096);
    writeFileSync(at("old.db"), bytes);
    const { code, out, err } = await command(["recover", "old.db"]);
    expect({ code, out }).toEqual({ code: 0, out: `${join(folder, "recovered", STORE_FILE)}\n` });
    expect(err).toContain(`Of canvas ${lost} “Lost” only the first `);
    expect(err).toContain(`--data '${at("recovered")}'`);
    expect(readFileSync(at("old.db")).equals(bytes)).toBe(true);
    expect((await command(["show", kept, "--data", "recovered"])).out).toBe("# Kept\n");
    expect((await command(["show", lost, "--data", "recovered"])).out).toMatch(/^# Lost\n\n(words )+/);
    expect((await command(["recover", "old.db"])).out).toBe(`${join(folder, "recovered-2", STORE_FILE)}\n`);
  });

  test("takes over all of a sound store, also while it is used, and answers as JSON", async () => {
    const id = await make("# Plan\n");
    const { out } = await command(["recover", join(data(), STORE_FILE), "--into", "new.db", "--json"]);
    expect(JSON.parse(out)).toEqual({
      file: at("new.db"),
      canvases: 1,
      binned: 0,
      versions: 0,
      missing: [],
      losses: [],
    });
    expect((await command(["show", id])).out).toBe("# Plan\n");
  });

  test("finds nothing in a file that is no store, and says so", async () => {
    writeFileSync(at("notes.txt"), "no database ".repeat(1_000));
    const { code, err } = await command(["recover", "notes.txt"]);
    expect(code).toBe(1);
    expect(err).toContain("0 canvases, 0 older versions.");
  });

  test.each([
    ["a file that is not there", ["recover", "none.db"], "does not exist"],
    ["a folder", ["recover", "."], `Name the file in it`],
    ["into a file that is there", ["recover", "old.db", "--into", "old.db"], "already there"],
    ["into a folder that is not there", ["recover", "old.db", "--into", "none/new.db"], "Make it first"],
  ])("%s is refused with what to do", async (_, args, words) => {
    writeFileSync(at("old.db"), "x");
    expect(await command(args)).toMatchObject({ code: 1, err: expect.stringContaining(words) });
    expect(readFileSync(at("old.db"), "utf8")).toBe("x");
  });
});
