import { editCanvasInput } from "../../../protocol/model-tools.ts";
import { edit } from "../../actions/writing/edit.ts";
import { asModel, defineTool } from "../tool.ts";
import { errorResult, modelReply, outcomeLines } from "../tool-result.ts";
import { parseComments } from "./parse-comments.ts";

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
  run: async ({ canvas_id: canvasId, base_version: baseVersion, ...args }, call) => {
    const parsed = parseComments(args.comments);
    if (!parsed.ok) return errorResult(parsed.error);
    const { comments } = parsed;
    const edited = await edit.run(asModel(call), { ...args, canvasId, baseVersion, comments });
    if (!edited.ok) return errorResult(edited.error);
    const { record, outcome, news } = edited;
    const lines =
      args.edits.length === 0
        ? ["Done; the text is unchanged.", ...outcome.notes]
        : outcomeLines(outcome, appliedLine(args.edits.length, outcome.lines ?? []));
    return modelReply(call, record, lines, news);
  },
});

const MOST_LINES = 12;

function appliedLine(edits: number, lines: readonly number[]): string {
  const count = edits === 1 ? "1 edit" : `${edits} edits`;
  const more = lines.length > MOST_LINES ? ", …" : "";
  return `${count} applied (${lines.length === 1 ? "line" : "lines"} ${lines.slice(0, MOST_LINES).join(", ")}${more}).`;
}
