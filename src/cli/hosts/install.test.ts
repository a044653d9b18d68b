/** `install` and `uninstall` on real configurations. Long because each host has its own example. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { type CommandOptions, type Heard, runCommand } from "../testing/run-command.ts";
import { HOSTS, type HostSpec } from "./hosts.ts";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "canvas-install-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const command = (args: readonly string[], change?: CommandOptions): Promise<Heard> => runCommand(folder, args, change);

const MODEL = "claude-desktop";
const places = () => ({ platform: "linux", home: folder, env: {} });
const fileOf = (id: string): string => HOSTS.find((host) => host.id === id)!.file(places());

function given(id: string, text: string): string {
  const file = fileOf(id);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const PARSERS = {
  json: (text: string) => parseJsonc(text) as unknown,
  toml: (text: string) => parseToml(text) as unknown,
  yaml: (text: string) => parseYaml(text) as unknown,
};
const parsed = ({ format, key }: HostSpec, text: string): Record<string, unknown> => {
  const value = JSON.parse(JSON.stringify(PARSERS[format](text.replace(/^\ufeff/, "")))) as Record<string, unknown>;
  return { ...value, [key]: { ...(value[key] as object | undefined) } };
};

/** As people have them: other servers, settings of all kinds, remarks, odd indentation. */
const REAL: Readonly<Record<string, string>> = {
  "claude-desktop": `{
  "globalShortcut": "Ctrl+Space",
  "mcpServers": {
    "filesystem": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/ann"] },
    "github": {
      "command": "docker",
      "args": ["run", "-i", "--rm", "ghcr.io/github/github-mcp-server"],
      "env": { "GITHUB_PERSONAL_ACCESS_TOKEN": "ghp_x" }
    }
  }
}`,
  "claude-code": `{
  "numStartups": 184,
  "tipsHistory": { "new-user-warmup": 3 },
  "projects": {
    "/home/ann/work": { "allowedTools": [], "mcpServers": { "local": { "type": "stdio", "command": "x" } } }
  },
  "mcpServers": {
    "sentry": { "type": "http", "url": "https://mcp.sentry.dev/mcp" }
  },
  "userID": "abc"
}
`,
  cursor: '{\r\n\t"mcpServers": {\r\n\t\t"a": {\r\n\t\t\t"url": "http://localhost:1/mcp"\r\n\t\t}\r\n\t}\r\n}\r\n',
  vscode: `{
	// My servers.
	"inputs": [{ "type": "promptString", "id": "key", "description": "API key", "password": true }],
	"servers": {
		"memory": {
			"command": "npx",
			"args": ["-y", "@modelcontextprotocol/server-memory"], // local
		},
	},
}
`,
  "vscode-insiders": "{}\n",
  goose: `GOOSE_PROVIDER: anthropic
GOOSE_MODEL: claude-sonnet
extensions:
  developer: # built in
    bundled: true
    enabled: true
    name: developer
    timeout: 300
    type: builtin
  github:
    args: [-y, "@modelcontextprotocol/server-github"]
    cmd: npx
    enabled: false
    env_keys:
    - GITHUB_TOKEN
    envs: {}
    name: github
    type: stdio

# how much it asks
GOOSE_MODE: smart_approve
`,
  windsurf: '{"mcpServers":{"zapier":{"serverUrl":"https://actions.zapier.com/mcp/x/sse"}}}',
  zed: `// Zed settings
//
// For information on how to configure Zed, see the Zed
// documentation: https://zed.dev/docs/configuring-zed
{
  "theme": { "mode": "system", "light": "One Light", "dark": "One Dark" },
  "context_servers": {
    "local": { "command": "x", "args": [], "env": {} }, /* mine */
    // "old": {},
  },
  "ui_font_size": 16,
}
`,
  codex: `model = "gpt-5"
approval_policy = "on-request" # ask

[projects."/home/ann/work"]
trust_level = "trusted"

[mcp_servers.context7]
command = "npx"
args = ["-y", "@upstash/context7-mcp"]

[mcp_servers.context7.env]
KEY = "x"

[tui]
notifications = true
`,
  gemini: '{\n    "theme": "GitHub",\n    "selectedAuthType": "oauth-personal",\n    "mcpServers": {}\n}\n',
  copilot:
    '{\n  "mcpServers": {\n    "a": {\n      "type": "local",\n      "command": "x",\n      "args": [],\n      "tools": ["*"]\n    }\n  }\n}\n',
  "lm-studio": '\ufeff{\n  "mcpServers": {}\n}\n',
};

