import { Client } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Answer, type Harness, startHarness, viewIn } from "../../../test/loop/harness.ts";
import type { Limits } from "../actions/limits.ts";
import { createMemoryStore } from "../storage/memory/store.ts";
import { foundRecord, type Store } from "../storage/ports.ts";

let store: Store;
let opened: Harness[];
beforeEach(() => {
  store = createMemoryStore();
  opened = [];
});
afterEach(async () => {
  for (const each of opened) await each.close();
});

/** A server on the same store, with these limits. */
async function serve(limits?: Limits, name = "test-host"): Promise<Harness> {
  const client = new Client({ name, version: "1.0.0" });
  const harness = await startHarness(store, { client, ...(limits === undefined ? {} : { limits }) });
  opened.push(harness);
  return harness;
}
let keys = 0;
const save_key = () => `key-${++keys}`;
const textOf = async (id: string) => foundRecord(await store.canvases.find("local", id))?.document.content;

async function canvasWith(content: string) {
  const created = await (await serve()).call("write_canvas", { content });
  return { canvas_id: created.canvasId, key: viewIn(created).key };
}

describe("a text that is longer than this server takes", () => {
  const LIMITS = { contentBytes: 2_048 };
  const LONG = "é".repeat(1_025);
  const FITS = "é".repeat(1_024);
  type Person = Awaited<ReturnType<typeof canvasWith>>;

  const ways: readonly [string, (harness: Harness, person: Person, text: string) => Promise<Answer>][] = [
    ["a model's new canvas", (harness, _, content) => harness.call("write_canvas", { content })],
    [
      "a model's rewrite",
      (harness, { canvas_id }, content) =>
        harness.call("write_canvas", { canvas_id, content, base_version: 1, allow_removal: true }),
    ],
    [
      "a model's edit",
      (harness, { canvas_id }, replace) =>
        harness.call("edit_canvas", { canvas_id, edits: [{ find: "Short.", replace }] }),
    ],
    [
      "the person's save",
      (harness, person, content) =>
        harness.call("save_canvas", { ...person, content, save_key: save_key(), base_revision: 1 }),
    ],
    ["a text to be kept", (harness, _, content) => harness.call("save_canvas", { content, save_key: save_key() })],
  ];
  test.each(ways)("%s is refused with the limit and what to do; one that just fits is taken", async (_, way) => {
    const person = await canvasWith("Short.");
    const harness = await serve(LIMITS);
    const refused = await way(harness, person, LONG);
    expect(refused.text).toMatch(/^Error \(content_too_large\): /);
    expect(refused.text).toContain("larger than 2 KB, the limit of this server. Split it over several canvases.");
    expect(refused.reply).toMatchObject({ kind: "error", code: "content_too_large" });
    expect((await store.canvases.list("local", { limit: 9 })).total).toBe(1);
    expect(await textOf(person.canvas_id)).toBe("Short.");
    expect((await way(harness, person, FITS)).isError).toBe(false);
  });

  test("by a decision, or by an older version, is refused as well", async () => {
    const before = await serve();
    const person = await canvasWith(LONG);
    const { canvas_id } = person;
    await before.call("read_canvas", { canvas_id });
    await before.call("write_canvas", { canvas_id, content: "Short.", base_version: 1, allow_removal: true });
    const edits = [{ find: "Short.", replace: LONG }];
    await before.call("edit_canvas", { canvas_id, edits, mode: "suggest" });
    const [proposal] = foundRecord(await store.canvases.find("local", canvas_id))!.proposals;

    const harness = await serve(LIMITS);
    const accepted = { decisions: [{ id: proposal!.id, decision: "accept" }], save_key: save_key() };
    expect((await harness.call("save_canvas", { ...person, ...accepted })).reply).toMatchObject({
      code: "content_too_large",
    });
    const restored = await harness.call("restore_version", { ...person, version: 1, save_key: save_key() });
    expect(restored.reply).toMatchObject({ code: "content_too_large" });
    expect(await textOf(canvas_id)).toBe("Short.");
  });

  test("stays readable, and can be shortened, changed in its place, commented on and approved; only not lengthened", async () => {
    const person = await canvasWith(`# Plan\n\n${"word ".repeat(1_000)}end\n`);
    const { canvas_id } = person;
    const harness = await serve(LIMITS);
    expect((await harness.call("read_canvas", { canvas_id })).isError).toBe(false);
    const edit = (find: string, replace: string) =>
      harness.call("edit_canvas", { canvas_id, edits: [{ find, replace }] });
    expect((await edit("# Plan", "# Idea")).isError).toBe(false);
    expect((await edit("# Idea", "# Ideas")).text).toContain("content_too_large");
    expect((await edit("end", "e")).isError).toBe(false);
    const revision = async () => foundRecord(await store.canvases.find("local", canvas_id))!.document.revision;
    const save = async (more: Record<string, unknown>) =>
      harness.call("save_canvas", { ...person, save_key: save_key(), base_revision: await revision(), ...more });
    const anchor = null;
    expect((await save({ comments: [{ op: "add", id: "c1", anchor, body: "Too long" }] })).text).toContain("Saved");
    expect((await save({ status: { to: "approved", revision: await revision() } })).text).toContain("Saved");
    expect((await save({ content: "Short." })).text).toContain("Saved");
    expect((await save({ content: "x".repeat(2_049) })).text).toContain("content_too_large");
  });

  test("is never more than any canvas holds", async () => {
    const harness = await serve({ contentBytes: 50 * 1024 * 1024 });
    const refused = await harness.call("write_canvas", { content: "é".repeat(2_700_000) });
    expect(refused.text).toContain("larger than 5 MB");
  });
});

