import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ModelOutcome } from "../../core/document/apply-model-write.ts";
import type { Draft } from "../../core/document/draft.ts";
import type { CanvasRecord } from "../../core/document/records.ts";
import { showToModel } from "../../core/document/tell-model.ts";
import { replyFor } from "./canvas-view.ts";
import { pageLines } from "./persons-page.ts";
import type { Call } from "./tool.ts";
import { canvasResult } from "./tool-result.ts";

/** Seals what the model is about to be shown, and keeps the feedback that it will read. */
export function shown<T extends { readonly draft: Draft }>(outcome: T): T & { readonly feedback: string } {
  const { draft, feedback } = showToModel(outcome.draft);
  return { ...outcome, draft, feedback };
}

/** The result of a model's change: what happened, what to do next, the feedback, the number to pass; and the widget's view. `input`: the content that the call passed. */
export async function modelReply(
  call: Call,
  record: CanvasRecord,
  lines: readonly string[],
  feedback: string,
  input: string | null = null,
): Promise<CallToolResult> {
  call.waited?.delete(record.document.id);
  const page = await pageLines(call, record.document.id);
  return canvasResult(record, [...lines, ...page, "", feedback].join("\n"), replyFor(call.deps.store, record, input));
}

/** The same for a tool that shows no widget: then nobody needs the view and the key. */
export async function readReply(
  call: Call,
  record: CanvasRecord,
  lines: readonly string[],
  feedback: string,
): Promise<CallToolResult> {
  call.waited?.delete(record.document.id);
  const above = [...lines, ...(await pageLines(call, record.document.id))];
  return canvasResult(record, [...above, ...(above.length === 0 ? [] : [""]), feedback].join("\n"));
}

/** What came of it, one sentence a line. */
export function outcomeLines(record: CanvasRecord, outcome: Omit<ModelOutcome, "draft">, what: string): string[] {
  const { id, version } = record.document;
  const lines: string[] = [];
  if (outcome.textChanged) lines.push(`${what} Canvas ${id} is now at v${version}.`);
  else if (outcome.suggestions > 0) {
    const count = outcome.suggestions === 1 ? "1 suggestion stands" : `${outcome.suggestions} suggestions stand`;
    lines.push(`${count} in canvas ${id} for the person to accept or reject; the text is unchanged (v${version}).`);
  } else if (outcome.conflicts > 0)
    lines.push(`The text of canvas ${id} stays as the person has it: still v${version}.`);
  else lines.push(`The text of canvas ${id} already was exactly this: still v${version}.`);
  if (outcome.merged && outcome.textChanged) {
    lines.push("Changes that the person made meanwhile were kept and merged with yours; they are listed below.");
  }
  if (outcome.conflicts > 0) {
    const places = outcome.conflicts === 1 ? "one place" : `${outcome.conflicts} places`;
    lines.push(
      `In ${places} you and the person changed the same words: theirs stay in the text, yours stand beside them for the person to choose.`,
    );
  }
  return [...lines, ...outcome.notes];
}
