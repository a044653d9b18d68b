import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ModelOutcome } from "../../core/document/model/apply-model-write.ts";
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

/** What came of it, one sentence a line. `what` says what was done to the text. */
export function outcomeLines(outcome: Omit<ModelOutcome, "draft">, what: string): string[] {
  const { suggestions, conflicts } = outcome;
  const lines: string[] = [];
  if (outcome.textChanged) lines.push(what);
  else if (suggestions.length > 0) {
    const count = suggestions.length === 1 ? "1 suggestion waits" : `${suggestions.length} suggestions wait`;
    lines.push(`${count} for the person to accept or reject (${idList(suggestions)}); the text is unchanged.`);
  } else if (conflicts > 0) lines.push("The text stays as it is.");
  else lines.push("The text is unchanged.");
  if (outcome.assumed !== undefined) lines.push(`Taken as made from ${outcome.assumed}.`);
  if (outcome.merged && outcome.textChanged) lines.push("What others changed since was kept and merged with yours.");
  if (conflicts > 0) {
    const places = conflicts === 1 ? "one place" : `${conflicts} places`;
    lines.push(
      `In ${places} you changed words that others had changed since: theirs stay in the text, yours wait beside them for the person to choose.`,
    );
  }
  return [...lines, ...outcome.notes];
}

const MOST_IDS = 20;

function idList(ids: readonly string[]): string {
  const more = ids.length > MOST_IDS ? `, and ${ids.length - MOST_IDS} more` : "";
  return `${ids.length === 1 ? "id" : "ids"} ${ids.slice(0, MOST_IDS).join(", ")}${more}`;
}
