import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { send } from "../../server/http/send-for-tests.ts";
import { type CommandOptions, type Heard, runCommand } from "../testing/run-command.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-address-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const TOKEN = "a-token-of-this-test";
const ORIGIN = "https://canvas.example.com";
const FRAME = "https://canvas-frame.example.com";
const BOTH = ["--public-url", ORIGIN, "--sandbox-url", FRAME];
const environment = () => ({ WRITING_CANVAS_DATA: join(folder, "data"), WRITING_CANVAS_TOKEN: TOKEN });
const command = (args: readonly string[], change?: CommandOptions): Promise<Heard> =>
  runCommand(folder, args, { env: environment(), ...change });

/** A server until it is ended, and what it said when it was ready. */
async function serving(args: readonly string[], change: CommandOptions = {}) {
  const stdout = new PassThrough();
  let stop = () => {};
  let said = "";
  const ready = new Promise<void>((resolve) => {
    stdout.setEncoding("utf8").on("data", (chunk: string) => {
      said += chunk;
      if (said.includes("Ctrl+C")) resolve();
    });
  });
  const onStop = (callback: () => void) => {
    stop = callback;
  };
  const ended = command(["serve", ...args], { ...change, stdout, onStop });
  await Promise.race([ready, ended.then(({ err }) => Promise.reject(new Error(`It ended: ${err}`)))]);
  const end = (): Promise<Heard> => {
    stop();
    return ended;
  };
  return { said, end };
}

