import type { CallToolResult } from "@modelcontextprotocol/server";
import { parseCanvasId } from "../../../core/document/ids.ts";
import { awaitReviewInput } from "../../../protocol/model-tools.ts";
import { awaitReview as wait } from "../../actions/review/await-review.ts";
import { answeredLines, cannotAnswerLines, stillWaitingLines } from "../../telling/tell-review.ts";
import { pageLines } from "../page-links.ts";
import { asModel, defineTool, READS, type ToolCall } from "../tool.ts";
import { errorResult, textResult } from "../tool-result.ts";

/** Below the 60 s after which clients commonly give up. */
export const PLAIN_WAIT_MS = 45_000;
/** For a client that is told of the progress, and so knows that the call is alive. */
export const TOLD_WAIT_MS = 10 * 60_000;

export const awaitReview = defineTool({
  name: "await_review",
  title: "Wait for the person's review",
  description: `Waits until the person sends the canvas back, approves it or closes the review, and returns what they decided with what is new. Call it when you must not go on without their word, after telling them that it is ready. "Still waiting" is no failure: call it again.`,
  input: awaitReviewInput,
  annotations: READS,
  run: async ({ canvas_id: canvasId, timeout_s: seconds }, call) => {
    const id = parseCanvasId(canvasId) ?? canvasId;
    const usual = call.progress === undefined ? PLAIN_WAIT_MS : TOLD_WAIT_MS;
    const waiting = {
      since: call.waited?.get(id),
      onBegin: () => call.page?.offer(id),
      onTick: (waitedMs: number) => call.progress?.(waitedMs / 1000, `Waiting for the person to review canvas ${id}.`),
    };
    const limitMs = seconds === undefined ? usual : seconds * 1000;
    const end = await wait.run({ ...asModel(call), waiting }, { canvasId, limitMs });
    if (end.ok && end.kind !== "answered" && end.known !== null) call.waited?.set(id, end.known);
    else call.waited?.delete(id);
    if (!end.ok) return errorResult(end.error);
    switch (end.kind) {
      case "answered":
        return textResult(answeredLines(end).join("\n"));
      case "waiting":
        return stillWaiting(call, id, end.waitedMs);
      case "unsaved":
        return textResult(cannotAnswerLines(id, end.unsaved).join("\n"));
      case "cancelled":
        // Nobody reads this: the client has taken the call back.
        return textResult(`No longer waiting for the review of canvas ${id}.`);
    }
  },
});

async function stillWaiting(call: ToolCall, id: string, waitedMs: number): Promise<CallToolResult> {
  const lines = [...stillWaitingLines(id, waitedMs), ...(await pageLines(call, id, "again"))];
  return textResult(lines.join("\n"));
}
