/** The command as a person runs it. Long because each command and each wrong way to ask is a case of its own. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sampleCreate, sampleRecord } from "../server/storage/sample-change.ts";
import { openSqliteStore } from "../server/storage/sqlite/store.ts";
import { COMMANDS, STDIO } from "./commands.ts";
import { dataFolder } from "./data-folder.ts";
import { run } from "./run.ts";
import type { Surroundings } from "./surroundings.ts";
import { printable } from "./terminal/printable.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-cli-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Heard {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command in surroundings of its own; `stopWhen` asks it to stop once its output says so. */
async function command(
  args: readonly string[],
  change: Partial<Surroundings> & { readonly input?: string | Buffer; readonly stopWhen?: RegExp } = {},
): Promise<Heard> {
  const { input = "", stopWhen, ...surroundings } = change;
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  let out = "";
  let err = "";
  let stop = () => {};
  stdout.setEncoding("utf8").on("data", (chunk: string) => {
    out += chunk;
    if (stopWhen?.test(out)) stop();
  });
  stderr.setEncoding("utf8").on("data", (chunk: string) => {
    err += chunk;
  });
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const code = await run({
    args,
    env: { WRITING_CANVAS_DATA: join(folder, "data"), WRITING_CANVAS_NO_PAGE: "1" },
    platform: "linux",
    uid: 1000,
    home: folder,
    folder,
    stdin: Readable.from([Buffer.from(input)]),
    stdout,
    stderr,
    version: "1.2.3",
    node: "/usr/bin/node",
    nodeVersion: "v22.13.0",
    script: "/clone/dist/index.js",
    widgetFiles: [],
    pageFiles: [],
    workerFile: null,
    pid: 1,
    now: () => new Date("2026-11-16T12:00:00Z"),
    onStop: (callback) => void stopped.then(callback),
    ...surroundings,
  });
  return { code, out, err };
}

describe("asked for words", () => {
  test.each([["--version"], ["-v"]])("%s says the version", async (option) => {
    expect(await command([option])).toEqual({ code: 0, out: "1.2.3\n", err: "" });
  });

  test("--help names every command and every option without one", async () => {
    const { code, out, err } = await command(["--help"]);
    expect([code, err]).toEqual([0, ""]);
    for (const name of Object.keys(COMMANDS)) expect(out).toMatch(new RegExp(`^  ${name} `, "m"));
    for (const option of Object.keys(STDIO.options)) expect(out).toContain(`--${option}`);
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(120);
  });

  test.each(Object.entries(COMMANDS))("%s --help names its options", async (name, { options }) => {
    const { code, out } = await command([name, "--help"]);
    expect(code).toBe(0);
    for (const option of Object.keys(options)) expect(out).toContain(`--${option}`);
  });
});

test.each([
  [["--nonsense"], "Unknown option '--nonsense'"],
  [["serve", "--nonsense"], "Unknown option '--nonsense'"],
  [["serve", "-x"], "Unknown option '-x'"],
  [["review", "x", "--timeout", "-1"], "--timeout needs a value. One that begins with a dash"],
  [["list", "-q", "-1"], "-q needs a value"],
  [["frobnicate"], 'no command "frobnicate"'],
  [["__proto__"], 'no command "__proto__"'],
  [["--data"], "--data"],
  [["--data="], "--data needs a DIR"],
  [["--data", "x", "serve"], "Put the command first"],
  [["--data", "x", "more"], '"more" is one argument too many'],
  [["show"], "ID is missing"],
  [["show", "A", "B"], '"B" is one argument too many'],
  [["show", "AAAA", "--version", "first"], "a version is a number"],
  [["export", "AAAA", "--format", "odt"], "one of md, html, critic, pdf, docx"],
  [["list", "--status", "done"], "one of draft, in_review, approved, archived"],
  [["serve", "--port", "http"], '--port is "http"'],
  [["--ui", "maybe"], '--ui is "maybe"'],
  [["serve", "--ui", "ON"], "it is on (every host shows the widget) or off (none does)"],
  [["serve", "--port", "65536"], "from 0 to 65535"],
  [["serve", "--port=-1"], "from 0 to 65535"],
  [["serve", "--host", "0.0.0.0"], "--token"],
])("%j is asked wrongly: exit code 2 and what is wrong", async (args, words) => {
  const { code, out, err } = await command(args);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(words);
  expect(err).toContain("--help");
});

