import fc from "fast-check";
import { expect, test } from "vitest";
import type { CanvasRecord } from "../../src/core/records/canvas.ts";
import { foundRecord } from "../../src/server/storage/ports.ts";
import { type Harness, startHarness, viewIn } from "./harness.ts";

const START = Array.from({ length: 8 }, (_, i) => `Paragraph ${i} stands here with a few words.\n`).join("\n");

/** Marked words, so that each can be followed: m for the model's, p for the person's. */
const MARK = /[mp]\d+q/g;
const marksIn = (text: string): string[] => text.match(MARK) ?? [];

interface Step {
  readonly actor: "modelA" | "modelB" | "widget1" | "widget2";
  readonly deed: number;
  readonly place: number;
  readonly kind: number;
}

/** What everybody wrote, and who has taken away their own again. */
class Ledger {
  private issued = 0;
  readonly written = new Set<string>();

  /** The text with one change at a place that `step` picks, and a new mark where something is put in. */
  change(text: string, step: Step, author: "m" | "p"): string {
    const lines = text.split("\n");
    const at = step.place % lines.length;
    this.issued += 1;
    const mark = `${author}${this.issued}q`;
    switch (step.kind % 4) {
      case 0:
        lines.splice(at, 0, "", `New line ${mark} put in.`, "");
        break;
      case 1:
        lines[at] = `${lines[at]} And ${mark} follows.`;
        break;
      case 2: {
        const words = lines[at]!.split(" ");
        words[step.deed % words.length] = mark;
        lines[at] = words.join(" ");
        break;
      }
      default:
        lines.splice(at, 1);
    }
    return lines.join("\n");
  }

  /** An acknowledged write of `after` by somebody who started from `before`. */
  note(before: string, after: string, author: "m" | "p"): void {
    const had = new Set(marksIn(before));
    const left = new Set(marksIn(after));
    for (const mark of left) if (!had.has(mark)) this.written.add(mark);
    // A person may take back what a person wrote; that is the one way a word may vanish from everywhere.
    if (author === "p") for (const mark of had) if (mark[0] === "p" && !left.has(mark)) this.written.delete(mark);
  }
}

class World {
  readonly ledger = new Ledger();
  readonly known: Record<"modelA" | "modelB", { text: string; version: number }>;
  readonly open: Record<"widget1" | "widget2", { text: string; revision: number }>;
  private saves = 0;
  constructor(
    private readonly harness: Harness,
    private readonly id: string,
    private readonly key: string,
  ) {
    this.known = { modelA: { text: START, version: 1 }, modelB: { text: START, version: 1 } };
    this.open = { widget1: { text: START, revision: 1 }, widget2: { text: START, revision: 1 } };
  }

  async take(step: Step): Promise<void> {
    if (step.actor === "modelA" || step.actor === "modelB") await this.model(step.actor, step);
    else await this.widget(step.actor, step);
    if (step.deed % 7 === 0) this.harness.wait(4 * 60_000);
  }

  private async model(actor: "modelA" | "modelB", step: Step): Promise<void> {
    const memory = this.known[actor];
    if (step.deed % 4 === 0) {
      const read = await this.harness.call("read_canvas", { canvas_id: this.id });
      memory.text = await this.content();
      memory.version = read.version;
      return;
    }
    const names = step.deed % 2 === 0 ? { base_version: memory.version } : {};
    if (step.deed % 4 === 1) {
      const lines = memory.text.split("\n").filter((line) => line.trim() !== "");
      const find = lines[step.place % Math.max(1, lines.length)];
      if (find === undefined) return;
      const replace = this.ledger.change(find, { ...step, place: 0 }, "m");
      const mode = step.kind % 3 === 0 ? { mode: "suggest" } : {};
      const before = await this.content();
      const answer = await this.harness.call("edit_canvas", {
        canvas_id: this.id,
        edits: [{ find, replace }],
        ...names,
        ...mode,
      });
      if (!answer.isError) this.ledger.note(before, replace, "m");
      return;
    }
    const content = this.ledger.change(memory.text, step, "m");
    const answer = await this.harness.call("write_canvas", { canvas_id: this.id, content, ...names });
    expect(answer.text).not.toContain("Error");
    this.ledger.note(memory.text, content, "m");
    this.known[actor] = { text: content, version: answer.version };
  }