describe("more canvases than this server keeps for one person", () => {
  test("are refused to a model and to a person, each with what they can do", async () => {
    const harness = await serve({ canvases: 2 });
    const first = await harness.call("write_canvas", { content: "# One" });
    await harness.call("write_canvas", { content: "# Two" });
    const full = "This server keeps at most 2 canvases for one person, and there are 2, none of them in the bin.";
    const byModel = await harness.call("write_canvas", { content: "# Three" });
    expect(byModel.text).toContain(`Error (too_many_canvases): ${full} Write into one that is there`);
    expect(byModel.text).toContain(
      "ask the person to delete one for good (into the bin, and then out of it for good).",
    );
    // Again, the same call: nothing was made before.
    expect((await harness.call("write_canvas", { content: "# Three" })).text).toBe(byModel.text);
    const kept = await harness.call("save_canvas", { content: "half", save_key: save_key() });
    expect(kept.text).toBe(
      `Error (too_many_canvases): ${full} Delete one for good (into the bin, and then out of it for good), and try again.`,
    );
    expect(kept.reply).toMatchObject({ kind: "error", code: "too_many_canvases" });

    await store.bin.put("local", first.canvasId);
    expect((await harness.call("write_canvas", { content: "# Three" })).text).toContain(
      "and there are 2, 1 of them in the bin, which counts. Write into one that is there (list_canvases names them; write_canvas with canvas_id), or ask the person to delete one of those in the bin for good.",
    );
    await store.bin.purge("local", first.canvasId);
    expect((await harness.call("write_canvas", { content: "# Three" })).isError).toBe(false);
  });

  test("are none where none may be had; and what is there can be changed", async () => {
    const { canvas_id } = await canvasWith("# One");
    const harness = await serve({ canvases: 0 });
    expect((await harness.call("write_canvas", { content: "# Two" })).text).toContain(
      "This server keeps at most 0 canvases for one person, so none can be made. Tell the person.",
    );
    const edits = [{ find: "One", replace: "Won" }];
    await harness.call("read_canvas", { canvas_id });
    expect((await harness.call("edit_canvas", { canvas_id, edits })).isError).toBe(false);
  });

  test("may be there from before: so many have to go", async () => {
    for (const content of ["# One", "# Two", "# Three"]) await canvasWith(content);
    const harness = await serve({ canvases: 1 });
    expect((await harness.call("write_canvas", { content: "# Four" })).text).toContain(
      "at most 1 canvas for one person, and there are 3, none of them in the bin. Write",
    );
    expect((await harness.call("write_canvas", { content: "# Four" })).text).toContain(
      "ask the person to delete 3 for good",
    );
  });

  test("are not a call that is made again", async () => {
    const harness = await serve({ canvases: 1 });
    const made = await harness.call("write_canvas", { content: "# One" });
    expect((await harness.call("write_canvas", { content: "# One" })).canvasId).toBe(made.canvasId);
  });
});

