import { createHash } from "node:crypto";
import { DumpError } from "./dump-error.ts";
import {
  counted,
  type DumpCounts,
  type DumpHead,
  type DumpLine,
  type EndLine,
  guessLine,
  NO_COUNTS,
  NO_DUMP,
  parseHead,
  parseLine,
} from "./dump-lines.ts";
import { canvasFrom, historyReader, isHistoryLine } from "./history-lines.ts";
import { type DumpFile, type NumberedLine, readLines } from "./read-lines.ts";

/** Where something stands in a dump. Of a canvas: with all lines of its history. */
export interface DumpPart {
  readonly kind: "canvas" | "used" | "secret" | "people" | "audit";
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** What cannot be used, by its line; `id`: of the canvas that it belongs to, where that is known. */
export interface BadPart {
  readonly line: number;
  readonly id: string | null;
  readonly reason: string;
}

export interface CheckedDump {
  readonly head: DumpHead;
  readonly parts: readonly DumpPart[];
  readonly bad: readonly BadPart[];
  readonly counts: DumpCounts;
}

/** The canvas whose lines are being read; `read` is null once one of them could not be used. */
interface OpenCanvas {
  readonly id: string | null;
  readonly line: number;
  readonly start: number;
  read: ReturnType<typeof historyReader> | null;
}

/**
 * Goes through a whole dump, every line and every text of it. A file that was cut or changed throws: then nothing of it is
 * to be believed. What is wrong although the file is whole is left out, and named.
 */
export function checkDump(file: DumpFile): CheckedDump {
  const check = new DumpCheck();
  const hash = createHash("sha256");
  let head: DumpHead | null = null;
  for (const line of readLines(file)) {
    if (check.end !== null) throw new DumpError(null, changed(`line ${line.number} stands behind its last one`));
    if (head === null) head = parseHead(line.text);
    else check.take(line);
    if (check.end === null) hash.update(line.bytes).update("\n");
  }
  if (head === null) throw new DumpError(null, NO_DUMP);
  assertWhole(check.end, hash.digest("hex"));
  return { head, parts: check.parts, bad: check.bad, counts: check.counts };
}

/** Takes the lines behind the first, one after another. */
class DumpCheck {
  readonly parts: DumpPart[] = [];
  readonly bad: BadPart[] = [];
  counts = NO_COUNTS;
  end: { readonly line: EndLine; readonly number: number } | null = null;
  private readonly ids = new Set<string>();
  private canvas: OpenCanvas | null = null;

  take(numbered: NumberedLine): void {
    try {
      const line = parseLine(numbered.text, numbered.number);
      this.takeLine(line, numbered);
      this.counts = counted(this.counts, line);
    } catch (error) {
      if (!(error instanceof DumpError) || error.line === null) throw error;
      this.takeBad(error.line, error.reason, numbered);
    }
  }

  private takeLine(line: DumpLine, numbered: NumberedLine): void {
    const { number, start } = numbered;
    if (isHistoryLine(line)) {
      if (this.canvas === null) throw new DumpError(number, `is a ${line.kind}, and there is no canvas before it.`);
      this.canvas.read?.(line, number);
      return;
    }
    this.closeCanvas(start);
    switch (line.kind) {
      case "canvas": {
        const archived = canvasFrom(line);
        const { id } = archived.record.document;
        this.takeId(id, number);
        this.canvas = { id, line: number, start, read: historyReader(archived) };
        return;
      }
      case "end":
        this.end = { line, number };
        return;
      case "used":
        this.takeId(line.id, number);
        this.parts.push({ kind: "used", line: number, start, end: numbered.end });
        return;
      case "secret":
      case "people":
      case "audit":
        this.parts.push({ kind: line.kind, line: number, start, end: numbered.end });
    }
  }

  /** It belongs to the canvas before it, unless it says that it is something else. */
  private takeBad(at: number, reason: string, { number, text, start }: NumberedLine): void {
    const { kind, id } = guessLine(text);
    if (kind !== null && OF_NO_CANVAS_BEFORE.includes(kind)) this.closeCanvas(start);
    if (this.canvas?.read === null) return;
    this.bad.push({ line: at, id: this.canvas?.id ?? id, reason });
    if (this.canvas !== null) this.canvas.read = null;
    // What comes behind it is about nothing that can be used.
    else if (kind === "canvas") this.canvas = { id, line: number, start, read: null };
  }

  private closeCanvas(end: number): void {
    const { canvas } = this;
    if (canvas !== null && canvas.read !== null) {
      this.parts.push({ kind: "canvas", line: canvas.line, start: canvas.start, end });
    }
    this.canvas = null;
  }

  private takeId(id: string, line: number): void {
    if (this.ids.has(id)) throw new DumpError(line, `is about ${id}, which stands in it before.`);
    this.ids.add(id);
  }
}

const OF_NO_CANVAS_BEFORE = ["canvas", "used", "secret", "people", "audit", "end"];

function assertWhole(end: { readonly line: EndLine; readonly number: number } | null, sha256: string): void {
  if (end === null) {
    throw new DumpError(
      null,
      "It is cut off: the line that ends a dump is missing. Nothing was loaded. Copy it again, or make it again.",
    );
  }
  if (end.line.lines !== end.number)
    throw new DumpError(null, changed(`it has ${end.number} lines, not ${end.line.lines}`));
  if (end.line.sha256 !== sha256) throw new DumpError(null, changed("its check sum is another"));
}

function changed(how: string): string {
  return `It was changed since it was written: ${how}. Nothing was loaded. Copy it again, or make it again.`;
}