describe.each(HOSTS.map((host) => [host.id, host] as const))("%s", (id, host) => {
  test("is added to what is there, said to be there, and taken away again to the byte", async () => {
    const text = REAL[id] ?? "";
    const file = given(id, text);
    chmodSync(file, 0o640);
    const installed = await command(["install", id, "--yes", "--json"]);
    expect(installed.code).toBe(0);
    const { backup, status } = JSON.parse(installed.out) as { backup: string; status: string };
    expect([status, readFileSync(backup, "utf8")]).toEqual(["installed", text]);
    const after = readFileSync(file, "utf8");
    const entry = host.entry({ kind: "stdio", command: "/usr/bin/node", args: ["/clone/dist/index.js"] });
    const before = parsed(host, text);
    expect(parsed(host, after)).toEqual({
      ...before,
      [host.key]: { ...(before[host.key] as object), "writing-canvas": entry },
    });
    expect(statSync(file).mode & 0o777).toBe(0o640);
    for (const line of text.split(/\r?\n/).filter((each) => /(?:^|\s)(?:\/\/|#|\/\*)/.test(each)))
      expect(after).toContain(line.trim());

    const again = await command(["install", id, "--yes"]);
    expect([again.code, again.err]).toEqual([0, `${host.name} has it already, in ${file}\n`]);
    expect(readFileSync(file, "utf8")).toBe(after);

    expect((await command(["uninstall", id, "--yes"])).code).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(text);
    const absent = await command(["uninstall", id, "--yes"]);
    expect([absent.code, absent.err]).toEqual([0, `${host.name} does not have it.\n`]);
  });

  test("without a file it gets one, which goes again", async () => {
    const file = fileOf(id);
    const [trace = ""] = host.traces(places()).filter((path) => path !== file);
    mkdirSync(trace, { recursive: true });
    expect((await command(["install", id, "--yes"])).code).toBe(0);
    expect(parsed(host, readFileSync(file, "utf8"))[host.key]).toHaveProperty("writing-canvas");
    expect((await command(["uninstall", id, "--yes"])).code).toBe(0);
    expect(existsSync(file)).toBe(false);
  });

  test("what the person changed meanwhile stays when it is taken away", async () => {
    const file = given(id, REAL[id] ?? "");
    await command(["install", id, "--yes"]);
    const installed = readFileSync(file, "utf8");
    const changed = installed.replace(/(?:300|184|16|"x"|GitHub|memory|zapier|"a")/, (word) =>
      /^\d+$/.test(word) ? "77" : word.replace(/\w+/, "other"),
    );
    writeFileSync(file, changed);
    expect((await command(["uninstall", id, "--yes"])).code).toBe(0);
    const left = parsed(host, readFileSync(file, "utf8"));
    const { "writing-canvas": _ours, ...servers } = parsed(host, changed)[host.key] as Record<string, unknown>;
    expect(left).toEqual({ ...parsed(host, changed), [host.key]: servers });
  });
});

describe("asks before it writes", () => {
  test.each([
    ["y\n", 0, true],
    ["n\n", 1, false],
    ["", 1, false],
  ])("%j", async (typed, code, written) => {
    const file = given(MODEL, "{}\n");
    const answered = await command(["install", MODEL], { typed });
    expect(answered.code).toBe(code);
    expect(answered.err).toContain(`+   "mcpServers": {`);
    expect(answered.err).toContain("Write this to the configuration of Claude Desktop? [y/N]");
    expect(readFileSync(file, "utf8") !== "{}\n").toBe(written);
  });

  test("where nobody can be asked it shows the change and writes nothing", async () => {
    const file = given(MODEL, "{}\n");
    const { code, err } = await command(["install", MODEL]);
    expect(code).toBe(1);
    expect(err).toContain('"writing-canvas"');
    expect(err).toContain("--yes");
    expect(readFileSync(file, "utf8")).toBe("{}\n");
  });

  test("--dry-run only shows, without the secrets that stand around it", async () => {
    const file = given(MODEL, REAL[MODEL] ?? "");
    const { code, out } = await command(["install", MODEL, "--dry-run"]);
    expect(code).toBe(0);
    expect(out).toContain('+     "writing-canvas": {');
    expect(out).not.toContain("ghp_x");
    expect(readFileSync(file, "utf8")).toBe(REAL[MODEL]);
    expect(readdirSync(dirname(file))).toEqual(["claude_desktop_config.json"]);
  });
});

describe("leaves alone", () => {
  test.each([
    [MODEL, '{ "mcpServers": { ', "line 1"],
    [MODEL, "[1, 2]", "not a JSON object"],
    [MODEL, '{"mcpServers": []}', "not a table"],
    ["codex", "model = = 1", "cannot be edited safely"],
    ["codex", 'mcp_servers = { a = { command = "x" } }\n', "cannot be edited safely"],
    ["goose", "extensions: [a\n", "cannot be edited safely"],
    ["goose", "extensions: { a: { b: 1 } }\n", "cannot be edited safely"],
  ])("%s with %j: untouched, said, and what to add by hand", async (id, text, words) => {
    const file = given(id, text);
    const { code, err } = await command(["install", id, "--yes"]);
    expect(code).toBe(1);
    expect(err).toContain(words);
    expect(err).toContain("writing-canvas");
    expect(readFileSync(file, "utf8")).toBe(text);
    expect(readdirSync(dirname(file))).toHaveLength(1);
  });

  test("what is not text", async () => {
    const file = given(MODEL, "");
    writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d]));
    expect((await command(["install", MODEL, "--yes"])).err).toContain("not UTF-8");
    expect([...readFileSync(file)]).toEqual([0x7b, 0xff, 0x7d]);
  });

  test("another server of our name, unless --force says otherwise", async () => {
    const text = '{\n  "mcpServers": {\n    "writing-canvas": { "command": "theirs" }\n  }\n}\n';
    const file = given(MODEL, text);
    for (const verb of ["install", "uninstall"]) {
      const refused = await command([verb, MODEL, "--yes"]);
      expect(refused.code).toBe(1);
      expect(refused.err).toContain("--force");
      expect(readFileSync(file, "utf8")).toBe(text);
    }
    expect((await command(["install", MODEL, "--yes", "--force"])).code).toBe(0);
    expect(readFileSync(file, "utf8")).toContain("/clone/dist/index.js");
  });

  test("a host that is not here, unless --force says otherwise", async () => {
    const missing = await command(["install", "zed", "--yes"]);
    expect(missing.code).toBe(1);
    expect(missing.err).toContain("Zed was not found on this machine");
    expect(readdirSync(folder)).toEqual([]);
    expect((await command(["install", "zed", "--yes", "--force"])).code).toBe(0);
    expect(readFileSync(fileOf("zed"), "utf8")).toContain("context_servers");
  });
});

