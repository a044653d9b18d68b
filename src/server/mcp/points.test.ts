import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Harness, startHarness, viewIn } from "../../../test/loop/harness.ts";
import type { PointSummary, VersionSummary } from "../../core/records/history.ts";
import { sampleTime } from "../storage/sample-change.ts";
import { openSqliteStore } from "../storage/sqlite/store.ts";

const PAGE = "A person wrote this line, and did not think of saving it.\n".repeat(20);
let folder: string;
let harness: Harness;
let id: string;
let key: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-points-"));
  harness = await startHarness(
    await openSqliteStore({ folder, now: () => new Date(sampleTime(0)), log: () => undefined }),
  );
  const created = await harness.call("write_canvas", { content: "# Plan\n" });
  id = created.canvasId;
  key = viewIn(created).key;
});
afterEach(async () => {
  await harness.close();
  await harness.store.close();
  rmSync(folder, { recursive: true, force: true });
});

let saves = 0;
const asPerson = (more: Record<string, unknown> = {}) => ({ canvas_id: id, key, ...more });
const current = async () => viewIn(await harness.call("load_canvas", asPerson())).checkpoint.document;
const saveKey = () => ({ save_key: `s${++saves}` });
async function save(content?: string, more: Record<string, unknown> = {}) {
  harness.wait(1_000);
  const text = content === undefined ? {} : { content, base_revision: (await current()).revision };
  const saved = await harness.call("save_canvas", asPerson({ ...text, ...saveKey(), ...more }));
  expect(saved.isError, saved.text).toBe(false);
  return saved;
}
async function versions(): Promise<readonly VersionSummary[]> {
  const { reply } = await harness.call("list_versions", asPerson());
  return reply?.kind === "versions" ? reply.versions : [];
}
async function pointsOf(version: number): Promise<readonly PointSummary[]> {
  return (await versions()).find((each) => each.version === version)?.points ?? [];
}

test("a page that was typed, saved, deleted and typed over comes back, from the open version and from a sealed one", async () => {
  await save(`# Plan\n\n${PAGE}`);
  await save("");
  await save("x");
  const [head, ...others] = await versions();
  expect(head).toMatchObject({ version: 2, sealed: false });
  expect(others.map((version) => "points" in version)).toEqual([false]);
  const point = head!.points![0]!;
  expect(head!.points).toEqual([
    { revision: 2, at: "2026-11-16T12:00:01.000Z", reason: "removal", wordsAdded: 12 * 20, wordsRemoved: 0 },
  ]);
  const loaded = await harness.call("load_version", asPerson({ version: 2, point: point.revision }));
  expect(loaded.reply).toEqual({ kind: "version", version: head, point, content: `# Plan\n\n${PAGE}` });

  const restore = asPerson({ version: 2, point: point.revision, ...saveKey() });
  const restored = await harness.call("restore_version", restore);
  expect(viewIn(restored).checkpoint.document).toMatchObject({ content: `# Plan\n\n${PAGE}`, version: 3 });
  expect((await versions()).map(({ version, label, sealed }) => [version, label, sealed])).toEqual([
    [3, "restored v2 as it was", true],
    [2, undefined, true],
    [1, undefined, true],
  ]);
  const events = await harness.store.canvases.events("local", id, 0, 99);
  expect(events.findLast(({ kind }) => kind === "restored")?.payload).toMatchObject({
    from: 2,
    point: 2,
    at: point.at,
  });
  expect(await pointsOf(2)).toEqual([point]);
  const sealed = await harness.call("load_version", asPerson({ version: 2, point: point.revision }));
  expect(sealed.reply).toMatchObject({ kind: "version", version: { version: 2, sealed: true }, point });
  // Sent again, as after a lost answer: one version, not two.
  expect(viewIn(await harness.call("restore_version", restore)).checkpoint.document.version).toBe(3);
  const other = { ...restore, point: undefined };
  expect((await harness.call("restore_version", other)).reply).toMatchObject({ code: "key_reused" });
  // The model reads the canvas as if there were no points.
  expect((await harness.call("read_canvas", { canvas_id: id, version: 2 })).text).toContain("\nx\n");
});

test("every state of a version is listed when it is asked for, shown, and restored", async () => {
  const texts = ["one", "one two", "one two three", "one two three four"];
  for (const text of texts) await save(`# Plan\n\n${text}\n`);
  const [head, first] = await versions();
  expect([head?.moments, head?.points, first?.moments]).toEqual([3, undefined, undefined]);
  const inside = async (version: number) => {
    const { reply } = await harness.call("list_versions", asPerson({ inside: version }));
    return reply?.kind === "moments" ? reply.moments : null;
  };
  const listed = await inside(2);
  expect(listed?.map(({ revision }) => revision)).toEqual([4, 3, 2]);
  expect(listed?.[2]).toEqual({ revision: 2, at: "2026-11-16T12:00:01.000Z" });
  expect([await inside(1), await inside(9)]).toEqual([[], []]);
  const loaded = await harness.call("load_version", asPerson({ version: 2, point: 3 }));
  expect(loaded.reply).toMatchObject({ point: { revision: 3 }, content: "# Plan\n\none two\n" });
  await harness.call("restore_version", asPerson({ version: 2, point: 3, ...saveKey() }));
  expect(await current()).toMatchObject({ content: "# Plan\n\none two\n", version: 3 });
  expect(await inside(2)).toEqual(listed);
  expect((await versions())[1]?.moments).toBe(3);
  const asked = await harness.call("list_versions", { ...asPerson({ inside: 2 }), key: "no" });
  expect(asked.reply).toMatchObject({ kind: "error", code: "wrong_key" });
});

