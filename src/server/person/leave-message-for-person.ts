import { beginDraft } from "../../core/document/draft.ts";
import { leaveMessage } from "../../core/document/review/leave-message.ts";
import type { Outcome } from "../../protocol/errors.ts";
import { changeCanvas } from "../mcp/change-canvas.ts";
import { type Call, momentOf } from "../mcp/tool.ts";
import { forPerson } from "./page-canvas.ts";

/** The person says something to whoever works on the canvas. */
export async function leaveMessageForPerson(call: Call, id: string, text: string): Promise<Outcome<object>> {
  const moment = momentOf(call, "person");
  const left = await changeCanvas(call, id, {}, (record, texts) =>
    leaveMessage(beginDraft(record, texts, moment), text),
  );
  return left.ok ? { ok: true } : { ok: false, error: forPerson(left.error, id) };
}
