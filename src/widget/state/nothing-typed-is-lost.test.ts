import fc from "fast-check";
import { expect, test } from "vitest";
import type { TextChange } from "../../core/diff/hunk.ts";
import { applyChanges, changesBetween } from "../../core/diff/text-changes.ts";
import { stepsOfWidget } from "../features/undo/testing/steps-of-widget.ts";
import { createFakeServer } from "../host/fake-server.ts";
import type { ToolReply } from "../host/host-port.ts";
import { allSettled, createFakeClock } from "./fake-clock.ts";
import { isDirty, isReadOnly } from "./state.ts";
import { memoryStorage } from "./text-storage.ts";
import { openWidget, type WidgetRig } from "./widget-rig.ts";

const START = Array.from({ length: 6 }, (_, i) => `Paragraph ${i} stands here with a few words.\n`).join("\n");
const MARK = /[mp]\d+q/g;
const marksIn = (text: string): string[] => text.match(MARK) ?? [];

const DEEDS = [
  "type",
  "type",
  "type",
  "answer",
  "answer",
  "loseBefore",
  "loseAfter",
  "twice",
  "delay",
  "arrive",
  "rest",
  "resend",
  "reload",
] as const;
const STORED = ["save", "save", "save", "backup", "putBack", "look"] as const;
const MORE = [...DEEDS, "model", "suggest", "decide", "undo", "archive", "delete", "comment", "mode"] as const;

interface Step {
  readonly deed: (typeof MORE)[number] | (typeof STORED)[number];
  readonly who: number;
  readonly place: number;
  readonly kind: number;
}

interface Call {
  readonly run: () => ToolReply;
  readonly settle: (answer: { ok: true; reply: ToolReply } | { ok: false; why: string }) => void;
}

interface Tab {
  rig: WidgetRig;
  life: string;
  calls: Call[];
  steps: ReturnType<typeof stepsOfWidget> | null;
}

/** Two tabs of one browser, a model, and a network that loses questions and answers. */
class World {
  readonly server = createFakeServer();
  readonly storage = { ...memoryStorage(), kind: "browser" as const };
  readonly clock = createFakeClock();
  readonly alive = new Set<string>();
  readonly tabs: Tab[] = [];
  readonly expected = new Set<string>();
  readonly opened: ToolReply;
  private issued = 0;
  private lives = 0;
  private isDeleted = false;
  /** What was asked and given up, and is still on its way to the server. */
  private readonly delayed: (() => void)[] = [];
  private modelText = START;
  private readonly backups: (() => void)[] = [];

  constructor() {
    this.opened = this.server.write(START);
    this.backups.push(this.server.backup());
  }

  async open(): Promise<void> {
    for (let tab = 0; tab < 2; tab++) this.tabs.push(await this.tab());
    await this.settle();
  }

  private async tab(): Promise<Tab> {
    this.lives += 1;
    const life = `page-HN8B.${this.lives}`;
    this.alive.add(life);
    const rig = openWidget({
      server: this.server,
      ...this.browserFor(life),
      widgetId: life,
      // Every other one keeps what was done to its texts, as it does with long ones.
      ...(this.lives % 2 === 0 ? {} : { shortText: 0 }),
      liveness: { isAlive: async (other) => this.alive.has(other) },
      context: { displayMode: "fullscreen", displayModes: ["fullscreen"] },
    });
    const tab: Tab = { rig, life, calls: [], steps: null };
    rig.host.callTool = (tool, args) =>
      new Promise((settle) => {
        tab.calls.push({ run: () => this.server.answer(tool, args), settle });
      });
    await rig.replay(this.server.record().document.content, this.view());
    return tab;
  }

  /** What a page that is gone still had in mind happens no more. */
  private browserFor(life: string): Pick<NonNullable<Parameters<typeof openWidget>[0]>, "clock" | "storage"> {
    const { clock, storage } = this;
    const isAlive = (): boolean => this.alive.has(life);
    return {
      clock: { ...clock, after: (ms, call) => clock.after(ms, () => isAlive() && call()) },
      storage: {
        ...storage,
        write: (name, text) => isAlive() && storage.write(name, text),
        remove: (name) => isAlive() && storage.remove(name),
      },
    };
  }

