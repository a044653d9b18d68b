import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { InteractionRecord } from "../../protocol/interactions.ts";
import { personCall } from "../../server/actions/call.ts";
import { FakeTimer } from "../../server/clock/fake-timer.ts";
import { createMemoryStore } from "../../server/storage/memory/store.ts";
import { act, newCanvas, testDeps } from "./aap-for-tests.ts";
import type { Agents } from "./agents.ts";
import { exportRecords } from "./export-records.ts";
import type { InteractionWatch } from "./watch-interactions.ts";

let root: string;
let timer: FakeTimer;
let logged: string[];
let deps: ReturnType<typeof testDeps>;
let running: InteractionWatch[];
beforeEach(() => {
  root = join(mkdtempSync(join(tmpdir(), "canvas-export-")), "deep", "root");
  timer = new FakeTimer();
  logged = [];
  running = [];
  const store = createMemoryStore({ now: timer.clock });
  deps = testDeps({ store, clock: timer.clock, after: timer.after, log: (line) => void logged.push(line) });
});
afterEach(async () => {
  for (const each of running) await each.stop();
  rmSync(join(root, "..", ".."), { recursive: true, force: true });
});

function start(agents: Agents = new Map(), owner = "local"): InteractionWatch {
  const started = exportRecords({ call: personCall({ ...deps, owner }, "aap"), agents, root });
  running.push(started);
  return started;
}
const folderOf = (agent: string) => join(root, "agents", agent, "canvas", "interactions");
const names = (agent = "local"): readonly string[] =>
  existsSync(folderOf(agent))
    ? readdirSync(folderOf(agent))
        .filter((name) => name.endsWith(".json"))
        .sort()
    : [];
const elements = (agent = "local") =>
  names(agent).map(
    (name) => (JSON.parse(readFileSync(join(folderOf(agent), name), "utf8")) as InteractionRecord).element,
  );
const does = async (id: string, ...all: readonly string[]): Promise<void> => {
  for (const element of all) {
    timer.now += 1;
    await act(deps, id, { element });
  }
};
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 5 });
/** Files that say up to when all is written. */
const notes = () => readdirSync(join(folderOf("local"), "..")).filter((each) => each.startsWith(".export-"));

describe("records are written", () => {
  test("one file each, in the order of time by their names, with what is in the list", async () => {
    const id = await newCanvas(deps);
    start();
    await does(id, "a", "b", "c");
    await until(() => expect(elements()).toEqual(["a", "b", "c"]));
    const [first = ""] = names();
    expect(first).toMatch(/^2026-11-16T12-00-00-001Z-[0-9a-f-]{36}\.json$/);
    const text = readFileSync(join(folderOf("local"), first), "utf8");
    expect(Object.keys(JSON.parse(text) as object)).toEqual([
      "id",
      "timestamp",
      "canvasFile",
      "action",
      "element",
      "data",
      "summary",
      "version",
    ]);
    expect(text.endsWith("}\n")).toBe(true);
  });

  test("of what was done before the first start, and while nobody wrote", async () => {
    const id = await newCanvas(deps);
    await does(id, "a");
    const first = start();
    await until(() => expect(elements()).toEqual(["a"]));
    await first.stop();
    timer.now += 3_600_000;
    await does(id, "b");
    timer.now += 3_600_000;
    start();
    await until(() => expect(elements()).toEqual(["a", "b"]));
  });

  test("again where somebody took them away a moment ago, and not where it is long ago", async () => {
    const id = await newCanvas(deps);
    await does(id, "old");
    timer.now += 3_600_000;
    await does(id, "new");
    const first = start();
    await until(() => expect(elements()).toEqual(["old", "new"]));
    await until(() => expect(notes()).toHaveLength(1));
    await first.stop();
    for (const name of names()) unlinkSync(join(folderOf("local"), name));
    start();
    await until(() => expect(elements()).toEqual(["new"]));
  });

  test("for each registered agent whose program works on the canvas", async () => {
    const [one, other] = [await newCanvas(deps), await newCanvas(deps, { client: "cursor", content: "# Other\n" })];
    start(
      new Map([
        ["writer", "claude-code"],
        ["editor", "cursor"],
      ]),
    );
    await does(one, "a");
    await does(other, "b");
    await until(() => expect([elements(), elements("writer"), elements("editor")]).toEqual([["a", "b"], ["a"], ["b"]]));
    expect(names("writer")).toEqual(names().slice(0, 1));
  });

  test("all of them for an agent that is new, although others have theirs", async () => {
    const id = await newCanvas(deps);
    await does(id, "a");
    const first = start();
    await until(() => expect(elements()).toEqual(["a"]));
    await first.stop();
    timer.now += 3_600_000;
    start(new Map([["writer", "claude-code"]]));
    await until(() => expect(elements("writer")).toEqual(["a"]));
  });

  test("below a harmless name for an owner of any", async () => {
    deps = { ...deps, owner: "../team/ann" };
    const id = await newCanvas(deps);
    start(new Map(), "../team/ann");
    await does(id, "a");
    const agents = () => (existsSync(join(root, "agents")) ? readdirSync(join(root, "agents")) : []);
    await until(() => expect(agents()).toHaveLength(1));
    const [agent = ""] = agents();
    expect(agent).toMatch(/^_-team-ann-[0-9a-f]{32}$/);
    await until(() => expect(elements(agent)).toEqual(["a"]));
    expect(readdirSync(join(root, ".."))).toEqual(["root"]);
  });

  test("by two exports into one folder at once, each record once", async () => {
    const id = await newCanvas(deps);
    start();
    start();
    const all = Array.from({ length: 60 }, (_, i) => String(i));
    await does(id, ...all);
    await until(() => expect(elements()).toEqual(all));
    for (const each of running) await each.stop();
    expect(readdirSync(folderOf("local"))).toHaveLength(60);
    expect(logged).toEqual([]);
  });
});

