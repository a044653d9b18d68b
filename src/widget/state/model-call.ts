import { parseCanvasId } from "../../core/document/ids.ts";
import type { ModelTool } from "../../protocol/names.ts";
import { readCreatedId } from "../../protocol/result-lines.ts";

/** A call of the model's with its whole arguments, as the host told them. */
export interface ModelCall {
  readonly tool: ModelTool;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The text that the call passed, which a result need not repeat. */
export function contentPassed(call: ModelCall | null): string | null {
  const content = call?.args.content;
  return typeof content === "string" ? content : null;
}

/** The canvas that a result is about, where the result itself does not tell the widget: the call names it, or has made it. */
export function canvasOfCall(call: ModelCall | null, resultText: string): string | null {
  const named = call?.args.canvas_id;
  return typeof named === "string" ? parseCanvasId(named) : readCreatedId(resultText);
}