  private view(): ToolReply {
    const { id } = this.server.record().document;
    return this.server.answer("load_canvas", { canvas_id: id, key: "secret" });
  }

  private mark(author: "m" | "p"): string {
    this.issued += 1;
    return `${author}${this.issued}q`;
  }

  private changed(text: string, { place, kind }: Step, mark: string): string {
    const lines = text.split("\n");
    const at = place % lines.length;
    switch (kind % 3) {
      case 0:
        lines.splice(at, 0, "", `New ${mark} line.`, "");
        break;
      case 1:
        lines[at] = `${lines[at]} And ${mark} follows.`;
        break;
      default: {
        const words = lines[at]!.split(" ");
        words.splice(kind % words.length, 0, mark);
        lines[at] = words.join(" ");
      }
    }
    return lines.join("\n");
  }

  async take(step: Step): Promise<void> {
    const tab = this.tabs[step.who % 2]!;
    const { rig } = tab;
    if (this.isDeleted && ["resend", "reload", "model", "suggest", "archive"].includes(step.deed)) return;
    const ready = rig.canvas().phase === "ready" ? rig.ready() : null;
    switch (step.deed) {
      case "type": {
        if (!ready) return;
        const mark = this.mark("p");
        const text = this.changed(ready.draft, step, mark);
        if (step.kind % 4 === 3) rig.actions.type(text);
        else this.typeKeys(rig, changesBetween(ready.draft, text));
        if (rig.ready().draft.includes(mark)) this.expected.add(mark);
        break;
      }
      case "answer":
      case "loseBefore":
      case "loseAfter": {
        const call = tab.calls.splice(step.place % Math.max(1, tab.calls.length), 1)[0];
        if (!call) return;
        const reply = step.deed === "loseBefore" ? null : call.run();
        call.settle(step.deed === "answer" && reply ? { ok: true, reply } : { ok: false, why: "connection lost" });
        break;
      }
      case "twice": {
        const call = tab.calls.shift();
        if (!call) return;
        call.run();
        call.settle({ ok: true, reply: call.run() });
        break;
      }
      case "delay": {
        const call = tab.calls.shift();
        if (!call) return;
        this.delayed.push(call.run);
        call.settle({ ok: false, why: "no answer in time" });
        break;
      }
      case "arrive":
        this.delayed.splice(step.place % Math.max(1, this.delayed.length), 1)[0]?.();
        break;
      case "rest":
        await this.clock.advance([300, 1_000, 5_000, 40_000][step.kind % 4]!);
        break;
      case "delete":
        this.isDeleted = !this.isDeleted;
        if (this.isDeleted) this.server.forget();
        else this.server.bringBack();
        break;
      case "comment": {
        if (!ready) return;
        const body = this.mark("p");
        const quotedText = ready.draft.split(" ")[step.place % 20] ?? "";
        const offset = ready.draft.indexOf(quotedText);
        const anchor = quotedText.trim() === "" ? null : { quotedText, offset, length: quotedText.length };
        rig.actions.comment({ op: "add", id: body, body, anchor });
        this.expected.add(body);
        break;
      }
      case "mode":
        if (ready) void rig.actions.setSuggesting(!ready.suggesting);
        break;
      case "resend":
        rig.host.tell({ kind: "result", result: this.view() });
        break;
      case "reload": {
        rig.stop();
        this.alive.delete(tab.life);
        // What is on its way may arrive or not; nobody hears of it.
        for (const call of tab.calls) if (step.kind % 2 === 0) call.run();
        this.tabs[step.who % 2] = await this.tab();
        break;
      }
      case "model": {
        if (this.server.record().document.status === "archived") return;
        const mark = this.mark("m");
        const content = this.changed(this.modelText, step, mark);
        this.server.write(content);
        this.modelText = content;
        this.expected.add(mark);
        break;
      }
      case "suggest": {
        const line = this.server
          .record()
          .document.content.split("\n")
          .filter((one) => one.trim() !== "")[step.place % 5];
        if (line === undefined) return;
        this.server.edit([{ find: line, replace: `${line} Also ${this.mark("m")}.` }], "suggest");
        break;
      }
      case "decide": {
        if (!ready) return;
        const open = ready.view.checkpoint.proposals.filter(({ state }) => state === "open");
        const chosen = open[step.place % Math.max(1, open.length)];
        if (!chosen || ready.local.decisions.length > 0 || ready.outgoing) return;
        const decision = chosen.kind === "conflict" ? "both" : (["accept", "reject", "both"] as const)[step.kind % 3]!;
        tab.steps ??= stepsOfWidget(rig);
        tab.steps.decide([{ id: chosen.id, decision }]);
        break;
      }
      case "undo": {
        // Of what the person did before that step nothing of the model's goes, and they may want it back.
        tab.steps?.undo();
        if (step.kind % 2 === 0) tab.steps?.redo();
        break;
      }
      case "save":
        await this.clock.advance(1_000);
        for (let round = 0; round < 4; round++) {
          for (const call of tab.calls.splice(0)) call.settle({ ok: true, reply: call.run() });
          await allSettled();
        }
        break;
      case "look":
        void rig.actions.returned();
        break;
      case "backup":
        this.backups.push(this.server.backup());
        break;
      case "putBack":
        this.backups[step.place % this.backups.length]!();
        break;
      case "archive":
        if (this.server.record().document.status === "archived") this.reopen();
        else this.server.archive();
        break;
    }
    await allSettled();
    this.checkChanges();
  }

