import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  lchownSync,
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
import { STORE_FILE } from "../../server/storage/sqlite/store.ts";
import type { Invocation } from "../surroundings.ts";
import { runCommand } from "../testing/run-command.ts";
import { findChromium } from "./find-chromium.ts";
import { askedPaper } from "./paper.ts";

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

  describe.skipIf(process.getuid?.() !== 0)("where another user has laid a link", () => {
    const NOBODY = 65_534;
    const foreign = (target: string, name: string) => {
      symlinkSync(target, join(folder, name));
      lchownSync(join(folder, name), NOBODY, NOBODY);
    };
    beforeEach(() => {
      mkdirSync(join(folder, "own"));
      writeFileSync(join(folder, "own", "secret.md"), "mine");
    });
    const intact = () => [readFileSync(join(folder, "own", "secret.md"), "utf8"), readdirSync(join(folder, "own"))];

    test.each([
      ["to a file", "own/secret.md", "plan.md", ["export", "ID", "-o", "plan.md", "--force"]],
      [
        "to a file through a link of one's own",
        "own/secret.md",
        "plan.md",
        ["export", "ID", "-o", "mine.md", "--force"],
      ],
      ["to a folder", "own", "folder", ["export", "ID", "-o", "folder/secret.md", "--force"]],
      ["to a folder, for a new file", "own", "folder", ["export", "ID", "-o", "folder/plan.md"]],
      ["to nothing yet", "own/new.md", "plan.md", ["export", "ID", "-o", "plan.md", "--force"]],
      ["for a backup", "own", "folder", ["backup", "folder/secret.md", "--force"]],
      ["for a backup that replaces", "own/secret.md", "copy.db", ["backup", "copy.db", "--force"]],
      ["for a new store", "own", "folder", ["recover", `data/${STORE_FILE}`, "--into", "folder/new.db"]],
      ["for a file to open", "own/secret.md", "plan.md", ["open", "plan.md", ".", "--no-page"]],
      ["for a file to review", "own/secret.md", "plan.md", ["review", "plan.md", "--write", "--no-page"]],
    ])("%s, it is not followed, and said", async (_, target, name, args) => {
      foreign(join(folder, target), name);
      symlinkSync("plan.md", join(folder, "mine.md"));
      const { code, err } = await command(args.map((arg) => (arg === "ID" ? id : arg)));
      expect(code).toBeGreaterThan(0);
      expect(err).toContain(`${join(folder, name)} is a link that another user has made`);
      expect(intact()).toEqual(["mine", ["secret.md"]]);
    });

    test("under the name that a backup in progress might have, it is not written through", async () => {
      foreign(join(folder, "own", "secret.md"), `copy.db.unfinished-${process.pid}`);
      expect((await command(["backup", "copy.db"], { pid: process.pid })).code).toBe(0);
      expect(intact()).toEqual(["mine", ["secret.md"]]);
    });

    test("a new file never takes the name of a link", async () => {
      foreign(join(folder, "own", "new.md"), "plan.md");
      expect(await command(["export", id, "-o", "plan.md"])).toMatchObject({
        code: 1,
        err: expect.stringContaining("--force"),
      });
      expect(intact()).toEqual(["mine", ["secret.md"]]);
    });

    test("where another user's file is replaced, they cannot write into ours", async () => {
      writeFileSync(join(folder, "plan.md"), "theirs");
      chmodSync(join(folder, "plan.md"), 0o666);
      chownSync(join(folder, "plan.md"), NOBODY, NOBODY);
      expect((await command(["export", id, "-o", "plan.md", "--force"])).code).toBe(0);
      const { uid, mode } = statSync(join(folder, "plan.md"));
      expect([uid, mode & 0o777]).toEqual([0, 0o644]);
    });
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