describe("where they cannot be written", () => {
  test.skipIf(process.getuid?.() === 0)(
    "it is said with what to do, and they are written once they can be",
    async () => {
      const id = await newCanvas(deps);
      mkdirSync(root, { recursive: true });
      chmodSync(root, 0o500);
      start();
      await does(id, "a");
      await until(() => expect(logged).toHaveLength(1));
      expect(logged[0]).toMatch(/^Interactions are not written to .*EACCES.*Let this user write there/);
      chmodSync(root, 0o700);
      await timer.pass(60_000);
      await until(() => expect(elements()).toEqual(["a"]));
    },
  );

  test("because a file is in the way, it is said once, the person is kept from nothing, and it goes on", async () => {
    const id = await newCanvas(deps);
    mkdirSync(root, { recursive: true });
    writeFileSync(join(root, "agents"), "");
    start();
    await does(id, "a");
    await until(() => expect(logged).toHaveLength(1));
    expect(logged[0]).toMatch(/agents is a link or a file, and no folder. Put a folder in its place/);
    await does(id, "b");
    await timer.pass(200_000);
    expect(logged).toHaveLength(1);
    unlinkSync(join(root, "agents"));
    await until(async () => {
      await timer.pass(60_000);
      expect(elements()).toEqual(["a", "b"]);
    });
    await until(() => expect(logged.at(-1)).toBe("Interactions are passed on again; none was left out."));
  });

  test("because a folder leads elsewhere, nothing is written there", async () => {
    const id = await newCanvas(deps);
    const elsewhere = join(root, "..", "elsewhere");
    mkdirSync(elsewhere, { recursive: true });
    mkdirSync(join(root, "agents"), { recursive: true });
    symlinkSync(elsewhere, join(root, "agents", "local"));
    start();
    await does(id, "a");
    await until(() => expect(logged.length).toBeGreaterThan(0));
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

describe("what is beside the records", () => {
  test("of a process that was killed is taken away once it is old", async () => {
    mkdirSync(folderOf("local"), { recursive: true });
    const OLD = ".00000000-0000-4000-8000-000000000001.tmp";
    const FRESH = ".00000000-0000-4000-8000-000000000002.tmp";
    const [old, fresh, foreign] = [OLD, FRESH, ".notes.tmp"].map((name) => join(folderOf("local"), name));
    for (const path of [old, fresh, foreign]) writeFileSync(path ?? "", "half");
    const hourAgo = new Date(timer.now - 3_600_000);
    utimesSync(old ?? "", hourAgo, hourAgo);
    utimesSync(foreign ?? "", hourAgo, hourAgo);
    utimesSync(fresh ?? "", timer.clock(), timer.clock());
    start();
    await until(() => expect(readdirSync(folderOf("local")).sort()).toEqual([FRESH, ".notes.tmp"]));
  });

  test.each([["no JSON"], ['{"through":"tomorrow"}'], ['{"through":"2999-01-01T00:00:00.000Z"}'], ["[]"]])(
    "and says %s, is not believed",
    async (state) => {
      const id = await newCanvas(deps);
      await does(id, "a");
      const first = start();
      await until(() => expect(elements()).toEqual(["a"]));
      await until(() => expect(notes()).toHaveLength(1));
      await first.stop();
      writeFileSync(join(folderOf("local"), "..", notes()[0] ?? ""), state);
      rmSync(folderOf("local"), { recursive: true });
      timer.now += 3_600_000;
      start();
      await until(() => expect(elements()).toEqual(["a"]));
    },
  );
});
