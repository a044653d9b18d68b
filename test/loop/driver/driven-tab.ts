import { stepsOfWidget } from "../../../src/widget/features/undo/testing/steps-of-widget.ts";
import type { ToolReply } from "../../../src/widget/host/host-port.ts";
import { allSettled, type FakeClock } from "../../../src/widget/state/fake-clock.ts";
import { isDirty, type Ready } from "../../../src/widget/state/state.ts";
import type { TextStorage } from "../../../src/widget/state/text-storage.ts";
import { openWidget, type WidgetRig } from "../../../src/widget/state/widget-rig.ts";
import type { DrivenModel } from "./driven-model.ts";
import { Fault } from "./ledger.ts";
import type { ServerSide } from "./server-side.ts";
import { type Choice, changeText } from "./unique-words.ts";

/** One browser: what its tabs share. */
export interface Browser {
  readonly storage: TextStorage;
  readonly clock: FakeClock;
  readonly alive: Set<string>;
}

interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly settle: (answer: { ok: true; reply: ToolReply } | { ok: false; why: string }) => void;
}

/** A person at the real widget in a tab; what the widget asks of the server waits until a step lets it through. */
export class DrivenTab {
  private calls: Call[] = [];
  private rig: WidgetRig | null = null;
  private steps: ReturnType<typeof stepsOfWidget> | null = null;
  private lives = 0;
  private life = "";

  constructor(
    readonly name: string,
    private readonly side: ServerSide,
    private readonly browser: Browser,
    /** The host's own model: its connection is the widget's too. */
    private readonly model: DrivenModel,
  ) {}

  get ready(): Ready | null {
    return this.rig !== null && this.rig.canvas().phase === "ready" ? this.rig.ready() : null;
  }

  get waits(): boolean {
    return this.calls.length > 0;
  }

  async opens(): Promise<void> {
    if (this.rig !== null) return;
    this.lives += 1;
    this.steps = null;
    this.life = `${this.name}.${this.lives}`;
    const { clock, storage, alive } = this.browser;
    const { life } = this;
    alive.add(life);
    // What a page that is gone still had in mind happens no more.
    const isAlive = (): boolean => alive.has(life);
    this.rig = openWidget({
      clock: { ...clock, after: (ms, call) => clock.after(ms, () => isAlive() && call()) },
      storage: {
        ...storage,
        write: (name, text) => isAlive() && storage.write(name, text),
        remove: (name) => isAlive() && storage.remove(name),
      },
      widgetId: life,
      liveness: { isAlive: async (other) => alive.has(other) },
      context: { displayMode: "fullscreen", displayModes: ["fullscreen"] },
    });
    this.rig.host.callTool = (tool, args) =>
      new Promise((settle) => {
        if (isAlive()) this.calls.push({ tool, args, settle });
      });
    this.side.story.push(`${this.name} opens`);
    await this.isShown();
  }

  /** The host shows the canvas as it is now. */
  async isShown(): Promise<void> {
    if (this.rig === null) return;
    const args = { canvas_id: this.side.canvasId, key: this.side.key };
    const { reply, after } = await this.side.serve(this.name, this.model.harness, "load_canvas", args, never);
    this.shows("write_canvas", { content: after.document.content }, reply);
    await allSettled();
    this.looks();
  }

  /** The host shows a call of its model. */
  shows(tool: "write_canvas" | "edit_canvas", args: Readonly<Record<string, unknown>>, result: ToolReply): void {
    this.rig?.host.tell({ kind: "input", tool, args });
    this.rig?.host.tell({ kind: "result", result });
  }

  types(choice: Choice): void {
    const { ready } = this;
    if (ready === null) return;
    const after = changeText(ready.draft, choice, this.side.words.next("p"));
    this.rig?.actions.type(after);
    if (this.ready?.draft !== after) return;
    this.side.ledger.typed(ready.draft, after);
    this.side.story.push(`${this.name} types ${JSON.stringify(after)}`);
  }

