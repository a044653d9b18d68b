import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type CommandOptions, type Heard, runCommand } from "../../src/cli/testing/run-command.ts";
import { personCall } from "../../src/server/actions/call.ts";
import { closeReview } from "../../src/server/actions/review/answer.ts";
import { foundRecord, type Store } from "../../src/server/storage/ports.ts";
import { openSqliteStore } from "../../src/server/storage/sqlite/store.ts";
import { type Harness, startHarness } from "./harness.ts";

const SOON = { timeout: 200_000 };
const PLAN = "# Plan\n\nOne line.\n";

let folder: string;
let plan: string;
let store: Store;
let person: Harness;
let stops: (() => void)[];
let running: Promise<Heard>[];
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "canvas-review-")));
  plan = join(folder, "plan.md");
  writeFileSync(plan, PLAN);
  store = await openSqliteStore({ folder: join(folder, "data"), now: () => new Date(), log: () => undefined });
  person = await startHarness(store);
  stops = [];
  running = [];
});
afterEach(async () => {
  for (const stop of stops) stop();
  await Promise.all(running);
  await person.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

interface Review {
  readonly ended: Promise<Heard>;
  readonly stop: () => void;
  readonly said: () => string;
}
/** `writing-canvas review …` in this process, with a page of its own and no browser. */
function review(args: readonly string[], change: CommandOptions = {}): Review {
  let said = "";
  // Asked to stop before it listens, it is stopped once it does.
  let isStopped = false;
  let stop = (): void => {
    isStopped = true;
  };
  const stderr = new PassThrough();
  stderr.setEncoding("utf8").on("data", (chunk: string) => {
    said += chunk;
  });
  const ended = runCommand(folder, ["review", ...args], {
    env: { WRITING_CANVAS_DATA: join(folder, "data"), WRITING_CANVAS_PAGE_PORT: "0", BROWSER: "none" },
    uid: process.getuid?.() ?? null,
    now: () => new Date(),
    onStop: (callback) => {
      if (isStopped) callback();
      stop = callback;
    },
    stderr,
    ...change,
  }).then((heard) => ({ ...heard, err: said }));
  running.push(ended);
  stops.push(() => stop());
  return { ended, stop: () => stop(), said: () => said };
}

/** Comes back with the canvas's id once the command waits for it. */
async function whenWaiting({ ended }: Review): Promise<string> {
  const over = ended.then(({ err, code }) => Promise.reject(new Error(`It ended with ${code}: ${err}`)));
  const waits = vi.waitFor(async () => {
    const [wait] = await store.waits.list("local");
    expect(wait).toBeDefined();
    return wait!.canvasId;
  }, SOON);
  return Promise.race([over, waits]);
}

/** What the person does to the canvas. */
async function acts(id: string, wish: Record<string, unknown>): Promise<void> {
  const record = foundRecord(await store.canvases.find("local", id))!;
  const { revision } = record.document;
  const asked = JSON.parse(JSON.stringify(wish).replaceAll('"REVISION"', String(revision))) as object;
  const save = { canvas_id: id, key: record.widgetKey, save_key: `${revision} ${JSON.stringify(wish)}`, ...asked };
  const saved = await person.call("save_canvas", save);
  expect(saved.isError, saved.text).toBe(false);
}
const edits = (id: string, content: string) => acts(id, { base_revision: "REVISION", content });
const sends = (id: string) => acts(id, { sent: true });
const approves = (id: string, note?: string) =>
  acts(id, { status: { to: "approved", revision: "REVISION", ...(note === undefined ? {} : { note }) } });

test("an approval ends with 0, its note on stdout, and the same text is approved for good", async () => {
  const first = review([plan]);
  const id = await whenWaiting(first);
  await vi.waitFor(
    () => expect(first.said()).toMatch(new RegExp(`Review canvas ${id} at http://[\\w.]+:\\d+/#`)),
    SOON,
  );
  await approves(id, "Good to go.");
  const { code, out } = await first.ended;
  expect(code).toBe(0);
  expect(out.split("\n")[0]).toBe(`The person approved canvas ${id} at v1, with this note: "Good to go."`);
  expect(readFileSync(plan, "utf8")).toBe(PLAN);
  expect(await store.waits.list("local")).toEqual([]);
  expect((await review([plan]).ended).code).toBe(0);
});

test("changes end with 1 and all of the feedback; the file stays; the next text needs a new answer", async () => {
  const first = review([plan, "--json"]);
  const id = await whenWaiting(first);
  await edits(id, PLAN.replace("One", "My"));
  await sends(id);
  const { code, out } = await first.ended;
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    outcome: "changes",
    canvasId: id,
    version: 2,
    title: "Plan",
    status: "draft",
    file: plan,
    content: PLAN.replace("One", "My"),
    feedback: expect.stringContaining("My line."),
  });
  expect(readFileSync(plan, "utf8")).toBe(PLAN);

  writeFileSync(plan, `${PLAN}\nMore, by the agent.\n`);
  const second = review([plan]);
  expect(await whenWaiting(second)).toBe(id);
  // What the person changed and the file does not have is merged in.
  expect(foundRecord(await store.canvases.find("local", id))?.document.content).toBe(
    "# Plan\n\nMy line.\n\nMore, by the agent.\n",
  );
  await approves(id);
  expect((await second.ended).code).toBe(0);
});

