import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findSqlEngine } from "../../server/storage/sqlite/engine/adapter.ts";
import { LEADER_ROUTE } from "../../surfaces/page/leader/leader-proof.ts";
import { writeLeaderRecord } from "../../surfaces/page/leader/leader-record.ts";
import { createLeaderRoute } from "../../surfaces/page/leader/leader-route.ts";
import { createLinks } from "../../surfaces/page/server/links.ts";
import { HOSTS } from "../hosts/hosts.ts";
import { type CommandOptions, type Heard, runCommand } from "../testing/run-command.ts";
import type { Finding } from "./finding.ts";

let folder: string;
let data: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-doctor-"));
  data = join(folder, "data");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const uid = process.getuid?.() ?? null;
const command = (args: readonly string[], change?: CommandOptions): Promise<Heard> =>
  runCommand(folder, args, { uid, ...change });

async function diagnosed(change?: CommandOptions): Promise<{ code: number; findings: readonly Finding[] }> {
  const { code, out } = await command(["doctor", "--json"], change);
  const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: readonly Finding[] };
  expect(ok).toBe(code === 0);
  for (const { level, next } of findings) if (level !== "ok") expect(next).toBeTruthy();
  return { code, findings };
}

const about = (findings: readonly Finding[], name: string) => findings.find((finding) => finding.about === name);

/** Every file with its content and rights. */
function everything(path: string): unknown {
  if (!statSync(path).isDirectory()) return [statSync(path).mode, readFileSync(path, "latin1")];
  return readdirSync(path).map((name) => [name, everything(join(path, name))]);
}

test("on a machine where nothing has happened yet it finds nothing broken, and makes nothing", async () => {
  const { code, findings } = await diagnosed();
  expect(code).toBe(0);
  expect(about(findings, "data folder")?.message).toContain("made when it is first needed");
  expect(about(findings, "hosts")).toMatchObject({ level: "attention" });
  expect(readdirSync(folder)).toEqual([]);
});

test("says how many canvases there are, in words, and changes nothing", async () => {
  await command(["import", "-"], { input: "# One" });
  const { out } = await command(["import", "-", "--json"], { input: "# Two" });
  await command(["delete", (JSON.parse(out) as { id: string }).id, "--yes"]);
  const before = everything(folder);
  const { code, out: words, err } = await command(["doctor"]);
  expect([code, err]).toEqual([0, ""]);
  expect(words).toMatch(/^ok {9}store: sound: 1 canvas, 1 in the bin, \d+ KB$/m);
  expect(words).toMatch(/^ok {9}version: writing-canvas 1\.2\.3$/m);
  expect(words).toMatch(/^ok {9}SQLite: \d+\.\d+\.\d+ \((?:node:sqlite|libsql)\)$/m);
  expect(everything(folder)).toEqual(before);
});

describe("a store", () => {
  const withDatabase = async (sql: string) => {
    mkdirSync(data, { recursive: true, mode: 0o700 });
    const database = (await findSqlEngine())(join(data, "canvases.db"));
    database.exec(sql);
    database.close();
  };

  test.each([
    ["of another program", "CREATE TABLE theirs (a)", "another program"],
    ["of a newer version", "PRAGMA user_version = 99", "newer writing-canvas"],
  ])("%s is a problem, and stays as it is", async (_, sql, words) => {
    await withDatabase(sql);
    const before = everything(folder);
    const { code, findings } = await diagnosed();
    expect(code).toBe(1);
    expect(about(findings, "store")).toMatchObject({ level: "problem", message: expect.stringContaining(words) });
    expect(everything(folder)).toEqual(before);
  });

  test("that is damaged is a problem, and is not moved aside", async () => {
    mkdirSync(data, { mode: 0o700 });
    writeFileSync(join(data, "canvases.db"), "this is no database ".repeat(500));
    const before = everything(folder);
    const { code, findings } = await diagnosed();
    expect(code).toBe(1);
    expect(about(findings, "store")).toMatchObject({ level: "problem", message: expect.stringContaining("damaged") });
    expect(everything(folder)).toEqual(before);
  });

  test("in a folder that others can read deserves attention; a file in its place is a problem", async () => {
    mkdirSync(data);
    chmodSync(data, 0o755);
    const open = await diagnosed();
    expect(open.code).toBe(0);
    expect(about(open.findings, "data folder")).toMatchObject({
      level: "attention",
      next: expect.stringContaining("chmod 700"),
    });
    rmSync(data, { recursive: true });
    writeFileSync(data, "");
    expect((await diagnosed()).code).toBe(1);
  });
});

