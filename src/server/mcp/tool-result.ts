import type { CallToolResult } from "@modelcontextprotocol/server";
import type { CanvasError, ErrorCode } from "../../protocol/errors.ts";
import { META_KEY, type WidgetTool } from "../../protocol/names.ts";
import type { Reply, WidgetReply } from "../../protocol/widget-tools.ts";

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
