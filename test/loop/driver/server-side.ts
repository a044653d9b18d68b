import { Client } from "@modelcontextprotocol/client";
import type { CanvasRecord } from "../../../src/core/records/canvas.ts";
import { FakeTimer } from "../../../src/server/clock/fake-timer.ts";
import { foundRecord, type Store } from "../../../src/server/storage/ports.ts";
import type { ToolReply } from "../../../src/widget/host/host-port.ts";
import { type Answer, type Harness, readAnswer, startHarness } from "../harness.ts";
import { Ledger } from "./ledger.ts";
import { Words } from "./unique-words.ts";

type Args = Readonly<Record<string, unknown>>;

export interface Served {
  readonly reply: ToolReply;
  readonly answer: Answer;
  /** The canvas before and after the call. */
  readonly before: CanvasRecord;
  readonly after: CanvasRecord;
}

/** The real server over a store, with one canvas that all calls are about; each call is checked as it is made. */
export class ServerSide {
  readonly ledger = new Ledger();
  readonly words = new Words();
  readonly timer = new FakeTimer();
  /** What happened, a line a call, to be read when something is wrong. */
  readonly story: string[] = [];
  canvasId = "";
  key = "";
  /** How often a person's call has changed the text. */
  personWrites = 0;
  /** All models: each hears of what the others wrote only that they did. */
  readonly models: { excuse(before: string, after: string): void }[] = [];
  private readonly open = new Set<Harness>();

  constructor(readonly store: Store) {}

  async connect(client: string): Promise<Harness> {
    const harness = await startHarness(this.store, {
      client: new Client({ name: client, version: "1" }),
      timer: this.timer,
    });
    this.open.add(harness);
    return harness;
  }

  async hangUp(harness: Harness): Promise<void> {
    this.open.delete(harness);
    await harness.close();
  }

  async record(): Promise<CanvasRecord> {
    const record = foundRecord(await this.store.canvases.find("local", this.canvasId));
    if (record === null) throw new Error("The canvas is gone");
    return record;
  }

  /** One call, by whom the story says; `mayTake` says of a person's word that went whether the caller may take it out. */
  async serve(
    who: string,
    harness: Harness,
    tool: string,
    args: Args,
    mayTake: (word: string) => "no" | "keeps history",
  ): Promise<Served> {
    const before = await this.record();
    const result = await harness.client.callTool({ name: tool, arguments: args });
    const after = await this.record();
    const answer = readAnswer(result, args);
    const isPerson = tool === "save_canvas" || tool === "restore_version";
    if (isPerson && after.document.content !== before.document.content) this.personWrites += 1;
    this.story.push(`${who} ${tool} ${JSON.stringify(short(args))}\n    => ${answer.text}`);
    if (after.document.content !== before.document.content)
      this.story.push(
        `    v${after.document.version} r${after.document.revision}: ${JSON.stringify(after.document.content)}`,
      );
    this.ledger.check(before, after, mayTake);
    const reply = { isError: answer.isError, text: answer.text, meta: result._meta };
    return { reply, answer, before, after };
  }

  async history(): Promise<ReadonlyMap<number, string>> {
    const { document } = await this.record();
    const texts = new Map([[document.version, document.content]]);
    const sealed = await this.store.canvases.versions("local", this.canvasId, { limit: 10_000 });
    for (const { version } of sealed) {
      const kept = await this.store.canvases.version("local", this.canvasId, version);
      if (kept !== null) texts.set(version, kept.content);
    }
    return texts;
  }

  async close(): Promise<void> {
    for (const harness of this.open) await harness.close();
    await this.store.close();
  }
}

/** A call as the story tells it: keys are noise. */
function short({ key: _, canvas_id: __, ...rest }: Args): Args {
  return rest;
}
