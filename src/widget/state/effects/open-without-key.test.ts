import { expect, test } from "vitest";
import { createFakeServer } from "../../host/fake-server.ts";
import type { ToolReply } from "../../host/host-port.ts";
import { shellWords } from "../../words.ts";
import { allSettled, createFakeClock } from "../fake-clock.ts";
import { memoryStorage, type TextStorage } from "../text-storage.ts";
import { openWidget, type WidgetRig } from "../widget-rig.ts";

const TEXT = "# Plan\n\nOne.\n\nTwo.\n\nThree.\n";
const MINE = "# Plan\n\nOne by me.\n\nTwo.\n\nThree.\n";

type Args = Readonly<Record<string, unknown>>;
interface Told {
  readonly tool: "write_canvas" | "edit_canvas";
  readonly args: Args;
  readonly result: ToolReply;
}

/** A host that hands its widgets everything but `_meta`, and the browser that they stand in. */
class BareHost {
  readonly server = createFakeServer();
  readonly clock = createFakeClock();
  readonly storage: TextStorage = { ...memoryStorage(), kind: "browser" };
  private widgets = 0;

  /** A new widget, which is shown this call; as often as asked, as after reloads. */
  async show({ tool, args, result }: Told, meta?: unknown): Promise<WidgetRig> {
    const { server, clock, storage } = this;
    this.widgets += 1;
    const rig = openWidget({ server, clock, storage, widgetId: `widget-${this.widgets}` });
    rig.host.tell({ kind: "input", tool, args });
    rig.host.tell({ kind: "result", result: { ...result, meta } });
    await allSettled();
    return rig;
  }

  write(content: string, more: Args = {}): Told {
    return { tool: "write_canvas", args: { content, ...more }, result: this.server.write(content) };
  }

  rewrite(content: string): Told {
    return this.write(content, { canvas_id: "hn8b" });
  }

  edit(find: string, replace: string, mode?: "suggest"): Told {
    const edits = [{ find, replace }];
    const args = { canvas_id: "HN8B", edits, ...(mode === undefined ? {} : { mode }) };
    return { tool: "edit_canvas", args, result: this.server.edit(edits, mode) };
  }

  async type(rig: WidgetRig, text: string): Promise<void> {
    rig.actions.type(text);
    await this.clock.advance(1_000);
  }
}

const said = (rig: WidgetRig) => rig.store.state().notices.map(({ id }) => id);

test("a canvas that comes without its key is opened from the call, kept in the browser, and the person is told so", async () => {
  const host = new BareHost();
  const rig = await host.show(host.write(TEXT));
  expect(rig.ready()).toMatchObject({ draft: TEXT, home: "browser", save: { kind: "browser", why: "no_key" } });
  expect(rig.ready().view.checkpoint.document).toMatchObject({ id: "HN8B", title: "Plan", version: 1 });
  await host.type(rig, MINE);
  expect(rig.host.calls).toEqual([]);
  expect(rig.host.contexts.at(-1)).toContain("One by me.");
  await host.clock.advance(60_000);
  expect(rig.store.state().notices).toMatchObject([{ id: "partial", tone: "info", text: shellWords.partialHost }]);
});

test("what was typed is there after a reload, as often as the host repeats the call", async () => {
  const host = new BareHost();
  const call = host.write(TEXT);
  await host.type(await host.show(call), MINE);
  for (const again of [await host.show(call), await host.show(call)]) expect(again.ready().draft).toBe(MINE);
});

test("a rewrite is merged with what was typed, and the calls before it take nothing back", async () => {
  const host = new BareHost();
  const first = host.write(TEXT);
  const rig = await host.show(first);
  rig.actions.comment({ op: "add", id: "c1", body: "why?", anchor: { offset: 14, length: 3, quotedText: "Two" } });
  rig.actions.protect({ from: TEXT.indexOf("Two"), to: TEXT.indexOf("Two") + 3 });
  await host.type(rig, MINE);
  const second = host.rewrite(TEXT.replace("Three.", "Three, rewritten."));
  const both = MINE.replace("Three.", "Three, rewritten.");
  for (const call of [second, first, second]) {
    const shown = (await host.show(call)).ready();
    expect(shown.draft).toBe(both);
    expect(shown.view.checkpoint).toMatchObject({
      baseline: TEXT.replace("Three.", "Three, rewritten."),
      comments: [{ body: "why?", anchor: { offset: both.indexOf("Two") } }],
      protections: [{ anchor: { offset: both.indexOf("Two") } }],
    });
  }
});

