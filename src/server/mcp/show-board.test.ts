import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Harness, startHarness, viewIn } from "../../../test/loop/harness.ts";
import type { BoardView } from "../../protocol/widget-tools.ts";
import { foundRecord } from "../storage/ports.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.close());

async function write(title: string, more: Record<string, unknown> = {}): Promise<string> {
  const written = await harness.call("write_canvas", { content: `# ${title}\n\nSome words.\n`, ...more });
  harness.wait(1_000);
  return written.canvasId;
}

async function show(args: Record<string, unknown> = {}): Promise<{ text: string; board: BoardView }> {
  const { text, reply } = await harness.call("show_board", args);
  if (reply?.kind !== "board") throw new Error(`No board in: ${text}`);
  return { text, board: reply.board };
}
const cardOf = (board: BoardView, id: string) => board.canvases.find((canvas) => canvas.id === id)!;

/** A canvas in which the person and the model changed the same words. */
async function conflicted(): Promise<string> {
  const written = await harness.call("write_canvas", { content: "# Clash\n\nThe API uses REST.\n" });
  const { key, checkpoint } = viewIn(written);
  const { id, revision } = checkpoint.document;
  const content = "# Clash\n\nThe API uses GraphQL.\n";
  await harness.call("save_canvas", { canvas_id: id, key, save_key: "s", base_revision: revision, content });
  const again = await harness.call("write_canvas", {
    canvas_id: id,
    base_version: 1,
    content: "# Clash\n\nThe API uses gRPC.\n",
  });
  expect(again.text).toContain("words that others had changed since");
  return id;
}

describe("show_board", () => {
  test("without canvases says so, and still gives the widget its key", async () => {
    const { text, board } = await show();
    expect(text).toContain("There are no canvases yet.");
    expect(board).toMatchObject({ canvases: [], totals: { draft: 0, in_review: 0, approved: 0, archived: 0 } });
    expect(board.key).toMatch(/^[\w-]{43}$/);
  });

  test("tells counts, the newest with their ids, and what waits for whom", async () => {
    const plan = await write("Plan");
    const notes = await write("Notes", { status: "in_review" });
    await write("Old", { status: "archived" });
    const { key, checkpoint } = viewIn(
      await harness.call("write_canvas", { canvas_id: plan, content: "# Plan\n\nNew.\n" }),
    );
    await harness.call("save_canvas", {
      canvas_id: plan,
      key,
      save_key: "s",
      base_revision: checkpoint.document.revision,
      content: "# Plan\n\nMine.\n",
    });
    const { text, board } = await show();
    expect(text).toContain("3 canvases: 1 draft, 1 in_review, 1 archived.");
    expect(text).toContain(`Waiting for the person's review: ${notes} "Notes".`);
    expect(text).toContain(`With news from the person for you: ${plan} "Plan".`);
    expect(text).toContain(`- ${plan} "Plan": draft, v3`);
    expect(board.totals).toEqual({ draft: 1, in_review: 1, approved: 0, archived: 1 });
    expect(cardOf(board, plan)).toMatchObject({ title: "Plan", newEdits: 1, waiting: null });
  });

  test("never tells the key in words", async () => {
    await write("Plan");
    const { text, reply } = await harness.call("show_board");
    if (reply?.kind !== "board") throw new Error("no board");
    expect(text).not.toContain(reply.board.key);
  });

  test("searches, and lists the status that was asked for while the board has all", async () => {
    const zebra = await write("Zebra");
    const horse = await write("Horse", { status: "in_review" });
    const found = await show({ query: "zebra" });
    expect(found.text).toContain('1 canvas with "zebra": 1 draft.');
    expect(found.board.canvases.map(({ id }) => id)).toEqual([zebra]);
    const inReview = await show({ status: "in_review" });
    expect(inReview.text).toContain(`- ${horse}`);
    expect(inReview.text).not.toContain(`- ${zebra}`);
    expect(inReview.board.canvases).toHaveLength(2);
    expect((await show({ query: "unicorn" })).text).toContain('No canvas matches "unicorn".');
  });

  test("seals what it names: behind the number stands one text", async () => {
    const written = await harness.call("write_canvas", { content: "# Plan\n\nOne.\n" });
    const { key, checkpoint } = viewIn(written);
    const { id, revision } = checkpoint.document;
    const save = (save_key: string, base_revision: number, content: string) =>
      harness.call("save_canvas", { canvas_id: id, key, save_key, base_revision, content });
    const second = viewIn(await save("a", revision, "# Plan\n\nTwo.\n")).checkpoint.document;
    expect((await show()).text).toContain("v2");
    const third = viewIn(await save("b", second.revision, "# Plan\n\nThree.\n")).checkpoint.document;
    expect(third.version).toBe(3);
  });
});

