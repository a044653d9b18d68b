import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type CommandOptions, type Heard, runCommand } from "../testing/run-command.ts";
import { HOSTS } from "./hosts.ts";

let folder: string;
let built: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "canvas-extension-")));
  mkdirSync(join(folder, ".copilot"));
  built = build("1.2.3");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const FILES = ["extension.mjs", "package.json", "writing-canvas.mjs"];

/** What a build of this version makes. */
function build(version: string, code = `// ${version}`): string {
  const place = mkdtempSync(join(folder, "built-"));
  writeFileSync(join(place, "extension.mjs"), 'import "./writing-canvas.mjs";\n');
  writeFileSync(join(place, "writing-canvas.mjs"), code);
  writeFileSync(join(place, "package.json"), JSON.stringify({ name: "writing-canvas-copilot-extension", version }));
  return place;
}

const command = (args: string, change?: CommandOptions): Promise<Heard> =>
  runCommand(folder, args.split(" "), { copilotExtension: built, ...change });
const data = async (args: string, change?: CommandOptions): Promise<Record<string, unknown>> =>
  JSON.parse((await command(`${args} --json`, change)).out) as Record<string, unknown>;

const extensions = () => join(folder, ".copilot", "extensions");
const place = () => join(extensions(), "writing-canvas");
const installed = () => (existsSync(place()) ? readdirSync(place()).sort() : null);
const about = () => JSON.parse(readFileSync(join(place(), "package.json"), "utf8")) as Record<string, unknown>;
const configured = () => existsSync(join(folder, ".copilot", "mcp-config.json"));

function given(files: Readonly<Record<string, string>>): void {
  mkdirSync(place(), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(place(), name), text);
}