describe("canvases on the command line", () => {
  const importText = async (text: string | Buffer, args: readonly string[] = []) => {
    const { code, out, err } = await command(["import", "-", "--json", ...args], { input: text });
    expect([code, err]).toEqual([0, ""]);
    return JSON.parse(out) as { id: string; title: string };
  };

  test("a file is imported, listed, shown and exported to the byte", async () => {
    const text = "# Über alles\r\n\r\ntrailing  \nno end 👩‍👩‍👧";
    writeFileSync(join(folder, "draft.md"), text);
    const imported = await command(["import", "draft.md"]);
    expect(imported).toMatchObject({ code: 0, err: "" });
    const [id = ""] = imported.out.split(" ");
    expect(imported.out).toBe(`${id}  Über alles\n`);
    expect((await command(["list"])).out).toContain(`${id}    draft      v1`);
    expect((await command(["show", id.toLowerCase()])).out).toBe(text);
    expect((await command(["export", id])).out).toBe(text);
    expect((await command(["show", id, "--version", "1"])).out).toBe(text);
    expect(JSON.parse((await command(["show", id, "--json"])).out)).toMatchObject({
      id,
      title: "Über alles",
      version: 1,
      content: text,
    });
  });

  test("suggestions and comments come in and go out as CriticMarkup", async () => {
    const text = "# Plan\n\n{~~First~>Opening~~} paragraph {==here==}{>>Where?<<}.\n";
    const { id } = await importText(text, ["--critic"]);
    expect((await command(["export", id])).out).toBe("# Plan\n\nFirst paragraph here.\n");
    expect((await command(["export", id, "--format", "critic"])).out).toBe(text);
    const plain = await importText(text);
    expect((await command(["export", plain.id])).out).toBe(text);
  });

  test("an HTML export is a page on its own, in which nothing of the text acts", async () => {
    const { id } = await importText("Some *text* <script>alert(1)</script>", [
      "--title",
      "</title><script>alert(2)</script>",
    ]);
    const { out } = await command(["export", id, "--format", "html"]);
    expect(out).toMatch(/^<!doctype html>/);
    expect(out).toContain("<em>text</em>");
    expect(out).not.toContain("<script");
  });

  test("lists narrow down by words and status, and more than a page is all there", async () => {
    const store = await openSqliteStore({ folder: join(folder, "data"), now: () => new Date(), log: () => {} });
    for (let n = 0; n < 205; n++) {
      const record = sampleRecord(`ID${n}`, n === 7 ? "needle" : "hay", { title: `Plan ${n}` });
      await store.canvases.create("local", sampleCreate(record));
    }
    await store.close();
    expect((JSON.parse((await command(["list", "--json"])).out) as unknown[]).length).toBe(205);
    expect(JSON.parse((await command(["list", "--json", "-q", "NEEDLE plan"])).out)).toMatchObject([
      { title: "Plan 7" },
    ]);
    expect((await command(["list", "--status", "approved"])).out).toBe("No canvases.\n");
  });

  test("what a text says does not act on the terminal", async () => {
    const { id } = await importText("a\x1b[31mred\u202eever\tand\r\nnext");
    const tty = Object.assign(new PassThrough(), { isTTY: true });
    let shown = "";
    tty.setEncoding("utf8").on("data", (chunk: string) => {
      shown += chunk;
    });
    await command(["show", id], { stdout: tty });
    expect(shown).toBe("a\\u{1b}[31mred\\u{202e}ever\tand\nnext\n");
    shown = "";
    await command(["export", id], { stdout: tty });
    expect(shown).toBe("a\\u{1b}[31mred\\u{202e}ever\tand\nnext");
    expect((await command(["export", id])).out).toBe("a\x1b[31mred\u202eever\tand\r\nnext");
    expect(printable("a\nb\u0007")).toBe("a\\u{a}b\\u{7}");
  });

  test("JSON and errors do not act on the terminal either", async () => {
    const content = "\u009b31m\u001b]0;x\u0007\u202e\u007f ok";
    const { id } = await importText(content);
    for (const name of ["show", "export"]) {
      const { out } = await command([name, id, "--json"]);
      expect(out.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
      expect(JSON.stringify(JSON.parse(out))).toContain(JSON.stringify(content).slice(1, -1));
    }
    expect((await command(["import", "\u001b[2Jno-file"])).err).not.toContain("\u001b");
    expect((await command(["\u009bmno-command"])).err).not.toContain("\u009b");
  });

  test.each([
    [["show", "ZZZZ"], 'no canvas "ZZZZ"'],
    [["export", "../../etc"], "no canvas"],
    [["import", "missing.md"], "missing.md does not exist. Name a file"],
    [["import", "."], ". is a folder"],
  ])("%j cannot be done: exit code 1 and what to do", async (args, words) => {
    const { code, out, err } = await command(args);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(words);
  });

  test("a version that there is not is said with those there are", async () => {
    const { id } = await importText("x");
    expect((await command(["show", id, "--version", "9"])).err).toContain(
      `${id} has no version 9: its versions are 1 to 1.`,
    );
  });

  test.each([
    ["is not UTF-8", Buffer.from([0x61, 0xff]), "not UTF-8"],
    ["has a NUL", "a\0b", "NUL character"],
    ["is too large", "x".repeat(5 * 1024 * 1024 + 1), "larger than 5 MB"],
  ])("a file that %s is refused, and nothing is made", async (_, input, words) => {
    const { code, err } = await command(["import", "-"], { input });
    expect(code).toBe(1);
    expect(err).toContain(words);
    expect((await command(["list"])).out).toBe("No canvases.\n");
  });
});

describe("serve", () => {
  test("says where it serves and how to configure each host, and stops when asked", async () => {
    const { code, out, err } = await command(["serve", "--port", "0"], { stopWhen: /Ctrl\+C/ });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/serves MCP at http:\/\/127\.0\.0\.1:\d+\/mcp\n/);
    for (const host of ["Claude Desktop", "Claude Code", "VS Code", "Cursor"]) expect(out).toContain(host);
    expect(out).toContain(`Data: ${join(folder, "data")}`);
  });

  test("asked to stop while it starts, it stops", async () => {
    expect(await command(["serve", "--port", "0"], { onStop: (stop) => stop() })).toMatchObject({ code: 0, err: "" });
    const stdin = new PassThrough();
    expect(await command([], { stdin, onStop: (stop) => stop() })).toEqual({ code: 0, out: "", err: "" });
  });

  describe("with a token", () => {
    const TOKEN = "s3cret-s3cret-s3cret";
    const port = ["serve", "--port", "0"];
    const file = (text: string, mode = 0o600): readonly string[] => {
      const path = join(folder, "token");
      writeFileSync(path, text, { mode });
      chmodSync(path, mode);
      return [...port, "--token-file", path];
    };
    const stopWhen = /Ctrl\+C/;
    const uid = process.getuid?.() ?? null;
    const inEnvironment = () => ({ WRITING_CANVAS_DATA: join(folder, "data"), WRITING_CANVAS_TOKEN: TOKEN });

    test.each([
      ["from a file", () => command(file(`${TOKEN}\n`), { stopWhen, uid })],
      ["from the environment", () => command(port, { stopWhen, env: inEnvironment() })],
    ])("%s, it stands nowhere, and hosts take it from their environment or ask for it", async (_, start) => {
      const { code, out, err } = await start();
      expect([code, err]).toEqual([0, ""]);
      for (const words of ["{WRITING_CANVAS_TOKEN}'", "{env:WRITING_CANVAS_TOKEN}", "{input:canvas-token}"])
        expect(out).toContain(`Bearer $${words}`);
      expect(out).not.toContain("s3cret");
    });

    test("as an argument it works, with a warning that others can see it and how to avoid that", async () => {
      const { code, out, err } = await command([...port, "--token", TOKEN], { stopWhen });
      expect(code).toBe(0);
      expect(err).toMatch(/every user of this machine can read it.*WRITING_CANVAS_TOKEN.*--token-file/);
      expect(out + err).not.toContain("s3cret");
    });

    test.each([
      ["short", () => command([...port, "--token", "s3cret"]), /6 characters.*at least 16.*A new one: [\w-]{32}\n/],
      ["short in its file", () => command(file("s3cret\n"), { uid }), /The token in .* has 6 characters/],
      ["in a file that others can read", () => command(file(TOKEN, 0o644), { uid }), /chmod 600/],
      ["in a file that a group can write", () => command(file(TOKEN, 0o620), { uid }), /chmod 600/],
      ["in somebody else's file", () => command(file(TOKEN), { uid: 54_321 }), /belongs to another user/],
      ["in no file", () => command([...port, "--token-file", "none"]), /cannot be read/],
      ["in a folder", () => command([...port, "--token-file", "."]), /no file/],
      ["given twice", () => command([...file(TOKEN), "--token", TOKEN]), /once/],
      ["with a space", () => command(file("two words and some more"), { uid }), /a space/],
    ])("%s: it does not start, and says why", async (_, start, words) => {
      const { code, out, err } = await start();
      expect([code, out]).toEqual([2, ""]);
      expect(err).toMatch(words);
      expect(err).not.toContain("s3cret");
    });
  });

  test("a port that is taken is said in words", async () => {
    let taken: Heard | null = null;
    const first = await command(["serve", "--port", "0"], {
      // Asked to stop only after the second server has tried the same port.
      onStop: (stop) => void occupied.then(stop),
      stdout: recorder((out) => {
        const port = /127\.0\.0\.1:(\d+)/.exec(out)?.[1];
        if (port && !started) {
          started = true;
          void command(["serve", "--port", port]).then((heard) => {
            taken = heard;
            free();
          });
        }
      }),
    });
    expect(first.code).toBe(0);
    expect(taken).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringMatching(/Port \d+ is taken by another program/),
    });
  });

  let started = false;
  let free = () => {};
  const occupied = new Promise<void>((resolve) => {
    free = resolve;
  });
});

