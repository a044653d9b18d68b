import type { TextChange } from "../core/diff/hunk.ts";
import { applyChanges, lineChanges, refineChange } from "../core/diff/text-changes.ts";
import { markOf } from "../core/feedback/mark.ts";
import { isRecord, readView } from "./is-view.ts";
import type { CanvasView } from "./widget-tools.ts";
import { encodeCheckpoint, type WireCheckpoint, type WireDocument } from "./wire-words.ts";

/** Stands for the text that the call itself passed. `mark` tells whether the widget was handed that very text. */
export interface InputText {
  readonly of: "input";
  readonly mark: string;
}

/** [from, to, insert]: what stood from `from` to `to` gives way to `insert`. */
export type PackedChange = readonly [from: number, to: number, insert: string];

/** A canvas on its way to the widget: its text at most once, and not at all where the call's input holds it. */
export interface PackedView extends Omit<CanvasView, "checkpoint"> {
  readonly checkpoint: Omit<WireCheckpoint, "document" | "claudeContent"> & {
    readonly document: Omit<WireDocument, "content"> & { readonly content: string | InputText };
    /** The changes that turn the content into the baseline. Whole in results of before there were packed views. */
    readonly claudeContent: string | readonly PackedChange[];
  };
}

/** `input`: the content that the call passed; null for a call that passed none. */
export function packView(view: CanvasView, input: string | null): PackedView {
  const { document, claudeContent, ...rest } = encodeCheckpoint(view.checkpoint);
  const { content } = document;
  const changes = shortChanges(content, claudeContent);
  return {
    ...view,
    checkpoint: {
      ...rest,
      document: { ...document, content: content === input ? { of: "input", mark: markOfInput(input) } : content },
      claudeContent: changes.map(({ from, to, insert }) => [from, to, insert] as const),
    },
  };
}

/** The canvas, or null: it is none, or it stands on an input that is not this one. */
export function unpackView(packed: unknown, input: string | null): CanvasView | null {
  if (!isRecord(packed) || !isRecord(packed.checkpoint) || !isRecord(packed.checkpoint.document)) return null;
  const { checkpoint } = packed;
  const { document } = packed.checkpoint;
  const content = readContent(document.content, input);
  if (content === null) return null;
  const claudeContent = readBaseline(checkpoint.claudeContent, content);
  if (claudeContent === null) return null;
  return readView({ ...packed, checkpoint: { ...checkpoint, document: { ...document, content }, claudeContent } });
}

/** Above so many changed places words are not compared: it would take long, and save little. */
const MANY_PLACES = 2_000;
/** What a change costs on the wire beside its text. */
const FRAME = 20;

/** As `changesBetween`, but one change where many small ones would be longer. */
function shortChanges(a: string, b: string): readonly TextChange[] {
  const byLines = lineChanges(a, b);
  const changes = byLines.length > MANY_PLACES ? byLines : byLines.flatMap((change) => refineChange(a, change));
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined) return [];
  const insert = b.slice(first.from, b.length - (a.length - last.to));
  const length = changes.reduce((sum, change) => sum + change.insert.length + FRAME, 0);
  return length <= insert.length + FRAME ? changes : [{ from: first.from, to: last.to, insert }];
}

function markOfInput(input: string): string {
  return `${input.length}-${markOf("input", input)}`;
}

function readContent(packed: unknown, input: string | null): string | null {
  if (typeof packed === "string") return packed;
  if (!isRecord(packed) || packed.of !== "input" || input === null) return null;
  return packed.mark === markOfInput(input) ? input : null;
}

function readBaseline(packed: unknown, content: string): string | null {
  if (typeof packed === "string") return packed;
  if (!Array.isArray(packed)) return null;
  const changes: TextChange[] = [];
  let at = 0;
  for (const change of packed) {
    if (!isPackedChange(change)) return null;
    const [from, to, insert] = change;
    if (from < at || to < from || to > content.length) return null;
    changes.push({ from, to, insert });
    at = to;
  }
  return applyChanges(content, changes);
}

function isPackedChange(value: unknown): value is PackedChange {
  return (
    Array.isArray(value) &&
    value.length === 3 &&
    Number.isInteger(value[0]) &&
    Number.isInteger(value[1]) &&
    typeof value[2] === "string"
  );
}
