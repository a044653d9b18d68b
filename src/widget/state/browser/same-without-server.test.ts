/**
 * The law of the widget without a server: what a person does comes to the same as with one, and so does what a model does that
 * has not heard of it: its calls reach a server that knows nothing of the person, and the host shows their results.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { applyChanges } from "../../../core/diff/text-changes.ts";
import type { Checkpoint } from "../../../core/records/canvas.ts";
import { stepsOfWidget } from "../../features/undo/testing/steps-of-widget.ts";
import { createFakeServer, type FakeServer } from "../../host/fake-server.ts";
import type { ToolReply } from "../../host/host-port.ts";
import { createBrowserCache } from "../browser-cache.ts";
import { allSettled } from "../fake-clock.ts";
import { openWidget, type WidgetRig } from "../widget-rig.ts";

const START = `# A plan

The first paragraph has a few words, and then some more.

The second one stands here. It has two sentences.

A third paragraph is long enough to be changed in more than one place at once.

The last paragraph ends it.
`;

const DEEDS = [
  "type",
  "type",
  "type",
  "title",
  "comment",
  "comment",
  "resolve",
  "reply",
  "delete",
  "decide",
  "decide",
  "undo",
  "protect",
  "approve",
  "review",
  "archive",
  "send",
  "interact",
  "write",
  "write",
  "edit",
  "suggest",
  "reload",
] as const;

interface Step {
  readonly deed: (typeof DEEDS)[number];
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

const at = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

interface Call {
  readonly tool: "write_canvas" | "edit_canvas";
  readonly args: Readonly<Record<string, unknown>>;
}

/** A person's widget, and the model beside it. */
class Side {
  rig: WidgetRig;
  private steps: ReturnType<typeof stepsOfWidget> | null = null;
  private shown: readonly [call: Call, result: ToolReply];
  private lives = 1;
  readonly server: FakeServer;
  readonly host: "open" | "closed" | "calls only";

  constructor(host: Side["host"]) {
    this.host = host;
    this.server = createFakeServer();
    this.rig = openWidget({ server: this.server, abilities: { serverTools: host === "open" } });
    this.shown = [{ tool: "write_canvas", args: { content: START } }, this.server.write(START)];
  }

  async show(call: Call, result: ToolReply): Promise<void> {
    this.shown = [call, result];
    this.rig.host.tell({ kind: "input", tool: call.tool, args: { canvas_id: "HN8B", ...call.args } });
    const told = this.host === "calls only" ? { ...result, meta: {} } : result;
    this.rig.host.tell({ kind: "result", result: told });
    await allSettled();
  }

  async open(): Promise<void> {
    await this.show(...this.shown);
  }

  async reload(): Promise<void> {
    this.lives += 1;
    const { clock, storage, server } = this.rig;
    this.rig.stop();
    const abilities = { serverTools: this.host === "open" };
    this.rig = openWidget({ server, clock, storage, abilities, widgetId: `widget-${this.lives}` });
    this.steps = null;
    await this.open();
  }

  page(): ReturnType<typeof stepsOfWidget> {
    this.steps ??= stepsOfWidget(this.rig);
    return this.steps;
  }

  undo(): void {
    this.steps?.undo();
  }

  checkpoint(): Checkpoint {
    return this.rig.ready().view.checkpoint;
  }
}

class World {
  readonly open = new Side("open");
  readonly closed: Side;
  private modelText = START;
  private words = 0;

  constructor(host: "closed" | "calls only") {
    this.closed = new Side(host);
  }

  private word(): string {
    this.words += 1;
    return `w${this.words}`;
  }

  private async both(act: (side: Side) => unknown): Promise<void> {
    for (const side of [this.open, this.closed]) await act(side);
  }

  async begin(): Promise<void> {
    await this.both((side) => side.open());
  }

  private changes(text: string, { a, b, c }: Step) {
    const from = (a * 13) % (text.length + 1);
    const to = Math.min(text.length, from + [0, 0, 1, 7, 25][b % 5]!);
    const insert = [
      ` ${this.word()} `,
      `${this.word()}`,
      `${this.word()}. A new one ${this.word()}`,
      `\n\n${this.word()} here.\n`,
    ][c % 4]!;
    return [{ from, to, insert }];
  }

