import { checkText } from "../../core/document/check-text.ts";
import { applyModelEdit } from "../../core/document/model/apply-model-edit.ts";
import { literalBreaksInEdit } from "../../core/document/model/judge/literal-breaks.ts";
import { checkModelStatus } from "../../core/document/model/model-base.ts";
import type { Refusal } from "../../core/records/refusal.ts";
import { MAX_CONTENT_BYTES, MAX_EDITS } from "../../protocol/limits.ts";
import { editCanvasInput } from "../../protocol/model-tools.ts";
import { changeCanvas } from "./change-canvas.ts";
import { modelReply, outcomeLines, shown } from "./model-reply.ts";
import { parseComments } from "./parse-comments.ts";
import { defineTool, momentOf } from "./tool.ts";
import { errorResult, toolError } from "./tool-result.ts";

export const editCanvas = defineTool({
  name: "edit_canvas",
  title: "Edit a canvas",
  description: `Changes parts of a canvas: each edit replaces find, copied exactly from its text, by replace. All edits apply to the text as it is now, or none does.
find must be unique: take enough words, or pass line. Insert: repeat the neighbouring text in replace. Delete: replace "".
mode "suggest" offers the edits, each with a reason, instead of making them: use it on texts that are in review or approved.
Also without edits: answer comments, set a status, withdraw own suggestions.`,
  input: editCanvasInput,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  shows: "widget",
  run: async (args, call) => {
    const { edits = [], addresses = [], withdraw = [], base_version: baseVersion, status } = args;
    const bad = checkEdits(edits) ?? (status === undefined ? null : checkModelStatus(status));
    if (bad !== null) return errorResult(bad);
    const parsed = parseComments(args.comments);
    if (!parsed.ok) return errorResult(parsed.error);
    const { comments } = parsed;
    if (edits.length + comments.length + addresses.length + withdraw.length === 0 && status === undefined) {
      return toolError("invalid_input", "edits is empty, and there is nothing else to do. Pass at least one edit.");
    }
    const moment = momentOf(call, "model");
    const wish = {
      edits: edits.map(({ find, replace, line, reason }) => ({
        find,
        replace,
        ...(line === undefined ? {} : { line }),
        ...(reason === undefined ? {} : { reason }),
      })),
      mode: args.mode ?? "apply",
      comments,
      addresses,
      withdraw,
      ...(baseVersion === undefined ? {} : { baseVersion }),
      ...(status === undefined ? {} : { status }),
    };
    const versions = baseVersion === undefined ? [] : [baseVersion];
    const changed = await changeCanvas(call, args.canvas_id, { versions }, (record, texts) => {
      const written = checkBreaks(edits, record.document.content);
      if (written !== null) return { ok: false, error: written };
      const outcome = applyModelEdit(record, texts, wish, moment);
      return outcome.ok ? shown(outcome) : outcome;
    });
    if (!changed.ok) return errorResult(changed.error);
    const { record, made } = changed;
    if (made === null) throw new Error("An edit without a save key cannot repeat");
    const lines =
      edits.length === 0
        ? ["Done; the text is unchanged.", ...made.notes]
        : outcomeLines(made, appliedLine(edits.length, made.lines ?? []));
    return modelReply(call, record, lines, made.news);
  },
});

const MOST_LINES = 12;

function appliedLine(edits: number, lines: readonly number[]): string {
  const count = edits === 1 ? "1 edit" : `${edits} edits`;
  const more = lines.length > MOST_LINES ? ", …" : "";
  return `${count} applied (${lines.length === 1 ? "line" : "lines"} ${lines.slice(0, MOST_LINES).join(", ")}${more}).`;
}

/** Line breaks that a model wrote out as a backslash and an "n" would stand in the text as such. */
function checkBreaks(
  edits: readonly { readonly find: string; readonly replace: string }[],
  content: string,
): Refusal | null {
  for (const [index, edit] of edits.entries()) {
    const count = literalBreaksInEdit(edit, content);
    if (count === 0) continue;
    const message = `edits[${index}].replace has ${count} literal \\n (a backslash and an n) and no line break: they would stand in the text as they are. Send real line breaks. No edit was made.`;
    return { code: "looks_incomplete", message };
  }
  return null;
}

function checkEdits(
  edits: readonly { readonly find: string; readonly replace: string; readonly reason?: string | undefined }[],
): Refusal | null {
  if (edits.length > MAX_EDITS) {
    const message = `edits has ${edits.length} entries; at most ${MAX_EDITS} fit in one call. Send the rest in another, or use write_canvas.`;
    return { code: "invalid_input", message };
  }
  for (const [index, edit] of edits.entries()) {
    if (edit.find.trim() === "") {
      const message = `edits[${index}].find is empty: copy the text to replace from the canvas. To insert, find the passage beside the place and repeat it in replace.`;
      return { code: "invalid_input", message };
    }
    const bad =
      checkText(`edits[${index}].find`, edit.find, MAX_CONTENT_BYTES) ??
      checkText(`edits[${index}].replace`, edit.replace, MAX_CONTENT_BYTES) ??
      (edit.reason === undefined ? null : checkText(`edits[${index}].reason`, edit.reason, 10_000));
    if (bad !== null) return bad;
  }
  return null;
}
