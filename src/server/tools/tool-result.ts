import type { CallToolResult } from "@modelcontextprotocol/server";
import type { CanvasRecord } from "../../core/document/records.ts";
import type { CanvasError, ErrorCode } from "../../protocol/errors.ts";
import type { CanvasOutput } from "../../protocol/model-tools.ts";
import { META_KEY } from "../../protocol/names.ts";
import type { WidgetReply } from "../../protocol/widget-tools.ts";

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

/** A result about one canvas, for the model, for programs and for the widget. */
export function canvasResult(record: CanvasRecord, text: string, reply?: WidgetReply): CallToolResult {
  return {
    content: [{ type: "text", text }],
    structuredContent: { ...canvasOutputOf(record) },
    ...(reply === undefined ? {} : { _meta: { [META_KEY]: reply } }),
  };
}

/** A result that only the widget reads. */
export function widgetResult(text: string, reply: WidgetReply): CallToolResult {
  return { content: [{ type: "text", text }], _meta: { [META_KEY]: reply } };
}

export function canvasOutputOf({ document }: CanvasRecord): CanvasOutput {
  const { id, version, title, status } = document;
  return { canvasId: id, checkpointId: id, version, title, status };
}
