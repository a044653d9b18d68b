import { McpWire, resultOf, type WireOutcome } from "../host/mcp-wire.ts";
import type { Node } from "../host/start-node.ts";
import { type Answer, readAnswer, viewIn } from "../loop/harness.ts";

/** No call may take longer than this, whatever has gone wrong behind the server. */
export const PATIENCE_MS = 15_000;

/** The canvas that writers share, and what shows that it is the person who asks. */
export interface SharedCanvas {
  readonly id: string;
  readonly key: string;
}

/** One word that was to be written, and what the server answered. */
export interface Written {
  readonly word: string;
  readonly kind: "acknowledged" | "refused" | "lost";
  /** The server's words, or why there were none. */
  readonly said: string;
  readonly isTimeout: boolean;
}

/** A client that says who it is; not yet heard by a node that is down. */
export async function connectTo(node: Pick<Node, "origin">, name: string): Promise<McpWire> {
  const wire = new McpWire(node.origin, PATIENCE_MS);
  await wire.initialize(name);
  return wire;
}

export async function answerOf(wire: McpWire, tool: string, args: Record<string, unknown>): Promise<Answer> {
  return readAnswer(resultOf(await wire.call(tool, args)), args);
}

/** A canvas with a place for each writer, so that no two of them change the same lines. */
export async function makeShared(wire: McpWire, names: readonly string[]): Promise<SharedCanvas> {
  const places = names.map((name) => `## ${name}\n\nThis is where ${name} writes.\n\n${endOf(name)}\n`);
  const made = await answerOf(wire, "write_canvas", { content: `# Words\n\n${places.join("\n")}` });
  return { id: made.canvasId, key: viewIn(made).key };
}

export function endOf(name: string): string {
  return `End of ${name}.`;
}

/** Writes words, each of them once in the world, at its own place of a shared canvas, and keeps what became of each. */
export class WordWriter {
  readonly written: Written[] = [];
  private wake = () => {};

  constructor(
    readonly name: string,
    private readonly canvas: SharedCanvas,
    /** Which node the next word goes to. */
    private readonly next: () => McpWire,
  ) {}

  get acknowledged(): readonly string[] {
    return this.written.filter(({ kind }) => kind === "acknowledged").map(({ word }) => word);
  }

  get failures(): readonly Written[] {
    return this.written.filter(({ kind }) => kind !== "acknowledged");
  }

  /** By an edit, as a model does. */
  async write(): Promise<Written> {
    const word = `${this.name}-${this.written.length + 1}.`;
    const end = endOf(this.name);
    const edits = [{ find: end, replace: `${word}\n\n${end}` }];
    const outcome = await this.next().call("edit_canvas", { canvas_id: this.canvas.id, edits });
    const written = { word, ...readOutcome(outcome) };
    this.written.push(written);
    this.wake();
    return written;
  }

  /** Resolves when what was written so far is as it should be; checked after every word. */
  until(isEnough: (writer: WordWriter) => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.wake = () => {
        if (isEnough(this)) resolve();
      };
      this.wake();
    });
  }
}

function readOutcome(outcome: WireOutcome): Omit<Written, "word"> {
  if (outcome.kind === "lost") return { kind: "lost", said: outcome.why, isTimeout: outcome.isTimeout };
  const isDone = outcome.kind === "result" && !outcome.isError;
  return { kind: isDone ? "acknowledged" : "refused", said: outcome.body, isTimeout: false };
}

/** Runs all of them, word after word, until told to stop; then waits for their last answers. */
export function runWriters(writers: readonly WordWriter[]): { stop(): Promise<void> } {
  let isOver = false;
  const running = writers.map(async (writer) => {
    while (!isOver) await writer.write();
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(running);
    },
  };
}