  async take(step: Step): Promise<void> {
    const { a, b, c, deed } = step;
    const { open, closed } = this;
    const { draft, view } = open.rig.ready();
    const { checkpoint } = view;
    const isArchived = checkpoint.document.status === "archived";
    switch (deed) {
      case "type": {
        if (isArchived) return;
        const changes = this.changes(draft, step);
        const text = applyChanges(draft, changes);
        await this.both(({ rig }) => rig.actions.type(text, changes));
        break;
      }
      case "title": {
        if (isArchived) return;
        const title = a % 4 === 0 ? "" : this.word();
        await this.both(({ rig }) => rig.actions.rename(title));
        break;
      }
      case "comment": {
        if (isArchived) return;
        const id = this.word();
        const offset = (a * 7) % Math.max(1, draft.length);
        const quotedText = draft.slice(offset, offset + 1 + ((b * 5) % 40));
        const anchor = quotedText.trim() === "" ? null : { offset, length: quotedText.length, quotedText };
        await this.both(({ rig }) => rig.actions.comment({ op: "add", id, body: id, anchor }));
        break;
      }
      case "resolve":
      case "reply":
      case "delete": {
        const index = a % Math.max(1, checkpoint.comments.length);
        const id = this.word();
        if (isArchived || checkpoint.comments.length === 0) return;
        await this.both((side) => {
          const comment = side.checkpoint().comments[index]!;
          if (deed === "reply") side.rig.actions.comment({ op: "reply", id, replyTo: comment.id, body: id });
          else if (deed === "delete") side.rig.actions.comment({ op: "delete", id: comment.id });
          else side.rig.actions.comment({ op: b % 2 === 0 ? "resolve" : "reopen", id: comment.id });
        });
        break;
      }
      case "decide": {
        if (isArchived) return;
        const places = checkpoint.proposals.flatMap(({ state }, index) => (state === "open" ? [index] : []));
        const index = at(places, a);
        if (index === undefined) return;
        const isConflict = checkpoint.proposals[index]!.kind === "conflict";
        const decision = at(
          isConflict ? (["keep", "take", "both"] as const) : (["accept", "reject", "both"] as const),
          b,
        )!;
        await this.both((side) => side.page().decide([{ id: side.checkpoint().proposals[index]!.id, decision }]));
        break;
      }
      case "undo":
        if (isArchived) return;
        await this.both((side) => side.undo());
        break;
      case "protect": {
        const from = (a * 17) % Math.max(1, draft.length);
        if (isArchived || a % 3 !== 0) return;
        await this.both(({ rig }) => rig.actions.protect({ from, to: Math.min(draft.length, from + 5 + b) }));
        break;
      }
      case "approve":
        await this.both(({ rig }) => rig.actions.setStatus("approved", "good"));
        break;
      case "review":
        await this.both(({ rig }) => rig.actions.setStatus(b % 2 === 0 ? "in_review" : "draft"));
        break;
      case "archive":
        if (a % 3 !== 0) return;
        await this.both(({ rig }) => rig.actions.setStatus("archived"));
        break;
      case "send":
        await this.both(({ rig }) => rig.actions.send());
        break;
      case "interact": {
        if (isArchived) return;
        const block = { action: b % 2 === 0 ? "click" : "submit", element: "row", block: "Table" };
        await this.both(({ rig }) => rig.actions.interact(block as never));
        break;
      }
      case "write": {
        const content = applyChanges(this.modelText, this.changes(this.modelText, step));
        const quote = at(commonLines(draft, content), b);
        const comments = quote === undefined || a % 3 !== 0 ? [] : [{ body: this.word(), quote }];
        const there = open.server.write(content, comments);
        // What a server refuses, the model takes back.
        if (there.isError) return;
        const result = closed.server.write(content, comments);
        this.modelText = closed.server.record().document.content;
        const call: Call = { tool: "write_canvas", args: { content, comments } };
        await open.show(call, there);
        await closed.show(call, result);
        break;
      }
      case "edit":
      case "suggest": {
        const find = at(commonLines(draft, this.modelText), a);
        if (find === undefined) return;
        const mode = deed === "suggest" ? "suggest" : "apply";
        const edits = [{ find, replace: `${find.slice(0, c % 12)}${this.word()} ${find.slice(c % 12)}` }];
        const there = open.server.edit(edits, mode);
        if (there.isError) return;
        const result = closed.server.edit(edits, mode);
        this.modelText = closed.server.record().document.content;
        const call: Call = { tool: "edit_canvas", args: { edits, mode } };
        await open.show(call, there);
        await closed.show(call, result);
        break;
      }
      case "reload":
        await this.both((side) => side.reload());
        break;
    }
    await this.both(({ rig }) => rig.clock.advance(1_100));
    this.check(deed);
  }

  check(deed: string): void {
    const [there, here] = [plain(this.open.checkpoint()), plain(this.closed.checkpoint())];
    expect(here, deed).toEqual(there);
    expect(this.closed.rig.ready().draft, deed).toBe(this.open.rig.ready().draft);
    const kept = createBrowserCache(this.closed.rig.storage).recall("HN8B");
    expect(kept && plain(kept.checkpoint), deed).toEqual(here);
  }
}

/** Lines that stand in both texts, once. */
function commonLines(a: string, b: string): readonly string[] {
  return b.split("\n").filter((line) => line.trim() !== "" && isOnce(a, line) && isOnce(b, line));
}

function isOnce(text: string, words: string): boolean {
  const first = text.indexOf(words);
  return first >= 0 && text.indexOf(words, first + 1) < 0;
}

/** Without ids that were drawn, times, and what the model was told: without a server nobody tells it. */
function plain({ told: _, ...checkpoint }: Checkpoint): unknown {
  const names = new Map(
    [...checkpoint.comments, ...checkpoint.proposals, ...checkpoint.protections].map(({ id }, n) => [id, `#${n}`]),
  );
  const TIMES = new Set(["createdAt", "updatedAt", "editedAt", "settledAt", "at"]);
  const text = JSON.stringify(checkpoint, (key, value: unknown) =>
    TIMES.has(key)
      ? undefined
      : (key === "id" || key === "replyTo") && typeof value === "string"
        ? (names.get(value) ?? "")
        : value,
  );
  return JSON.parse(text);
}

const RUNS = Number(process.env.LOST_RUNS ?? 30);

test.each(["closed", "calls only"] as const)(
  "law: what is done without a server comes to the same as with one (host: %s)",
  { timeout: RUNS * 20_000 },
  async (host) => {
    const step = fc.record({ deed: fc.constantFrom(...DEEDS), a: fc.nat(40), b: fc.nat(40), c: fc.nat(40) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20, size: "max" }), async (steps) => {
        const world = new World(host);
        await world.begin();
        for (const each of steps) await world.take(each);
      }),
      { numRuns: RUNS },
    );
  },
);