  comments({ place }: Choice): void {
    const { ready } = this;
    if (ready === null) return;
    const body = this.side.words.next("p");
    const quotedText = ready.draft.split(" ")[place % 20] ?? "";
    const offset = ready.draft.indexOf(quotedText);
    const anchor = quotedText.trim() === "" ? null : { quotedText, offset, length: quotedText.length };
    this.rig?.actions.comment({ op: "add", id: body, body, anchor });
    this.side.ledger.commented(body);
    this.side.story.push(`${this.name} comments ${body} on ${JSON.stringify(quotedText)}`);
  }

  decides({ place, kind }: Choice): void {
    const { ready } = this;
    if (ready === null || ready.local.decisions.length > 0 || ready.outgoing !== null) return;
    const open = ready.view.checkpoint.proposals.filter(({ state }) => state === "open");
    const chosen = open[place % Math.max(1, open.length)];
    if (chosen === undefined) return;
    const sides =
      chosen.kind === "conflict" ? (["keep", "take", "both"] as const) : (["reject", "accept", "both"] as const);
    const decision = sides[kind % 3]!;
    this.side.ledger.decided(chosen.anchor.quotedText, chosen.text, decision === "both");
    if (this.rig === null) return;
    this.steps ??= stepsOfWidget(this.rig);
    this.steps.decide([{ id: chosen.id, decision }]);
    // What the person saw go with it, their unsaved words too, they gave up.
    this.side.ledger.saw(ready.draft, this.ready?.draft ?? ready.draft);
    this.side.story.push(
      `${this.name} decides ${decision} on ${chosen.kind} ${JSON.stringify([chosen.anchor.quotedText, chosen.text])}`,
    );
  }

  restores({ place }: Choice): void {
    const { ready } = this;
    if (ready === null) return;
    const version = 1 + (place % ready.view.checkpoint.document.version);
    void this.rig?.actions.restoreVersion(version);
    this.side.story.push(`${this.name} wants v${version} back`);
  }

  sends(): void {
    void this.rig?.actions.send();
    this.side.story.push(`${this.name} sends`);
  }

  /** One of the calls that wait, not always the first, goes through; or it, or its answer, is lost on the way. */
  async lets({ place }: Choice, fate: "answered" | "lost" | "never arrived" | "twice"): Promise<void> {
    const [call] = this.calls.splice(place % Math.max(1, this.calls.length), 1);
    if (call === undefined) return;
    if (fate === "twice") await this.serve(call);
    const reply = fate === "never arrived" ? null : await this.serve(call);
    if (fate !== "answered" && fate !== "twice") this.side.story.push(`    (${fate}: ${this.name}'s ${call.tool})`);
    const isAnswered = reply !== null && fate !== "lost";
    call.settle(isAnswered ? { ok: true, reply } : { ok: false, why: "connection lost" });
    await allSettled();
    this.looks();
  }

  private async serve({ tool, args }: Call): Promise<ToolReply> {
    // Restoring puts all that stood into the history.
    const mayTake = tool === "restore_version" ? keepsHistory : never;
    return (await this.side.serve(this.name, this.model.harness, tool, args, mayTake)).reply;
  }

  /** The tab goes; of what it had sent some may still arrive, and nobody hears of it. */
  async closes({ kind }: Choice): Promise<void> {
    if (this.rig === null) return;
    this.rig.stop();
    this.browser.alive.delete(this.life);
    this.rig = null;
    const calls = this.calls.splice(0);
    this.side.story.push(`${this.name} closes`);
    if (kind % 2 === 0) for (const call of calls) await this.serve(call);
  }

  /** What is on screen holds no sentence that nobody wrote. */
  looks(): void {
    if (this.ready !== null) this.side.ledger.checkSentences(this.ready.draft);
  }

  checkEnd(content: string): void {
    const { ready } = this;
    if (ready === null) throw new Fault(`${this.name} is ${this.rig?.canvas().phase}, not ready`);
    if (ready.draft !== content) throw new Fault(`${this.name} shows\n${ready.draft}\nand not\n${content}`);
    if (isDirty(ready) || ready.save.kind !== "saved")
      throw new Fault(`${this.name} is not saved: ${JSON.stringify(ready.save)}`);
  }
}

const never = () => "no" as const;
const keepsHistory = () => "keeps history" as const;
