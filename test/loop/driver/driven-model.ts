import { sentencesOf } from "../../../src/core/diff/testing/sentence-laws.ts";
import type { Answer, Harness } from "../harness.ts";
import { Fault } from "./ledger.ts";
import type { Served, ServerSide } from "./server-side.ts";
import { type Choice, changeText, wordsIn } from "./unique-words.ts";

type Args = Readonly<Record<string, unknown>>;

interface Call {
  readonly tool: "read_canvas" | "write_canvas" | "edit_canvas";
  readonly args: Args;
  /** The text that the model will take for its own when it is answered. */
  readonly sent: string | null;
  /** How often the person had changed the text when it was first made. */
  readonly personWrites: number;
}

export interface Habits {
  /** A call whose answer was lost is made again, however much later. */
  readonly repeatsLate: boolean;
}

/** A model that knows what reached it, and nothing else; careless about numbers, and with answers that get lost. */
export class DrivenModel {
  /** The canvas as it believes it to be; null: it has not been shown it. */
  private text: string | null;
  /** The numbers that it was told, the newest last. */
  private readonly numbers: number[] = [];
  /** Every word that stood in an answer that it got, or that it wrote itself. */
  readonly heard = new Set<string>();
  /** Words in sentences that another model has rewritten since it last read: it is told of that, not of each word. */
  private readonly excused = new Set<string>();
  private unanswered: Call | null = null;

  constructor(
    readonly name: string,
    readonly client: string,
    private readonly side: ServerSide,
    public harness: Harness,
    private readonly habits: Habits,
  ) {
    this.text = null;
    side.models.push(this);
  }

  /** Another model has made `before` into `after`. */
  excuse(before: string, after: string): void {
    const was = new Set(sentencesOf(before));
    for (const one of sentencesOf(after)) if (!was.has(one)) for (const word of wordsIn(one)) this.excused.add(word);
  }

  /** It made the canvas. */
  async begins(content: string): Promise<void> {
    const result = await this.harness.call("write_canvas", { content });
    this.side.canvasId = result.canvasId;
    this.text = content;
    this.side.ledger.knows(content);
    this.side.ledger.wrote(content);
    this.numbers.push(result.version);
    for (const word of wordsIn(content)) this.heard.add(word);
  }

  reads(choice: Choice & Luck): Promise<Served | null> {
    const part = choice.kind % 5 === 0 ? { part: "feedback" } : {};
    return this.makes({ tool: "read_canvas", args: { ...part }, sent: null }, choice);
  }

  async rewrites(choice: Choice & Luck): Promise<Served | null> {
    if (this.text === null) return this.reads({ ...choice, kind: 1 });
    const content = changeText(this.text, choice, this.side.words.next("m"));
    const args = { content, allow_removal: true, ...this.named(choice) };
    return this.makes({ tool: "write_canvas", args, sent: content }, choice);
  }

  async edits(choice: Choice & Luck, mode: "apply" | "suggest"): Promise<Served | null> {
    const lines = (this.text ?? "").split("\n").filter((line) => line !== "");
    const find = lines[choice.place % Math.max(1, lines.length)];
    if (find === undefined) return this.reads({ ...choice, kind: 1 });
    const replace = changeText(find, { place: 0, kind: choice.kind % 7 }, this.side.words.next("m"));
    const args = { edits: [{ find, replace }], ...(mode === "suggest" ? { mode } : {}), ...this.named(choice) };
    return this.makes({ tool: "edit_canvas", args, sent: replace }, choice);
  }

  /** The call whose answer was lost, once more. */
  async retries(choice: Choice & Luck): Promise<Served | null> {
    const call = this.unanswered;
    if (call === null) return null;
    if (!this.habits.repeatsLate && call.personWrites !== this.side.personWrites) return null;
    return this.makes(call, choice);
  }

  /** The number that it passes: none, the newest that it knows, or an old one. */
  private named({ luck }: Luck): Args {
    const known = luck % 10 < 6 ? this.numbers.at(-1) : this.numbers[luck % Math.max(1, this.numbers.length)];
    return luck % 10 < 3 || known === undefined ? {} : { base_version: known };
  }

  private async makes(given: Omit<Call, "personWrites">, choice: Luck & Choice): Promise<Served | null> {
    const { side } = this;
    const call: Call = { personWrites: side.personWrites, ...given };
    const isLost = choice.fate === "lost";
    if (choice.fate === "never arrived") {
      this.unanswered = call;
      return null;
    }
    if (call.sent !== null) this.sends(call.sent);
    const times = choice.fate === "twice" ? 2 : 1;
    let served: Served | null = null;
    for (let n = 0; n < times; n++) {
      served = await this.serve(call);
      if (!isLost) for (const word of wordsIn(served.answer.text)) this.heard.add(word);
    }
    if (served === null) return null;
    if (isLost) {
      this.unanswered = call;
      side.story.push(`    (the answer was lost, ${this.name} connects anew)`);
      await side.hangUp(this.harness);
      this.harness = await side.connect(this.client);
      return null;
    }
    this.unanswered = null;
    this.hears(call, served, choice);
    return served;
  }

  private sends(text: string): void {
    this.side.ledger.knows(text);
    for (const word of wordsIn(text)) this.heard.add(word);
  }

  private async serve(call: Call): Promise<Served> {
    const { side } = this;
    const before = (await side.record()).document.content;
    // A targeted edit is made on the text as it is: what comes of it is the model's sentence.
    for (const { find, replace } of (call.args.edits ?? []) as readonly { find: string; replace: string }[])
      side.ledger.knows(before.replace(find, () => replace));
    const served = await side.serve(
      this.name,
      this.harness,
      call.tool,
      { canvas_id: side.canvasId, ...call.args },
      (word) => (this.heard.has(word) && !(call.sent ?? "").includes(word) ? "keeps history" : "no"),
    );
    if (call.sent !== null && !served.answer.isError) side.ledger.wrote(call.sent);
    const { content } = served.after.document;
    if (content !== before) for (const other of side.models) if (other !== this) other.excuse(before, content);
    return served;
  }

  private hears({ tool, args, sent }: Call, { answer, after }: Served, { luck }: Luck): void {
    if (answer.version > 0) {
      this.numbers.push(answer.version);
      this.side.ledger.version(answer.version, after.document.content);
    }
    if (answer.isError) return;
    const isWhole = tool === "read_canvas" && args.part === undefined;
    if (isWhole) {
      this.excused.clear();
      this.text = after.document.content;
    } else if (luck % 2 === 0 && this.text !== null && !answer.text.includes("Another model")) {
      // A careful model puts into its text what it was told.
      this.text = after.document.content;
    } else if (tool === "write_canvas") this.text = sent;
    this.checkTold(answer, after.document.content);
  }

  /** Every word of the person's in the text was told to the model, or stood in a text that it was shown. */
  private checkTold(answer: Answer, content: string): void {
    if (this.text === null || /has all of it|read_canvas part "feedback" has/.test(answer.text)) return;
    const untold = wordsIn(content).filter(
      (word) => word.startsWith("p") && !this.heard.has(word) && !this.excused.has(word),
    );
    if (untold.length > 0)
      throw new Fault(`${this.name} was never told of ${untold}; its last answer:\n${answer.text}`);
  }
}

export interface Luck {
  readonly luck: number;
  readonly fate: "answered" | "lost" | "never arrived" | "twice";
}
