import type { CallToolResult } from "@modelcontextprotocol/server";
import { markOfText } from "../../../core/document/versions/past-texts.ts";
import { KEPT } from "../../../core/feedback/build-feedback.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import { answerSave } from "../../../protocol/saved-canvas.ts";
import { type SaveCanvasInput, saveCanvasInput } from "../../../protocol/widget-inputs.ts";
import type { Call } from "../../actions/call.ts";
import { stateOf, viewOf, wholeView } from "../../actions/canvas-view.ts";
import { keepText } from "../../actions/writing/keep-text.ts";
import { type Saved, save } from "../../actions/writing/save.ts";
import { asModel, asPerson, defineTool, type ToolCall } from "../tool.ts";
import { errorResult, toolError, widgetResult } from "../tool-result.ts";

export const saveCanvas = defineTool({
  name: "save_canvas",
  title: "Save the person's work",
  description: "For the canvas widget only: saves what the person did. Models use write_canvas and edit_canvas.",
  input: saveCanvasInput,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  shows: "app",
  run: async ({ key, ...args }, call) => {
    const { canvas_id: canvasId } = args;
    if (canvasId === undefined) return keep({ ...args, ...(key === undefined ? {} : { key }) }, call);
    const person = asPerson(call, key);
    const saved = await save.run(person, { ...args, canvas_id: canvasId });
    if (!saved.ok) return errorResult(saved.error);
    const { record, made, merged, conflicts, notes } = saved;
    const { id, version, revision } = record.document;
    return widgetResult(`Saved canvas ${id}: v${version}, revision ${revision}.`, {
      ...answerTo(person, args, made, record),
      ...(merged ? { merged } : {}),
      ...(conflicts === 0 ? {} : { conflicts }),
      ...(notes.length === 0 ? {} : { notes }),
    });
  },
});

function answerTo(person: Call, { since, changes }: SaveArguments, made: Saved["made"], record: CanvasRecord) {
  const view = (each: CanvasRecord) => wholeView(person, each, stateOf(person, each));
  const before = made === null || since === undefined ? null : view(made.before);
  const answered = { since, changes, before, base: made?.base, text: made?.text };
  return answerSave(answered, view(record), markOfText(record));
}

type SaveArguments = Omit<SaveCanvasInput, "key">;

const TAKEN: readonly string[] = ["content", "title", "save_key"] satisfies (keyof SaveCanvasInput)[];

/** "Keep this text": nobody has shown who they are, so nothing is done in the person's name. */
async function keep(args: SaveCanvasInput, call: ToolCall): Promise<CallToolResult> {
  const { content, title, save_key: saveKey } = args;
  if (content === undefined) {
    return toolError(
      "invalid_input",
      "content is missing: to create a canvas pass its text, to save one pass canvas_id and key.",
    );
  }
  const more = Object.entries(args).flatMap(([name, value]) =>
    value === undefined || TAKEN.includes(name) ? [] : [name],
  );
  if (more.length > 0) {
    return toolError(
      "invalid_input",
      `Without canvas_id a text is only kept, as a draft: leave out ${more.join(", ")}. To save what the person did to a canvas pass its canvas_id and key.`,
    );
  }
  const kept = await keepText.run(asModel(call), { content, title, saveKey });
  if (!kept.ok) return errorResult(kept.error);
  const { record } = kept;
  const { id, status } = record.document;
  const origin = record.meta.kept === true ? ` It is a ${status}, ${KEPT}.` : "";
  return widgetResult(`Kept as canvas ${id}.${origin}`, { kind: "view", view: viewOf(asModel(call), record) });
}
