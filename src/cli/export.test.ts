import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findChromium } from "./find-chromium.ts";
import { askedPaper } from "./paper.ts";
import type { Invocation } from "./surroundings.ts";
import { runCommand } from "./testing/run-command.ts";

let folder: string;
let id: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-export-"));
  const { out } = await runCommand(folder, ["import", "-", "--json"], { input: "# Plan\n\nSome *text*.\n" });
  id = (JSON.parse(out) as { id: string }).id;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const command: (args: readonly string[], change?: Parameters<typeof runCommand>[2]) => ReturnType<typeof runCommand> = (
  args,
  change,
) => runCommand(folder, args, change);

describe("to a file", () => {
  test("the words go to stderr, and the ending chooses the format", async () => {
    const { code, out, err } = await command(["export", id, "--output", "plan.html"]);
    expect([code, out]).toEqual([0, ""]);
    expect(err).toBe(`Plan (${id}, v1) is in ${join(folder, "plan.html")}\n`);
    expect(readFileSync(join(folder, "plan.html"), "utf8")).toContain("<em>text</em>");
    await command(["export", id, "-o", "plan.docx"]);
    expect(readFileSync(join(folder, "plan.docx")).subarray(0, 2).toString()).toBe("PK");
    await command(["export", id, "-o", "plan.html", "--format", "md", "--force"]);
    expect(readFileSync(join(folder, "plan.html"), "utf8")).toBe("# Plan\n\nSome *text*.\n");
  });

  test("what is there is left as it is, unless --force says otherwise; nothing is left lying about", async () => {
    writeFileSync(join(folder, "plan.md"), "mine");
    const refused = await command(["export", id, "-o", "plan.md"]);
    expect([refused.code, refused.out]).toEqual([1, ""]);
    expect(refused.err).toContain("--force");
    expect(readFileSync(join(folder, "plan.md"), "utf8")).toBe("mine");
    expect((await command(["export", id, "-o", "plan.md", "--force"])).code).toBe(0);
    expect(readFileSync(join(folder, "plan.md"), "utf8")).toContain("# Plan");
    expect(readdirSync(folder).sort()).toEqual(["data", "plan.md"]);
  });

  test("through a link it writes what the link leads to, and only with --force", async () => {
    mkdirSync(join(folder, "there"));
    writeFileSync(join(folder, "there", "real.md"), "mine");
    symlinkSync(join(folder, "there", "real.md"), join(folder, "link.md"));
    expect((await command(["export", id, "-o", "link.md"])).code).toBe(1);
    expect((await command(["export", id, "-o", "link.md", "--force"])).code).toBe(0);
    expect(readFileSync(join(folder, "there", "real.md"), "utf8")).toContain("# Plan");
  });

  test.skipIf(process.platform === "win32")("what it replaces keeps its rights; what is no file stays", async () => {
    writeFileSync(join(folder, "plan.md"), "mine", { mode: 0o600 });
    expect((await command(["export", id, "-o", "plan.md", "--force"])).code).toBe(0);
    expect(statSync(join(folder, "plan.md")).mode & 0o777).toBe(0o600);
    execFileSync("mkfifo", [join(folder, "pipe")]);
    const { code, err } = await command(["export", id, "-o", "pipe", "--force"]);
    expect([code, err]).toEqual([1, expect.stringContaining("is a device or a pipe")]);
    expect(statSync(join(folder, "pipe")).isFIFO()).toBe(true);
  });

  test.each([
    ["no/such/folder/plan.md", "there is no folder"],
    [".", "is a folder"],
  ])("%s cannot be written, and it says why", async (file, words) => {
    const { code, err } = await command(["export", id, "-o", file]);
    expect(code).toBe(1);
    expect(err).toContain(words);
  });

  test("--json says what was written and where", async () => {
    const { out, err } = await command(["export", id, "-o", "plan.md", "--json"]);
    expect(err).toBe("");
    expect(JSON.parse(out)).toEqual({
      id,
      title: "Plan",
      version: 1,
      format: "md",
      output: join(folder, "plan.md"),
      bytes: 21,
    });
  });
});

