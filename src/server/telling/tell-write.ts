import { lineEdits } from "../../core/diff/line-edits.ts";
import { quoted } from "../../core/text/quote-text.ts";
import { splitLines } from "../../core/text/split-lines.ts";
import type { CanvasError } from "../../protocol/errors.ts";
import { createdLine, repeatedLine } from "../../protocol/result-lines.ts";
import type { Created } from "../actions/writing/create.ts";
import type { Rewritten } from "../actions/writing/rewrite.ts";
import { outcomeLines } from "./outcome-lines.ts";

/** A new canvas. `isShown`: the person sees it where they are. */
export function createdLines({ record, repeated, twin, notes }: Created, isShown: boolean): string[] {
  const { id, title: name, version } = record.document;
  return [
    repeated ? repeatedLine(id, quoted(name), version) : createdLine(id, quoted(name)),
    ...(isShown ? ["The person sees it, and can edit it, comment on it and approve it."] : []),
    ...(twin === null ? [] : [`Canvas ${twin.id} has the same title: to change that one instead, use its id.`]),
    ...notes,
  ];
}

/** What came of a rewrite. */
export function rewrittenLines({
  record,
  outcome,
  before,
}: Extract<Rewritten, { readonly kind: "written" }>): string[] {
  return outcomeLines(outcome, rewrittenLine(before, record.document.content));
}

/** A text that was not written and waits: why, and what to do. */
export function heldError(
  canvasId: string,
  { code, why, token }: Extract<Rewritten, { readonly kind: "held" }>,
): CanvasError {
  const id = quoted(canvasId, 44);
  const message =
    code === "invalid_comments"
      ? `${why.join(" ")} Your text is held for 10 minutes: call write_canvas with canvas_id ${id}, confirm: "${token}" and corrected comments, without the content.`
      : `Nothing was written: the new text looks incomplete. ${why.join(" ")} To change parts, use edit_canvas. If this text is meant exactly so, call write_canvas with canvas_id ${id} and confirm: "${token}" within 10 minutes, without the content.`;
  return { code, message };
}

/** Below this share of changed lines, and above this length, a rewrite was a costly way. */
const FEW = 0.25;
const LONG = 200;

/** What a rewrite came to, in figures; and that there is a cheaper way, where there is. */
function rewrittenLine(before: string, after: string): string {
  const was = splitLines(before);
  const now = splitLines(after);
  const lines = Math.max(was.length, now.length);
  const changed = lineEdits(was, now).reduce(
    (sum, edit) => sum + Math.max(edit.bTo - edit.bFrom, edit.aTo - edit.aFrom),
    0,
  );
  const hint = after.length > LONG && changed <= lines * FEW ? " (edit_canvas is cheaper for this)" : "";
  const of = `${Math.min(changed, lines).toLocaleString("en")} of ${lines.toLocaleString("en")} lines changed`;
  return `Rewritten: ${before.length.toLocaleString("en")} → ${after.length.toLocaleString("en")} characters, ${of}${hint}.`;
}