test("a file that is as it was does not undo what an agent answered in the canvas", async () => {
  const first = review([plan]);
  const id = await whenWaiting(first);
  await sends(id);
  await first.ended;
  const edit = [{ find: "One line.", replace: "A better line." }];
  expect((await person.call("edit_canvas", { canvas_id: id, edits: edit })).isError).toBe(false);
  const second = review([plan, "--write"]);
  await whenWaiting(second);
  expect(foundRecord(await store.canvases.find("local", id))?.document.content).toContain("A better line.");
  await approves(id);
  expect((await second.ended).code).toBe(0);
  expect(readFileSync(plan, "utf8")).toContain("A better line.");
});

test("closed without an answer ends with 1 and is no approval", async () => {
  const waiting = review([plan]);
  const id = await whenWaiting(waiting);
  const deps = { store, owner: "local", clock: () => new Date(), randomId: () => "A" } as never;
  await closeReview.run(personCall(deps, "page"), { canvasId: id });
  const { code, out } = await waiting.ended;
  expect([code, out]).toEqual([1, expect.stringContaining("That is no approval")]);
});

test("--write puts the person's text into the file", async () => {
  const waiting = review([plan, "--write", "--json"]);
  const id = await whenWaiting(waiting);
  await edits(id, PLAN.replace("One", "My"));
  await approves(id);
  const { code, out } = await waiting.ended;
  expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ outcome: "approved", written: plan })]);
  expect(readFileSync(plan, "utf8")).toBe(PLAN.replace("One", "My"));
});

test("--write leaves a file that was changed meanwhile, and puts the text beside it", async () => {
  const waiting = review([plan, "--write"]);
  const id = await whenWaiting(waiting);
  await edits(id, PLAN.replace("One", "My"));
  writeFileSync(plan, "# Something else\n");
  writeFileSync(join(folder, "plan.reviewed.md"), "taken");
  await approves(id);
  const { code, err } = await waiting.ended;
  expect(code).toBe(0);
  expect(readFileSync(plan, "utf8")).toBe("# Something else\n");
  expect(readFileSync(join(folder, "plan.reviewed.md"), "utf8")).toBe("taken");
  expect(readFileSync(join(folder, "plan.reviewed-2.md"), "utf8")).toBe(PLAN.replace("One", "My"));
  expect(err).toContain("has changed meanwhile and was left as it is");
});

test("stdin is reviewed too; after a time-out the same text goes on with the same canvas, an answer meanwhile included", async () => {
  const args = ["-", "--title", "A plan", "--json"];
  const first = await review([...args, "--timeout", "1"], { input: PLAN }).ended;
  expect(first.code).toBe(3);
  const waiting = JSON.parse(first.out) as { outcome: string; canvasId: string };
  expect(waiting.outcome).toBe("waiting");
  await edits(waiting.canvasId, PLAN.replace("One", "My"));
  await sends(waiting.canvasId);
  const second = await review(args, { input: PLAN }).ended;
  expect(second.code).toBe(1);
  expect(JSON.parse(second.out)).toMatchObject({ canvasId: waiting.canvasId, title: "A plan", outcome: "changes" });

  const next = review([...args, "--canvas", waiting.canvasId.toLowerCase()], { input: "# Plan\n\nMy line, done.\n" });
  expect(await whenWaiting(next)).toBe(waiting.canvasId);
  await approves(waiting.canvasId);
  expect((await next.ended).code).toBe(0);
});

test("Ctrl+C ends with 130 at any moment, in words, and nothing is lost", async () => {
  const waiting = review([plan]);
  const id = await whenWaiting(waiting);
  waiting.stop();
  const { code, err, out } = await waiting.ended;
  expect([code, out]).toEqual([130, ""]);
  expect(err).toContain(`Stopped waiting. Canvas ${id} is kept`);
  expect(await store.waits.list("local")).toEqual([]);

  const reading = review(["-"], { stdin: new PassThrough() });
  reading.stop();
  expect((await reading.ended).code).toBe(130);
});

test("what cannot be done ends with 4, what was asked wrongly with 2, both in words and as JSON", async () => {
  const cannot = async (args: readonly string[], words: string, change: CommandOptions = {}) => {
    const { code, err, out } = await review([...args, "--json"], change).ended;
    expect([code, err]).toEqual([4, expect.stringContaining(words)]);
    expect(JSON.parse(out)).toMatchObject({ error: { message: expect.any(String) } });
  };
  await cannot([join(folder, "nowhere.md")], "does not exist");
  await cannot([folder], "is a folder");
  await cannot(["-"], "is not UTF-8 text", { input: Buffer.from([0xff, 0xfe, 0x00]) });
  await cannot([plan, "--canvas", "ZZZZ"], "There is no canvas");
  for (const timeout of ["0", "soon", "-1", "99999999"]) {
    expect(await review([plan, `--timeout=${timeout}`]).ended).toMatchObject({ code: 2 });
  }
  const waiting = review([plan]);
  const id = await whenWaiting(waiting);
  await store.bin.put("local", id);
  expect(await waiting.ended).toMatchObject({ code: 4, err: expect.stringContaining("was deleted") });
});

test.skipIf(process.platform === "win32")("a link to a file is the file", async () => {
  const link = join(folder, "data", "link.md");
  symlinkSync(plan, link);
  const waiting = review([link]);
  const id = await whenWaiting(waiting);
  expect(foundRecord(await store.canvases.find("local", id))?.meta.file).toBe(plan);
  await approves(id);
  expect((await waiting.ended).code).toBe(0);
});

test("without a page it waits for whatever host shows the canvas", async () => {
  const waiting = review([plan, "--no-page"]);
  const id = await whenWaiting(waiting);
  await approves(id);
  const { code, err } = await waiting.ended;
  expect([code, err]).toEqual([0, expect.stringContaining("waits for review in the hosts that show it")]);
});
