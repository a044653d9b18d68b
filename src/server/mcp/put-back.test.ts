import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startHarness, viewIn } from "../../../test/loop/harness.ts";
import { hashText } from "../../core/text/hash-text.ts";
import { openSqliteStore, STORE_FILE } from "../storage/sqlite/store.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-put-back-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The server on this folder, until the work is done. */
async function serving<T>(work: (call: Awaited<ReturnType<typeof startHarness>>["call"]) => Promise<T>): Promise<T> {
  const store = await openSqliteStore({
    folder,
    now: () => new Date("2026-11-16T12:00:00.000Z"),
    log: () => undefined,
  });
  const { call, close } = await startHarness(store);
  try {
    return await work(call);
  } finally {
    await close();
    await store.close();
  }
}

test("a store's file that was copied back says what it never had, and overwrites nothing by a number", async () => {
  const first = viewIn(await serving((call) => call("write_canvas", { content: "One.\n" })));
  const canvas = { canvas_id: first.checkpoint.document.id, key: first.key };
  const save = (key: string, content: string, revision: number, base: string) => ({
    ...canvas,
    save_key: key,
    base_revision: revision,
    base_hash: hashText(base),
    content,
  });
  copyFileSync(join(folder, STORE_FILE), join(folder, "copy"));
  const saved = await serving((call) => call("save_canvas", save("a", "One by me.\n", 1, "One.\n")));
  const { revision } = viewIn(saved).checkpoint.document;
  rmSync(join(folder, STORE_FILE));
  copyFileSync(join(folder, "copy"), join(folder, STORE_FILE));
  const load = (hash: string) => ({ ...canvas, base: { revision, hash: hashText(hash) } });
  await serving(async (call) => {
    expect((await call("load_canvas", load("One by me.\n"))).reply).toMatchObject({ kind: "view", putBack: true });
    // Somebody else's save: the revisions have caught up.
    const other = viewIn(await call("save_canvas", save("b", "One by them.\n", 1, "One.\n")));
    expect(other.checkpoint.document.revision).toBe(revision);
    const { state } = other;
    expect((await call("load_canvas", { ...load("One by me.\n"), since: state })).reply).toMatchObject({
      putBack: true,
    });
    expect((await call("load_canvas", { ...load("One by them.\n"), since: state })).reply?.kind).toBe("unchanged");
    const wrong = await call("save_canvas", save("c", "One by me. Two.\n", revision, "One by me.\n"));
    expect(wrong.reply).toMatchObject({ kind: "error", code: "future_version" });
    const status = { to: "approved", revision };
    const approval = { ...canvas, save_key: "d", base_revision: revision, status };
    const stale = await call("save_canvas", { ...approval, base_hash: hashText("One by me.\n") });
    expect(stale.isError).toBe(true);
    // Its key was used for nothing: with what was seen, it is taken.
    const good = await call("save_canvas", { ...approval, base_hash: hashText("One by them.\n") });
    expect(viewIn(good).checkpoint.document).toMatchObject({ status: "approved", content: "One by them.\n" });
  });
});