function recorder(listener: (out: string) => void): PassThrough {
  const stream = new PassThrough();
  let out = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    out += chunk;
    listener(out);
  });
  return stream;
}

describe("stdio", () => {
  test("ends when the host closes its end, and stdout has nothing but the protocol", async () => {
    const hello = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
    };
    const { code, out, err } = await command([], { input: `${JSON.stringify(hello)}\n` });
    expect([code, err]).toEqual([0, ""]);
    const lines = out.trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([1]);
  });

  test("a port for the page that is none is said", async () => {
    const env = { WRITING_CANVAS_DATA: join(folder, "data"), WRITING_CANVAS_PAGE_PORT: "99999" };
    const { code, err } = await command([], { env });
    expect(code).toBe(2);
    expect(err).toContain('WRITING_CANVAS_PAGE_PORT is "99999"');
  });

  test("a person at a terminal is told what it waits for", async () => {
    const stdin = Object.assign(Readable.from([]), { isTTY: true });
    const { out, err } = await command([], { stdin });
    expect(out).toBe("");
    expect(err).toContain("node /clone/dist/index.js serve");
  });

  test("a data folder that cannot be written stops the start with its path and the reason", async () => {
    const data = join(folder, "file", "below");
    writeFileSync(join(folder, "file"), "");
    const { code, out, err } = await command(["--data", data]);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(`${data} cannot be written`);
    expect(readFileSync(join(folder, "file"), "utf8")).toBe("");
  });
});

