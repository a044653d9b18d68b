import fc from "fast-check";
import { expect, test } from "vitest";
import { stepsOfWidget } from "../../features/undo/testing/steps-of-widget.ts";
import { createFakeServer } from "../../host/fake-server.ts";
import type { ToolReply } from "../../host/host-port.ts";
import { shellWords } from "../../words.ts";
import { viewOfText } from "../browser/view-of-text-for-tests.ts";
import { createBrowserCache } from "../browser-cache.ts";
import { allSettled, createFakeClock } from "../fake-clock.ts";
import { smallStorage } from "../small-storage.ts";
import { memoryStorage, type TextStorage } from "../text-storage.ts";
import { shownCheckpoint } from "../unsaved-changes.ts";
import { openWidget, type WidgetRig } from "../widget-rig.ts";

const TEXT = "# Plan\n\nOne.\n\nTwo.\n\nThree.\n";

/** A host that lets no widget reach its server, and the browser that its widgets stand in. */
class ClosedHost {
  readonly server = createFakeServer();
  readonly clock = createFakeClock();
  readonly storage: TextStorage;
  private widgets = 0;

  constructor(storage: TextStorage = { ...memoryStorage(), kind: "browser" }) {
    this.storage = storage;
  }

  /** The same call in one more widget. */
  async show(content: string, result: ToolReply, serverTools = false): Promise<WidgetRig> {
    const { server, clock, storage } = this;
    this.widgets += 1;
    const rig = openWidget({ server, clock, storage, widgetId: `widget-${this.widgets}`, abilities: { serverTools } });
    await rig.replay(content, result);
    return rig;
  }

  async write(content: string): Promise<WidgetRig> {
    return this.show(content, this.server.write(content));
  }

  async type(rig: WidgetRig, text: string): Promise<void> {
    rig.actions.type(text);
    await this.clock.advance(1_000);
  }

  kept() {
    const view = createBrowserCache(this.storage).recall("HN8B");
    if (!view) throw new Error("This browser keeps no canvas");
    return view.checkpoint;
  }
}

/** The text, and what stands beside it. */
const everything = ({ document, proposals, comments }: ReturnType<ClosedHost["kept"]>): string =>
  [document.content, ...proposals.map(({ text }) => text), ...comments.map(({ body }) => body)].join("\n");

test("two tabs that change the same sentence: one stands in the text, the other beside it", async () => {
  const host = new ClosedHost();
  const first = host.server.write(TEXT);
  const [one, two] = [await host.show(TEXT, first), await host.show(TEXT, first)];
  await host.type(one, TEXT.replace("One.", "One by the first tab."));
  await host.type(two, TEXT.replace("One.", "One by the second tab."));
  expect(host.kept().document.content).toContain("One by the second tab.");
  expect(host.kept().proposals).toMatchObject([{ kind: "conflict", state: "open", text: "One by the first tab." }]);
  expect(two.ready().draft).toBe(host.kept().document.content);
});

test("comments, decisions, protections and titles of two tabs are all kept", async () => {
  const host = new ClosedHost();
  const first = host.server.write(TEXT);
  const [one, two] = [await host.show(TEXT, first), await host.show(TEXT, first)];
  one.actions.comment({ op: "add", id: "c1", body: "first", anchor: { offset: 8, length: 3, quotedText: "One" } });
  two.actions.comment({ op: "add", id: "c2", body: "second", anchor: { offset: 14, length: 3, quotedText: "Two" } });
  one.actions.protect({ from: 8, to: 12 });
  two.actions.rename("Mine");
  await host.clock.advance(1_000);
  expect(host.kept()).toMatchObject({
    document: { title: "Mine" },
    comments: [{ id: "c1" }, { id: "c2" }],
    protections: [{ anchor: { quotedText: "One." } }],
  });
  await one.actions.returned();
  expect(shownCheckpoint(one.ready())).toMatchObject({ document: { title: "Mine" }, comments: [{}, { id: "c2" }] });
});

