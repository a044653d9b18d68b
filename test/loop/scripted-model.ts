/** How a host lets its model call: what the model is shown of a result. */
export type ModelCall = (
  tool: string,
  args: Record<string, unknown>,
) => Promise<{ readonly isError: boolean; readonly text: string }>;

/**
 * A model that knows nothing but what tools tell it: descriptions, results, errors. It finds ids, versions, comments and
 * what to do about a refusal in their words alone.
 */
export class ScriptedModel {
  private canvas = "";
  private base = "";
  /** Refusals it met and got over. */
  readonly refusals: string[] = [];

  constructor(private readonly call: ModelCall) {}

  /** "Write me a document." */
  async write(content: string): Promise<string> {
    const result = await this.call("write_canvas", { content });
    this.learn(result.text);
    this.canvas = /^Created canvas (\w+) /.exec(result.text)?.[1] ?? "";
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
  /** Where the comment says that it stands. */
  readonly line?: number;
}

/** `- Comment k3f9 on "old" (line 3): "Say \"new\" instead"` */
function wishesIn(text: string): Wish[] {
  return text.split("\n").flatMap((entry) => {
    const found = /^- Comment (\S+) on ("(?:[^"\\]|\\.)*")(?: \(line (\d+)\))?: ("(?:[^"\\]|\\.)*")$/.exec(entry);
    if (found === null) return [];
    const find = JSON.parse(found[2]!) as string;
    const body = JSON.parse(found[4]!) as string;
    const replace = /^Say "(.*)" instead$/.exec(body)?.[1];
    if (replace === undefined) return [];
    const line = found[3];
    return [{ comment: found[1]!, find, replace, ...(line === undefined ? {} : { line: Number(line) }) }];
  });
}
