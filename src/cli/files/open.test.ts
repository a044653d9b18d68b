import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { run } from "../run.ts";
import type { Surroundings } from "../surroundings.ts";

let folder: string;
let plan: string;
const running = new Set<Running>();
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "canvas-open-")));
  plan = join(folder, "plan.md");
});
afterEach(async () => {
  for (const one of running) await one.stop();
  running.clear();
  rmSync(folder, { recursive: true, force: true });
});

interface Line {
  readonly event: string;
  readonly canvas: string;
  readonly [field: string]: unknown;
}
interface Running {
  readonly lines: Line[];
  readonly said: () => string;
  /** Resolves with the first line of this kind that was not asked for before; fails when the command ends without it. */
  next(event: string): Promise<Line>;
  until(words: string): Promise<void>;
  stop(): Promise<number>;
  readonly ended: Promise<number>;
}

/** `writing-canvas …` in this process, on a data folder of the test. */
function start(args: readonly string[], change: Partial<Surroundings> = {}): Running {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const lines: Line[] = [];
  let seen = 0;
  let rest = "";
  let said = "";
  let wake = (): void => {};
  let stop = (): void => {};
  stdout.setEncoding("utf8").on("data", (chunk: string) => {
    said += chunk;
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) if (part.startsWith('{"')) lines.push(JSON.parse(part) as Line);
    wake();
  });
  stderr.setEncoding("utf8").on("data", (chunk: string) => {
    said += chunk;
    wake();
  });
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const ended = run({
    args,
    env: { WRITING_CANVAS_DATA: join(folder, "data"), WRITING_CANVAS_NO_PAGE: "1" },
    platform: process.platform,
    uid: null,
    pid: 1,
    pageFiles: [],
    workerFile: null,
    home: folder,
    folder,
    stdin: Readable.from([]),
    stdout,
    stderr,
    version: "1.2.3",
    node: "node",
    nodeVersion: "v22.0.0",
    script: "index.js",
    widgetFiles: [],
    now: () => new Date(),
    onStop: (callback) => void stopped.then(callback),
    ...change,
  });
  let isOver = false;
  void ended.finally(() => {
    isOver = true;
    wake();
  });
  const one: Running = {
    lines,
    said: () => said,
    ended,
    async next(event) {
      for (;;) {
        while (seen < lines.length) {
          const line = lines[seen++];
          if (line?.event === event) return line;
        }
        if (isOver) throw new Error(`It ended without ${event}: ${said}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async until(words) {
      while (!said.includes(words)) {
        if (isOver) throw new Error(`It ended without ${words}: ${said}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    stop() {
      stop();
      return ended;
    },
  };
  running.add(one);
  return one;
}

const openPlan = (...more: string[]) => start(["open", "plan.md", "--json", ...more]);
const show = async (id: string): Promise<{ version: number; content: string }> => {
  const shown = start(["show", id, "--json"]);
  expect(await shown.ended).toBe(0);
  return JSON.parse(shown.said()) as { version: number; content: string };
};

describe("open", () => {
  test("a file becomes a canvas, what changes in it goes there, and the next run finds the same canvas", async () => {
    writeFileSync(plan, "# Plan\r\n\r\nOne.\r\n");
    const first = openPlan();
    const { canvas, new: isNew } = await first.next("opened");
    expect(isNew).toBe(true);
    writeFileSync(plan, "# Plan\r\n\r\nOne and two.\r\n");
    await first.next("took");
    expect(await first.stop()).toBe(0);
    expect(first.lines.at(-1)).toMatchObject({ event: "ended", same: true, took: 1, wrote: 0, openProposals: 0 });
    expect((await show(canvas)).content).toBe("# Plan\r\n\r\nOne and two.\r\n");

    writeFileSync(plan, "# Plan\r\n\r\nOne, two and three.\r\n");
    const second = openPlan();
    expect(await second.next("took")).toMatchObject({ canvas, version: 3 });
    expect(await second.next("opened")).toMatchObject({ canvas, new: false, version: 3 });
    expect(await second.stop()).toBe(0);
    expect(readFileSync(plan, "utf8")).toBe("# Plan\r\n\r\nOne, two and three.\r\n");
  });

  test("opened twice, the second says so and ends", async () => {
    writeFileSync(plan, "# Plan\n");
    const first = openPlan();
    const { canvas } = await first.next("opened");
    const second = openPlan();
    expect(await second.ended).toBe(0);
    expect(second.lines).toMatchObject([{ event: "already_open", canvas }]);
  });

  test("without --json it speaks in words", async () => {
    writeFileSync(plan, "# Plan\n");
    const one = start(["open", "plan.md"]);
    await one.until("Ctrl+C");
    expect(await one.stop()).toBe(0);
    expect(one.said()).toMatch(/^plan\.md is canvas [2-9A-Z]{4}; /);
    expect(one.said()).toMatch(/Ended\. plan\.md and canvas [2-9A-Z]{4} \(v1\) are the same\./);
  });

  test("a file that does not exist is begun only when asked, and one that was deleted is written again", async () => {
    const none = openPlan();
    expect(await none.ended).toBe(1);
    expect(none.said()).toContain("`node index.js open plan.md --new` begins it");
    expect(existsSync(plan)).toBe(false);

    const begun = openPlan("--new");
    const { canvas } = await begun.next("opened");
    expect(readFileSync(plan, "utf8")).toBe("");
    writeFileSync(plan, "words\n");
    await begun.next("took");
    await begun.stop();

    rmSync(plan);
    const gone = openPlan();
    expect(await gone.ended).toBe(1);
    expect(gone.said()).toContain(`Canvas ${canvas} has its text`);
    const again = openPlan("--new");
    expect(await again.next("wrote")).toMatchObject({ canvas });
    expect(readFileSync(plan, "utf8")).toBe("words\n");
  });

  test.each([
    ["no UTF-8", () => writeFileSync(plan, Buffer.from([0xff, 0xfe, 0x41])), "is not UTF-8 text"],
    ["20 MB", () => writeFileSync(plan, Buffer.alloc(20 * 1024 * 1024, "x")), "is 20.0 MB large"],
    ["a folder", () => mkdirSync(plan), "is a folder"],
    ["a link to a file elsewhere", () => symlinkSync(tmpdir(), plan), "outside of"],
  ])("%s is refused with words", async (_, make, words) => {
    make();
    const refused = openPlan();
    expect(await refused.ended).toBe(1);
    expect(refused.said()).toContain(words);
  });

  test("--on-disk takes person or model", async () => {
    const refused = openPlan("--on-disk", "robot");
    expect(await refused.ended).toBe(2);
    expect(refused.said()).toContain("it is person or model");
  });

  test("a stop that comes at once still leaves both the same", async () => {
    writeFileSync(plan, "# Plan\n");
    const one = openPlan();
    expect(await one.stop()).toBe(0);
    expect(one.lines.at(-1)).toMatchObject({ event: "ended", same: true });
    expect(readFileSync(plan, "utf8")).toBe("# Plan\n");
  });
});