test("a rewrite leaves approval, title, protections and decisions as the person left them", async () => {
  const host = new ClosedHost();
  const rig = await host.write(TEXT);
  await host.type(rig, TEXT.replace("One.", "One by me."));
  rig.actions.rename("My plan");
  const from = rig.ready().draft.indexOf("Two");
  rig.actions.protect({ from, to: from + 4 });
  await host.clock.advance(0);
  await rig.actions.setStatus("approved", "good");
  const approved = host.kept();
  expect(approved).toMatchObject({ approval: { note: "good" }, document: { status: "approved" } });
  const content = TEXT.replace("Three.", "Three, rewritten.").replace("Two.", "Too.");
  const later = await host.write(content);
  const { checkpoint } = later.ready().view;
  expect(checkpoint.document).toMatchObject({ title: "My plan", status: "approved" });
  expect(checkpoint.document.content).toContain("One by me.");
  expect(checkpoint.document.content).toContain("Two.");
  expect(checkpoint.document.content).toContain("Three, rewritten.");
  // Changed since.
  expect(checkpoint.approval).toEqual(approved.approval);
  expect(checkpoint.document.version).toBeGreaterThan(approved.approval!.version);
  expect(checkpoint.protections).toMatchObject([{ anchor: { quotedText: "Two." } }]);
});

test("the model's side of a conflict stands beside the person's words, and can be taken", async () => {
  const host = new ClosedHost();
  await host.type(await host.write("The cat sat.\n"), "The bird sat.\n");
  const rig = await host.write("The dog sat.\n");
  expect(rig.ready().draft).toBe("The bird sat.\n");
  const [conflict] = host.kept().proposals;
  expect(conflict).toMatchObject({ kind: "conflict", by: { kind: "model" }, text: "The dog sat." });
  rig.actions.decide([{ id: conflict!.id, decision: "take" }]);
  await host.clock.advance(1_000);
  expect(host.kept()).toMatchObject({ document: { content: "The dog sat.\n" }, proposals: [{ state: "taken" }] });
  // Shown again, it is not asked again.
  const again = await host.show(
    "The dog sat.\n",
    host.server.answer("load_canvas", { canvas_id: "HN8B", key: "secret" }),
  );
  expect(again.ready().view.checkpoint.proposals).toMatchObject([{ state: "taken" }]);
});

test.each([
  ["words are protected that it has torn", "# Plan\n\nAll of it at once.\n"],
  ["the canvas is archived", TEXT.replace("Three.", "Three, rewritten.")],
])("a rewrite that may not be made because %s is offered", async (why, content) => {
  const host = new ClosedHost();
  const rig = await host.write(TEXT);
  rig.actions.protect({ from: TEXT.indexOf("Two"), to: TEXT.indexOf("Two") + 4 });
  await host.clock.advance(0);
  if (why.includes("archived")) await rig.actions.setStatus("archived");
  const { status } = host.kept().document;
  await host.write(content);
  expect(host.kept()).toMatchObject({ document: { content: TEXT, status }, protections: [{}] });
  expect(host.kept().proposals.some(({ state, text }) => state === "open" && content.includes(text.trim()))).toBe(true);
});

test.each([
  ["words are protected", "protect"],
  ["the canvas is archived", "archive"],
])("an edit that may not be made because %s is offered, and what it leaves out of that too", async (_, how) => {
  const host = new ClosedHost();
  const rig = await host.write(TEXT);
  if (how === "protect") rig.actions.protect({ from: TEXT.indexOf("Two"), to: TEXT.indexOf("Two") + 4 });
  else await rig.actions.setStatus("archived");
  await host.clock.advance(0);
  const edits = [
    { find: "Two.", replace: "Too." },
    { find: "Three.", replace: "Third." },
  ];
  const result = host.server.edit(edits);
  rig.host.tell({ kind: "input", tool: "edit_canvas", args: { canvas_id: "HN8B", edits } });
  rig.host.tell({ kind: "result", result });
  await allSettled();
  expect(host.kept()).toMatchObject({
    document: { content: TEXT },
    proposals: [
      { kind: "suggestion", state: "open", text: "Too." },
      { kind: "suggestion", state: "open", text: "Third." },
    ],
  });
});

test("of sixty canvases that exist nowhere else none goes, and copies of a server's go first", () => {
  const cache = createBrowserCache({ ...memoryStorage(), kind: "browser" });
  const viewAt = (n: number, state: string) => {
    return { ...viewOfText(`Canvas ${n}.`, `A${n + 100}`), key: "k", state };
  };
  const mine = Array.from({ length: 60 }, (_, n) => viewAt(n, "browser-1"));
  const copies = Array.from({ length: 60 }, (_, n) => viewAt(n + 60, "1-abc"));
  for (const view of [...mine, ...copies]) expect(cache.remember(view)).toBe(true);
  const isKept = (view: (typeof mine)[number]) => cache.recall(view.checkpoint.document.id) !== null;
  expect(mine.filter(isKept)).toHaveLength(60);
  expect(copies.filter(isKept)).toHaveLength(50);
});

