import type { Store } from "../../src/server/storage/ports.ts";
import { type McpWire, resultOf, type WireOutcome } from "../../test/host/mcp-wire.ts";
import { readAnswer, viewIn } from "../../test/loop/harness.ts";
import { documentText } from "../load/plan.ts";

/** What is done, and how often of a hundred times. */
const SHARES = {
  list: 20,
  read: 30,
  edit: 25,
  save: 12,
  rewrite: 5,
  create: 1,
  review: 4,
  "delete and bring back": 3,
} as const;
export type Deed = keyof typeof SHARES;

/** How often each was done, and what went wrong, in its words. */
export interface Tally {
  readonly done: Record<string, number>;
  readonly errors: Record<string, number>;
}

interface Own {
  readonly canvas_id: string;
  readonly key: string;
}

const OWNER = "local";

/** Somebody who does one thing after the other, each on the next node, on a canvas of their own. */
export class MixedClient {
  private own: Own | null = null;
  private asked = 0;
  private saved = 0;
  private seed: number;

  constructor(
    private readonly name: string,
    private readonly wires: readonly McpWire[],
    private readonly store: Store,
    private readonly tally: Tally,
    number: number,
  ) {
    this.seed = number * 7919 + 1;
  }

  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const deed = this.next();
      try {
        await this.act(deed);
        this.tally.done[deed] = (this.tally.done[deed] ?? 0) + 1;
      } catch (error) {
        const words = `${deed}: ${(error as Error).message.slice(0, 300)}`;
        this.tally.errors[words] = (this.tally.errors[words] ?? 0) + 1;
      }
    }
  }

  private random(below: number): number {
    this.seed = (Math.imul(this.seed, 1_103_515_245) + 12_345) >>> 0;
    return (this.seed >>> 8) % below;
  }

  private next(): Deed {
    if (this.own === null) return "create";
    let left = this.random(100);
    for (const [deed, share] of Object.entries(SHARES)) {
      if (left < share) return deed as Deed;
      left -= share;
    }
    return "read";
  }

  private async call(tool: string, args: Record<string, unknown>) {
    this.asked += 1;
    const outcome: WireOutcome = await this.wires[this.asked % this.wires.length]!.call(tool, args);
    const answer = readAnswer(resultOf(outcome), args);
    if (answer.isError) throw new Error(`${tool}: ${answer.text}`);
    return answer;
  }

  private async act(deed: Deed): Promise<void> {
    const own = this.own;
    if (deed === "create" || own === null) return this.create();
    const id = own.canvas_id;
    switch (deed) {
      case "list":
        await this.call("list_canvases", this.random(2) === 0 ? {} : { status: "draft", limit: 50 });
        return;
      case "read":
        await this.call("read_canvas", { canvas_id: id });
        return;
      case "edit":
        await this.call("edit_canvas", { canvas_id: id, edits: [await this.nextTurn(own)] });
        return;
      case "rewrite":
        await this.call("write_canvas", { canvas_id: id, content: documentText(this.name, this.random(1_000_000)) });
        return;
      case "save":
        return this.save(own);
      case "review":
        return this.review(own);
      case "delete and bring back":
        if (!(await this.store.bin.put(OWNER, id))) throw new Error("There was nothing to delete");
        if (!(await this.store.bin.bringBack(OWNER, id))) throw new Error("It was not brought back");
    }
  }

  /** One after the other: the one before is deleted for good, so that there are always about as many. */
  private async create(): Promise<void> {
    const before = this.own;
    const made = await this.call("write_canvas", {
      content: documentText(`${this.name} ${this.asked}`, this.random(1_000_000)),
    });
    this.own = { canvas_id: made.canvasId, key: viewIn(made).key };
    if (before !== null) await this.store.bin.purge(OWNER, before.canvas_id);
  }

  private async nextTurn(own: Own): Promise<{ find: string; replace: string }> {
    const { content } = await this.load(own);
    const find = /Turn \d+\./.exec(content)?.[0] ?? "";
    return { find, replace: `Turn ${this.random(1_000_000)}.` };
  }

  private async load(own: Own) {
    return viewIn(await this.call("load_canvas", { ...own })).checkpoint.document;
  }

  private async save(own: Own, more: Record<string, unknown> = {}): Promise<void> {
    const { content, revision } = await this.load(own);
    this.saved += 1;
    const text = content.replace(/Turn \d+\./, `Turn ${this.random(1_000_000)}.`);
    const save_key = `${this.name}-${this.saved}`;
    await this.call("save_canvas", { ...own, save_key, base_revision: revision, content: text, ...more });
  }

  /** A model waits on one node while the person sends the canvas on the other. */
  private async review(own: Own): Promise<void> {
    const waiting = this.call("await_review", { canvas_id: own.canvas_id, timeout_s: 20 });
    // Heard below; until then it must not count as unheard.
    waiting.catch(() => undefined);
    await this.save(own, { sent: true });
    const { outcome, text } = await waiting;
    if (outcome !== "changes") throw new Error(`The wait did not end by what was sent: ${text.slice(0, 200)}`);
  }
}