test("edits are made in the text that this browser keeps, once", async () => {
  const host = new BareHost();
  const first = host.write(TEXT);
  await host.type(await host.show(first), MINE);
  // It would fit a second time.
  const second = host.edit("Three.", "Three. Four.");
  const both = MINE.replace("Three.", "Three. Four.");
  for (const call of [second, second, first, second]) expect((await host.show(call)).ready().draft).toBe(both);
});

test("suggestions stand in the text that this browser keeps; decided, they stay so", async () => {
  const host = new BareHost();
  await host.type(await host.show(host.write(TEXT)), MINE);
  const call = host.edit("Three.", "Four.", "suggest");
  const rig = await host.show(call);
  const [proposal] = rig.ready().view.checkpoint.proposals;
  expect(proposal).toMatchObject({ text: "Four.", state: "open", anchor: { offset: MINE.indexOf("Three.") } });
  rig.actions.decide([{ id: proposal?.id ?? "", decision: "accept" }]);
  await host.clock.advance(1_000);
  const again = await host.show(call);
  expect(again.ready().draft).toBe(MINE.replace("Three.", "Four."));
  expect(again.ready().view.checkpoint.proposals).toMatchObject([{ state: "accepted" }]);
  expect(said(again)).toEqual(["partial"]);
});

test("comments, a title and a status that came with a call are there, once", async () => {
  const host = new BareHost();
  const comments = [{ body: "why?", quote: "Two." }, { body: "on all of it" }, { body: "nowhere", quote: "not there" }];
  const first = host.write(TEXT, { comments: JSON.stringify(comments), title: "Our plan", status: "in_review" });
  const rig = await host.show(first);
  const bodies = (of: WidgetRig) =>
    of.ready().view.checkpoint.comments.map(({ body, anchor }) => [body, anchor?.quotedText]);
  expect(bodies(rig)).toEqual([
    ["why?", "Two."],
    ["on all of it", undefined],
    ["nowhere", undefined],
  ]);
  expect(rig.ready().view.checkpoint.document).toMatchObject({ title: "Our plan", status: "in_review" });
  await host.type(rig, MINE);
  const edit = host.edit("Three.", "3.");
  const more = { ...edit, args: { ...edit.args, comments: [{ body: "see", quote: "3." }], status: "draft" } };
  await host.show(more);
  const again = await host.show(more);
  expect(bodies(again).slice(3)).toEqual([["see", "3."]]);
  expect(again.ready().view.checkpoint.document).toMatchObject({
    title: "Our plan",
    status: "draft",
    content: MINE.replace("Three.", "3."),
  });
});

test("a status that the person set stays, whatever the model asks for without having heard of it", async () => {
  const host = new BareHost();
  const rig = await host.show(host.write(TEXT));
  await rig.actions.setStatus("approved");
  const edit = host.edit("Three.", "3.");
  const later = await host.show({ ...edit, args: { ...edit.args, status: "in_review" } });
  expect(later.ready().view.checkpoint).toMatchObject({ document: { status: "approved" }, approval: { version: 1 } });
});

test("a text that was held back and is then confirmed is not in its call: the text here stays, and the person is told", async () => {
  const host = new BareHost();
  await host.type(await host.show(host.write(TEXT)), MINE);
  const result = host.rewrite("# Plan\n").result;
  const rig = await host.show({ tool: "write_canvas", args: { canvas_id: "HN8B", confirm: "ABC234" }, result });
  expect(rig.ready().draft).toBe(MINE);
  expect(said(rig)).toContain("missed");
});