test("a browser without room says so and what to do, keeps what it had, and the text stays on screen", async () => {
  const host = new ClosedHost(smallStorage(4_000));
  const rig = await host.write(TEXT);
  await host.type(rig, `${TEXT}Short.\n`);
  const long = `${TEXT}${"x".repeat(5_000)}\n`;
  await host.type(rig, long);
  expect(rig.ready()).toMatchObject({
    draft: long,
    save: { kind: "failed", why: shellWords.storageFull, kept: false },
  });
  expect(host.kept().document.content).toBe(`${TEXT}Short.\n`);
  await host.type(rig, `${TEXT}Short again.\n`);
  expect(rig.ready()).toMatchObject({ draft: `${TEXT}Short again.\n`, save: { kind: "browser", why: "no_server" } });
  expect(host.kept().document.content).toBe(`${TEXT}Short again.\n`);
});

test("a browser that keeps nothing is not said to keep anything", async () => {
  const host = new ClosedHost(memoryStorage());
  const rig = await host.write(TEXT);
  expect(rig.ready().save).toEqual({ kind: "browser", why: "no_storage" });
  await host.type(rig, `${TEXT}Mine.\n`);
  expect(rig.ready()).toMatchObject({ draft: `${TEXT}Mine.\n`, save: { kind: "browser", why: "no_storage" } });
  await rig.actions.send();
  expect(rig.host.messages).toHaveLength(1);
});

test("what was typed in the last moment before a crash is back, and nothing of it is left over", async () => {
  const host = new ClosedHost();
  const result = host.server.write(TEXT);
  const rig = await host.show(TEXT, result);
  await host.type(rig, `${TEXT}Kept.\n`);
  const pending = () => host.storage.names().filter((name) => name.startsWith("canvas:pending:"));
  expect(pending()).toEqual([]);
  rig.actions.type(`${TEXT}Kept. And more.\n`);
  rig.stop();
  const again = await host.show(TEXT, result);
  await host.clock.advance(11_000);
  expect(again.ready().draft).toBe(`${TEXT}Kept. And more.\n`);
  expect(host.kept().document.content).toBe(`${TEXT}Kept. And more.\n`);
  expect(pending()).toEqual([]);
});

test.each([
  ["the first", () => undefined],
  ["one that kept its version apart", ({ head }: Record<string, unknown>) => ({ head })],
])(
  "what an earlier release kept (%s) is opened and continued, and what the model writes is merged",
  async (_, change) => {
    const host = new ClosedHost();
    const result = host.server.write(TEXT);
    await host.type(await host.show(TEXT, result), TEXT.replace("One.", "One by me."));
    const name = "canvas:checkpoint:HN8B";
    const kept = JSON.parse(host.storage.read(name) ?? "{}");
    host.storage.write(name, JSON.stringify({ ...kept, beside: change(kept.beside) }));
    const rig = await host.show(TEXT, result);
    const mine = TEXT.replace("One.", "One by me.").replace("Two.", "Two by me.");
    await host.type(rig, rig.ready().draft.replace("Two.", "Two by me."));
    expect(host.kept().document.content).toBe(mine);
    await host.show(TEXT, result);
    expect(host.kept()).toMatchObject({ document: { content: mine }, proposals: [] });
    await host.write(TEXT.replace("Three.", "Three, rewritten."));
    expect(host.kept()).toMatchObject({
      document: { content: mine.replace("Three.", "Three, rewritten."), title: "Plan" },
      proposals: [],
      baseline: TEXT.replace("Three.", "Three, rewritten."),
    });
  },
);

test("what was kept while the server was out of reach is saved once it is within reach", async () => {
  const host = new ClosedHost();
  const result = host.server.write(TEXT);
  const rig = await host.show(TEXT, result);
  await host.type(rig, TEXT.replace("One.", "One by me."));
  rig.stop();
  const open = await host.show(TEXT, result, true);
  await host.clock.advance(1_000);
  expect(open.ready()).toMatchObject({ home: "server", save: { kind: "saved" } });
  expect(host.server.record().document.content).toBe(TEXT.replace("One.", "One by me."));
});

