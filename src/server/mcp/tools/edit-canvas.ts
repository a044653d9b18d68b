import { editCanvasInput } from "../../../protocol/model-tools.ts";
import { parseComments } from "../../../protocol/parse-comments.ts";
import { edit } from "../../actions/writing/edit.ts";
import { editedLines } from "../../telling/tell-edit.ts";
import { asModel, defineTool } from "../tool.ts";
import { errorResult, modelReply } from "../tool-result.ts";

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
    return modelReply(call, edited.record, editedLines(args.edits.length, edited), edited.news);
  },
});
