import type { CanvasError, Outcome } from "../../protocol/errors.ts";
import { type LeftSave, unpackSave } from "../../protocol/left-save.ts";
import { readReply } from "../../protocol/read-reply.ts";
import { unknownCanvas } from "../mcp/change-canvas.ts";
import { runTool } from "../mcp/register-tools.ts";
import { saveCanvas } from "../mcp/save-canvas.ts";
import type { Call } from "../mcp/tool.ts";
import { forPerson } from "./page-canvas.ts";

const BASE_GONE: CanvasError = {
  code: "base_needed",
  message:
    "The canvas has moved on from the text that this was typed into. Open the canvas again: what this browser kept is merged then.",
};

/**
 * The saves that a page has sent on its way out, in order, each as the widget's own would be and under the same key. One that
 * cannot be read any more may have arrived before; then the next stands on the text that it made.
 */
export async function saveLeftForPerson(call: Call, saves: readonly LeftSave[]): Promise<Outcome<object>> {
  const { store, owner } = call.deps;
  let made: string | undefined;
  let unread: CanvasError | null = null;
  for (const left of saves) {
    const record = await store.load(owner, left.canvas_id);
    if (record === null) return { ok: false, error: await unknownCanvas(call, left.canvas_id) };
    const texts = [left.base_content, made, record.document.content].filter((text) => text !== undefined);
    const save = unpackSave(left, texts);
    unread = save === null ? BASE_GONE : null;
    if (save === null) continue;
    const result = await runTool(saveCanvas, save, call);
    const said = readReply("save_canvas", result._meta);
    if (said?.kind === "error") return { ok: false, error: forPerson(said, left.canvas_id) };
    made = save.content ?? made;
  }
  return unread === null ? { ok: true } : { ok: false, error: unread };
}