test("a status that was set while the server was out of reach is not set on its text, and the person is told", async () => {
  const host = new ClosedHost();
  const result = host.server.write(TEXT);
  const rig = await host.show(TEXT, result);
  await rig.actions.setStatus("approved");
  expect(host.kept().document.status).toBe("approved");
  rig.stop();
  const open = await host.show(TEXT, result, true);
  await host.clock.advance(1_000);
  expect(host.server.record().document.status).toBe("draft");
  const notice = open.store.state().notices.find(({ id }) => id === "status");
  expect(notice?.text).toContain("Approved");
});

test("a comment stays on the letters that it was made on, whichever equal ones are typed beside them", async () => {
  const host = new ClosedHost();
  const rig = await host.write("One. One. Two.\n");
  rig.actions.comment({ op: "add", id: "c1", body: "this one", anchor: { offset: 5, length: 4, quotedText: "One." } });
  await host.clock.advance(0);
  rig.actions.type("One. One. One. Two.\n", [{ from: 5, to: 5, insert: "One. " }]);
  await host.clock.advance(1_000);
  expect(host.kept().comments).toMatchObject([{ id: "c1", anchor: { offset: 10, quotedText: "One." } }]);
});

test("a heading names the canvas until somebody names it, and again once that name is emptied", async () => {
  const host = new ClosedHost();
  const rig = await host.write(TEXT);
  await host.type(rig, TEXT.replace("# Plan", "# The plan"));
  expect(host.kept().document.title).toBe("The plan");
  rig.actions.rename("Mine");
  await host.type(rig, TEXT.replace("# Plan", "# Another"));
  expect(host.kept().document).toMatchObject({ title: "Mine", titleGiven: true });
  rig.actions.rename("");
  await host.clock.advance(0);
  expect(host.kept().document).toMatchObject({ title: "Another", titleGiven: false });
});

test("what a tab takes back before it was saved brings no older canvas over what another tab has saved", async () => {
  const host = new ClosedHost();
  const first = host.server.write(TEXT);
  const [one, two] = [await host.show(TEXT, first), await host.show(TEXT, first)];
  one.actions.type(`${TEXT}x`);
  await host.type(two, TEXT.replace("Two.", "Two by the second tab."));
  // The second tab's clock is the first one's: it typed once more and took that back.
  one.actions.type(`${one.ready().draft}y`);
  one.actions.type(one.ready().base.content);
  await host.clock.advance(1_000);
  expect(host.kept().document.content).toContain("Two by the second tab.");
});

test("that this browser has the text does not say that it is the newest", async () => {
  const host = new ClosedHost();
  const rig = await host.write(TEXT);
  const { unsure } = rig.ready();
  await host.type(rig, `${TEXT}Mine.\n`);
  expect(rig.ready().unsure).toBe(unsure);
});

test("text and approval are two steps: it is the text that the person saw which is approved", async () => {
  const host = new ClosedHost();
  const rig = await host.write(TEXT);
  rig.actions.type(`${TEXT}Mine.\n`);
  await rig.actions.setStatus("approved", "good");
  expect(host.kept()).toMatchObject({
    approval: { version: 2, note: "good" },
    document: { status: "approved", version: 2 },
  });
  await host.type(rig, `${TEXT}Mine, and more.\n`);
  expect(host.kept()).toMatchObject({ approval: { version: 2 }, document: { version: 3 } });
});

test("what another tab has changed since is neither approved nor sent", async () => {
  const host = new ClosedHost();
  const first = host.server.write(TEXT);
  const [one, two] = [await host.show(TEXT, first), await host.show(TEXT, first)];
  await host.type(two, TEXT.replace("Two.", "Two by the second tab."));
  await one.actions.setStatus("approved");
  expect(host.kept()).toMatchObject({ approval: null, document: { status: "draft" } });
  await host.type(two, TEXT.replace("Two.", "Two by the second tab, again."));
  await one.actions.send();
  expect(one.host.messages).toEqual([]);
  expect(one.ready()).toMatchObject({ sending: { kind: "moved" } });
  expect(one.ready().draft).toContain("again");
});

