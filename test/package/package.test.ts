import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { version } from "../../package.json";
import { RESOURCE_URI } from "../../src/protocol/names.ts";
import { installTarball, packTarball, ROOT, runProgram, type Tarball } from "./tarball.ts";

let tarball: Tarball;
beforeAll(() => {
  tarball = packTarball();
});
afterAll(() => rmSync(tarball.folder, { recursive: true, force: true }));

describe("the tarball", () => {
  test("has the command, the server, the widget, the contract for stores, the client, Copilot's part and the declarations", () => {
    const needed = [
      "LICENSE",
      "dist/ahp.js",
      "dist/canvas-app.html",
      "dist/copilot-extension/LICENSES.txt",
      "dist/copilot-extension/canvas-app.html",
      "dist/copilot-extension/extension.mjs",
      "dist/copilot-extension/package.json",
      "dist/copilot-extension/page.html",
      "dist/copilot-extension/writing-canvas.mjs",
      "dist/copilot.js",
      "dist/heavy-worker.js",
      "dist/index.js",
      "dist/page.html",
      "dist/server.js",
      "dist/store-contract.js",
      "dist/types/ahp.d.ts",
      "docs/ahp-schema.json",
      "dist/types/copilot.d.ts",
      "dist/types/server.d.ts",
      "dist/types/server/storage/contract/store-contract.d.ts",
      "package.json",
    ];
    expect(tarball.files).toEqual(expect.arrayContaining(needed));
  });

  test("has nothing else: no sources, no tests, no source maps", () => {
    const allowed =
      /^(package\.json|LICENSE|README\.md|CHANGELOG\.md|docs\/[\w-]+\.md|docs\/ahp-schema\.json|\.claude-plugin\/marketplace\.json|claude-code-plugin\/[\w./-]+\.(json|md|mjs)|dist\/LICENSES\.txt|dist\/(canvas-app|page)\.html|dist\/[\w-]+\.js|dist\/copilot-extension\/(LICENSE|LICENSES\.txt|package\.json|[\w-]+\.(html|mjs))|dist\/types\/[\w/-]+\.d\.ts)$/;
    expect(tarball.files.filter((file) => !allowed.test(file))).toEqual([]);
    expect(tarball.files.filter((file) => file.includes(".test."))).toEqual([]);
  });

  test("says nothing about the machine it was built on", () => {
    const telling = tarball.files.filter((file) => readFileSync(join(ROOT, file), "utf8").includes(ROOT));
    expect(telling).toEqual([]);
  });

  test.each([
    ["publint", (path: string) => [path, "--strict"]],
    ["attw", (path: string) => [path, "--profile", "esm-only"]],
  ])("passes %s", (name, args) => {
    const checked = runProgram(join(ROOT, "node_modules", ".bin", name), args(tarball.path), tarball.folder);
    expect([checked.status, checked.status === 0 ? "" : checked.stdout + checked.stderr]).toEqual([0, ""]);
  });
});

/** As a person does it: sets a host up, which then starts what its file says; and types what was printed. */
async function expectToWork(built: string, program: readonly [string, ...string[]]): Promise<void> {
  const script = realpathSync(built);
  const home = mkdtempSync(join(tarball.folder, "home-"));
  const env = { HOME: home, PATH: process.env.PATH ?? "", WRITING_CANVAS_NO_PAGE: "1" };
  const [command, ...first] = program;
  const ran = (args: readonly string[]) => runProgram(command, [...first, ...args], home, env);
  expect(ran(["install", "cursor", "--yes", "--force"]).status).toBe(0);
  const written = JSON.parse(readFileSync(join(home, ".cursor", "mcp.json"), "utf8"));
  const server = written.mcpServers["writing-canvas"];
  expect(server).toEqual({ command: process.execPath, args: [script] });
  const client = new Client({ name: "cursor", version: "1" });
  await client.connect(new StdioClientTransport({ ...server, cwd: home, env, stderr: "ignore" }));
  expect(client.getServerVersion()).toMatchObject({ name: "writing-canvas", version });
  await client.callTool({ name: "write_canvas", arguments: { content: "# Kept\n" } });
  await client.close();
  const said = /`(.+) list` names them all/.exec(ran(["show", "ZZZZ"]).stderr)?.[1] ?? "";
  expect(said).toBe(`node ${script}`);
  expect(runProgram("sh", ["-c", `${said} list`], home, env).stdout).toContain("Kept");
}

test("a clone writes for a host what starts the clone, and prints commands that run it", async () => {
  const script = join(ROOT, "dist", "index.js");
  await expectToWork(script, [process.execPath, script]);
});

