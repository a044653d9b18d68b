import type { CallToolResult } from "@modelcontextprotocol/server";
import type { CanvasRecord } from "../../core/records/canvas.ts";
import type { CanvasError, ErrorCode } from "../../protocol/errors.ts";
import { META_KEY, type WidgetTool } from "../../protocol/names.ts";
import type { Reply, WidgetReply } from "../../protocol/widget-tools.ts";
import { viewOrKey } from "../actions/canvas-view.ts";
import { pageLines } from "./page-links.ts";
import { asModel, type ToolCall } from "./tool.ts";

/** A failure as the model and the widget read it: what is wrong and what to do next. Nothing was written. */
export function toolError(code: ErrorCode, message: string): CallToolResult {
  const reply: WidgetReply = { kind: "error", code, message };
  return {
    isError: true,
    content: [{ type: "text", text: `Error (${code}): ${message}` }],
    _meta: { [META_KEY]: reply },
  };
}

export function errorResult(error: CanvasError): CallToolResult {
  return toolError(error.code, error.message);
}

/** "ok", or the code of the error that `toolError` made. */
export function outcomeOf({ isError, _meta }: CallToolResult): string {
  if (isError !== true) return "ok";
  const code = (_meta?.[META_KEY] as Partial<Extract<WidgetReply, { kind: "error" }>> | undefined)?.code;
  return typeof code === "string" ? code : "failed";
}

/**
 * A result for the model: text alone, and what the widget needs beside it. No structured content: some hosts show their
 * model that instead of the text.
 */
export function textResult(text: string, reply?: WidgetReply): CallToolResult {
  return { content: [{ type: "text", text }], ...(reply === undefined ? {} : { _meta: { [META_KEY]: reply } }) };
}

/** A result that only the widget reads. */
export function widgetResult(text: string, reply: Reply<WidgetTool>): CallToolResult {
  return { content: [{ type: "text", text }], _meta: { [META_KEY]: reply } };
}

/** The result of a model's change: what happened, what to do next, the news, the number to pass; and the widget's view. `input`: the content that the call passed. */
export async function modelReply(
  call: ToolCall,
  record: CanvasRecord,
  lines: readonly string[],
  news: string,
  input: string | null = null,
): Promise<CallToolResult> {
  call.waited?.delete(record.document.id);
  const page = await pageLines(call, record.document.id, "once");
  const reply = viewOrKey(asModel(call), record, { input });
  return textResult([...lines, ...page, news].join("\n"), reply);
}
