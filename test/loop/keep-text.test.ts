import { expect, test } from "vitest";
import { createMemoryStore } from "../../src/server/storage/memory/store.ts";
import { foundRecord } from "../../src/server/storage/ports.ts";
import { startHarness, viewIn } from "./harness.ts";

const HALF = "# Half a plan\n\nOne li";

async function keepOne() {
  const harness = await startHarness(createMemoryStore());
  const kept = viewIn(await harness.call("save_canvas", { save_key: "keep", content: HALF }));
  const { id } = kept.checkpoint.document;
  return {
    ...harness,
    id,
    key: kept.key,
    record: async () => foundRecord(await harness.store.canvases.find("local", id))!,
  };
}

test("a text that was kept is a draft that nobody is said to have written for the person", async () => {
  const { id, record, store, call } = await keepOne();
  const { document, head, approval, comments, books } = await record();
  expect(document).toMatchObject({ status: "draft", version: 1, lastEditor: "model" });
  expect([head.by.kind, head.sealed, approval, comments, books]).toEqual(["model", true, null, [], []]);
  const [version] = await store.canvases.versions("local", id, { limit: 5 });
  expect(version).toMatchObject({ version: 1, label: "kept", by: { kind: "model" } });
  expect((await store.canvases.events("local", id, 0, 100)).map(({ by }) => by.kind)).not.toContain("person");
  const listed = await call("list_canvases");
  expect(listed.text).toContain("draft, v1, kept from a stopped write, 5 words");
  const read = await call("read_canvas", { canvas_id: id });
  expect(read.text).toContain(`Canvas ${id} v1, draft, kept from a stopped write. Nothing new from the person.`);
  expect((await store.canvases.list("local", { limit: 5 })).canvases).toMatchObject([{ id, kept: true }]);
});

test("it stays so while only models write, and is the person's once they work on it", async () => {
  const { id, key, record, call, store } = await keepOne();
  await call("read_canvas", { canvas_id: id });
  const edited = await call("edit_canvas", { canvas_id: id, edits: [{ find: "One li", replace: "One line." }] });
  expect(edited.text).toContain("v2, draft, kept from a stopped write.");
  const { revision, content } = (await record()).document;
  const saved = await call("save_canvas", {
    canvas_id: id,
    key,
    save_key: "mine",
    base_revision: revision,
    content: `${content}\n\nMine.\n`,
  });
  expect(viewIn(saved).checkpoint.kept).toBeUndefined();
  expect((await store.canvases.list("local", { limit: 5 })).canvases[0]).not.toHaveProperty("kept");
  expect((await call("read_canvas", { canvas_id: id })).text).toContain("v3, draft. New from the person:");
});

test("a program in a loop is stopped, with the time when to try again, and a person's button works then", async () => {
  const { call, wait, store } = await startHarness(createMemoryStore());
  const keep = (n: number) => call("save_canvas", { save_key: `keep-${n}`, content: `# ${n}\n` });
  const answers = [];
  for (let n = 0; n < 20; n += 1) answers.push(await keep(n));
  const refused = answers.filter(({ isError }) => isError);
  expect([answers.length - refused.length, await store.canvases.count()]).toEqual([6, 6]);
  expect(refused[0]?.text).toContain("Error (too_many_kept)");
  const [, seconds = ""] = /Try again in (\d+) seconds\./.exec(refused[0]?.text ?? "") ?? [];
  wait(Number(seconds) * 1_000 - 1);
  expect((await keep(30)).isError).toBe(true);
  wait(1);
  expect((await keep(31)).isError).toBe(false);
});

test("a retry of what was kept is no second one", async () => {
  const { call, store } = await startHarness(createMemoryStore());
  const keep = () => call("save_canvas", { save_key: "same", content: HALF });
  for (let n = 0; n < 20; n += 1) expect((await keep()).isError).toBe(false);
  expect(await store.canvases.count()).toBe(1);
});