test("edits that do not fit the text that is here leave it alone, and the person is told", async () => {
  const host = new BareHost();
  await host.type(await host.show(host.write(TEXT)), MINE);
  host.server.write(TEXT.replace("Three.", "Somewhere else."));
  const rig = await host.show(host.edit("Somewhere else.", "Here."));
  expect(rig.ready()).toMatchObject({ draft: MINE, incoming: null });
  expect(said(rig)).toEqual(["missed", "partial"]);
});

test("edits of a canvas that this browser does not know are shown as they are, with where the text is", async () => {
  const host = new BareHost();
  host.server.write(TEXT);
  const rig = await host.show(host.edit("One.", "Four."));
  expect(rig.canvas()).toMatchObject({
    phase: "detached",
    reason: "partial",
    message: shellWords.partialEdits("Claude", "HN8B"),
    stream: { kind: "edits", edits: [{ find: "One.", replace: "Four." }] },
  });
});

test("typing in an older widget of the same canvas overwrites nothing that a newer one kept", async () => {
  const host = new BareHost();
  const older = await host.show(host.write(TEXT));
  const newer = await host.show(host.rewrite(TEXT.replace("Three.", "Three, rewritten.")));
  await host.type(newer, newer.ready().draft.replace("Two.", "Two by me."));
  await host.type(older, MINE);
  expect(older.ready().draft).toBe("# Plan\n\nOne by me.\n\nTwo by me.\n\nThree, rewritten.\n");
});

test("once a result has the key, what was kept without it is saved", async () => {
  const host = new BareHost();
  const call = host.write(TEXT);
  const rig = await host.show(call);
  rig.actions.comment({ op: "add", id: "c1", body: "why?", anchor: { offset: 14, length: 3, quotedText: "Two" } });
  await host.type(rig, MINE);
  const keyed = await host.show(call, call.result.meta);
  await host.clock.advance(1_000);
  expect(keyed.ready()).toMatchObject({ draft: MINE, home: "server", save: { kind: "saved" } });
  expect(host.server.record()).toMatchObject({ document: { content: MINE }, comments: [{ id: "c1", body: "why?" }] });
});

test("once the key is known to this browser, results without it are no different", async () => {
  const host = new BareHost();
  const call = host.write(TEXT);
  await host.show(call, call.result.meta);
  const rig = await host.show(host.edit("One.", "Four."));
  expect(rig.ready()).toMatchObject({ draft: TEXT.replace("One.", "Four."), home: "server", save: { kind: "saved" } });
  expect(said(rig)).toEqual([]);
});

test.each<[string, Partial<Told>, string | null]>([
  [
    "by the call's own name for it",
    { args: { content: TEXT, canvas_id: "ab2c" }, result: reply("Rewritten.") },
    "AB2C",
  ],
  ["by the first line", { result: reply('Created canvas ZZZZ "Plan" at v1.') }, "ZZZZ"],
  ["not by another line", { result: reply('Done.\nCreated canvas ZZZZ "Plan" at v1.') }, null],
  ["not by the first line of a call that names one", { args: { content: TEXT, canvas_id: "!" } }, null],
])("a canvas is known %s", async (_, some, id) => {
  const told = {
    tool: "write_canvas",
    args: { content: TEXT },
    result: reply('Created canvas ZZZZ "Plan" at v1.'),
  } as const;
  const rig = await new BareHost().show({ ...told, ...some });
  if (id === null) expect(rig.canvas()).toMatchObject({ phase: "detached", reason: "partial", stream: { text: TEXT } });
  else expect(rig.ready().view.checkpoint.document.id).toBe(id);
});

test.each([
  ["never told", null],
  ["told otherwise", "# Another\n"],
])("a result that refers to an input which the host %s is loaded from the server", async (_, content) => {
  const rig = openWidget();
  const result = rig.server.write(TEXT);
  if (content !== null) rig.host.tell({ kind: "input", tool: "write_canvas", args: { content } });
  rig.host.tell({ kind: "result", result });
  await allSettled();
  expect(rig.ready()).toMatchObject({ draft: TEXT, home: "server" });
});

function reply(text: string): ToolReply {
  return { isError: false, text, meta: undefined };
}
