import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { version } from "../../package.json";
import { RESOURCE_URI } from "../../src/protocol/names.ts";
import { listenOn, stopServer } from "../../src/server/http/listen.ts";
import { installTarball, packTarball, type Ran, ROOT, runProgram, type Tarball } from "./tarball.ts";

let tarball: Tarball;
let unreachable: string | null;
/** The program of docs/embedding.md, as it came with the package. */
let example: string;
beforeAll(() => {
  tarball = packTarball();
  unreachable = installTarball(tarball);
  if (unreachable !== null) return;
  example = writeExample("server.mjs");
});
afterAll(() => rmSync(tarball.folder, { recursive: true, force: true }));
beforeEach(({ skip }) => {
  if (unreachable !== null) skip(unreachable);
});

const inProject = (...path: readonly string[]) => join(tarball.folder, ...path);

/** Writes the block whose first line names the file; its path. */
function writeExample(name: string): string {
  const page = readFileSync(inProject("node_modules", "writing-canvas", "docs", "embedding.md"), "utf8");
  const [, code] = new RegExp(`\`\`\`js\\n// ${name}\\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
  if (code === undefined) throw new Error(`docs/embedding.md has no block that begins with // ${name}`);
  writeFileSync(inProject(name), code);
  return inProject(name);
}

/** What the project would have installed for itself. */
function link(name: string): void {
  if (existsSync(inProject("node_modules", name))) return;
  mkdirSync(join(inProject("node_modules", name), ".."), { recursive: true });
  symlinkSync(join(ROOT, "node_modules", name), inProject("node_modules", name));
}

async function expectCanvases(client: Client, title: string): Promise<void> {
  expect(client.getServerVersion()).toMatchObject({ name: "writing-canvas", version });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["write_canvas", "read_canvas"]));
  const written = await client.callTool({ name: "write_canvas", arguments: { content: `# ${title}\n\ntext` } });
  const id = /\b[2-9A-Z]{4}\b/.exec(textOf(written))?.[0];
  const read = await client.callTool({ name: "read_canvas", arguments: { canvas_id: id } });
  expect(textOf(read)).toContain(`# ${title}`);
  const { contents } = await client.readResource({ uri: RESOURCE_URI });
  expect(contents).toMatchObject([{ text: readFileSync(join(ROOT, "dist", "canvas-app.html"), "utf8") }]);
}

function textOf(result: Awaited<ReturnType<Client["callTool"]>>): string {
  return result.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
}

async function freePort(): Promise<number> {
  const server = createServer();
  const bound = await listenOn(server, "127.0.0.1", 0);
  if (!bound.ok) throw new Error(bound.message);
  await stopServer(server, 0);
  return bound.port;
}

/** Once it says where it serves. */
async function startExample(port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [example], {
    cwd: tarball.folder,
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "inherit", "pipe"],
  });
  let said = "";
  for await (const chunk of child.stderr) {
    said += chunk;
    if (said.includes("MCP at http")) return child;
  }
  throw new Error(`The example ended: ${said}`);
}

// Before a project of its own links vitest into it.
test("without vitest the package is imported, and none was installed", () => {
  const script = 'await import("writing-canvas"); console.log(import.meta.resolve("writing-canvas/store-contract"))';
  const done = runProgram(process.execPath, ["--input-type=module", "--eval", script], tarball.folder);
  expect([done.status, done.stdout.trim().endsWith("/dist/store-contract.js")]).toEqual([0, true]);
  expect(existsSync(inProject("node_modules", "vitest"))).toBe(false);
});

describe("the example in docs/embedding.md", () => {
  test("is about twenty lines", () => {
    const lines = readFileSync(example, "utf8").split("\n");
    expect(lines.filter((line) => line.trim() !== "").length).toBeLessThanOrEqual(22);
  });

  test("serves a client over HTTP, lets in no web site, and ends when it is told to", async () => {
    const port = await freePort();
    const address = new URL(`http://127.0.0.1:${port}/mcp`);
    const child = await startExample(port);
    const ended = once(child, "exit");
    const client = new Client({ name: "test-host", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(address));
    await expectCanvases(client, "By HTTP");
    await client.close();
    const headers = { "content-type": "application/json", origin: "https://evil.example" };
    expect((await fetch(address, { method: "POST", body: "{}", headers })).status).toBe(403);
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });

  test("serves the same canvases over stdio", async () => {
    const client = new Client({ name: "test-host", version: "1" });
    const args = [example, "--stdio"];
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, cwd: tarball.folder, stderr: "ignore" }),
    );
    await expectCanvases(client, "By stdio");
    const listed = textOf(await client.callTool({ name: "list_canvases", arguments: {} }));
    expect(listed).toContain("By stdio");
    await client.close();
    const ran = spawn(process.execPath, args, { cwd: tarball.folder, stdio: ["pipe", "ignore", "ignore"] });
    ran.stdin?.end();
    expect(await once(ran, "exit")).toEqual([0, null]);
  });

  test.each([
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ])("type-checks with modules of %s, resolved by %s, declarations included", (module, moduleResolution) => {
    link("@types/node");
    writeFileSync(inProject("example.mts"), readFileSync(example));
    writeFileSync(inProject("types.mts"), TYPES_USED);
    const checked = checkTypes({ module, moduleResolution }, ["example.mts", "types.mts"]);
    expect([checked.stdout, checked.status]).toEqual(["", 0]);
  });
});

