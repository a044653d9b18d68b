import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { COMMANDS } from "./commands.ts";
import { hostConfigurations } from "./serving/host-configurations.ts";
import { pageCommands } from "./serving/page-commands.ts";
import type { Invocation, Surroundings } from "./surroundings.ts";
import { runCommand } from "./testing/run-command.ts";
import { hostCommand, ownProgram, quoteWord, typedFor, updateWords, WITHOUT_DATA } from "./typed-command.ts";

const NPX = "/home/ann/.npm/_npx/6f1a/node_modules/writing-canvas/dist/index.js";
const GLOBAL = "/usr/lib/node_modules/writing-canvas/dist/index.js";
const CLONE = "/home/ann/my clone/dist/index.js";

const at = (script: string, change: Partial<Surroundings> = {}) => ({
  script,
  node: "/usr/bin/node",
  version: "1.2.3",
  platform: "linux",
  env: {},
  ...change,
});

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "canvas-typed-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program at `script`, and a link to it in `bin`, as npm makes them. */
function linked(script: string, bin: string): string {
  mkdirSync(dirname(join(folder, script)), { recursive: true });
  writeFileSync(join(folder, script), "");
  mkdirSync(join(folder, bin), { recursive: true });
  symlinkSync(join(folder, script), join(folder, bin, "writing-canvas"));
  return join(folder, script);
}

describe("what is typed before a command", () => {
  test.each([
    ["in a clone: Node and the file", at("/clone/dist/index.js"), "node /clone/dist/index.js"],
    ["in a clone whose path has a space", at(CLONE), "node '/home/ann/my clone/dist/index.js'"],
    ["on Windows", at("C:\\my clone\\dist\\index.js", { platform: "win32" }), 'node "C:\\my clone\\dist\\index.js"'],
    ["from npx: npx, at this version", at(NPX), "npx -y writing-canvas@1.2.3"],
    ["from pnpm dlx", at("/c/pnpm/dlx/a1/node_modules/writing-canvas/dist/index.js"), "npx -y writing-canvas@1.2.3"],
    ["installed, and on no PATH", at(GLOBAL), `node ${GLOBAL}`],
  ])("%s", (_, program, expected) => {
    expect(ownProgram(program)).toBe(expected);
  });

  test("installed for the whole machine, or linked from a clone: the name, where the PATH has this very file", () => {
    const script = linked("lib/node_modules/writing-canvas/dist/index.js", "bin");
    expect(ownProgram(at(script, { env: { PATH: `/nowhere:${folder}/bin` } }))).toBe("writing-canvas");
    expect(ownProgram(at("/clone/dist/index.js", { env: { PATH: `${folder}/bin` } }))).toBe(
      "node /clone/dist/index.js",
    );
  });

  test("what npm puts on the PATH of what it runs is on nobody else's", () => {
    const script = linked("project/node_modules/writing-canvas/dist/index.js", "project/node_modules/.bin");
    const env = { PATH: `${folder}/project/node_modules/.bin:/usr/bin` };
    expect(ownProgram(at(script, { env }))).toBe(`node ${script}`);
  });

  test("installed for the whole machine on Windows", () => {
    const script = "C:\\npm\\node_modules\\writing-canvas\\dist\\index.js";
    const env = { Path: "C:\\Windows;C:\\npm" };
    expect(ownProgram(at(script, { platform: "win32", env }))).toBe("writing-canvas");
  });
});

