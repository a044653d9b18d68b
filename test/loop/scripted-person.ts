import fc from "fast-check";
import { expect } from "vitest";
import type { CanvasView } from "../../src/protocol/canvas-view.ts";
import { type Answer, viewIn } from "./harness.ts";

const SECTIONS = ["Overview", "Limits", "Errors", "Security"];
export const DOCUMENT = `# API Design\n\n${SECTIONS.map((name) => `## ${name}\n\nThe ${name.toLowerCase()} part uses plain words, and the plain words are few.\n`).join("\n")}`;

/** What the person does in one turn. */
export interface Turn {
  readonly line: number;
  readonly word: string;
  readonly comments: readonly number[];
  readonly adds: boolean;
}
export const turn = fc.record({
  line: fc.nat(30),
  word: fc.constantFrom("quick", "café", "日本", "“quoted”", "a|b", "**bold**", "👩‍👧"),
  comments: fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 3 }),
  adds: fc.boolean(),
});

/** A person at a widget: types, comments on words, sends, and approves when all of it was dealt with. */
export class ScriptedPerson {
  private saves = 0;
  private readonly typed: string[] = [];
  private asked: string[] = [];
  constructor(
    private readonly call: (tool: string, args: Record<string, unknown>) => Promise<Answer>,
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
      ({ by, replyTo, resolved, addressedIn }) =>
        by.kind === "person" && replyTo === undefined && !resolved && addressedIn === undefined,
    );
    expect(open.filter(({ anchor }) => anchor !== null)).toEqual([]);
    const resolve = comments.filter(({ by, replyTo }) => by.kind === "person" && replyTo === undefined);
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
    this.view = viewIn(await this.call("load_canvas", { canvas_id: checkpoint.document.id, key }));
  }
  private async save(fields: Record<string, unknown>): Promise<void> {
    this.saves += 1;
    const { key, checkpoint } = this.view;
    const call = { canvas_id: checkpoint.document.id, key, save_key: `p${this.saves}`, ...fields };
    this.view = viewIn(await this.call("save_canvas", call));
  }
  get status(): string {
    return this.view.checkpoint.document.status;
  }
}