describe("the entry for Copilot", () => {
  test("resolves, and type-checks with the SDK; the SDK's own declarations are its own matter", () => {
    link("@types/node");
    link("@github/copilot-sdk");
    writeFileSync(inProject("copilot.mts"), COPILOT_TYPES_USED);
    const { stdout } = checkTypes({ module: "nodenext", moduleResolution: "nodenext" }, ["copilot.mts"]);
    expect(stdout.split("\n").filter((line) => /^\S/.test(line) && !line.includes("/@github/copilot-sdk/"))).toEqual(
      [],
    );
    const script = 'console.log(typeof (await import("writing-canvas/copilot")).openWritingCanvas)';
    const done = runProgram(process.execPath, ["--input-type=module", "--eval", script], tarball.folder);
    expect([done.stdout.trim(), done.stderr]).toEqual(["function", ""]);
  });
});

describe("the client for Agent Host Protocol hosts", () => {
  test.each([
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ])(
    "type-checks with modules of %s, resolved by %s, over a browser's socket and that of ws",
    (module, moduleResolution) => {
      for (const name of ["@types/node", "@types/ws"]) link(name);
      writeFileSync(inProject("ahp.mts"), AHP_TYPES_USED);
      const checked = checkTypes({ module, moduleResolution }, ["ahp.mts"]);
      expect([checked.stdout, checked.status]).toEqual(["", 0]);
    },
  );
});

function checkTypes(modules: Readonly<Record<string, string>>, files: readonly string[]): Ran {
  const compilerOptions = {
    ...modules,
    target: "es2022",
    lib: ["es2023", "dom"],
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
  };
  writeFileSync(inProject("tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  return runProgram(process.execPath, [tsc, "-p", "."], tarball.folder);
}

const COPILOT_TYPES_USED = `
import { joinSession } from "@github/copilot-sdk/extension";
import { openWritingCanvas, type WritingCanvas } from "writing-canvas/copilot";
const opened: WritingCanvas = await openWritingCanvas({ data: "x", log: (line: string) => void line });
opened.attach(await joinSession({ canvases: [opened.canvas], hooks: opened.hooks }));
// @ts-expect-error
await openWritingCanvas({ data: 1 });
`;

const AHP_TYPES_USED = `
import { WebSocket as NodeSocket } from "ws";
import { type AhpClient, type CanvasState, connectClient, type ProvidedCanvas } from "writing-canvas/ahp";
const chart: ProvidedCanvas = {
  canvasId: "chart",
  displayName: "Chart",
  description: "Draws numbers.",
  actions: [{ name: "zoom" }],
  open: ({ instanceId }) => ({ url: "https://canvas.example/" + instanceId }),
  invoke: async ({ actionName, input }) => input?.[actionName],
};
const client: AhpClient = connectClient({ clientId: "a", open: () => new WebSocket("wss://canvas.example/ahp"), provides: [chart] });
connectClient({ clientId: "b", open: () => new NodeSocket("wss://canvas.example/ahp") }).close();
const canvas: CanvasState | null = client.canvas(client.openCanvases()[0]?.channel ?? "");
const title: string | undefined = canvas?.title;
// @ts-expect-error
connectClient({ open: () => new WebSocket("wss://canvas.example/ahp") });
void title;
`;

const TYPES_USED = `
import { type CanvasServerOptions, createHttpHandler, openSqliteStore, type Store, widgetHtml } from "writing-canvas";
import { describeStore } from "writing-canvas/store-contract";
const store: Store = await openSqliteStore({ folder: "x" });
const options: CanvasServerOptions = { store, widgetHtml, ui: "off" };
const close: () => Promise<void> = createHttpHandler({
  ...options,
  allowedHosts: ["canvas.example"],
  authenticate: async ({ headers }) => (headers.cookie === undefined ? null : { owner: headers.cookie }),
}).close;
describeStore("x", ({ now, after, log }) => openSqliteStore({ folder: "x", now, after, log }));
// @ts-expect-error
createHttpHandler({ store, token: 1 });
void close;
`;

describe("the contract for stores", () => {
  /** A store of somebody else's that hands everything on to ours, except what `find` says. */
  const wrapped = (find: string) => `
    import { mkdtempSync } from "node:fs";
    import { openSqliteStore } from "writing-canvas";
    export async function openMyStore(surroundings) {
      const inner = await openSqliteStore({ ...surroundings, folder: mkdtempSync("stores-") });
      const canvases = { ...inner.canvases, find: ${find} };
      return new Proxy(inner, { get: (store, name) => (name === "canvases" ? canvases : store[name]) });
    }`;

  function runContract(find: string, ...more: readonly string[]) {
    link("vitest");
    writeExample("my-store.test.mjs");
    writeFileSync(inProject("my-store.mjs"), wrapped(find));
    const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
    const args = [
      vitest,
      "run",
      "--root",
      tarball.folder,
      "--reporter=json",
      "my-store.test.mjs",
      "--testTimeout=60000",
      ...more,
    ];
    const { VITEST: _, VITEST_MODE: __, ...env } = process.env;
    const { status, stdout, stderr } = runProgram(process.execPath, args, tarball.folder, env);
    const { numPassedTests, numFailedTests } = JSON.parse(stdout.slice(stdout.indexOf("{"))) as {
      readonly numPassedTests: number;
      readonly numFailedTests: number;
    };
    return { status, stderr, passed: numPassedTests, failed: numFailedTests };
  }

  test("passes for a store of somebody else's, in the vitest of their project", () => {
    const ran = runContract("(owner, id) => inner.canvases.find(owner, id)");
    expect(ran).toMatchObject({ status: 0, failed: 0 });
    expect(ran.passed).toBeGreaterThan(50);
  });

  test("fails for one that breaks a promise", () => {
    const ran = runContract('async () => ({ kind: "none" })', "--testNamePattern=creating and loading");
    expect([ran.status, ran.failed > 0]).toEqual([1, true]);
  });
});
