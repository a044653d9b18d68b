/** How a canvas comes on screen. Long because hosts replay, withhold and delay in many ways, and each is a case. */
import { expect, test } from "vitest";
import { createFakeServer } from "../../host/fake-server.ts";
import { allSettled, createFakeClock } from "../fake-clock.ts";
import { readPending } from "../kept-records.ts";
import type { Liveness } from "../liveness.ts";
import { memoryStorage, type TextStorage } from "../text-storage.ts";
import { openWidget } from "../widget-rig.ts";

const TEXT = "# Plan\n\nOne.\n\nTwo.\n";
const browserStorage = (): TextStorage => ({ ...memoryStorage(), kind: "browser" });

/** A first life of the widget, ended without goodbye; what a second one starts from. */
async function earlierLife(text = TEXT) {
  const server = createFakeServer();
  const storage = browserStorage();
  const clock = createFakeClock();
  const rig = openWidget({ server, storage, clock });
  const result = server.write(text);
  await rig.replay(text, result);
  const reload = async (options: { unreachable?: boolean; widgetId?: string; liveness?: Liveness } = {}) => {
    rig.stop();
    const next = openWidget({
      server,
      storage,
      clock,
      ...(options.liveness === undefined ? {} : { liveness: options.liveness }),
      ...(options.widgetId === undefined ? {} : { widgetId: options.widgetId }),
    });
    next.host.reachable = options.unreachable !== true;
    await next.replay(text, result);
    return next;
  };
  return { ...rig, reload, result };
}

test("a streamed write goes through streaming and settling to ready", async () => {
  const rig = openWidget();
  expect(rig.canvas().phase).toBe("idle");
  rig.host.tell({ kind: "partial", tool: "write_canvas", args: { content: "# Pl" } });
  expect(rig.canvas()).toMatchObject({ phase: "streaming", stream: { text: "# Pl" } });
  rig.host.tell({ kind: "input", tool: "write_canvas", args: { content: TEXT } });
  expect(rig.canvas()).toMatchObject({ phase: "settling", stream: { text: TEXT } });
  rig.host.tell({ kind: "result", result: rig.server.write(TEXT) });
  await rig.clock.advance(0);
  expect(rig.ready().draft).toBe(TEXT);
});

test("while a canvas is edited or written again, its title is its own, also where its text is not kept", async () => {
  const { storage } = await earlierLife();
  storage.remove("canvas:checkpoint:HN8B");
  const rig = openWidget({ storage });
  rig.host.tell({ kind: "partial", tool: "edit_canvas", args: { canvas_id: "hn8b", edits: [{ find: "One" }] } });
  expect(rig.canvas()).toMatchObject({ phase: "streaming", stream: { kind: "edits", ownTitle: "Plan" } });
  const args = { canvas_id: "HN8B", title: "Ne", content: "# Ne" };
  rig.host.tell({ kind: "partial", tool: "write_canvas", args });
  expect(rig.canvas()).toMatchObject({ phase: "streaming", stream: { kind: "text", ownTitle: "Plan" } });
  rig.host.tell({ kind: "partial", tool: "write_canvas", args: { content: "# Ne" } });
  expect(rig.canvas()).not.toHaveProperty("stream.ownTitle");
});

test("a reload shows what the person saved since, not what the host replays", async () => {
  const rig = await earlierLife();
  rig.actions.type(`${TEXT}Mine.\n`);
  await rig.clock.advance(1_000);
  const again = await rig.reload();
  expect(again.ready()).toMatchObject({ draft: `${TEXT}Mine.\n`, superseded: null, save: { kind: "saved" } });
  await again.clock.advance(60_000);
  expect(again.saves()).toEqual([]);
  expect(again.host.contexts).toEqual([]);
});

test("unsaved text comes back after a crash, is saved, and is told to the model", async () => {
  const rig = await earlierLife();
  rig.host.reachable = false;
  rig.actions.type(`${TEXT}Unsaved.\n`);
  const again = await rig.reload();
  await again.clock.advance(1_000);
  expect(again.ready()).toMatchObject({ draft: `${TEXT}Unsaved.\n`, save: { kind: "saved" } });
  expect(again.server.record().document.content).toBe(`${TEXT}Unsaved.\n`);
  expect(again.storage.names().filter((name) => name.startsWith("canvas:pending:"))).toEqual([]);
  expect(again.host.contexts.at(-1)).toContain("Unsaved.");
});