test("a decision on words that another tab has changed is not made: what it put into the text goes out again", async () => {
  const host = new ClosedHost();
  const first = host.server.write(TEXT);
  await host.show(TEXT, first);
  const suggested = host.server.edit([{ find: "Two.", replace: "Too." }], "suggest");
  const [one, two] = [await host.show(TEXT, suggested), await host.show(TEXT, suggested)];
  const [{ id } = { id: "" }] = host.kept().proposals;
  const from = TEXT.indexOf("wo.");
  two.actions.type(TEXT.replace("Two.", "Twooo."), [{ from: from + 2, to: from + 2, insert: "oo" }]);
  await host.clock.advance(1_000);
  stepsOfWidget(one).decide([{ id, decision: "accept" }]);
  await host.clock.advance(2_000);
  expect(host.kept()).toMatchObject({
    document: { content: TEXT.replace("Two.", "Twooo.") },
    proposals: [{ state: "open", text: "Too." }],
  });
  expect(one.ready().draft).toBe(TEXT.replace("Two.", "Twooo."));
  expect(one.store.state().notices.map(({ id }) => id)).toContain("decide");
});

test("words that the person accepted stay when the model, which has not heard of it, writes again", async () => {
  const host = new ClosedHost();
  const rig = await host.write(TEXT);
  const suggested = host.server.edit([{ find: "Two.", replace: "Too." }], "suggest");
  rig.host.tell({ kind: "input", tool: "edit_canvas", args: {} });
  rig.host.tell({ kind: "result", result: suggested });
  await allSettled();
  rig.actions.decide([{ id: host.kept().proposals[0]!.id, decision: "accept" }]);
  await host.clock.advance(1_000);
  await host.write(TEXT.replace("Three.", "Three, rewritten."));
  expect(host.kept().document.content).toBe(TEXT.replace("Two.", "Too.").replace("Three.", "Three, rewritten."));
  // And when the server comes within reach, whose text has none of them.
  const open = await host.show(TEXT, host.server.answer("load_canvas", { canvas_id: "HN8B", key: "secret" }), true);
  await host.clock.advance(1_000);
  expect(open.ready().draft).toContain("Too.");
  expect(host.server.record().document.content).toContain("Too.");
});

test("what the model takes back of its suggestions is taken back here, too", async () => {
  const host = new ClosedHost();
  await host.type(await host.write(TEXT), `${TEXT}Mine.\n`);
  await host.show(TEXT, host.server.edit([{ find: "Two.", replace: "Too." }], "suggest"));
  await host.show(TEXT, host.server.edit([{ find: "Two.", replace: "Second." }], "suggest"));
  expect(host.kept().proposals).toMatchObject([
    { text: "Too.", state: "withdrawn" },
    { text: "Second.", state: "open" },
  ]);
});

test("whatever two tabs and a model write, in whatever order, all of it is kept", async () => {
  const step = fc.record({
    who: fc.nat(3),
    line: fc.nat(5),
    deed: fc.constantFrom("type", "type", "comment", "model", "reload", "look"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const host = new ClosedHost();
      const lines = Array.from({ length: 6 }, (_, n) => `Paragraph ${n} stands here.`);
      let model = `${lines.join("\n\n")}\n`;
      let last = host.server.write(model);
      const tabs = [await host.show(model, last), await host.show(model, last)];
      const marks: string[] = [];
      for (const [at, { who, line, deed }] of steps.entries()) {
        const tab = tabs[who % 2]!;
        const mark = `w${at}q`;
        const grown = (text: string) =>
          text
            .split("\n\n")
            .map((one, n) => (n === line % text.split("\n\n").length ? `New ${mark} line.\n\n${one}` : one))
            .join("\n\n");
        if (deed === "reload") tabs[who % 2] = await host.show(model, last);
        else if (deed === "look") await tab.actions.returned();
        else marks.push(mark);
        if (deed === "type") tab.actions.type(grown(tab.ready().draft));
        if (deed === "comment") tab.actions.comment({ op: "add", id: mark, body: mark, anchor: null });
        if (deed === "model") {
          model = grown(model);
          last = host.server.write(model);
          tabs[who % 2]!.host.tell({ kind: "input", tool: "write_canvas", args: { content: model } });
          tabs[who % 2]!.host.tell({ kind: "result", result: last });
        }
        await allSettled();
        if (who > 1 || deed === "reload") await host.clock.advance(1_000);
      }
      await host.clock.advance(10_000);
      const all = everything(host.kept());
      expect(marks.filter((mark) => !all.includes(mark))).toEqual([]);
    }),
    { numRuns: 40 },
  );
});