test("through a link it writes what the link leads to, and the link stays", async () => {
  const file = fileOf(MODEL);
  mkdirSync(dirname(file), { recursive: true });
  mkdirSync(join(folder, "dotfiles"));
  const real = join(folder, "dotfiles", "claude.json");
  writeFileSync(real, "{}");
  symlinkSync(real, file);
  expect((await command(["install", MODEL, "--yes"])).code).toBe(0);
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(readFileSync(real, "utf8")).toContain("writing-canvas");
});

describe("what is written", () => {
  const entryAfter = async (args: readonly string[], change?: CommandOptions, file = fileOf("cursor")) => {
    mkdirSync(dirname(file), { recursive: true });
    const { code, err } = await command(["install", "cursor", "--yes", "--force", ...args], change);
    expect([code, err.includes("writing-canvas")]).toEqual([0, true]);
    return (JSON.parse(readFileSync(file, "utf8")) as { mcpServers: Record<string, unknown> }).mcpServers[
      "writing-canvas"
    ];
  };

  test("what is there is run by its path, what npx fetched by its name and version, on the asked data", async () => {
    expect(await entryAfter([])).toEqual({ command: "/usr/bin/node", args: ["/clone/dist/index.js"] });
    const script = "/home/ann/.npm/_npx/6f1a/node_modules/writing-canvas/dist/index.js";
    expect(await entryAfter([], { script })).toEqual({ command: "npx", args: ["-y", "writing-canvas@1.2.3"] });
    expect(await entryAfter(["--data", "mine"], { script })).toEqual({
      command: "npx",
      args: ["-y", "writing-canvas@1.2.3", "--data", join(folder, "mine")],
    });
    expect(await entryAfter(["--http", "http://127.0.0.1:3001/mcp"])).toEqual({ url: "http://127.0.0.1:3001/mcp" });
  });

  test("an older version, or none, is written anew as the one that runs", async () => {
    const script = "/home/ann/.npm/_npx/6f1a/node_modules/writing-canvas/dist/index.js";
    for (const version of ["1.2.3", "1.3.0"])
      expect(await entryAfter([], { script, version })).toEqual({
        command: "npx",
        args: ["-y", `writing-canvas@${version}`],
      });
    writeFileSync(
      fileOf("cursor"),
      '{"mcpServers":{"writing-canvas":{"command":"npx","args":["-y","writing-canvas"]}}}',
    );
    expect(await entryAfter([], { script })).toEqual({ command: "npx", args: ["-y", "writing-canvas@1.2.3"] });
  });

  test("a server with a token is sent it from the host's environment, where the host can; no file holds it", async () => {
    const http = ["--http", "http://127.0.0.1:3001/mcp", "--with-token"];
    const written = await Promise.all(
      HOSTS.map(async ({ id }) => {
        const { code, out, err } = await command(["install", id, "--dry-run", "--force", ...http]);
        return [id, code === 0 ? /WRITING_CANVAS_TOKEN/.test(out) : /Leave out --http/.test(err)];
      }),
    );
    expect(written).toEqual(HOSTS.map(({ id }) => [id, true]));
    expect(await entryAfter(http)).toEqual({
      url: "http://127.0.0.1:3001/mcp",
      headers: { Authorization: `Bearer $${"{env:WRITING_CANVAS_TOKEN}"}` },
    });
    const { code, err } = await command(["install", "cursor", "--dry-run", "--force", "--with-token"]);
    expect([code, err]).toEqual([2, expect.stringContaining("goes with --http")]);
  });

  test("into the project's file", async () => {
    const file = join(folder, ".cursor", "mcp.json");
    expect(await entryAfter(["--project"], {}, file)).toMatchObject({ command: "/usr/bin/node" });
  });

  test("never through a link out of the project", async () => {
    const project = join(folder, "project");
    const own = join(folder, "own");
    mkdirSync(project);
    mkdirSync(own);
    writeFileSync(join(own, "settings.json"), '{"mcpServers":{"writing-canvas":{"command":"writing-canvas"}}}');
    symlinkSync(join(own, "settings.json"), join(project, ".mcp.json"));
    symlinkSync(own, join(project, ".cursor"));
    const before = readFileSync(join(own, "settings.json"), "utf8");
    for (const args of [
      ["install", "claude-code"],
      ["install", "cursor"],
      ["uninstall", "claude-code"],
    ]) {
      const refused = await runCommand(project, [...args, "--project", "--yes"]);
      expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("leads out of this project")]);
    }
    expect(readFileSync(join(own, "settings.json"), "utf8")).toBe(before);
    expect(readdirSync(own)).toEqual(["settings.json"]);
    // One that stays in it is the project's own.
    rmSync(join(project, ".mcp.json"));
    writeFileSync(join(project, "servers.json"), "{}");
    symlinkSync("servers.json", join(project, ".mcp.json"));
    expect((await runCommand(project, ["install", "claude-code", "--project", "--yes"])).code).toBe(0);
    expect(readFileSync(join(project, "servers.json"), "utf8")).toContain("writing-canvas");
  });

  test.each([
    [["install", "nonsense"], 2, "claude-desktop"],
    [["install", MODEL, "--project"], 2, "has no file for a project"],
    [["install", "cursor", "--http", "ftp://x"], 2, "an address such as"],
    [["install", MODEL, "--http", "http://127.0.0.1:3001/mcp"], 1, "takes no address"],
    [["uninstall"], 2, "HOST is missing"],
  ])("%j is refused with words", async (args, code, words) => {
    const refused = await command(args);
    expect(refused.code).toBe(code);
    expect(refused.err).toContain(words);
  });
});