test("unsaved text on an old base is merged with what the model wrote since", async () => {
  const rig = await earlierLife();
  rig.host.reachable = false;
  rig.actions.type("# Plan\n\nOne by me.\n\nTwo.\n");
  rig.server.write("# Plan\n\nOne.\n\nTwo by the model.\n");
  const again = await rig.reload();
  await again.clock.advance(1_000);
  expect(again.server.record().document.content).toBe("# Plan\n\nOne by me.\n\nTwo by the model.\n");
});

test("unsaved text that collides with the model's stays, and the model's stands beside it", async () => {
  const rig = await earlierLife("The cat sat.\n");
  rig.host.reachable = false;
  rig.actions.type("The bird sat.\n");
  rig.server.write("The dog sat.\n");
  const again = await rig.reload();
  await again.clock.advance(1_000);
  expect(again.ready().draft).toBe("The bird sat.\n");
  expect(again.ready().view.checkpoint.proposals).toHaveLength(1);
});

test("a widget that lives leaves its unsaved text to itself; a dead one's is taken over", async () => {
  const rig = await earlierLife();
  rig.host.reachable = false;
  rig.actions.type(`${TEXT}From the first widget.\n`);
  const other = await rig.reload({ widgetId: "widget-2" });
  expect(other.ready().draft).toBe(TEXT);
  await rig.clock.advance(11_000);
  expect(other.server.record().document.content).toContain("From the first widget.");
  expect(other.ready().draft).toContain("From the first widget.");
});

test("where the browser knows that a widget is gone, its text is back at once, even without the server", async () => {
  const rig = await earlierLife();
  rig.host.reachable = false;
  rig.actions.type(`${TEXT}From the first widget.\n`);
  const liveness = { isAlive: async () => false };
  const other = await rig.reload({ widgetId: "widget-2", liveness, unreachable: true });
  expect(other.ready()).toMatchObject({ draft: `${TEXT}From the first widget.\n`, save: { kind: "browser" } });
  other.host.reachable = true;
  await other.clock.advance(60_000);
  expect(other.server.record().document.content).toBe(`${TEXT}From the first widget.\n`);
  expect(other.storage.names().filter((name) => name.startsWith("canvas:pending:"))).toEqual([]);
});

test("records of another store or owner are ignored, never merged", async () => {
  const rig = await earlierLife();
  const record = {
    storeId: "elsewhere",
    owner: "local",
    at: 0,
    base: { revision: 1, content: TEXT },
    content: "theirs",
  };
  rig.storage.write("canvas:pending:HN8B:widget-1", JSON.stringify(record));
  const again = await rig.reload();
  expect(again.ready().draft).toBe(TEXT);
});

test("damaged records in the browser do no harm", async () => {
  const rig = await earlierLife();
  for (const name of rig.storage.names()) rig.storage.write(name, '{"half');
  rig.storage.write("canvas:pending:HN8B:widget-1", '{"base":7}');
  const again = await rig.reload();
  expect(again.ready().draft).toBe(TEXT);
});

test("the server is away on reload: the cached canvas can be edited, and is saved when it is back", async () => {
  const rig = await earlierLife();
  rig.actions.type(`${TEXT}Mine.\n`);
  await rig.clock.advance(1_000);
  const again = await rig.reload({ unreachable: true });
  expect(again.ready()).toMatchObject({ draft: `${TEXT}Mine.\n`, save: { kind: "browser", why: "unreachable" } });
  again.actions.type(`${TEXT}Mine, and more.\n`);
  await again.clock.advance(2_000);
  again.host.reachable = true;
  await again.clock.advance(60_000);
  expect(again.server.record().document.content).toBe(`${TEXT}Mine, and more.\n`);
  expect(again.ready().save).toEqual({ kind: "saved" });
});

test("an id that the server does not know: the replayed text, read-only, and a copy can be kept", async () => {
  const rig = await earlierLife();
  rig.server.forget();
  const again = await rig.reload();
  expect(again.canvas()).toMatchObject({ phase: "detached", reason: "unknown", stream: { text: TEXT } });
  await again.actions.keepText();
  expect(again.ready().draft).toBe(TEXT);
  expect(again.server.record().document.content).toBe(TEXT);
});

test("an id that the server does not know: what the person had typed is what can be kept", async () => {
  const rig = await earlierLife();
  rig.host.reachable = false;
  rig.actions.type(`${TEXT}Unsaved.\n`);
  rig.server.forget();
  const again = await rig.reload();
  expect(again.canvas()).toMatchObject({ phase: "detached", stream: { text: `${TEXT}Unsaved.\n` } });
  await again.actions.keepText();
  expect(again.server.record().document.content).toBe(`${TEXT}Unsaved.\n`);
});

