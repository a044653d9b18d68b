import type { TextChange } from "../core/diff/hunk.ts";
import { applyChanges, lineChanges, refineChange } from "../core/diff/text-changes.ts";
import { markOf } from "../core/feedback/mark.ts";
import type { CanvasView, InputText, PackedChange, PackedView } from "./canvas-view.ts";
import { decodeCheckpoint, encodeCheckpoint } from "./wire-words.ts";

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

/** The canvas, or null: it stands on an input that is not this one, or its changes do not fit its text. */
export function unpackView(packed: PackedView, input: string | null): CanvasView | null {
  const { checkpoint } = packed;
  const { document } = checkpoint;
  const content = readContent(document.content, input);
  if (content === null) return null;
  const claudeContent = readBaseline(checkpoint.claudeContent, content);
  if (claudeContent === null) return null;
  return {
    ...packed,
    checkpoint: decodeCheckpoint({ ...checkpoint, document: { ...document, content }, claudeContent }),
  };
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

function readContent(packed: string | InputText, input: string | null): string | null {
  if (typeof packed === "string") return packed;
  return input !== null && packed.mark === markOfInput(input) ? input : null;
}

function readBaseline(packed: string | readonly PackedChange[], content: string): string | null {
  if (typeof packed === "string") return packed;
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

/** There may be very many of them, more than a schema reads in good time. */
function isPackedChange(value: unknown): value is PackedChange {
  return (
    Array.isArray(value) &&
    value.length === 3 &&
    Number.isInteger(value[0]) &&
    Number.isInteger(value[1]) &&
    typeof value[2] === "string"
  );
}
