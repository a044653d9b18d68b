import { expect, test } from "vitest";
import { readPending } from "../kept-records.ts";
import { memoryStorage } from "../text-storage.ts";
import { openWidget } from "../widget-rig.ts";

async function editing(text = "# Title\n\nOne.\n") {
  const rig = openWidget();
  await rig.write(text);
  return rig;
}

test("a clean restore neither saves nor publishes", async () => {
  const rig = await editing();
  await rig.clock.advance(60_000);
  expect(rig.saves()).toEqual([]);
  expect(rig.host.contexts).toEqual([]);
  expect(rig.ready().save).toEqual({ kind: "saved" });
});

test("typing is saved after one second of rest, and not before", async () => {
  const rig = await editing();
  rig.actions.type("# Title\n\nOne two.\n");
  expect(rig.ready().save).toEqual({ kind: "edited" });
  await rig.clock.advance(999);
  expect(rig.saves()).toHaveLength(0);
  await rig.clock.advance(1);
  expect(rig.saves()).toHaveLength(1);
  expect(rig.server.record().document.content).toBe("# Title\n\nOne two.\n");
  expect(rig.ready().save).toEqual({ kind: "saved" });
});

test("somebody who never rests is saved every five seconds", async () => {
  const rig = await editing("");
  for (let second = 0; second < 20; second++) {
    rig.actions.type("x".repeat(second + 1));
    await rig.clock.advance(500);
  }
  expect(rig.saves()).toHaveLength(2);
});

test("the browser has every keystroke at once, and forgets it when the server has it", async () => {
  const rig = await editing();
  rig.actions.type("changed");
  const name = "canvas:pending:HN8B:widget-1";
  expect(readPending(JSON.parse(rig.storage.read(name) ?? "null"))).toMatchObject({
    content: "changed",
    storeId: "store",
  });
  await rig.clock.advance(1_000);
  expect(rig.storage.read(name)).toBeNull();
});

test("a large text is kept in the browser within half a second of the keystroke", async () => {
  const rig = await editing();
  rig.actions.type("y".repeat(200_000));
  const name = "canvas:pending:HN8B:widget-1";
  expect(rig.storage.read(name)).toBeNull();
  await rig.clock.advance(500);
  expect(rig.storage.read(name)).toContain("yyy");
});

test("what is typed while a save is under way goes with the next one", async () => {
  const rig = await editing("");
  rig.actions.type("a");
  const flushed = rig.actions.leaving();
  rig.actions.type("ab");
  await flushed;
  await rig.clock.advance(1_000);
  expect(rig.server.record().document.content).toBe("ab");
  expect(rig.ready().draft).toBe("ab");
});

test("a server that is gone: the text is kept, the same save goes again, and arrives once", async () => {
  const rig = await editing("");
  rig.host.reachable = false;
  rig.actions.type("typed while away");
  await rig.clock.advance(1_000);
  expect(rig.ready().save).toEqual({ kind: "browser", why: "unreachable" });
  rig.actions.type("typed while away, and more");
  await rig.clock.advance(10_000);
  const tried = rig.saves().map((save) => save.save_key);
  expect(tried.length).toBeGreaterThan(2);
  expect(new Set(tried).size).toBe(1);
  rig.host.reachable = true;
  await rig.clock.advance(60_000);
  expect(rig.server.record().document.content).toBe("typed while away, and more");
  expect(rig.ready().save).toEqual({ kind: "saved" });
});

test("retries slow down to one every thirty seconds", async () => {
  const rig = await editing("");
  rig.host.reachable = false;
  rig.actions.type("x");
  await rig.clock.advance(200_000);
  const before = rig.saves().length;
  await rig.clock.advance(60_000);
  expect(rig.saves().length - before).toBe(2);
});

test("neither server nor storage: the person is told that it is not saved, and it is not lost", async () => {
  const rig = openWidget({ storage: memoryStorage() });
  await rig.write("one");
  rig.host.reachable = false;
  rig.actions.type("two");
  await rig.clock.advance(1_000);
  expect(rig.ready().save).toMatchObject({ kind: "failed", kept: false });
  expect(rig.ready().draft).toBe("two");
  rig.host.reachable = true;
  rig.actions.retrySave();
  await rig.clock.advance(0);
  expect(rig.ready().save).toEqual({ kind: "saved" });
});

test("the last words are saved when the host takes the widget down", async () => {
  const rig = await editing("");
  rig.actions.type("last words");
  await rig.host.tearDown();
  expect(rig.server.record().document.content).toBe("last words");
});