describe("after the configuration the extension is offered", () => {
  test.each([
    [["y\n", "y\n"], FILES],
    [["y\n", "n\n"], null],
  ])("%j", async (typed, there) => {
    const { code, err } = await command("install copilot", { typed });
    expect(code).toBe(0);
    expect(err).toMatch(/Show the canvas in Copilot's side panel too\? 3 files \(1 KB\) go to .+\. \[y\/N\]/);
    expect([configured(), installed()]).toEqual([true, there]);
  });

  test("and not when the configuration was refused", async () => {
    const { code, err } = await command("install copilot", { typed: ["n\n"] });
    expect([code, configured(), installed()]).toEqual([1, false, null]);
    expect(err).not.toContain("side panel");
  });

  test.each([["--yes"], ["--yes --dry-run"]])(
    "with %s it is not written, and one line says how to get it",
    async (options) => {
      const { code, err } = await command(`install copilot ${options} --data mine`);
      expect([code, installed()]).toEqual([0, null]);
      expect(err).toContain(
        `To show the canvas in Copilot's side panel too: node /clone/dist/index.js install copilot --extension --data ${join(folder, "mine")}\n`,
      );
    },
  );

  test("as data it stands beside the configuration's answer", async () => {
    expect(await data("install copilot --yes")).toMatchObject({
      host: "copilot",
      status: "installed",
      extension: { folder: place(), status: "not_asked", version: "1.2.3", files: 3 },
    });
  });

  test("no other host, no address and no clone that is not built is offered one", async () => {
    mkdirSync(join(folder, ".cursor"));
    const others = [
      await command("install cursor --yes"),
      await command("install copilot --yes --http http://127.0.0.1:3001/mcp"),
      await command("install copilot --yes", { copilotExtension: join(folder, "nowhere") }),
    ];
    expect(others.map(({ code, err }) => [code, err.includes("side panel")])).toEqual(Array(3).fill([0, false]));
  });
});

describe("--extension writes it alone", () => {
  test("whole, with nothing left beside it, and is done once", async () => {
    const first = await command("install copilot --extension --yes");
    expect([first.code, first.out]).toEqual([0, `${place()}\n`]);
    expect(first.err).toContain("--experimental");
    expect([configured(), installed(), readdirSync(extensions())]).toEqual([false, FILES, ["writing-canvas"]]);
    for (const name of FILES) expect(readFileSync(join(place(), name))).toEqual(readFileSync(join(built, name)));
    expect(await data("install copilot --extension --yes")).toEqual({
      host: "copilot",
      extension: { folder: place(), status: "already", version: "1.2.3", files: 3, bytes: expect.any(Number) },
    });
  });

  test.each([
    ["y\n", 0, FILES],
    ["n\n", 1, null],
  ])("asked, and answered %j", async (typed, code, there) => {
    const asked = await command("install copilot --extension", { typed });
    expect([asked.code, installed()]).toEqual([code, there]);
    expect(asked.err).toContain("+ writing-canvas.mjs  1 KB");
    expect(asked.err).toContain("Write 3 files (1 KB) there? [y/N]");
  });

  test("where nobody can be asked nothing is written", async () => {
    const { code, err } = await command("install copilot --extension");
    expect([code, installed()]).toEqual([1, null]);
    expect(err).toContain("--yes");
  });

  test("--dry-run says what it would do", async () => {
    const { code, out } = await command("install copilot --extension --dry-run");
    expect([code, out.split("\n")[0], installed()]).toEqual([0, place(), null]);
    expect(out).toContain("+ extension.mjs  1 KB");
    expect(await data("install copilot --extension --dry-run")).toMatchObject({
      extension: { status: "would_change" },
    });
    expect(readdirSync(join(folder, ".copilot"))).toEqual([]);
  });

  test("on a data folder, which an update keeps", async () => {
    await command("install copilot --extension --yes --data mine");
    expect(about()).toMatchObject({ version: "1.2.3", data: join(folder, "mine") });
    built = build("1.3.0");
    expect(await data("install copilot --extension --yes")).toMatchObject({ extension: { status: "updated" } });
    expect(about()).toMatchObject({ version: "1.3.0", data: join(folder, "mine") });
  });

  test("in the folder that COPILOT_HOME names", async () => {
    const env = { COPILOT_HOME: join(folder, "own") };
    mkdirSync(env.COPILOT_HOME);
    await command("install copilot --yes", { env });
    await command("install copilot --extension --yes", { env });
    expect(readdirSync(env.COPILOT_HOME).sort()).toEqual(["extensions", "mcp-config.json"]);
    expect(readdirSync(join(env.COPILOT_HOME, "extensions", "writing-canvas")).sort()).toEqual(FILES);
    expect(readdirSync(join(folder, ".copilot"))).toEqual([]);
  });

  test.each([
    ["install cursor --extension --force", 2, "takes no extension"],
    ["install copilot --extension --project", 2, "Leave out --project"],
    ["install copilot --extension --http http://127.0.0.1:3001/mcp", 2, "Leave out --http"],
    ["uninstall cursor --extension", 2, "takes no extension"],
  ])("%s is refused with words", async (args, code, words) => {
    const refused = await command(args);
    expect([refused.code, refused.err]).toEqual([code, expect.stringContaining(words)]);
  });

  test("not for a Copilot that is not here, and not before it is built", async () => {
    rmSync(join(folder, ".copilot"), { recursive: true });
    expect((await command("install copilot --extension --yes")).err).toContain("was not found on this machine");
    expect(existsSync(join(folder, ".copilot"))).toBe(false);
    const unbuilt = await command("install copilot --extension --yes --force", { copilotExtension: "/nowhere" });
    expect([unbuilt.code, unbuilt.err]).toEqual([1, expect.stringContaining("npm run build")]);
  });
});

describe("what is there already", () => {
  test("an older one of ours is replaced, files that it no longer has included", async () => {
    await command("install copilot --extension --yes");
    writeFileSync(join(place(), "chunk-of-old.mjs"), "");
    built = build("1.3.0");
    const { err } = await command("install copilot --yes", { version: "1.3.0" });
    expect(err).toContain("is version 1.2.3. To replace it with 1.3.0: ");
    const asked = await command("install copilot", { typed: ["y\n"] });
    expect(asked.err).toContain(`Replace version 1.2.3 in ${place()} with 1.3.0? [y/N]`);
    expect([about().version, installed(), readdirSync(extensions())]).toEqual(["1.3.0", FILES, ["writing-canvas"]]);
  });

  test("one of the same version and another build is replaced, too", async () => {
    await command("install copilot --extension --yes");
    built = build("1.2.3", "// newer");
    expect(await data("install copilot --extension --yes")).toMatchObject({ extension: { status: "updated" } });
    expect(readFileSync(join(place(), "writing-canvas.mjs"), "utf8")).toBe("// newer");
  });

  test.each([
    ["of somebody else", { "extension.mjs": "theirs", "package.json": '{"name":"theirs"}' }],
    ["without a package.json", { "extension.mjs": "theirs" }],
    ["with a broken one", { "package.json": "{" }],
  ])("a folder %s is left alone; --force replaces it and keeps it where Copilot does not look", async (_, files) => {
    given(files);
    const before = installed();
    const refused = await command("install copilot --extension --yes");
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("--force")]);
    const beside = await command("install copilot --yes");
    expect([beside.code, beside.err]).toEqual([0, expect.stringContaining("not from us")]);
    expect(installed()).toEqual(before);
    const forced = await data("install copilot --extension --yes --force");
    const { backup } = forced.extension as { backup: string };
    expect([installed(), readdirSync(backup).sort()]).toEqual([FILES, before]);
    expect(readdirSync(extensions())).toEqual(["writing-canvas"]);
  });

  test("a place that cannot be written is said in words", async () => {
    writeFileSync(extensions(), "a file");
    const { code, err } = await command("install copilot --extension --yes");
    expect([code, err]).toEqual([1, expect.stringContaining(`${place()} cannot be written: `)]);
    expect(readFileSync(extensions(), "utf8")).toBe("a file");
  });
});

