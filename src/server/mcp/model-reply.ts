import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Draft } from "../../core/document/draft.ts";
import type { ModelOutcome } from "../../core/document/model/apply-model-write.ts";
import { type Showing, showToModel } from "../../core/document/review/tell-model.ts";
import type { CanvasRecord } from "../../core/records/canvas.ts";
import { replyFor } from "./canvas-view.ts";
import { pageLines } from "./persons-page.ts";
import type { Call } from "./tool.ts";
import { textResult } from "./tool-result.ts";

/** Seals what the model is about to be shown, and keeps the news that it will read. */
export function shown<T extends { readonly draft: Draft }>(
  outcome: T,
  showing?: Showing,
): T & { readonly news: string } {
  const { draft, feedback } = showToModel(outcome.draft, showing);
  return { ...outcome, draft, news: feedback.text };
}

/** The result of a model's change: what happened, what to do next, the news, the number to pass; and the widget's view. `input`: the content that the call passed. */
export async function modelReply(
  call: Call,
  record: CanvasRecord,
  lines: readonly string[],
  news: string,
  input: string | null = null,
): Promise<CallToolResult> {
  call.waited?.delete(record.document.id);
  const page = await pageLines(call, record.document.id, "once");
  const reply = replyFor(call.deps.store, record, { client: call.client, input });
  return textResult([...lines, ...page, news].join("\n"), reply);
}

/** The same for a tool that shows no widget: then nobody needs the view and the key. */
export async function readReply(
  call: Call,
  record: CanvasRecord,
  lines: readonly string[],
  news: string,
): Promise<CallToolResult> {
  call.waited?.delete(record.document.id);
  const page = await pageLines(call, record.document.id, "again");
  return textResult([...lines, ...page, news].join("\n"));
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