test("stopped mid-stream: what had arrived can be kept, and late pieces change nothing", async () => {
  const rig = openWidget();
  rig.host.tell({ kind: "partial", tool: "write_canvas", args: { content: "# Half a", title: "Half" } });
  rig.host.tell({ kind: "cancelled" });
  rig.host.tell({ kind: "partial", tool: "write_canvas", args: { content: "# Half a th" } });
  expect(rig.canvas()).toMatchObject({ phase: "stopped", stream: { text: "# Half a" } });
  await rig.actions.keepText();
  expect(rig.ready().view.checkpoint.document).toMatchObject({ content: "# Half a", title: "Half" });
});

test("a cancelled update leaves the document, and what is being typed, as they were", async () => {
  const rig = await earlierLife();
  rig.actions.type(`${TEXT}Typing`);
  rig.host.tell({ kind: "partial", tool: "write_canvas", args: { canvas_id: "HN8B", content: "# Some" } });
  expect(rig.ready().incoming?.stream).toMatchObject({ text: "# Some" });
  rig.actions.type(`${TEXT}Typing on`);
  rig.host.tell({ kind: "cancelled" });
  rig.host.tell({ kind: "partial", tool: "write_canvas", args: { canvas_id: "HN8B", content: "# Some more" } });
  expect(rig.ready()).toMatchObject({ draft: `${TEXT}Typing on`, incoming: null });
  await rig.clock.advance(1_000);
  expect(rig.server.record().document.content).toBe(`${TEXT}Typing on`);
});

test("a refused write is said with its reason, and its text can still be kept", async () => {
  const rig = openWidget();
  rig.host.tell({ kind: "input", tool: "write_canvas", args: { content: "text" } });
  rig.host.tell({ kind: "result", result: { isError: true, text: "Too large.", meta: undefined } });
  await rig.clock.advance(0);
  expect(rig.canvas()).toMatchObject({ phase: "detached", reason: "refused", message: "Too large." });
});

test("edits of a canvas that this browser knows are shown in their place while they stream", async () => {
  const rig = await earlierLife();
  const next = openWidget({ server: rig.server, storage: rig.storage, clock: rig.clock, widgetId: "widget-2" });
  next.host.tell({
    kind: "partial",
    tool: "edit_canvas",
    args: { canvas_id: "HN8B", edits: [{ find: "One.", replace: "On" }] },
  });
  expect(next.ready()).toMatchObject({ draft: TEXT, incoming: { settled: false, stream: { kind: "edits" } } });
});

test("a host without server tools: shown from the result, kept in the browser, feedback built here", async () => {
  const storage = browserStorage();
  const rig = openWidget({ storage, abilities: { serverTools: false } });
  const result = rig.server.write(TEXT);
  await rig.replay(TEXT, result);
  expect(rig.ready().save).toEqual({ kind: "browser", why: "no_server" });
  rig.actions.type("# Plan\n\nOne by me.\n\nTwo.\n");
  await rig.clock.advance(1_000);
  // It was tried once, and refused.
  expect(rig.host.calls.map(({ tool }) => tool)).toEqual(["load_canvas"]);
  expect(rig.host.contexts.at(-1)).toContain("One by me.");
  rig.stop();
  const again = openWidget({ storage, abilities: { serverTools: false }, server: rig.server });
  await again.replay(TEXT, result);
  expect(again.ready().draft).toBe("# Plan\n\nOne by me.\n\nTwo.\n");
});

test("a host that lets widgets reach the server without saying so is found out, and saved to", async () => {
  const rig = openWidget({ hides: ["serverTools"] });
  await rig.write(TEXT);
  expect(rig.ready()).toMatchObject({ home: "server", save: { kind: "saved" } });
  rig.actions.type(`${TEXT}Mine.\n`);
  await rig.clock.advance(1_000);
  expect(rig.server.record().document.content).toBe(`${TEXT}Mine.\n`);
});

test("until such a host has answered nothing can be done that it would not get", async () => {
  const rig = openWidget({ hides: ["serverTools"] });
  let answer = (): void => {};
  rig.host.wait = new Promise((done) => {
    answer = done;
  });
  await rig.write(TEXT);
  await rig.clock.advance(4_000);
  expect(rig.canvas().phase).toBe("settling");
  answer();
  await rig.clock.advance(0);
  expect(rig.ready()).toMatchObject({ home: "server", draft: TEXT, save: { kind: "saved" } });
});

