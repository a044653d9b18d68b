import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Harness, startHarness, viewIn } from "../../../test/loop/harness.ts";
import type { Call } from "../actions/call.ts";
import { takeFile } from "../actions/files/take-file.ts";
import { sampleTime } from "../storage/sample-change.ts";
import { findSqlEngine } from "../storage/sqlite/engine/adapter.ts";
import { openSqliteStore, STORE_FILE } from "../storage/sqlite/store.ts";

const TEXT = `# Plan\n\n${"Ten words stand in each of these lines, no more.\n".repeat(6)}`;
const edit = (text: string, word: string) => text.replace("no more", word);
let folder: string;
let harness: Harness;
let id: string;
let key: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-words-"));
  harness = await startHarness(
    await openSqliteStore({ folder, now: () => new Date(sampleTime(0)), log: () => undefined }),
  );
  const created = await harness.call("write_canvas", { content: TEXT });
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
async function save(change: (text: string) => string, more: Record<string, unknown> = {}) {
  const { content, revision } = await current();
  const text = { content: change(content), base_revision: revision };
  const saved = await harness.call("save_canvas", asPerson({ save_key: `s${++saves}`, ...text, ...more }));
  expect(saved.isError, saved.text).toBe(false);
}
const more = (text: string) => `${text}One more.\n`;
async function status() {
  const { revision } = await current();
  const args = { save_key: `s${++saves}`, status: { to: "in_review", revision } };
  await harness.call("save_canvas", asPerson(args));
}
const model = (tool: string, args: Record<string, unknown>) => harness.call(tool, { canvas_id: id, ...args });
const restore = (version: number) => harness.call("restore_version", asPerson({ version, save_key: `s${++saves}` }));
/** As the files on the disk are taken in, by a person or a model. */
async function file(kind: "person" | "model", text: string) {
  const call: Call = {
    who: { owner: "local", kind, client: "test-host" },
    deps: {
      store: harness.store,
      clock: () => new Date("2026-11-16T12:00:00.000Z"),
      randomId: (length) => "A".repeat(length),
      log: () => {},
    },
  };
  const base = (await current()).content;
  const taken = await takeFile.run(call, { canvasId: id, text, base, mark: "m" });
  expect(taken.ok).toBe(true);
}

/** Newest first: "v2 +2 -0". */
async function counts(): Promise<string> {
  const { reply } = await harness.call("list_versions", asPerson());
  if (reply?.kind !== "versions") throw new Error("no versions");
  return reply.versions.map((each) => `v${each.version} +${each.wordsAdded} -${each.wordsRemoved}`).join(", ");
}
const V1 = "v1 +61 -0";

test.each<[string, () => Promise<unknown>, string]>([
  ["a first text", async () => {}, V1],
  ["a person's open version", () => save(more), `v2 +2 -0, ${V1}`],
  ["one that a second save amends", () => save(more).then(() => save(more)), `v2 +4 -0, ${V1}`],
  [
    "one that was sealed after ten minutes",
    () =>
      save(more).then(() => {
        harness.wait(601_000);
        return save(more);
      }),
    `v3 +2 -0, v2 +2 -0, ${V1}`,
  ],
  ["one that is sealed with its own save", () => save(more, { seal: true }), `v2 +2 -0, ${V1}`],
  ["one that is sent with its own save", () => save(more, { sent: true }), `v2 +2 -0, ${V1}`],
  ["one that is sent later", () => save(more).then(() => save(more, { sent: true })), `v2 +4 -0, ${V1}`],
  [
    "several in a row, each sealed",
    () => save(more, { seal: true }).then(() => save(more, { seal: true })),
    `v3 +2 -0, v2 +2 -0, ${V1}`,
  ],
  ["one that a status seals", () => save(more).then(status), `v2 +2 -0, ${V1}`],
  [
    "one that a status seals in the same save",
    () => save(more, { status: { to: "archived", revision: 1 } }),
    `v2 +2 -0, ${V1}`,
  ],
  ["one that a model is shown", () => save(more).then(() => model("read_canvas", {})), `v2 +2 -0, ${V1}`],
  ["a model's write", () => model("write_canvas", { content: more(TEXT), base_version: 1 }), `v2 +2 -0, ${V1}`],
  [
    "a model's write over a person's open version",
    () => save(more).then(() => model("write_canvas", { content: edit(TEXT, "once"), base_version: 1 })),
    `v3 +1 -2, v2 +2 -0, ${V1}`,
  ],
  [
    "a model's edit",
    () => model("edit_canvas", { edits: [{ find: "# Plan", replace: "# Good plan" }] }),
    `v2 +2 -1, ${V1}`,
  ],
  [
    "a model's edit of a text that others wrote since",
    () => save(more, { sent: true }).then(() => model("edit_canvas", { edits: [{ find: "One more.", replace: "" }] })),
    `v3 +0 -2, v2 +2 -0, ${V1}`,
  ],
  ["a version that was restored", () => save(more, { seal: true }).then(() => restore(1)), `v3 +0 -2, v2 +2 -0, ${V1}`],
  ["one that was restored over an open version", () => save(more).then(() => restore(1)), `v3 +0 -2, v2 +2 -0, ${V1}`],
  [
    "and again",
    () =>
      save(more)
        .then(() => restore(1))
        .then(() => restore(2)),
    `v4 +2 -0, v3 +0 -2, v2 +2 -0, ${V1}`,
  ],
  ["a file that a person changed", () => file("person", more(TEXT)), `v2 +2 -0, ${V1}`],
  ["a file that a model changed", () => file("model", more(TEXT)), `v2 +2 -0, ${V1}`],
  [
    "a file that a person changed over an open version",
    () => save(more).then(() => file("person", TEXT)),
    `v3 +0 -2, v2 +2 -0, ${V1}`,
  ],
])("the words are counted against the version before: %s", async (_, tell, expected) => {
  await tell();
  expect(await counts()).toBe(expected);
});

test("where the version before is damaged nothing is counted, and the rest of the history is listed", async () => {
  await save(more, { seal: true });
  await save(more);
  const database = (await findSqlEngine())(join(folder, STORE_FILE));
  database.run("UPDATE versions SET body = '5' WHERE version = 2");
  database.close();
  expect(await counts()).toBe(`v3 +0 -0, v2 +2 -0, ${V1}`);
  const { reply } = await harness.call("load_version", asPerson({ version: 3 }));
  expect(reply).toMatchObject({ kind: "version", content: more(more(TEXT)) });
});
