import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { builtinModules, createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { version } from "../../package.json";
import { ROOT } from "./tarball.ts";

const BUILT = join(ROOT, "dist", "copilot-extension");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-copilot-"));
  cpSync(BUILT, join(folder, "extension"), { recursive: true });
  bringSdk();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Copilot's own SDK, which says on stderr what it is asked; and, for an older Node than Copilot's, SQLite. */
function bringSdk(): void {
  const sdk = join(folder, "node_modules", "@github", "copilot-sdk");
  mkdirSync(sdk, { recursive: true });
  const real = createRequire(import.meta.url).resolve("@github/copilot-sdk/extension");
  writeFileSync(
    join(sdk, "package.json"),
    JSON.stringify({ name: "@github/copilot-sdk", type: "module", exports: { "./extension": "./extension.js" } }),
  );
  writeFileSync(
    join(sdk, "extension.js"),
    `export { CanvasError, createCanvas } from ${JSON.stringify(real)};
    const say = (what) => process.stderr.write(JSON.stringify(what) + "\\n");
    export async function joinSession({ canvases = [], hooks = {} } = {}) {
      process.stdin.resume();
      say({ joined: canvases.map(({ declaration }) => declaration.id), hooks: Object.keys(hooks) });
      return {
        sessionId: "s1",
        log: async (message, { level = "info" } = {}) => say({ level, message }),
        on: () => () => undefined,
        send: async () => undefined,
      };
    }`,
  );
  const isOld = !builtinModules.includes("node:sqlite") && !builtinModules.includes("sqlite");
  const libsql = join(ROOT, "node_modules", "libsql");
  if (isOld) symlinkSync(libsql, join(folder, "node_modules", "libsql"));
}

function start(): { readonly child: ChildProcess; readonly said: (words: string) => Promise<string> } {
  const child = spawn(process.execPath, [join(folder, "extension", "extension.mjs")], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let heard = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    heard += chunk.toString("utf8");
  });
  const said = async (words: string): Promise<string> => {
    while (!heard.includes(words)) {
      if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${heard}`);
      await Promise.race([once(child.stderr as NodeJS.ReadableStream, "data"), once(child, "exit")]);
    }
    return heard;
  };
  return { child, said };
}

test.each([
  ["its input ends", (child: ChildProcess) => child.stdin?.end()],
  ["it is told to", (child: ChildProcess) => child.kill("SIGTERM")],
])(
  "copied anywhere the folder joins a session with its canvas, says nothing on stdout, and ends when %s",
  async (_, end) => {
    const { child, said } = start();
    const closed = once(child, "close");
    let out = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      out += chunk.toString("utf8");
    });
    await said('{"joined":["writing-canvas"],"hooks":["onUserPromptSubmitted"]}');
    end(child);
    expect(await closed).toEqual([0, null]);
    expect(out).toBe("");
  },
);

test("canvases that cannot be opened are said to the person, in words", async () => {
  const about = JSON.parse(readFileSync(join(folder, "extension", "package.json"), "utf8")) as object;
  writeFileSync(join(folder, "taken"), "");
  writeFileSync(
    join(folder, "extension", "package.json"),
    JSON.stringify({ ...about, data: join(folder, "taken", "data") }),
  );
  const { child, said } = start();
  const closed = once(child, "close");
  expect(await said('"level":"error","message":"Writing Canvas: ')).toContain('{"joined":[],"hooks":[]}');
  expect(await closed).toEqual([1, null]);
});

test("the folder says whose and of which version it is, and has the licences of what is inside", () => {
  expect(JSON.parse(readFileSync(join(BUILT, "package.json"), "utf8"))).toMatchObject({
    name: "writing-canvas-copilot-extension",
    version,
  });
  const licenses = readFileSync(join(BUILT, "LICENSES.txt"), "utf8");
  for (const name of ["pg", "react", "zod"]) expect(licenses).toMatch(new RegExp(`^${name} \\d`, "m"));
});