test("what was done in a browser alone comes along when its host lets it reach the server", async () => {
  const storage = browserStorage();
  const alone = openWidget({ storage, abilities: { serverTools: false } });
  const result = alone.server.write(TEXT);
  await alone.replay(TEXT, result);
  alone.actions.rename("By me");
  alone.actions.setSuggestOnly(true);
  alone.actions.protect({ from: TEXT.indexOf("Two"), to: TEXT.indexOf("Two") + 4 });
  alone.actions.comment({ op: "add", id: "c1", body: "why?", anchor: null });
  alone.actions.comment({ op: "resolve", id: "c1" });
  alone.actions.type(`${TEXT}Mine.\n`);
  await alone.clock.advance(10_000);
  alone.stop();
  const rig = openWidget({ storage, hides: ["serverTools"], server: alone.server, widgetId: "widget-2" });
  await rig.replay(TEXT, result);
  await rig.clock.advance(20_000);
  expect(rig.ready()).toMatchObject({ home: "server", draft: `${TEXT}Mine.\n`, save: { kind: "saved" } });
  expect(rig.server.record()).toMatchObject({
    document: { title: "By me", content: `${TEXT}Mine.\n` },
    settings: { suggestOnly: true },
    protections: [{ anchor: { quotedText: "Two." } }],
    comments: [{ id: "c1", resolved: true }],
  });
});

test("a host without server tools that hands over no more than the call still shows it", async () => {
  const rig = openWidget({ abilities: { serverTools: false } });
  await rig.replay(TEXT, { ...rig.server.write(TEXT), meta: undefined });
  expect(rig.ready().view.checkpoint.document).toMatchObject({ id: "HN8B", title: "Plan", content: TEXT });
});

test("a save whose answer never came is known by its key in the next life, and takes nothing back", async () => {
  const rig = await earlierLife();
  const { answer } = rig.server;
  // The save arrives; the widget ends before it hears of it.
  const saved = `${TEXT}Mine.\n`;
  rig.actions.type(saved);
  const lost = rig.actions.leaving();
  const name = "canvas:pending:HN8B:widget-1";
  const kept = rig.storage.read(name) ?? "";
  expect(readPending(JSON.parse(kept))).toMatchObject({ unanswered: { content: saved } });
  await lost;
  rig.stop();
  rig.storage.write(name, kept);
  // Meanwhile the same line was changed elsewhere.
  const view = rig.server.record();
  answer("save_canvas", {
    canvas_id: "HN8B",
    key: "secret",
    save_key: "elsewhere",
    base_revision: view.document.revision,
    content: `${TEXT}Mine, and better.\n`,
  });
  const again = await rig.reload();
  await again.clock.advance(5_000);
  expect(again.ready()).toMatchObject({ draft: `${TEXT}Mine, and better.\n`, save: { kind: "saved" } });
  expect(rig.server.record().proposals).toEqual([]);
  expect(rig.server.record().document.content).toBe(`${TEXT}Mine, and better.\n`);
  expect(again.storage.read(name)).toBeNull();
});

test("own work that was saved meanwhile is not brought back over what was typed since", async () => {
  const rig = await earlierLife();
  rig.host.reachable = false;
  rig.actions.type(`${TEXT}Mine.\n`);
  rig.actions.comment({ op: "add", id: "c1", body: "why?", anchor: null });
  const again = await rig.reload({ unreachable: true });
  await again.clock.advance(5_000);
  again.actions.type(`${TEXT}Mine, typed on.\n`);
  again.host.reachable = true;
  await again.clock.advance(60_000);
  expect(rig.server.record().document.content).toBe(`${TEXT}Mine, typed on.\n`);
  expect(again.ready().draft).toBe(`${TEXT}Mine, typed on.\n`);
  expect(rig.server.record()).toMatchObject({ proposals: [], comments: [{ id: "c1" }] });
});