describe("uninstall takes it away", () => {
  test.each([
    ["uninstall copilot --yes", false],
    ["uninstall copilot --extension --yes", true],
  ])("%s", async (args, isConfigured) => {
    await command("install copilot --yes");
    await command("install copilot --extension --yes");
    expect((await command(args)).code).toBe(0);
    expect([configured(), installed(), readdirSync(extensions())]).toEqual([isConfigured, null, []]);
    expect(await data("uninstall copilot --extension --yes")).toMatchObject({ extension: { status: "absent" } });
  });

  test.each([
    [["y\n", "y\n"], null],
    [["y\n", "n\n"], FILES],
  ])("when it is told so: %j", async (typed, there) => {
    await command("install copilot --yes");
    await command("install copilot --extension --yes");
    expect((await command("uninstall copilot", { typed })).code).toBe(0);
    expect([configured(), installed()]).toEqual([false, there]);
  });

  test("and nothing that is not ours", async () => {
    given({ "extension.mjs": "theirs" });
    expect((await command("uninstall copilot --yes --force")).code).toBe(0);
    const refused = await command("uninstall copilot --extension --yes --force");
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("not from us")]);
    expect(installed()).toEqual(["extension.mjs"]);
  });
});

describe("whether it is there is said", () => {
  const listed = async () => {
    const hosts = JSON.parse((await command("install --list --json")).out) as { id: string; extension?: object }[];
    return hosts.find(({ id }) => id === "copilot")?.extension;
  };
  const found = async () => {
    const { out } = await command("doctor --json");
    const { findings } = JSON.parse(out) as { findings: { about: string; level: string; message: string }[] };
    return findings.find(({ about: what }) => what === "Copilot CLI, extension");
  };

  test("by the list and by the doctor: not there, there, of another version, another build, another's", async () => {
    expect([await listed(), await found()]).toMatchObject([{ state: "absent" }, { level: "ok" }]);
    await command("install copilot --extension --yes");
    expect([await listed(), await found()]).toMatchObject([
      { state: "ours", version: "1.2.3", current: true },
      { level: "ok", message: `has version 1.2.3, in ${place()}` },
    ]);
    expect((await command("install")).out).toMatch(/\n {2}--extension {5}version 1\.2\.3 /);
    writeFileSync(join(place(), "writing-canvas.mjs"), "// other");
    expect(await found()).toMatchObject({ level: "attention", message: expect.stringContaining("other files") });
    cpSync(build("1.1.0"), place(), { recursive: true });
    expect([await listed(), await found()]).toMatchObject([
      { state: "ours", version: "1.1.0", current: false },
      { level: "attention", message: `${place()} is version 1.1.0, and this is 1.2.3` },
    ]);
    writeFileSync(join(place(), "package.json"), "{}");
    expect([await listed(), await found()]).toMatchObject([{ state: "other" }, { level: "attention" }]);
  });
});

test("it lies where each system has Copilot's folder", () => {
  const at = (platform: string, env: Record<string, string>, home: string) =>
    HOSTS.find(({ id }) => id === "copilot")?.extension?.folder({ platform, env, home });
  expect(at("darwin", {}, "/Users/ann")).toBe("/Users/ann/.copilot/extensions/writing-canvas");
  expect(at("win32", {}, "C:\\Users\\ann")).toBe("C:\\Users\\ann\\.copilot\\extensions\\writing-canvas");
  expect(at("linux", { COPILOT_HOME: "/co" }, "/home/ann")).toBe("/co/extensions/writing-canvas");
});