test("the model wrote meanwhile: the server asks for the base, merges, and the draft takes the merged text", async () => {
  const rig = await editing("One.\n\nTwo.\n\nThree.\n");
  rig.server.write("One.\n\nTwo.\n\nThree by the model.\n");
  rig.actions.type("One by me.\n\nTwo.\n\nThree.\n");
  await rig.clock.advance(1_000);
  expect(rig.saves().at(-1)).toHaveProperty("base_content", "One.\n\nTwo.\n\nThree.\n");
  expect(rig.ready().draft).toBe("One by me.\n\nTwo.\n\nThree by the model.\n");
  expect(rig.ready().save).toEqual({ kind: "saved" });
});

test("what both changed: the person's words stay in the text, the model's become a proposal", async () => {
  const rig = await editing("The cat sat.\n");
  rig.server.write("The dog sat.\n");
  rig.actions.type("The bird sat.\n");
  await rig.clock.advance(1_000);
  expect(rig.ready().draft).toBe("The bird sat.\n");
  const open = rig.ready().view.checkpoint.proposals.filter((one) => one.state === "open");
  expect(open).toHaveLength(1);
  expect(open[0]?.text).toContain("dog");
});

test("words typed while a merging save is under way are never lost, even where they collide", async () => {
  const rig = await editing("The cat sat.\n\nEnd.\n");
  rig.server.write("The dog sat.\n\nEnd.\n");
  rig.actions.type("The cat sat.\n\nEnd!\n");
  const flushed = rig.actions.leaving();
  rig.actions.type("The bird sat.\n\nEnd!\n");
  await flushed;
  await rig.clock.advance(5_000);
  expect(rig.ready().draft).toBe("The bird sat.\n\nEnd!\n");
  expect(rig.server.record().document.content).toBe("The bird sat.\n\nEnd!\n");
  expect(rig.ready().view.checkpoint.proposals.some((one) => one.text.includes("dog"))).toBe(true);
});

test("a comment goes with the text that it is on", async () => {
  const rig = await editing("One two.\n");
  rig.actions.type("Zero. One two.\n");
  rig.actions.comment({ op: "add", id: "c1", body: "why?", anchor: { offset: 6, length: 3, quotedText: "One" } });
  await rig.clock.advance(0);
  expect(rig.saves()).toHaveLength(1);
  expect(rig.ready().view.checkpoint.comments).toMatchObject([{ id: "c1", anchor: { offset: 6, quotedText: "One" } }]);
});

test("the canvas was deleted meanwhile: the text stays, and becomes a canvas of its own on a click", async () => {
  const rig = await editing("");
  rig.server.forget();
  rig.actions.type("Mine.\n");
  await rig.clock.advance(1_000);
  expect(rig.ready()).toMatchObject({ draft: "Mine.\n", save: { kind: "failed", gone: true, kept: true } });
  await rig.actions.keepText();
  expect(rig.server.record().document.content).toBe("Mine.\n");
  expect(rig.ready().draft).toBe("Mine.\n");
});

test("words that the server already took do not collide with themselves", async () => {
  const rig = await editing("The cat sat.\n\nEnd.\n");
  rig.server.write("The dog sat.\n\nEnd.\n");
  rig.actions.type("The cat sat.\n\nEnd. One\n");
  const flushed = rig.actions.leaving();
  rig.actions.type("The bird sat.\n\nEnd. One two\n");
  await flushed;
  await rig.clock.advance(5_000);
  expect(rig.server.record().document.content).toBe("The bird sat.\n\nEnd. One two\n");
  const open = rig.server.record().proposals.filter((one) => one.state === "open");
  expect(open.map(({ text }) => text)).toEqual(["The dog sat."]);
});

test("archived while somebody types: the text waits, and goes with the status that reopens the canvas", async () => {
  const rig = await editing("One.\n");
  rig.server.archive();
  rig.actions.type("One by me.\n");
  await rig.clock.advance(1_000);
  expect(rig.ready()).toMatchObject({ draft: "One by me.\n", save: { kind: "failed" } });
  await rig.actions.setStatus("in_review");
  expect(rig.server.record().document).toMatchObject({ status: "in_review", content: "One by me.\n" });
  expect(rig.ready().save).toEqual({ kind: "saved" });
});

test("a decision on what is not there is dropped; the comment and the text beside it are saved", async () => {
  const rig = await editing("One two.\n");
  rig.host.reachable = false;
  rig.actions.decide([{ id: "zzzz", decision: "keep" }]);
  rig.actions.comment({ op: "add", id: "c1", body: "why?", anchor: { offset: 0, length: 3, quotedText: "One" } });
  rig.actions.type("One two three.\n");
  rig.host.reachable = true;
  await rig.clock.advance(60_000);
  rig.actions.retrySave();
  await rig.clock.advance(1_000);
  expect(rig.server.record()).toMatchObject({
    document: { content: "One two three.\n" },
    comments: [{ id: "c1", body: "why?" }],
  });
});