test("the same call in a second tab: neither life drops or takes over the other's unsaved text", async () => {
  const server = createFakeServer();
  const storage = browserStorage();
  const clock = createFakeClock();
  const alive = new Set(["call.one", "call.two"]);
  const liveness = { isAlive: async (widget: string) => alive.has(widget) };
  const result = server.write(TEXT);
  const one = openWidget({ server, storage, clock, liveness, widgetId: "call.one" });
  await one.replay(TEXT, result);
  one.host.reachable = false;
  one.actions.type(`${TEXT}In the first tab.\n`);
  const two = openWidget({ server, storage, clock, liveness, widgetId: "call.two" });
  await two.replay(TEXT, result);
  expect(two.ready().draft).toBe(TEXT);
  two.actions.type(`Second tab. ${TEXT}`);
  await two.actions.leaving();
  expect(storage.read("canvas:pending:HN8B:call.one")).toContain("In the first tab.");
  one.stop();
  alive.delete("call.one");
  await clock.advance(60_000);
  expect(server.record().document.content).toBe(`Second tab. ${TEXT}In the first tab.\n`);
});

test("a reload of the same call has its text back at once, where the browser cannot say who lives", async () => {
  const server = createFakeServer();
  const storage = browserStorage();
  const clock = createFakeClock();
  const result = server.write(TEXT);
  const one = openWidget({ server, storage, clock, widgetId: "call.one" });
  await one.replay(TEXT, result);
  one.host.reachable = false;
  one.actions.type(`${TEXT}Mine.\n`);
  one.stop();
  const two = openWidget({ server, storage, clock, widgetId: "call.two" });
  await two.replay(TEXT, result);
  expect(two.ready().draft).toBe(`${TEXT}Mine.\n`);
  await clock.advance(1_000);
  expect(storage.names().filter((name) => name.startsWith("canvas:pending:"))).toEqual([]);
});

test("the model's write that comes while a save is under way is shown, even when the save's answer is older", async () => {
  const rig = await earlierLife();
  rig.actions.type(`${TEXT}Mine.\n`);
  const saving = rig.actions.leaving();
  const written = TEXT.replace("One.", "One by the model.");
  await rig.replay(written, rig.server.write(written));
  await saving;
  await rig.clock.advance(0);
  expect(rig.ready().draft).toBe(`${written}Mine.\n`);
  expect(rig.ready().view.checkpoint.document.revision).toBe(rig.server.record().document.revision);
});

test("without a server: the person's comments stay when the model writes again, beside the model's", async () => {
  const rig = openWidget({ abilities: { serverTools: false } });
  await rig.write(TEXT);
  const anchor = { offset: TEXT.indexOf("Two"), length: 3, quotedText: "Two" };
  rig.actions.comment({ op: "add", id: "c1", body: "why?", anchor });
  await rig.clock.advance(0);
  const written = TEXT.replace("One.", "One and more.");
  const comments = [{ body: "first" }, { body: "second" }];
  await rig.replay(written, rig.server.write(written, comments));
  const shown = rig.ready().view.checkpoint;
  expect(shown.document.content).toBe(written);
  expect(shown.comments.map(({ body }) => body)).toEqual(["why?", "first", "second"]);
  expect(shown.comments[0]?.anchor?.offset).toBe(written.indexOf("Two"));
});

test("brought back without a server and typed on: the older record does not come back over it", async () => {
  const server = createFakeServer();
  const storage = browserStorage();
  const clock = createFakeClock();
  const result = server.write(TEXT);
  const one = openWidget({ server, storage, clock, widgetId: "call.one" });
  await one.replay(TEXT, result);
  one.host.reachable = false;
  one.actions.type(`${TEXT}Mine.\n`);
  one.stop();
  const two = openWidget({ server, storage, clock, widgetId: "call.two" });
  two.host.reachable = false;
  await two.replay(TEXT, result);
  expect(two.ready().draft).toBe(`${TEXT}Mine.\n`);
  expect(storage.names().filter((name) => name.startsWith("canvas:pending:"))).toEqual([
    "canvas:pending:HN8B:call.two",
  ]);
  two.actions.type(`${TEXT}Mine, typed on.\n`);
  two.host.reachable = true;
  await clock.advance(60_000);
  expect(server.record()).toMatchObject({ proposals: [], document: { content: `${TEXT}Mine, typed on.\n` } });
  expect(two.ready().draft).toBe(`${TEXT}Mine, typed on.\n`);
});

test("a result for an open canvas that was deleted meanwhile leaves the text on screen, to be typed in", async () => {
  const rig = openWidget();
  await rig.write("One.\n");
  const result = rig.server.write("One.\n\nTwo.\n");
  rig.server.forget();
  rig.host.tell({ kind: "result", result });
  await allSettled();
  expect(rig.ready().incoming).toBeNull();
  expect(rig.store.state().notices.map(({ id }) => id)).toContain("newer");
  rig.actions.type("One. Mine.\n");
  expect(rig.ready().draft).toBe("One. Mine.\n");
});