describe("versions that are forgotten", () => {
  const LIMITS = { versions: 10 };
  const text = (n: number) => `# Plan ${n}\n\n${`${n} `.repeat(30)}\n`;
  let harness: Harness;
  let person: Awaited<ReturnType<typeof canvasWith>>;
  let oldest: number;
  let newest: number;
  beforeEach(async () => {
    store = createMemoryStore({ keepVersions: 10 });
    harness = await serve(LIMITS);
    const created = await harness.call("write_canvas", { content: text(1) });
    person = { canvas_id: created.canvasId, key: viewIn(created).key };
    // Knows the first version, and is away from then on.
    await (await serve(LIMITS, "old-model")).call("read_canvas", { canvas_id: person.canvas_id });
    for (let version = 1; version < 30; version++) {
      const content = text(version + 1);
      const wish = { canvas_id: person.canvas_id, content, base_version: version, allow_removal: true };
      expect((await harness.call("write_canvas", wish)).version).toBe(version + 1);
    }
    const versions = await store.canvases.versions("local", person.canvas_id, { limit: 99 });
    [newest, oldest] = [versions[0]!.version, versions.at(-1)!.version];
    expect([newest, oldest > 1]).toEqual([30, true]);
  });
  const gone = (version: number) =>
    `Version ${version} of canvas ${person.canvas_id} is not kept any more: this server keeps the newest versions of each canvas, at least 10. The oldest that is there is version ${oldest}.`;

  test("are said to be, with the oldest that is there, by every door", async () => {
    const { canvas_id } = person;
    for (const version of [1, oldest - 1]) {
      expect((await harness.call("read_canvas", { canvas_id, version })).text).toBe(
        `Error (unknown_version): ${gone(version)} Leave version out to read the newest.`,
      );
      const refused = `Error (unknown_version): ${gone(version)}`;
      expect((await harness.call("load_version", { ...person, version })).text).toBe(refused);
      expect((await harness.call("load_version", { ...person, version, point: 1 })).text).toBe(refused);
      const restoring = { ...person, version, save_key: save_key() };
      expect((await harness.call("restore_version", restoring)).text).toBe(refused);
      expect((await harness.call("restore_version", { ...restoring, save_key: save_key(), point: 1 })).text).toBe(
        refused,
      );
    }
    expect((await harness.call("read_canvas", { canvas_id, version: oldest })).text).toContain(`# Plan ${oldest}`);
    expect((await harness.call("read_canvas", { canvas_id, version: 99 })).text).toContain("has no version 99");
    expect((await harness.call("load_version", { ...person, version: 99 })).text).toContain("has no version 99");
  });

  test("are missing at the end of the list, which says so", async () => {
    const listed = await harness.call("list_versions", person);
    expect(listed.text).toContain(`Those before v${oldest} are not kept.`);
    expect(listed.text).toContain("This server keeps the newest versions of each canvas, at least 10.");
    expect(listed.reply).toMatchObject({ kind: "versions", more: false, kept: 10 });
    const paged = await harness.call("list_versions", { ...person, limit: 2 });
    expect([paged.text.includes("not kept"), paged.reply]).toEqual([false, expect.objectContaining({ more: true })]);
  });

  test("keep no model from going on: what it knew is gone, and it is told what to do", async () => {
    const { canvas_id } = person;
    const old = await serve(LIMITS, "old-model");
    const rewrite = await old.call("write_canvas", {
      canvas_id,
      content: "# New\n",
      base_version: 1,
      allow_removal: true,
    });
    expect(rewrite.text).toContain("Error (unknown_version)");
    expect(rewrite.text).toContain(`then pass base_version: ${newest}`);
    const edited = await old.call("edit_canvas", {
      canvas_id,
      edits: [{ find: "# Plan 30", replace: "# Plan thirty" }],
      base_version: 1,
    });
    expect([edited.isError, await textOf(canvas_id)]).toEqual([false, expect.stringContaining("# Plan thirty")]);
    await old.call("read_canvas", { canvas_id });
    const { version } = await old.call("read_canvas", { canvas_id });
    const again = await old.call("write_canvas", {
      canvas_id,
      content: "# New\n",
      base_version: version,
      allow_removal: true,
    });
    expect([again.isError, await textOf(canvas_id)]).toEqual([false, "# New\n"]);
  });
});