  /** As an editor tells it, letter by letter. */
  private typeKeys({ actions, ready }: WidgetRig, changes: readonly TextChange[]): void {
    if (isReadOnly(ready())) return;
    for (const { from, to, insert } of [...changes].reverse()) {
      if (to > from) this.typeChange(actions, ready().draft, { from, to, insert: "" });
      [...insert].reduce((at, letter) => {
        this.typeChange(actions, ready().draft, { from: at, to: at, insert: letter });
        return at + letter.length;
      }, from);
    }
  }

  private typeChange(actions: WidgetRig["actions"], draft: string, change: TextChange): void {
    actions.type(applyChanges(draft, [change]), [change]);
  }

  /** What is said to have been done to a text makes the draft of it. */
  private checkChanges(): void {
    for (const { rig } of this.tabs) {
      if (rig.canvas().phase !== "ready") continue;
      const { base, draft, fromBase, fromSent, outgoing } = rig.ready();
      expect(applyChanges(base.content, fromBase)).toBe(draft);
      const sent = outgoing?.content ?? outgoing?.base.content;
      if (sent !== undefined) expect(applyChanges(sent, fromSent)).toBe(draft);
      if (outgoing) expect(applyChanges(outgoing.base.content, outgoing.changes)).toBe(sent);
    }
  }

  private reopen(): void {
    const { revision } = this.server.record().document;
    this.server.answer("save_canvas", {
      canvas_id: "HN8B",
      key: "secret",
      save_key: `reopen-${this.mark("m")}`,
      status: { to: "draft", revision },
    });
  }

  /** Everything that is asked gets its answer, and time goes by. */
  async settle(): Promise<void> {
    if (this.isDeleted) await this.take({ deed: "delete", who: 0, place: 0, kind: 0 });
    for (const run of this.delayed.splice(0)) run();
    if (this.server.record().document.status === "archived") this.reopen();
    for (let round = 0; round < 60; round++) {
      for (const tab of this.tabs) for (const call of tab.calls.splice(0)) call.settle({ ok: true, reply: call.run() });
      await allSettled();
      for (const { rig } of this.tabs)
        if (rig.canvas().phase === "ready" && rig.ready().suggesting) void rig.actions.setSuggesting(false);
      if (round % 3 === 2) await this.clock.advance(31_000);
      // The page tells each tab what is newest.
      if (round % 10 === 9)
        for (const { rig, calls } of this.tabs)
          if (calls.length === 0) rig.host.tell({ kind: "result", result: this.view() });
      await allSettled();
    }
  }