test("--list names every host, where its file is and whether it has us", async () => {
  given("cursor", "{}");
  given("zed", "{");
  await command(["install", "cursor", "--yes"]);
  const { code, out } = await command(["install"]);
  expect(code).toBe(0);
  for (const { id } of HOSTS) expect(out).toContain(id);
  const states = JSON.parse((await command(["install", "--list", "--json"])).out) as { id: string; state: string }[];
  expect(Object.fromEntries(states.map(({ id, state }) => [id, state]))).toMatchObject({
    cursor: "ours",
    zed: "invalid",
    goose: "absent",
  });
});

test("the files lie where each system keeps them", () => {
  const at = (platform: string, env: Record<string, string>, home: string) =>
    Object.fromEntries(HOSTS.map((host) => [host.id, host.file({ platform, env, home })]));
  expect(at("darwin", {}, "/Users/ann")).toMatchObject({
    "claude-desktop": "/Users/ann/Library/Application Support/Claude/claude_desktop_config.json",
    vscode: "/Users/ann/Library/Application Support/Code/User/mcp.json",
    zed: "/Users/ann/.config/zed/settings.json",
    goose: "/Users/ann/.config/goose/config.yaml",
  });
  expect(at("win32", { APPDATA: "C:\\Users\\ann\\AppData\\Roaming" }, "C:\\Users\\ann")).toMatchObject({
    "claude-desktop": "C:\\Users\\ann\\AppData\\Roaming\\Claude\\claude_desktop_config.json",
    goose: "C:\\Users\\ann\\AppData\\Roaming\\Block\\goose\\config\\config.yaml",
    codex: "C:\\Users\\ann\\.codex\\config.toml",
  });
  expect(
    at("linux", { XDG_CONFIG_HOME: "/xdg", CODEX_HOME: "/codex", CLAUDE_CONFIG_DIR: "/claude" }, "/home/ann"),
  ).toMatchObject({
    vscode: "/xdg/Code/User/mcp.json",
    codex: "/codex/config.toml",
    "claude-code": "/claude/.claude.json",
    copilot: "/home/ann/.copilot/mcp-config.json",
  });
});