describe("a server that is half configured does not start, and says what to do", () => {
  test.each<[string, readonly string[], RegExp]>([
    ["no frame", ["--public-url", ORIGIN], /--public-url needs --sandbox-url .*canvas-frame\.example\.com.*--no-page/],
    ["no page", ["--sandbox-url", FRAME], /--sandbox-url needs --public-url/],
    ["one origin", ["--public-url", ORIGIN, "--sandbox-url", `${ORIGIN}:443/`], /both at .* another name/],
    [
      "http",
      ["--public-url", "http://canvas.example.com", "--sandbox-url", FRAME],
      /only over https.*https:\/\/canvas/,
    ],
    ["a frame over http", ["--public-url", ORIGIN, "--sandbox-url", "http://frame.example.com"], /only over https/],
    ["one of each", ["--public-url", ORIGIN, "--sandbox-url", "http://localhost:3002"], /Use https for both/],
    [
      "two ports over http",
      ["--public-url", "http://localhost:3001", "--sandbox-url", "http://localhost:3002"],
      /two ports of localhost over http.*another name/,
    ],
    [
      "a path",
      ["--public-url", `${ORIGIN}/canvas`, "--sandbox-url", FRAME],
      /path, \/canvas, .*root.*Give https:\/\/canvas\.example\.com alone/,
    ],
    ["a frame with a path", ["--public-url", ORIGIN, "--sandbox-url", `${FRAME}/f/`], /--sandbox-url has a path/],
    ["a query", ["--public-url", `${ORIGIN}/?a=1`, "--sandbox-url", FRAME], /behind \? or #/],
    ["an empty query", ["--public-url", `${ORIGIN}/?`, "--sandbox-url", FRAME], /behind \? or #/],
    ["a fragment", ["--public-url", `${ORIGIN}/#x`, "--sandbox-url", FRAME], /behind \? or #/],
    ["a password", ["--public-url", "https://ann:hunter2@canvas.example.com", "--sandbox-url", FRAME], /password/],
    ["an empty name", ["--public-url", "https://@canvas.example.com", "--sandbox-url", FRAME], /password/],
    ["no scheme", ["--public-url", "canvas.example.com", "--sandbox-url", FRAME], /no address of a web site/],
    ["another scheme", ["--public-url", "localhost:3001", "--sandbox-url", FRAME], /no address of a web site/],
    ["nothing", ["--public-url", "", "--sandbox-url", FRAME], /--public-url needs a URL/],
    ["a dot at the end", ["--public-url", "https://canvas.example.com.", "--sandbox-url", FRAME], /no address/],
    ["a frame without a page", ["--no-page", "--sandbox-url", FRAME], /--sandbox-url is for the page's frame/],
    ["a frame's port without a page", ["--no-page", "--sandbox-port", "3002"], /--sandbox-port is for the page/],
    ["a frame's port that is none", ["--sandbox-port", "70000"], /a port is a number/],
  ])("%s", async (_, args, words) => {
    const heard = await command(["serve", "--port", "0", ...args]);
    expect({ code: heard.code, out: heard.out }).toEqual({ code: 2, out: "" });
    expect(heard.err).toMatch(words);
    expect(heard.err).not.toContain("hunter2");
    expect(existsSync(join(folder, "data"))).toBe(false);
  });

  test.each(["127.0.0.1", "0.0.0.0"])("no token, bound to %s", async (host) => {
    const env = { WRITING_CANVAS_DATA: join(folder, "data") };
    for (const args of [BOTH, ["--public-url", ORIGIN, "--no-page"]]) {
      const heard = await command(["serve", "--port", "0", "--host", host, ...args], { env });
      expect(heard).toMatchObject({ code: 2, err: expect.stringMatching(/Not served at .*--token-file/) });
    }
  });

  test("the frame's port is taken", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const taken = typeof address === "object" && address ? address.port : 0;
    const heard = await command(["serve", "--port", "0", "--sandbox-port", String(taken), ...BOTH]);
    await new Promise((resolve) => other.close(resolve));
    expect(heard).toMatchObject({ code: 1, err: expect.stringMatching(new RegExp(`Port ${taken}.*--sandbox-port N`)) });
  });
});

describe("behind a proxy", () => {
  const PORTS =
    /passes https:\/\/canvas\.example\.com on to port (\d+)\s+and https:\/\/canvas-frame\.example\.com to port (\d+)/;

  test.each<[string, readonly string[], Record<string, string>]>([
    ["by options", BOTH, {}],
    ["by the environment", [], { WRITING_CANVAS_PUBLIC_URL: `${ORIGIN}/`, WRITING_CANVAS_SANDBOX_URL: FRAME }],
  ])("%s: all that is said leads to the public address", async (_, args, env) => {
    const { said, end } = await serving(["--port", "0", "--sandbox-port", "0", ...args], {
      env: { ...environment(), ...env },
    });
    try {
      expect(said).toContain(`serves MCP at ${ORIGIN}/mcp`);
      expect(said).toContain(`Page: ${ORIGIN}/#/?link=`);
      expect(said).toContain(`--public-url ${ORIGIN}`);
      expect(said).toContain(`"url": "${ORIGIN}/mcp"`);
      expect(said).not.toContain(".localhost");
      const [, port, sandboxPort] = PORTS.exec(said) ?? [];
      const headers = { host: "canvas.example.com", "content-type": "application/json" };
      const link = /link=([\w-]+)/.exec(said)?.[1];
      const entered = await send(Number(port), "/api/session", {
        body: JSON.stringify({ link }),
        headers: { ...headers, origin: ORIGIN },
      });
      expect(entered.status).toBe(200);
      expect((await send(Number(sandboxPort), "/", { method: "GET", headers })).text).toContain(`"${ORIGIN}"`);
      // Nobody of this machine is told of it: it is no page of the folder's.
      expect(existsSync(join(folder, "data", "page.json"))).toBe(false);
      expect((await send(Number(port), "/api/leader?challenge=0", { method: "GET", headers })).status).toBe(401);

      const made = await command(["import", "-", "--json"], { input: "# Plan\n" });
      const { id } = JSON.parse(made.out) as { id: string };
      const printed = await command(["page", id, "--no-browser", "--public-url", ORIGIN]);
      expect(printed).toMatchObject({ code: 0, err: "" });
      expect(printed.out).toMatch(new RegExp(`^${ORIGIN}/#/canvas/${id}\\?link=[\\w-]+\n$`));
      const other = await send(Number(port), "/api/session", {
        body: JSON.stringify({ link: /link=([\w-]+)/.exec(printed.out)?.[1] }),
        headers: { ...headers, origin: ORIGIN },
      });
      expect(other.status).toBe(200);
    } finally {
      expect(await end()).toMatchObject({ code: 0, err: "" });
    }
  });

  test("results of tools carry links to the public address", async () => {
    const { said, end } = await serving([
      "--port",
      "0",
      "--sandbox-port",
      "0",
      "--host",
      "0.0.0.0",
      "--ui",
      "off",
      ...BOTH,
    ]);
    try {
      const port = Number(PORTS.exec(said)?.[1]);
      const reply = await send(port, "/mcp", {
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "write_canvas", arguments: { title: "Plan", content: "# Plan\n" } },
        }),
        headers: {
          host: "canvas.example.com",
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          authorization: `Bearer ${TOKEN}`,
        },
      });
      expect(reply.text).toMatch(/The person can open it at https:\/\/canvas\.example\.com\/#\/canvas\/\w+\?link=/);
    } finally {
      await end();
    }
  });

  test("MCP alone needs no second name", async () => {
    const { said, end } = await serving(["--port", "0", "--no-page", "--public-url", ORIGIN]);
    expect(said).toContain(`serves MCP at ${ORIGIN}/mcp`);
    expect(said).toMatch(/passes https:\/\/canvas\.example\.com on to port \d+\n/);
    expect(said).not.toContain("Page:");
    await end();
  });
});

test("page says what is wrong with a public address", async () => {
  const heard = await command(["page", "--no-browser", "--public-url", `${ORIGIN}/x`]);
  expect(heard).toMatchObject({ code: 2, err: expect.stringContaining("has a path") });
});