  private async widget(actor: "widget1" | "widget2", step: Step): Promise<void> {
    const mine = this.open[actor];
    this.saves += 1;
    const call = { canvas_id: this.id, key: this.key, save_key: `${actor}-${this.saves}` };
    if (step.deed % 9 === 8) {
      const version = 1 + (step.place % 3);
      const before = await this.content();
      const answer = await this.harness.call("restore_version", { ...call, version });
      if (!answer.isError) this.ledger.note(before, before, "p");
      return;
    }
    if (step.deed % 9 === 7) {
      const { proposals } = await this.checkpoint();
      const open = proposals.filter((proposal) => proposal.state === "open");
      const chosen = open[step.place % Math.max(1, open.length)];
      if (chosen === undefined) return;
      const decision = (["keep", "take", "both"] as const)[step.kind % 3];
      const answer = await this.harness.call("save_canvas", { ...call, decisions: [{ id: chosen.id, decision }] });
      const { document } = viewIn(answer).checkpoint;
      // Taking the other text takes the person's own away, by their own choice.
      for (const mark of marksIn(chosen.anchor.quotedText)) {
        if (mark[0] === "p" && decision === "take") this.ledger.written.delete(mark);
      }
      this.open[actor] = { text: document.content, revision: document.revision };
      return;
    }
    const content = this.ledger.change(mine.text, step, "p");
    const save = { ...call, base_revision: mine.revision, content };
    let answer = await this.harness.call("save_canvas", save);
    if (answer.isError && answer.text.includes("base_needed")) {
      answer = await this.harness.call("save_canvas", { ...save, base_content: mine.text });
    }
    this.ledger.note(mine.text, content, "p");
    const { document } = viewIn(answer).checkpoint;
    this.open[actor] = { text: document.content, revision: document.revision };
  }

  async checkpoint(): Promise<CanvasRecord> {
    return foundRecord(await this.harness.store.canvases.find("local", this.id))!;
  }
  private async content(): Promise<string> {
    return (await this.checkpoint()).document.content;
  }

  /** All texts in which a word may stand. */
  async everything(): Promise<string> {
    const { document, proposals } = await this.checkpoint();
    const summaries = await this.harness.store.canvases.versions("local", this.id, { limit: 1_000 });
    const versions = await Promise.all(
      summaries.map(({ version }) => this.harness.store.canvases.version("local", this.id, version)),
    );
    const offered = proposals.map((proposal) => proposal.text);
    return [document.content, ...offered, ...versions.map((version) => version?.content ?? "")].join("\n");
  }
}

/** Many small calls: a busy machine takes its time over them. */
const PATIENCE_MS = 600_000;

const step = fc.record({
  actor: fc.constantFrom("modelA" as const, "modelB" as const, "widget1" as const, "widget2" as const),
  deed: fc.nat(1_000),
  place: fc.nat(1_000),
  kind: fc.nat(1_000),
});

test("law: whatever two models and two widgets do at once, no word that anybody wrote is lost", {
  timeout: PATIENCE_MS,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const harness = await startHarness();
      const created = await harness.call("write_canvas", { content: START });
      const world = new World(harness, created.canvasId, viewIn(created).key);
      for (const each of steps) await world.take(each);
      const kept = new Set(marksIn(await world.everything()));
      const lost = [...world.ledger.written].filter((mark) => !kept.has(mark));
      expect(lost).toEqual([]);
      const { document } = await world.checkpoint();
      const numbers = (await harness.store.canvases.versions("local", document.id, { limit: 1_000 })).map(
        ({ version }) => version,
      );
      expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
      await harness.close();
    }),
    { numRuns: 60 },
  );
});
