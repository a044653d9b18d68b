import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Harness, startHarness, viewIn } from "../../../test/loop/harness.ts";
import { applyChanges } from "../../core/diff/text-changes.ts";
import { hashText } from "../../core/text/hash-text.ts";
import { type CanvasView, unpackView } from "../../protocol/canvas-view.ts";
import { unpackSaved } from "../../protocol/saved-canvas.ts";
import type { SaveCanvasInput } from "../../protocol/widget-inputs.ts";
import { leaveMessage } from "../actions/review/answer.ts";
import { createMemoryStore } from "../storage/memory/store.ts";
import { sampleTime } from "../storage/sample-change.ts";
import { openSqliteStore } from "../storage/sqlite/store.ts";

const TEXT = "# Plan\n\nThe first line.\n\nThe last line.\n";
let folder: string;
let harness: Harness;
let view: CanvasView;
const asPerson = (more: object = {}) => ({ canvas_id: view.checkpoint.document.id, key: view.key, ...more });
const load = async () => viewIn(await harness.call("load_canvas", asPerson()));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-answers-"));
  harness = await startHarness(
    await openSqliteStore({ folder, now: () => new Date(sampleTime(0)), log: () => undefined }),
  );
  view = viewIn(await harness.call("write_canvas", { content: TEXT }));
});
afterEach(async () => {
  await harness.close();
  await harness.store.close();
  rmSync(folder, { recursive: true, force: true });
});

let saves = 0;
/** What the widget has after the save, by what it had and the answer. */
async function save(work: Partial<SaveCanvasInput>): Promise<void> {
  harness.wait(1_000);
  const { content, revision } = view.checkpoint.document;
  const base = { base_revision: revision, base_hash: hashText(content), since: view.state };
  const answer = await harness.call("save_canvas", asPerson({ save_key: `s${++saves}`, ...base, ...work }));
  expect(answer.isError, answer.text).toBe(false);
  if (answer.reply?.kind !== "saved") throw new Error(`answered by ${answer.reply?.kind}`);
  const sent = work.changes ?? [];
  const after = unpackSaved({ before: view, sent }, answer.reply.saved, applyChanges(content, sent));
  if (after === null) throw new Error("the answer does not fit");
  view = after;
}
const typed = (insert: string) => ({ changes: [{ from: TEXT.length, to: TEXT.length, insert }] });
const onFirst = { offset: TEXT.indexOf("first"), length: 5, quotedText: "first" };

test.each<[string, (revision: number) => readonly Partial<SaveCanvasInput>[]]>([
  ["what was typed", () => [typed("More.")]],
  [
    "what was typed, sealed and sent to a model that asks later",
    () => [typed("More."), { seal: true }, { sent: true, kept: true }],
  ],
  ["what was typed and sent", () => [typed("More."), { sent: true }]],
  ["sent without a change", () => [{ sent: true, kept: true }]],
  ["a comment", () => [{ comments: [{ op: "add", id: "c1", body: "So?", anchor: onFirst }] }]],
  ["a title", () => [{ title: "Another" }]],
  ["a status", (revision) => [{ status: { to: "in_review", revision } }]],
  ["an approval", (revision) => [{ status: { to: "approved", revision, note: "Good." } }, typed("More.")]],
  ["a protection, and words before it", () => [{ protect: [{ op: "add", id: "p1", ...onFirst }] }, typed("More.")]],
  ["suggestions only", () => [{ settings: { suggestOnly: true } }]],
])("the canvas that the widget makes of the answer is the one that the server has: %s", async (_, works) => {
  for (const work of works(view.checkpoint.document.revision)) {
    await save(work);
    const loaded = await load();
    expect(view).toEqual(loaded);
  }
});

test("what happened meanwhile elsewhere is in the answer, although it made no revision", async () => {
  await save(typed("More."));
  const who = { owner: "local", kind: "person", client: "page" } as const;
  const randomId = (length: number) => "A".repeat(length);
  const deps = { store: harness.store, clock: () => new Date(sampleTime(9)), randomId, log: () => {} };
  const canvasId = view.checkpoint.document.id;
  expect((await leaveMessage.run({ who, deps }, { canvasId, text: "Please read it." })).ok).toBe(true);
  const { revision } = view.checkpoint.document;
  const work = { save_key: "sent", base_revision: revision, since: view.state, sent: true, kept: true };
  const answer = await harness.call("save_canvas", asPerson(work));
  expect(viewIn(answer)).toEqual(await load());
});

test("a share that has ended by itself meanwhile is in the answer, and makes another state", async () => {
  const identity = { subject: "ada", name: "Ada", scopes: ["canvas:read", "canvas:write"] } as const;
  const own = await startHarness(createMemoryStore(), { identity });
  const made = viewIn(await own.call("write_canvas", { content: TEXT }));
  const asAda = { canvas_id: made.checkpoint.document.id, key: made.key };
  await own.call("share_canvas", { ...asAda, change: { op: "link", role: "editor", days: 1 } });
  const shared = viewIn(await own.call("load_canvas", asAda));
  expect(shared.access?.links).toHaveLength(1);
  own.wait(2 * 24 * 60 * 60 * 1_000);
  const loaded = await own.call("load_canvas", { ...asAda, since: shared.state });
  expect(viewIn(loaded).access?.links).toEqual([]);
  const base = { base_revision: shared.checkpoint.document.revision, base_hash: hashText(TEXT), since: shared.state };
  const answer = await own.call("save_canvas", { ...asAda, save_key: "ended", ...base, ...typed("More.") });
  const { reply } = answer;
  const after = reply?.kind === "view" ? unpackView(reply.view, `${TEXT}More.`) : null;
  expect(after).toEqual(viewIn(await own.call("load_canvas", asAda)));
  await own.close();
});
