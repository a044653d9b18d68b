import fc from "fast-check";
import { expect, test } from "vitest";
import type { CanvasView } from "../../src/protocol/widget-tools.ts";
import { type Harness, startHarness, viewIn } from "./harness.ts";
import { ScriptedModel } from "./scripted-model.ts";

const SECTIONS = ["Overview", "Limits", "Errors", "Security"];
const DOCUMENT = `# API Design\n\n${SECTIONS.map((name) => `## ${name}\n\nThe ${name.toLowerCase()} part uses plain words, and the plain words are few.\n`).join("\n")}`;

/** What the person does in one turn. */
interface Turn {
  readonly line: number;
  readonly word: string;
  readonly comments: readonly number[];
  readonly adds: boolean;
}
const turn = fc.record({
  line: fc.nat(30),
  word: fc.constantFrom("quick", "café", "日本", "“quoted”", "a|b", "**bold**", "👩‍👧"),
  comments: fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 3 }),
  adds: fc.boolean(),
});

/** A person at a widget: types, comments on words, sends, and approves when all of it was dealt with. */
class ScriptedPerson {
  private saves = 0;
  private readonly typed: string[] = [];
  private asked: string[] = [];
  constructor(
    private readonly harness: Harness,
    private view: CanvasView,
  ) {}

  async edit(turn: Turn, round: number): Promise<string> {
    await this.reload();
    const { content, revision } = this.view.checkpoint.document;
    const lines = content.split("\n");
    const at = turn.line % lines.length;
    const mine = `Mine ${round} ${turn.word}.`;
    if (turn.adds || lines[at]!.trim() === "" || lines[at]!.startsWith("#")) lines.splice(at, 0, "", mine, "");
    else lines[at] = `${lines[at]} ${mine}`;
    this.typed.push(mine);
    const text = lines.join("\n");
    const operations = turn.comments.map((section, i) => {
      // Every other quote stands in all sections: only its line tells which is meant.
      const start = `The ${SECTIONS[section]!.toLowerCase()} part uses`;
      const quotedText = turn.adds ? start : "part uses";
      const offset = text.indexOf(start) + start.length - quotedText.length;
      const quote = { offset, length: quotedText.length, quotedText };
      this.asked.push(`${start} ${turn.word}`);
      const body = `Say "${quotedText} ${turn.word}" instead`;
      return { op: "add", id: `r${round}c${i}x`, body, anchor: quote };
    });
    await this.save({ base_revision: revision, content: text, comments: operations, sent: true });
    const { id, version } = this.view.checkpoint.document;
    return `Review my edits on canvas ${id} (v${version})`;
  }

  /** Whether everything asked for was done and nothing typed was lost; then it is resolved. */
  async check(): Promise<void> {
    await this.reload();
    const { document, comments } = this.view.checkpoint;
    for (const mine of this.typed) expect(document.content).toContain(mine);
    for (const wanted of this.asked) expect(document.content).toContain(wanted);
    this.asked = [];
    const open = comments.filter(
      ({ author, replyTo, resolved, addressedIn }) =>
        author === "user" && replyTo === undefined && !resolved && addressedIn === undefined,
    );
    expect(open.filter(({ anchor }) => anchor !== null)).toEqual([]);
    const resolve = comments.filter(({ author, replyTo }) => author === "user" && replyTo === undefined);
    await this.save({ comments: resolve.map(({ id }) => ({ op: "resolve", id })) });
  }

  async approve(): Promise<void> {
    await this.reload();
    const { revision, status } = this.view.checkpoint.document;
    expect(status).toBe("in_review");
    await this.save({ status: { to: "approved", revision } });
  }

  private async reload(): Promise<void> {
    const { key, checkpoint } = this.view;
    this.view = viewIn(await this.harness.call("load_canvas", { canvas_id: checkpoint.document.id, key }));
  }
  private async save(fields: Record<string, unknown>): Promise<void> {
    this.saves += 1;
    const { key, checkpoint } = this.view;
    const call = { canvas_id: checkpoint.document.id, key, save_key: `p${this.saves}`, ...fields };
    this.view = viewIn(await this.harness.call("save_canvas", call));
  }
  get status(): string {
    return this.view.checkpoint.document.status;
  }
}

/** Some thousand calls: a busy machine takes its time over them. */
const PATIENCE_MS = 600_000;

test("a model that reads only what tools say gets from create to approve, 100 times out of 100", {
  timeout: PATIENCE_MS,
}, async () => {
  let approved = 0;
  let refusals = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 3 }), async (turns) => {
      const harness = await startHarness();
      const model = new ScriptedModel(harness.call);
      const id = await model.write(DOCUMENT);
      const key = (await harness.store.load("local", id))!.widgetKey;
      const person = new ScriptedPerson(harness, viewIn(await harness.call("load_canvas", { canvas_id: id, key })));
      for (const [round, each] of turns.entries()) {
        await model.answer(await person.edit(each, round));
        await person.check();
        harness.wait(60_000);
      }
      await model.asksForReview();
      await person.approve();
      expect(person.status).toBe("approved");
      approved += 1;
      refusals += model.refusals.length;
      await harness.close();
    }),
    { numRuns: 100 },
  );
  expect(approved).toBe(100);
  // It was not all plain sailing: some passages stood in several places, and the refusal alone led on.
  expect(refusals).toBeGreaterThan(0);
});
