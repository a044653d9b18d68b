import { lineEdits } from "../../core/diff/line-edits.ts";
import { splitLines } from "../../core/text/split-lines.ts";

/** Below this share of changed lines, and above this length, a rewrite was a costly way. */
const FEW = 0.25;
const LONG = 200;

/** What a rewrite came to, in figures; and that there is a cheaper way, where there is. */
export function rewrittenLine(before: string, after: string): string {
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