describe("the page", () => {
  test("is found where it is served, by whom, and with another version said so", async () => {
    mkdirSync(data, { mode: 0o700 });
    const links = await createLinks(data, () => new Date());
    const leader = createLeaderRoute({ host: "127.0.0.1", prover: links, storeId: "s", version: "1.2.3" });
    const server = createServer((request, response) => {
      if (request.url?.startsWith(LEADER_ROUTE)) void leader.answer(request, response);
      else response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    try {
      await writeLeaderRecord(data, { pid: 4321, port, sandboxPort: port, storeId: "s", version: "1.2.3" });
      const served = about((await diagnosed()).findings, "page");
      expect(served).toMatchObject({ level: "ok", message: `served at http://127.0.0.1:${port}/ by process 4321` });
      const older = about((await diagnosed({ version: "2.0.0" })).findings, "page");
      expect(older).toMatchObject({ level: "attention", message: expect.stringContaining("version 1.2.3") });
    } finally {
      leader.release("gone");
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    expect(about((await diagnosed()).findings, "page")?.message).toContain("not served at the moment");
  });

  test("can be turned off; a key that others can read deserves attention and is left as it is", async () => {
    mkdirSync(data, { mode: 0o700 });
    const env = { WRITING_CANVAS_DATA: data, WRITING_CANVAS_NO_PAGE: "1" };
    expect(about((await diagnosed({ env })).findings, "page")?.message).toContain("turned off");
    writeFileSync(join(data, "page.key"), "x".repeat(32));
    chmodSync(join(data, "page.key"), 0o644);
    expect(about((await diagnosed()).findings, "page")).toMatchObject({ level: "attention" });
    expect(statSync(join(data, "page.key")).mode & 0o777).toBe(0o644);
  });
});

describe("hosts", () => {
  const given = (id: string, text: string) => {
    const file = HOSTS.find((host) => host.id === id)!.file({ platform: "linux", home: folder, env: {} });
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const server = (command: string, ...args: string[]) =>
    JSON.stringify({ mcpServers: { "writing-canvas": { command, args } } });

  test.each([
    ["1.2.3", "ok", "has it"],
    ["latest", "ok", "has it"],
    ["^1", "ok", "has it"],
    ["1.2.2", "attention", "starts version 1.2.2, and this is 1.2.3"],
    ["1.3.0-rc.1", "attention", "starts version 1.3.0-rc.1, and this is 1.2.3"],
    ["", "attention", "starts whichever version npx finds"],
  ])("that start version %j: %s, %s", async (pin, level, words) => {
    given("cursor", server("npx", "-y", pin === "" ? "writing-canvas" : `writing-canvas@${pin}`));
    const { code, findings } = await diagnosed();
    expect([code, about(findings, "Cursor")]).toEqual([
      0,
      expect.objectContaining({ level, message: expect.stringContaining(words) }),
    ]);
  });

  test("are said to have it, not to have it, or to be broken", async () => {
    given("claude-desktop", server("npx", "-y", "writing-canvas@1.2.3", "--data", "/not/yet/there"));
    given("cursor", "{}");
    given("windsurf", server("theirs"));
    const sound = await diagnosed();
    expect(sound.code).toBe(0);
    expect(about(sound.findings, "Claude Desktop")).toMatchObject({ level: "ok" });
    expect(about(sound.findings, "Cursor")).toMatchObject({
      level: "attention",
      next: "Add it: node /clone/dist/index.js install cursor",
    });
    expect(about(sound.findings, "Windsurf")).toMatchObject({
      level: "attention",
      next: expect.stringContaining("--force"),
    });
    given("copilot", server(process.execPath, join(folder, "gone", "writing-canvas", "dist", "index.js")));
    given("gemini", "{ not json");
    const broken = await diagnosed();
    expect(broken.code).toBe(1);
    expect(about(broken.findings, "Copilot CLI")).toMatchObject({
      level: "problem",
      message: expect.stringContaining("which is not there"),
    });
    expect(about(broken.findings, "Gemini CLI")).toMatchObject({
      level: "problem",
      message: expect.stringContaining("not valid JSON"),
    });
  });
});

test("what is not built, too old or cannot print is said", async () => {
  const { code, findings } = await diagnosed({
    nodeVersion: "v18.20.0",
    widgetFiles: [join(folder, "no-widget.html")],
    env: { WRITING_CANVAS_DATA: data, CHROME_PATH: join(folder, "no-browser") },
  });
  expect(code).toBe(1);
  for (const name of ["Node", "widget", "PDF"]) expect(about(findings, name)).toMatchObject({ level: "problem" });
});