describe("the data folder", () => {
  const at = (platform: string, env: Record<string, string>, options = {}) =>
    dataFolder({
      surroundings: {
        platform,
        env,
        home: platform === "win32" ? "C:\\Users\\ann" : "/home/ann",
        folder: "/here",
      } as unknown as Surroundings,
      options,
    });

  test.each([
    ["linux", {}, "/home/ann/.local/share/writing-canvas"],
    ["linux", { XDG_DATA_HOME: "/xdg" }, "/xdg/writing-canvas"],
    ["linux", { XDG_DATA_HOME: "relative" }, "/home/ann/.local/share/writing-canvas"],
    ["darwin", {}, "/home/ann/Library/Application Support/writing-canvas"],
    ["win32", { LOCALAPPDATA: "D:\\Local" }, "D:\\Local\\writing-canvas"],
    ["win32", {}, "C:\\Users\\ann\\AppData\\Local\\writing-canvas"],
  ])("on %s with %j is %s", (platform, env, expected) => {
    expect(at(platform, env)).toBe(expected);
  });

  test("is the one asked for: the option before the environment, relative to where one is", () => {
    expect(at("linux", { WRITING_CANVAS_DATA: "/env" })).toBe("/env");
    expect(at("linux", { WRITING_CANVAS_DATA: "/env" }, { data: "mine" })).toBe("/here/mine");
  });
});
