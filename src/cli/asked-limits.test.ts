import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { askedLimits } from "./asked-limits.ts";
import type { Invocation } from "./surroundings.ts";
import { runCommand } from "./testing/run-command.ts";

const asked = (options: Invocation["options"], env: Record<string, string> = {}) =>
  askedLimits({ surroundings: { env } as unknown as Invocation["surroundings"], options, positionals: [] });

test.each([
  ["nothing", {}, {}, {}],
  ["empty words in the environment", {}, { WRITING_CANVAS_MAX_CANVASES: "" }, {}],
  ["a size in KB", { "max-document": "500KB" }, {}, { contentBytes: 500 * 1024 }],
  ["a size in MB, in other letters", { "max-document": "1.5 mb" }, {}, { contentBytes: 1536 * 1024 }],
  ["the largest size", { "max-document": "5MB" }, {}, { contentBytes: 5 * 1024 * 1024 }],
  ["a number of canvases", { "max-canvases": "50" }, {}, { canvases: 50 }],
  ["no canvas", { "max-canvases": "0" }, {}, { canvases: 0 }],
  ["a number of versions", { "keep-versions": "10" }, {}, { versions: 10 }],
  [
    "the environment",
    {},
    { WRITING_CANVAS_MAX_DOCUMENT: "2MB", WRITING_CANVAS_MAX_CANVASES: "7", WRITING_CANVAS_KEEP_VERSIONS: "100" },
    { contentBytes: 2 * 1024 * 1024, canvases: 7, versions: 100 },
  ],
  ["an option over the environment", { "max-canvases": "3" }, { WRITING_CANVAS_MAX_CANVASES: "7" }, { canvases: 3 }],
])("%s", (_, options, env, limits) => expect(asked(options, env)).toEqual(limits));

test.each([
  ["max-document", "", "5.1MB"],
  ["max-document", "", "6MB"],
  ["max-document", "", "500"],
  ["max-document", "", "0KB"],
  ["max-document", "", "0.5KB"],
  ["max-document", "", "-1MB"],
  ["max-document", "", "1e3KB"],
  ["max-document", "", "1GB"],
  ["max-document", "", "much"],
  ["max-canvases", "", "-1"],
  ["max-canvases", "", "1.5"],
  ["max-canvases", "", "many"],
  ["keep-versions", "", "9"],
  ["keep-versions", "", "0"],
  ["keep-versions", "WRITING_CANVAS_KEEP_VERSIONS", "3"],
  ["max-document", "WRITING_CANVAS_MAX_DOCUMENT", "500"],
])("--%s %s%s is asked wrongly, and says how to ask", (option, name, value) => {
  const ask = () => (name === "" ? asked({ [option]: value }) : asked({}, { [name]: value }));
  expect(ask).toThrow(`${name === "" ? `--${option}` : name} is ${JSON.stringify(value)}; it is a `);
});

describe("a command", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "canvas-limits-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const run = (args: readonly string[], env: Record<string, string> = {}, input = "") =>
    runCommand(folder, args, {
      input,
      env: { WRITING_CANVAS_DATA: join(folder, "data"), WRITING_CANVAS_NO_PAGE: "1", ...env },
    });

  test.each([[["--max-document", "6MB"]], [["serve", "--max-canvases", "-1"]], [["serve", "--keep-versions=9"]]])(
    "%j is asked wrongly",
    async (args) => {
      const { code, err } = await run(args);
      expect([code, err]).toEqual([2, expect.stringContaining("writing-canvas: ")]);
    },
  );

  test("import keeps to the limits of the environment", async () => {
    writeFileSync(join(folder, "long.md"), "x".repeat(1_025));
    const long = await run(["import", "long.md"], { WRITING_CANVAS_MAX_DOCUMENT: "1KB" });
    expect([long.code, long.err]).toEqual([
      1,
      "writing-canvas: This text is larger than 1 KB, the limit of this server. Split it over several canvases.\n",
    ]);
    const one = { WRITING_CANVAS_MAX_CANVASES: "1" };
    expect((await run(["import", "-"], one, "# One\n")).code).toBe(0);
    const two = await run(["import", "-"], one, "# Two\n");
    expect([two.code, two.err]).toEqual([
      1,
      "writing-canvas: This server keeps at most 1 canvas for one person, and there is 1, none of them in the bin. Delete one for good (into the bin, and then out of it for good), and try again.\n",
    ]);
    expect((await run(["import", "-"], {}, "# Two\n")).code).toBe(0);
  });

  test.each([["review"], ["open"]])("%s of a file keeps to them, too", async (name) => {
    writeFileSync(join(folder, "plan.md"), "# Plan\n");
    const { code, err } = await run([name, "plan.md", "--no-browser"], { WRITING_CANVAS_MAX_CANVASES: "0" });
    expect([code, err]).toEqual([
      name === "review" ? 4 : 1,
      expect.stringContaining("at most 0 canvases for one person, so none can be made. Ask whoever runs the server."),
    ]);
  });
});