describe("to stdout", () => {
  test("a Word document goes through a pipe to the byte, and not to a terminal", async () => {
    const piped = await command(["export", id, "--format", "docx"]);
    expect([piped.code, piped.err, piped.bytes.subarray(0, 2).toString()]).toEqual([0, "", "PK"]);
    const shown = await command(["export", id, "--format", "docx"], { toTerminal: true });
    expect([shown.code, shown.out]).toEqual([2, ""]);
    expect(shown.err).toContain("--output FILE.docx");
    const json = await command(["export", id, "--format", "docx", "--json"], { toTerminal: true });
    expect(
      Buffer.from((JSON.parse(json.out) as { base64: string }).base64, "base64")
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
  });

  test.each([
    [["--format", "odt"], "one of md, html, critic, pdf, docx"],
    [["--force"], "--force needs --output"],
    [["--comments"], "goes with docx"],
    [["--paper", "a3"], "a4 or letter"],
  ])("%j is asked wrongly", async (args, words) => {
    const { code, err } = await command(["export", id, ...args]);
    expect(code).toBe(2);
    expect(err).toContain(words);
  });
});

describe("a PDF without a browser", () => {
  test("says what to install", async () => {
    const { code, out, err } = await command(["export", id, "--format", "pdf"], {
      env: { WRITING_CANVAS_DATA: join(folder, "data"), PATH: folder },
    });
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain("Chrome, Chromium or Edge");
    expect(err).toContain("--format html");
  });

  test("says that CHROME_PATH is wrong", async () => {
    const { code, err } = await command(["export", id, "--format", "pdf"], {
      env: { WRITING_CANVAS_DATA: join(folder, "data"), CHROME_PATH: join(folder, "nothing") },
    });
    expect(code).toBe(1);
    expect(err).toContain("CHROME_PATH is");
  });

  test("that fails says what it said", async () => {
    const browser = join(folder, "google-chrome");
    writeFileSync(browser, "#!/bin/sh\necho no display >&2\nexit 1\n", { mode: 0o755 });
    const { code, err } = await command(["export", id, "--format", "pdf"], {
      env: { WRITING_CANVAS_DATA: join(folder, "data"), PATH: folder },
    });
    expect(code).toBe(1);
    expect(err).toContain("made no PDF. no display");
  });

  test("a browser is looked for where each system keeps it", () => {
    const program = join(folder, "chromium");
    writeFileSync(program, "", { mode: 0o755 });
    expect(findChromium({ env: { PATH: folder }, platform: "linux", home: folder })).toEqual({
      kind: "found",
      path: program,
    });
    expect(findChromium({ env: {}, platform: "linux", home: folder })).toEqual({ kind: "none" });
    expect(findChromium({ env: { PROGRAMFILES: folder }, platform: "win32", home: folder })).toEqual({ kind: "none" });
    const mac = join(folder, "Applications", "Chromium.app", "Contents", "MacOS");
    mkdirSync(mac, { recursive: true });
    writeFileSync(join(mac, "Chromium"), "", { mode: 0o755 });
    const found = findChromium({ env: {}, platform: "darwin", home: folder });
    // A machine that has Chrome in /Applications finds that one first.
    expect(found.kind).toBe("found");
  });
});

test.each([
  [{ LANG: "de_DE.UTF-8" }, "a4"],
  [{ LANG: "en_US.UTF-8" }, "letter"],
  [{ LANG: "en_US.UTF-8", LC_PAPER: "de_DE.UTF-8" }, "a4"],
  [{}, "a4"],
])("with %j paper is %s", (env, paper) => {
  expect(askedPaper({ options: {}, surroundings: { env } } as unknown as Invocation)).toBe(paper);
});
