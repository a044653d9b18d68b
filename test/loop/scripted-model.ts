import type { Harness } from "./harness.ts";

/**
 * A model that knows nothing but what tools tell it: descriptions, results, errors. It finds ids, versions, comments and
 * what to do about a refusal in their words alone.
 */
export class ScriptedModel {
  private canvas = "";
  private base = "";
  /** Refusals it met and got over. */
  readonly refusals: string[] = [];

  constructor(private readonly call: Harness["call"]) {}

  /** "Write me a document." */
  async write(content: string): Promise<string> {
    const result = await this.call("write_canvas", { content });
    this.learn(result.text);
    this.canvas = /canvas_id "([^"]+)"/.exec(result.text)?.[1] ?? "";
    return this.canvas;
  }

  /** A message of the person, such as "Review my edits on canvas HN8B (v2)". */
  async answer(message: string): Promise<void> {
    const id = /canvas ([A-Z0-9]+)/.exec(message)?.[1];
    if (id === undefined) throw new Error(`No canvas in: ${message}`);
    const read = await this.call("read_canvas", { canvas_id: id });
    this.learn(read.text);
    for (const wish of wishesIn(read.text)) await this.fulfil(id, wish);
  }

  private async fulfil(id: string, wish: Wish): Promise<void> {
    let edit: { find: string; replace: string; line?: number } = { find: wish.find, replace: wish.replace };
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const result = await this.call("edit_canvas", {
        canvas_id: id,
        base_version: Number(this.base),
        edits: [edit],
        addresses: [wish.comment],
        comments: [{ reply_to: wish.comment, body: `Now it says "${wish.replace}".` }],
      });
      if (!result.isError) {
        this.learn(result.text);
        return;
      }
      this.refusals.push(result.text);
      const lines = /on lines ([\d, ]+)/.exec(result.text)?.[1]?.split(",").map(Number);
      if (lines === undefined || !result.text.includes("Pass line")) throw new Error(`No way on from: ${result.text}`);
      edit = { ...edit, line: wish.line ?? lines.at(-1)! };
    }
    throw new Error(`Gave up on ${JSON.stringify(wish)}`);
  }

  async asksForReview(): Promise<void> {
    const edits: unknown[] = [];
    const args = { canvas_id: this.canvas, base_version: Number(this.base), edits, status: "in_review" };
    this.learn((await this.call("edit_canvas", args)).text);
  }

  private learn(text: string): void {
    this.base = /base_version: (\d+)\s*$/.exec(text)?.[1] ?? this.base;
  }
}

interface Wish {
  readonly comment: string;
  readonly find: string;
  readonly replace: string;
  /** Where the list of comments says that it stands. */
  readonly line?: number;
}

/** `- On "old": "Say \"new\" instead" (comment k3f9)` */
function wishesIn(text: string): Wish[] {
  const section = text.split("### User Comments\n")[1]?.split("\n\n")[0] ?? "";
  return section.split("\n").flatMap((entry) => {
    const found = /^- On ("(?:[^"\\]|\\.)*")(?: \(line \d+\))?: ("(?:[^"\\]|\\.)*") \(comment (\S+)\)$/.exec(entry);
    if (found === null) return [];
    const find = JSON.parse(found[1]!) as string;
    const body = JSON.parse(found[2]!) as string;
    const replace = /^Say "(.*)" instead$/.exec(body)?.[1];
    if (replace === undefined) return [];
    const comment = found[3]!;
    const line = new RegExp(`^- ${comment} .* on .* \\(line (\\d+)\\):`, "m").exec(text)?.[1];
    return [{ comment, find, replace, ...(line === undefined ? {} : { line: Number(line) }) }];
  });
}
