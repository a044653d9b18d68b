import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { call, send } from "../../surfaces/page/server/page-for-tests.ts";
import { type CommandOptions, type Heard, runCommand } from "../testing/run-command.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-page-command-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const environment = () => ({ WRITING_CANVAS_DATA: join(folder, "data"), WRITING_CANVAS_PAGE_PORT: "0" });
const command = (args: readonly string[], change?: CommandOptions): Promise<Heard> =>
  runCommand(folder, args, { env: environment(), uid: process.getuid?.() ?? null, ...change });

interface Link {
  readonly port: number;
  readonly place: string;
  readonly token: string;
}
const LINK = /http:\/\/[a-z2-7]{32}\.localhost:(\d+)\/#(\S*)\?link=([\w-]+)/;
function linkIn(text: string): Link {
  const [, port, place = "", token = ""] = LINK.exec(text) ?? [];
  if (port === undefined) throw new Error(`No link in ${text}`);
  return { port: Number(port), place, token };
}

/** A command that stays: what it says first, and how to end it. */
async function started(args: readonly string[], until: RegExp, change: CommandOptions = {}) {
  const stdout = new PassThrough();
  let out = "";
  let stop = () => {};
  const said = new Promise<string>((resolve) => {
    stdout.setEncoding("utf8").on("data", (chunk: string) => {
      out += chunk;
      if (until.test(out)) resolve(out);
    });
  });
  const onStop = (callback: () => void) => {
    stop = callback;
  };
  const end = (): Promise<Heard> => {
    stop();
    return ended;
  };
  const ended = command(args, { ...change, stdout, onStop });
  const failed = ended.then((heard) => Promise.reject(new Error(`It ended: ${heard.err}`)));
  return { said: await Promise.race([said, failed]), end };
}

async function redeem({ port, token }: Link): Promise<{ status: number; session: string }> {
  const reply = await send(port, "/api/session", {
    body: JSON.stringify({ link: token }),
    headers: { "content-type": "application/json" },
  });
  return { status: reply.status, session: (reply.json as { pass?: string }).pass ?? "" };
}

describe("serve", () => {
  test("prints a link that opens the page once, and page prints another to the same page", async () => {
    const { id } = JSON.parse((await command(["import", "-", "--json"], { input: "# Plan\n" })).out) as { id: string };
    const serving = await started(["serve", "--port", "0"], /Ctrl\+C/);
    const link = linkIn(serving.said);
    expect(link.place).toBe("/");
    const first = await redeem(link);
    expect([first.status, (await redeem(link)).status]).toEqual([200, 410]);
    expect((await call(link.port, "/api/list", first.session)).json).toMatchObject({ canvases: [{ id }], total: 1 });

    const other = await command(["page", id.toLowerCase(), "--no-browser"]);
    expect(other).toMatchObject({ code: 0, err: "" });
    expect(linkIn(other.out)).toMatchObject({ port: link.port, place: `/canvas/${id}` });
    expect((await redeem(linkIn(other.out))).status).toBe(200);
    const json = JSON.parse((await command(["page", "--no-browser", "--json"])).out) as { link: string };
    expect(json).toMatchObject({ serves: false });
    expect(linkIn(json.link).port).toBe(link.port);
    expect(await serving.end()).toMatchObject({ code: 0, err: "" });
  });

  test("without a page there is MCP alone", async () => {
    for (const [args, env] of [
      [["--no-page"], {}],
      [[], { WRITING_CANVAS_NO_PAGE: "1" }],
    ] as const) {
      const serving = await started(["serve", "--port", "0", ...args], /Ctrl\+C/, {
        env: { ...environment(), ...env },
      });
      expect(serving.said).not.toContain("Page:");
      const port = Number(/127\.0\.0\.1:(\d+)\/mcp/.exec(serving.said)?.[1]);
      expect((await send(port, "/", { method: "GET" })).status).toBe(404);
      expect((await send(port, "/health", { method: "GET" })).status).toBe(200);
      await serving.end();
    }
    expect(await command(["serve", "--no-page", "--open"])).toMatchObject({ code: 2 });
  });

  test("a browser that cannot be opened is said, and the link stands", async () => {
    const serving = await started(["serve", "--port", "0", "--open"], /Ctrl\+C/);
    const { err } = await serving.end();
    expect(err).toContain("No browser could be opened");
  });

  test("says where the page and its sandbox are, for those who come after", async () => {
    const before = await started(["serve", "--port", "0"], /Ctrl\+C/);
    const record = () =>
      JSON.parse(readFileSync(join(folder, "data", "page.json"), "utf8")) as { port: number; sandboxPort: number };
    const { port, sandboxPort } = record();
    expect((await send(sandboxPort, "/", { method: "GET" })).status).toBe(200);
    expect(port).toBe(linkIn(before.said).port);
    await before.end();
  });
});

describe("page", () => {
  test("serves the page itself when nobody does, until it is stopped", async () => {
    const serving = await started(["page", "--no-browser"], LINK);
    const link = linkIn(serving.said);
    const { status, session } = await redeem(link);
    expect(status).toBe(200);
    expect((await call(link.port, "/api/list", session)).status).toBe(200);
    const heard = await serving.end();
    expect(heard.code).toBe(0);
    expect(heard.err).toContain("Ctrl+C ends it");
  });

  test("an unknown canvas, or a page that is turned off, is said", async () => {
    expect(await command(["page", "AAAA", "--no-browser"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("There is no canvas"),
    });
    const off = { ...environment(), WRITING_CANVAS_NO_PAGE: "1" };
    expect(await command(["page"], { env: off })).toMatchObject({
      code: 1,
      err: expect.stringContaining("WRITING_CANVAS_NO_PAGE"),
    });
  });
});