test("a store older than the text (a backup came back): the text is merged into it, not stuck", async () => {
  const rig = await editing("One.\n\nTwo.\n");
  rig.actions.type("One.\n\nTwo by me.\n");
  await rig.clock.advance(1_000);
  rig.server.replaceStore("One.\n\nTwo.\n\nThree.\n");
  rig.actions.type("One again.\n\nTwo by me.\n");
  await rig.clock.advance(5_000);
  expect(rig.server.record().document.content).toContain("One again.");
  expect(rig.ready().save).toEqual({ kind: "saved" });
});

test("a comment with a character that no store takes is saved without it, and holds nothing back", async () => {
  const rig = await editing("One two.\n");
  rig.actions.comment({ op: "add", id: "c1", body: "a\0b\ud800c", anchor: null });
  await rig.clock.advance(0);
  expect(rig.saves()[0]).toMatchObject({ comments: [{ body: "ab\ufffdc" }] });
  expect(rig.server.record().comments).toMatchObject([{ id: "c1", body: "ab\ufffdc" }]);
});

test("what was refused while the canvas was in the bin is saved once it is shown again, with no further keystroke", async () => {
  const rig = await editing("One.\n");
  rig.server.forget();
  rig.actions.type("One. Two.\n");
  await rig.clock.advance(29_000);
  expect(rig.saves()).toHaveLength(1);
  expect(rig.ready().save).toMatchObject({ kind: "failed", gone: true });
  rig.server.bringBack();
  const { id } = rig.server.record().document;
  rig.host.tell({ kind: "result", result: rig.server.answer("load_canvas", { canvas_id: id, key: "secret" }) });
  await rig.clock.advance(1_000);
  expect(rig.server.record().document.content).toBe("One. Two.\n");
  expect(rig.ready().save).toEqual({ kind: "saved" });
});

test("what was refused is tried again now and then, in case nobody tells that the reason is gone", async () => {
  const rig = await editing("One.\n");
  rig.server.forget();
  rig.actions.type("One. Two.\n");
  await rig.clock.advance(1_000);
  rig.server.bringBack();
  await rig.clock.advance(30_000);
  expect(rig.saves()).toHaveLength(2);
  expect(rig.server.record().document.content).toBe("One. Two.\n");
});

test("a decision on what is not there is dropped, and what was refused with it goes without it, soon", async () => {
  const rig = await editing("One.\n");
  rig.actions.type("One. Two.\n");
  rig.actions.decide([{ id: "nowhere", decision: "reject" }]);
  await rig.clock.advance(1_000);
  expect(rig.server.record().document.content).toBe("One. Two.\n");
  expect(rig.ready().save).toEqual({ kind: "saved" });
});

test("hiding the page marks the text that was typed: in the save that carries it, or alone when it is saved already", async () => {
  const rig = await editing();
  await rig.actions.leaving(true);
  expect(rig.saves()).toEqual([]);
  rig.actions.type("one");
  await rig.actions.leaving(true);
  await rig.actions.leaving(true);
  expect(rig.saves()).toEqual([expect.objectContaining({ content: "one", left: true })]);
  rig.actions.type("two");
  await rig.clock.advance(1_000);
  expect(rig.saves().at(-1)).not.toHaveProperty("left");
  await rig.actions.leaving(false);
  await rig.actions.leaving(true);
  await rig.actions.leaving(true);
  expect(rig.saves()).toHaveLength(3);
  expect(rig.saves().at(-1)).toMatchObject({ canvas_id: "HN8B", left: true });
  expect(rig.saves().at(-1)).not.toHaveProperty("content");
  expect(rig.ready().save).toEqual({ kind: "saved" });
});

test("a mark of leaving that does not arrive is not sent again, and the text is as saved as before", async () => {
  const rig = await editing();
  rig.actions.type("one");
  await rig.clock.advance(1_000);
  rig.host.reachable = false;
  await rig.actions.leaving(true);
  await rig.clock.advance(120_000);
  expect(rig.saves().filter((save) => save.left === true)).toHaveLength(1);
  expect(rig.ready().save).toEqual({ kind: "saved" });
});

test("the end of the frame is a leaving, too; what stands as a suggestion is not", async () => {
  const rig = await editing();
  await rig.actions.setSuggesting(true);
  rig.actions.type("suggested");
  await rig.actions.leaving(true);
  expect(rig.saves()).toEqual([]);
  await rig.host.tearDown();
  expect(rig.saves().filter((save) => save.left === true)).toEqual([]);
  await rig.actions.setSuggesting(false);
  rig.actions.type("typed");
  await rig.host.tearDown();
  expect(rig.saves().at(-1)).toMatchObject({ content: "typed", left: true });
});