describe("installed in an empty folder with install scripts blocked", () => {
  let unreachable: string | null;
  beforeAll(() => {
    unreachable = installTarball(tarball);
  });
  beforeEach(({ skip }) => {
    if (unreachable !== null) skip(unreachable);
  });
  const bin = () => join(tarball.folder, "node_modules", ".bin", "writing-canvas");

  test("the command says its version", () => {
    expect(runProgram(bin(), ["--version"], tarball.folder)).toMatchObject({
      status: 0,
      stdout: `${version}\n`,
      stderr: "",
    });
  });

  test("an unknown option is an error with exit code 2", () => {
    const done = runProgram(bin(), ["--nonsense"], tarball.folder);
    expect([done.status, done.stdout]).toEqual([2, ""]);
    expect(done.stderr).toContain("'--nonsense'");
  });

  test("a host starts it over stdio, finds its tools and its widget, and a document is kept", async () => {
    const data = join(tarball.folder, "data");
    const client = new Client({ name: "test-host", version: "1" });
    await client.connect(
      new StdioClientTransport({
        command: bin(),
        args: ["--no-page", "--data", data],
        cwd: tarball.folder,
        stderr: "ignore",
      }),
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["write_canvas", "read_canvas", "list_canvases"]),
    );
    const { contents } = await client.readResource({ uri: RESOURCE_URI });
    expect(contents[0] && "text" in contents[0] ? contents[0].text : "").toContain("<script");
    const written = await client.callTool({ name: "write_canvas", arguments: { content: "# Kept\n\ntext" } });
    expect(written.isError ?? false).toBe(false);
    await client.close();
    const listed = runProgram(bin(), ["list", "--json", "--data", data], tarball.folder);
    expect(JSON.parse(listed.stdout)).toMatchObject([{ title: "Kept", version: 1 }]);
  });

  test("what only a few commands need came along: a Word document is made, a host's file is edited", () => {
    const data = join(tarball.folder, "more-data");
    writeFileSync(join(tarball.folder, "plan.md"), "# Plan\n\n- **one**\n");
    const imported = runProgram(bin(), ["import", "plan.md", "--json", "--data", data], tarball.folder);
    const { id } = JSON.parse(imported.stdout) as { id: string };
    const exported = runProgram(
      bin(),
      ["export", id, "--output", "plan.docx", "--force", "--data", data],
      tarball.folder,
    );
    expect([exported.status, exported.stdout]).toEqual([0, ""]);
    expect(readFileSync(join(tarball.folder, "plan.docx")).subarray(0, 2).toString()).toBe("PK");
    const installed = runProgram(bin(), ["install", "claude-code", "--project", "--yes"], tarball.folder);
    expect(installed.status).toBe(0);
    expect(JSON.parse(readFileSync(join(tarball.folder, ".mcp.json"), "utf8"))).toEqual({
      mcpServers: { "writing-canvas": { type: "stdio", command: "npx", args: ["-y", `writing-canvas@${version}`] } },
    });
  });

  test("what it writes for a host starts it, and the commands that it prints run as printed", async () => {
    await expectToWork(join(tarball.folder, "node_modules", "writing-canvas", "dist", "index.js"), [bin()]);
  });

  test("the package's own entry gives the server to other programs", () => {
    const script = 'import { createCanvasServer } from "writing-canvas"; console.log(typeof createCanvasServer);';
    const done = runProgram(process.execPath, ["--input-type=module", "--eval", script], tarball.folder);
    expect([done.stdout.trim(), done.stderr]).toEqual(["function", ""]);
  });

  test("the client for Agent Host Protocol hosts connects from Node", () => {
    const script = `
      import { createServer } from "node:http";
      import { WebSocket, WebSocketServer } from "ws";
      import { connectClient } from "writing-canvas/ahp";
      const server = createServer().listen(0, "127.0.0.1", () => {
        new WebSocketServer({ server }).on("connection", (socket) =>
          socket.on("message", (frame) => {
            const { id, method, params } = JSON.parse(String(frame));
            const result = { protocolVersion: params.protocolVersions[0], serverSeq: 0, snapshots: [] };
            socket.send(JSON.stringify({ jsonrpc: "2.0", id, result }));
            console.log(method, params.clientId);
          }),
        );
        const client = connectClient({ clientId: "a", open: () => new WebSocket("ws://127.0.0.1:" + server.address().port) });
        client.onState(({ kind, protocolVersion }) => {
          console.log(kind, protocolVersion ?? "");
          if (kind === "connected") client.close();
          if (kind === "closed") server.close();
        });
      });`;
    const done = runProgram(process.execPath, ["--input-type=module", "--eval", script], tarball.folder);
    expect([done.stdout.split("\n").map((line) => line.trim()), done.stderr]).toEqual([
      ["initialize a", "connected 1.0.0", "closed", ""],
      "",
    ]);
  });
});