describe("a command", () => {
  test("names the data folder, unless it works on none", () => {
    const typed = typedFor(at("/clone/dist/index.js"), "/my data");
    expect(typed("undelete HN8B")).toBe("node /clone/dist/index.js undelete HN8B --data '/my data'");
    expect(typed("uninstall cursor")).toBe("node /clone/dist/index.js uninstall cursor");
  });

  test("which take no data folder is known of all", () => {
    const without = Object.keys(COMMANDS).filter((name) => COMMANDS[name]?.options.data === undefined);
    expect(new Set(without)).toEqual(WITHOUT_DATA);
  });

  test.each([
    ["linux", "it's", "'it'\\''s'"],
    ["linux", "/a/b-1.2@x", "/a/b-1.2@x"],
    ["linux", "$(touch x)", "'$(touch x)'"],
    ["win32", "C:\\a b", '"C:\\a b"'],
  ])("its words are quoted for the shell of %s: %s", (platform, word, expected) => {
    expect(quoteWord(word, platform)).toBe(expected);
  });

  test.each([
    ["an unknown id", ["show", "ZZZZ"], "`node /clone/dist/index.js list --data DATA` names them all"],
    ["an empty bin", ["undelete", "ZZZZ"], "`node /clone/dist/index.js list --deleted --data DATA`"],
    ["a wrong option", ["show", "--nonsense"], "`node /clone/dist/index.js --help` says more"],
    ["a missing file", ["open", "my plan.md"], "`node /clone/dist/index.js open 'my plan.md' --new --data DATA`"],
  ])("said of %s can be typed as it stands", async (_, args, words) => {
    const data = join(folder, "data");
    const given = args.includes("--nonsense") ? args : [...args, "--data", data];
    const { err } = await runCommand(folder, given);
    expect(err).toContain(words.replace("DATA", data));
  });

  test("in --help is the program's own", async () => {
    const { out } = await runCommand(folder, ["export", "--help"]);
    expect(out).toMatch(/^node \/clone\/dist\/index\.js export ID \[options\]\n/);
  });
});

describe("what a host starts", () => {
  test("is what is there: a clone or an installed package by its path, with Node's own", () => {
    for (const script of [CLONE, GLOBAL])
      expect(hostCommand(at(script), { data: "/my data" })).toEqual({
        command: "/usr/bin/node",
        args: [script, "--data", "/my data"],
      });
    expect(hostCommand(at(NPX), { data: null })).toEqual({ command: "npx", args: ["-y", "writing-canvas@1.2.3"] });
  });

  test("in a project's file, which others read too, is the package by its name; a clone has none", () => {
    const shared = { data: null, isShared: true };
    expect(hostCommand(at(GLOBAL), shared)).toEqual({ command: "npx", args: ["-y", "writing-canvas@1.2.3"] });
    expect(hostCommand(at(CLONE), shared)).toEqual({ command: "/usr/bin/node", args: [CLONE] });
  });

  test("stands in the greeting of `serve`", () => {
    const start = hostCommand(at(CLONE), { data: null });
    const said = hostConfigurations({ endpoint: "http://127.0.0.1:3001/mcp", hasToken: false, start });
    expect(said.replace(/\s+/g, " ")).toContain(`"command": "/usr/bin/node", "args": [ "${CLONE}" ]`);
  });
});

describe("what the page says", () => {
  const invocation = (change: Partial<Surroundings> = {}): Invocation => ({
    surroundings: { ...(at(CLONE) as Surroundings), folder, home: folder, ...change },
    options: {},
    positionals: [],
  });

  test("can be typed on this machine, on the folder that is served", () => {
    expect(pageCommands(invocation({ env: { WRITING_CANVAS_DATA: "/d" } }), { host: "127.0.0.1" })).toEqual({
      page: `node '${CLONE}' page --data /d`,
      serve: `node '${CLONE}' serve --data /d`,
      doctor: `node '${CLONE}' doctor --data /d`,
      install: `node '${CLONE}' install --data /d`,
      claudeCode: `claude mcp add writing-canvas -- /usr/bin/node '${CLONE}' --data /d`,
      configuration: `{ "mcpServers": { "writing-canvas": { "command": "/usr/bin/node", "args": [ "${CLONE}", "--data", "/d" ] } } }`,
    });
  });

  test("tells nobody on other machines where files lie", () => {
    const said = pageCommands(invocation({ env: { WRITING_CANVAS_DATA: "/secret" } }), { host: "0.0.0.0" });
    expect(JSON.stringify(said)).not.toMatch(/ann|secret/);
    expect(said).toMatchObject({ page: "node dist/index.js page --no-browser", claudeCode: null });
  });
});

test.each([
  [CLONE, "git pull"],
  [NPX, "npx -y writing-canvas@latest"],
  [GLOBAL, "npm install -g writing-canvas@latest"],
])("how to update %s", (script, words) => {
  expect(updateWords(at(script))).toContain(words);
});