describe("the board's own tools", () => {
  const calls: [string, (id: string) => Record<string, unknown>][] = [
    ["list_board", () => ({})],
    ["move_on_board", (id) => ({ canvas_id: id, to: "approved", revision: 1 })],
    ["open_from_board", (id) => ({ canvas_id: id })],
  ];

  test.each(calls)("%s refuses a forged key, a canvas's key and none, and writes nothing", async (tool, args) => {
    const id = await write("Plan");
    const { board } = await show();
    const canvasKey = foundRecord(await harness.store.canvases.find("local", id))?.widgetKey;
    const before = JSON.stringify(foundRecord(await harness.store.canvases.find("local", id)));
    const forged = [{}, { key: "" }, { key: `${board.key}x` }, { key: board.key.slice(1) }, { key: canvasKey }];
    for (const key of forged) {
      const { reply, isError } = await harness.call(tool, { ...args(id), ...key });
      expect(isError).toBe(true);
      expect(reply).toMatchObject({ kind: "error", code: "wrong_key" });
    }
    expect(JSON.stringify(foundRecord(await harness.store.canvases.find("local", id)))).toBe(before);
  });

  test("the key is the same for every call, and another in another store", async () => {
    const [first, second] = [await show(), await show()];
    expect(second.board.key).toBe(first.board.key);
    const other = await startHarness();
    const { reply } = await other.call("show_board");
    expect(reply?.kind === "board" && reply.board.key).not.toBe(first.board.key);
    await other.close();
  });

  test("list_board gives the board as it is now, searched", async () => {
    const { board } = await show();
    const id = await write("Plan");
    await write("Other");
    const { reply } = await harness.call("list_board", { key: board.key, query: "plan" });
    if (reply?.kind !== "board") throw new Error("no board");
    expect(reply.board.canvases.map((canvas) => canvas.id)).toEqual([id]);
  });

  test("move_on_board sets the status as the person", async () => {
    const id = await write("Plan");
    const { board } = await show();
    const { revision } = cardOf(board, id);
    const move = (to: string, at: number) =>
      harness.call("move_on_board", { key: board.key, canvas_id: id, to, revision: at });
    const { reply } = await move("approved", revision);
    expect(reply).toMatchObject({ kind: "moved", canvas: { id, status: "approved" } });
    const record = foundRecord(await harness.store.canvases.find("local", id));
    expect(record).toMatchObject({ approval: { by: { kind: "person" } }, statusSet: { by: "person" } });
    const back = await move("draft", record?.document.revision ?? 0);
    expect(back.reply).toMatchObject({ kind: "moved", canvas: { status: "draft" } });
  });

  test("move_on_board approves exactly what was seen: nothing older, nothing with open conflicts", async () => {
    const id = await write("Plan");
    const { board } = await show();
    await harness.call("edit_canvas", { canvas_id: id, edits: [{ find: "Some", replace: "Other" }] });
    const move = (canvas_id: string, revision: number) =>
      harness.call("move_on_board", { key: board.key, canvas_id, to: "approved", revision });
    expect((await move(id, cardOf(board, id).revision)).reply).toMatchObject({ code: "approval_stale" });
    const clash = await conflicted();
    const now = await show();
    expect((await move(clash, cardOf(now.board, clash).revision)).reply).toMatchObject({ code: "open_conflicts" });
    expect(foundRecord(await harness.store.canvases.find("local", clash))?.document.status).toBe("draft");
  });

  test("open_from_board answers the canvas with its own key, and tells no model anything", async () => {
    const id = await write("Plan");
    const { board } = await show();
    const before = JSON.stringify(foundRecord(await harness.store.canvases.find("local", id)));
    const opened = viewIn(await harness.call("open_from_board", { key: board.key, canvas_id: id.toLowerCase() }));
    expect(opened.checkpoint.document).toMatchObject({ id, title: "Plan" });
    const loaded = await harness.call("load_canvas", { canvas_id: id, key: opened.key });
    expect(viewIn(loaded).state).toBe(opened.state);
    expect(JSON.stringify(foundRecord(await harness.store.canvases.find("local", id)))).toBe(before);
    const gone = await harness.call("open_from_board", { key: board.key, canvas_id: "ZZZZ" });
    expect(gone.reply).toMatchObject({ kind: "error", code: "unknown_canvas" });
  });
});
