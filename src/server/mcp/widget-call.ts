import { beginDraft } from "../../core/document/draft.ts";
import type { CanvasRecord } from "../../core/records/canvas.ts";
import type { CanvasError, Outcome } from "../../protocol/errors.ts";
import type { Once } from "../storage/ports.ts";
import { keyMatches } from "./canvas-view.ts";
import { type Changed, changeCanvas, type Operation } from "./change-canvas.ts";
import { type Call, momentOf } from "./tool.ts";

/** Key and save key travel in every body: longer ones are no keys of ours. */
const LONGEST_KEY = 200;

export const wrongKey: CanvasError = {
  code: "wrong_key",
  message:
    "The key does not fit this canvas. This tool is for the canvas's own widget: models use write_canvas, edit_canvas and read_canvas.",
};

export const badSaveKey: CanvasError = {
  code: "invalid_input",
  message: "save_key must have 1 to 200 characters. Make a new one for each save.",
};

export function isSaveKey(key: string): boolean {
  return key !== "" && key.length <= LONGEST_KEY;
}

/** A change by the person, after the widget has shown the canvas's key. */
export async function changeAsPerson<T>(
  call: Call,
  input: { readonly canvas_id: string; readonly key: string | undefined },
  options: { readonly versions?: readonly number[]; readonly once?: Once },
  operation: Operation<T>,
): Promise<Changed<T>> {
  const { key } = input;
  if (key === undefined || key.length > LONGEST_KEY) return { ok: false, error: wrongKey };
  let refused = false;
  const changed = await changeCanvas<T>(call, input.canvas_id, options, (record, texts) => {
    refused = !keyMatches(record, key);
    return refused ? { ok: false, error: { code: "invalid_input", message: "" } } : operation(record, texts);
  });
  if (refused) return { ok: false, error: wrongKey };
  // A repeated save is answered with the record before the operation could look at the key.
  if (changed.ok && !keyMatches(changed.record, key)) return { ok: false, error: wrongKey };
  return changed;
}

/** The canvas, for a widget that has shown its key. */
export async function loadAsPerson(
  call: Call,
  input: { readonly canvas_id: string; readonly key: string },
): Promise<Outcome<{ readonly record: CanvasRecord }>> {
  const moment = momentOf(call, "person");
  return changeAsPerson(call, input, {}, (record, texts) => ({ ok: true, draft: beginDraft(record, texts, moment) }));
}