  /** What only a model wrote, and no widget has shown, a backup does not have. */
  forgetModels(): void {
    for (const mark of this.expected) if (mark.startsWith("m")) this.expected.delete(mark);
  }

  check(): void {
    const { document, proposals, comments } = this.server.record();
    const everywhere = [
      ...comments.map(({ body }) => body),
      document.content,
      ...proposals.flatMap(({ text, used, anchor }) => [text, used ?? "", anchor.quotedText]),
    ].join("\n");
    const kept = new Set(marksIn(everywhere));
    expect([...this.expected].filter((mark) => !kept.has(mark))).toEqual([]);
    for (const { rig } of this.tabs) {
      expect(rig.canvas().phase).toBe("ready");
      expect(rig.ready().draft).toBe(document.content);
      expect(isDirty(rig.ready())).toBe(false);
      expect(rig.ready().save).toEqual({ kind: "saved" });
    }
    expect(
      [...Array(50).keys()]
        .map((n) => this.storage.read(`canvas:pending:HN8B:page-HN8B.${n}`))
        .filter((one) => one !== null),
    ).toEqual([]);
  }

  /** With nobody deciding "both", no word may stand in the text twice. */
  checkOnce(): void {
    const marks = marksIn(this.server.record().document.content);
    expect(marks.filter((mark, at) => marks.indexOf(mark) !== at)).toEqual([]);
  }
}

const stepOf = <T extends Step["deed"]>(deeds: readonly T[]) =>
  fc.record({ deed: fc.constantFrom(...deeds), who: fc.nat(1), place: fc.nat(40), kind: fc.nat(11) });
const RUNS = Number(process.env.LOST_RUNS ?? 30);
const LONG = { timeout: RUNS * 20_000 };

test("whatever the network loses, all that two tabs typed is saved, once", LONG, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepOf([...DEEDS, "model"]), { maxLength: 40 }), async (steps) => {
      const world = new World();
      await world.open();
      for (const step of steps) await world.take(step);
      await world.settle();
      world.check();
      world.checkOnce();
    }),
    { numRuns: RUNS },
  );
});

/** Of a store that is put back only what a model wrote is gone. */
async function losesNothing(steps: readonly Step[]): Promise<void> {
  const world = new World();
  await world.open();
  for (const step of steps) await world.take(step);
  await world.settle();
  world.forgetModels();
  world.check();
}

test(
  "a store that is put back to an older state under working widgets loses no word that was typed",
  LONG,
  async () => {
    const steps = fc.array(stepOf([...DEEDS, ...STORED, "model", "comment"]), { maxLength: 40 });
    await fc.assert(fc.asyncProperty(steps, losesNothing), { numRuns: 3 * RUNS });
  },
);

const by = (who: number, deed: Step["deed"]): Step => ({ deed, who, place: 0, kind: 0 });
test.each([
  [
    "a comment that was saved, with text that was not",
    [by(1, "comment"), { ...by(1, "answer"), place: 7 }, by(1, "type"), by(1, "reload"), by(0, "putBack")],
  ],
  [
    "text that one tab saved, where the other one's waits beside it",
    [by(1, "type"), by(1, "save"), by(0, "type"), by(0, "save"), by(1, "reload"), by(0, "putBack")],
  ],
  [
    "text that one tab saved, where the other one shows the older store before that one comes back",
    [by(1, "type"), by(1, "save"), by(0, "putBack"), by(0, "save"), by(1, "reload")],
  ],
])("from a store that is put back comes again: %s", (_, steps) => losesNothing(steps));

test(
  "nor is anything lost where suggestions are decided, decisions taken back, and the canvas archived or deleted meanwhile",
  LONG,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepOf(MORE), { maxLength: 40 }), async (steps) => {
        const world = new World();
        await world.open();
        for (const step of steps) await world.take(step);
        await world.settle();
        world.check();
      }),
      { numRuns: RUNS },
    );
  },
);
