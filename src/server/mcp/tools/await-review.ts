import type { CallToolResult } from "@modelcontextprotocol/server";
import { parseCanvasId } from "../../../core/document/ids.ts";
import { outcomeWords, unsavedLines } from "../../../core/document/review/review-words.ts";
import { awaitReviewInput } from "../../../protocol/model-tools.ts";
import { awaitReview as wait } from "../../actions/review/await-review.ts";
import type { ToldReview } from "../../actions/review/tell-review.ts";
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
        return told(end);
      case "waiting":
        return stillWaiting(call, id, end.waitedMs);
      case "unsaved":
        return cannotAnswer(id, end.unsaved);
      case "cancelled":
        // Nobody reads this: the client has taken the call back.
        return textResult(`No longer waiting for the review of canvas ${id}.`);
    }
  },
});

function told(review: ToldReview): CallToolResult {
  const { record, outcome, feedback } = review;
  const lines = [...outcomeWords(record, outcome, feedback.news), ...unsavedLines(review)];
  const next = outcome === "changes" ? ["Answer with edit_canvas, then call await_review again."] : [];
  return textResult([...lines, ...next, feedback.text].join("\n"));
}

function cannotAnswer(id: string, unsaved: string): CallToolResult {
  const lines = [
    `Not waiting: the person has not answered about canvas ${id}, and cannot now. ${unsaved}`,
    "Tell the person, and ask them in the conversation; call await_review again when it can be saved.",
  ];
  return textResult(lines.join("\n"));
}

/** Names no version and carries no news: whatever the person is doing stays theirs until they answer. */
async function stillWaiting(call: ToolCall, id: string, waitedMs: number): Promise<CallToolResult> {
  const lines = [
    `Still waiting: the person has not answered about canvas ${id} within ${Math.round(waitedMs / 1000)} s. Nothing is lost.`,
    `Call await_review again with canvas_id "${id}" to go on waiting.`,
  ];
  return textResult([...lines, ...(await pageLines(call, id, "again"))].join("\n"));
}