test("what the person left is kept, whether the save carried the text or nothing", async () => {
  await save("# Plan\n\nFirst thought.\n", { left: true });
  await save("# Plan\n\nFirst thought. Second.\n");
  const before = await current();
  await save(undefined, { left: true });
  expect(await current()).toEqual(before);
  await save("# Plan\n\nFirst thought. Second. Third.\n");
  expect((await pointsOf(2)).map(({ reason, revision }) => [reason, revision])).toEqual([
    ["left", 3],
    ["left", 2],
  ]);
});

test("a save that is merged with another tab's keeps what it removes, too", async () => {
  await save(`# Plan\n\n${PAGE}\nEnd.\n`);
  const base = await current();
  await save(`# Plan\n\n${PAGE}\nThe end.\n`);
  harness.wait(1_000);
  await harness.call(
    "save_canvas",
    asPerson({ ...saveKey(), content: "# Plan\n\nEnd.\n", base_revision: base.revision, base_content: base.content }),
  );
  expect((await current()).content).toBe("# Plan\n\nThe end.\n");
  expect((await pointsOf(2)).map(({ reason }) => reason)).toEqual(["removal"]);
});

test("a decision, and its undoing, keep what they remove", async () => {
  const content = `# Plan\n\n${PAGE}`;
  await save(content);
  const offered = await harness.call("edit_canvas", {
    canvas_id: id,
    mode: "suggest",
    edits: [{ find: PAGE.trimEnd(), replace: "Short." }],
  });
  expect(offered.isError, offered.text).toBe(false);
  await save(`${content}\nOpens a version.\n`);
  const { proposals } = viewIn(await harness.call("load_canvas", asPerson())).checkpoint;
  await save(undefined, { decisions: [{ id: proposals[0]!.id, decision: "accept" }] });
  expect((await current()).content).toBe("# Plan\n\nShort.\n\nOpens a version.\n");
  const [point] = await pointsOf(3);
  expect(point).toMatchObject({ reason: "removal" });
  const loaded = await harness.call("load_version", asPerson({ version: 3, point: point!.revision }));
  expect(loaded.reply).toMatchObject({ content: `${content}\nOpens a version.\n` });
});

test.each<[string, () => Record<string, unknown>, string, RegExp]>([
  [
    "of another revision",
    () => ({ version: 2, point: 9 }),
    "unknown_version",
    /not kept any more\. Reload the history/,
  ],
  ["of another version", () => ({ version: 1, point: 2 }), "unknown_version", /inside version 1 .* not kept any more/],
  ["of a version that there is not", () => ({ version: 7, point: 2 }), "unknown_version", /Reload the history/],
  ["with another key", () => ({ version: 2, point: 2, key: "no" }), "wrong_key", /own widget/],
])("a point %s is neither loaded nor restored", async (_, args, code, words) => {
  await save(`# Plan\n\n${PAGE}`);
  await save("x");
  const before = await current();
  for (const tool of ["load_version", "restore_version"]) {
    const given = tool === "load_version" ? args() : { ...args(), ...saveKey() };
    const answer = await harness.call(tool, { ...asPerson(), ...given });
    expect(answer.reply).toMatchObject({ kind: "error", code });
    expect(answer.text).toMatch(words);
  }
  expect(await current()).toEqual(before);
});

test("ten minutes of typing and deleting lose no page, and the history stays short", async () => {
  const other = "Nobody ever means to lose what stood here before.\n".repeat(20);
  const pages = Array.from({ length: 60 }, (_, n) => `# Plan ${n}\n\n${n % 2 === 0 ? PAGE : other}`);
  for (const page of pages) await save(page);
  const kept = new Set<string>();
  for (const { version, points = [] } of await versions()) {
    expect(points.length).toBeLessThanOrEqual(24);
    for (const point of [undefined, ...points.map(({ revision }) => revision)]) {
      const { reply } = await harness.call("load_version", asPerson({ version, ...(point ? { point } : {}) }));
      if (reply?.kind === "version") kept.add(reply.content);
    }
  }
  expect(pages.flatMap((page, n) => (kept.has(page) ? [] : [n]))).toEqual([]);
  expect((await versions()).length).toBeLessThan(6);
});
