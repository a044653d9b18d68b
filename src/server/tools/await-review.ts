import type { CallToolResult } from "@modelcontextprotocol/server";
import { parseCanvasId } from "../../core/document/ids.ts";
import { type AwaitReviewOutput, awaitReviewInput, awaitReviewOutput } from "../../protocol/model-tools.ts";
import { tellReview } from "../review/tell-review.ts";
import { type Answered, MOST_WAITS, waitForReview } from "../review/wait-for-review.ts";
import { unknownCanvas } from "./change-canvas.ts";
import { pageLines } from "./persons-page.ts";
import { type Call, defineTool, READS } from "./tool.ts";
import { canvasOutputOf, errorResult, toolError } from "./tool-result.ts";

/** Below the 60 s after which clients commonly give up. */
export const PLAIN_WAIT_MS = 45_000;
/** For a client that is told of the progress, and so knows that the call is alive. */
export const TOLD_WAIT_MS = 10 * 60_000;

export const awaitReview = defineTool({
  name: "await_review",
  title: "Wait for the person's review",
  description: `Waits until the person has reviewed the canvas: they send it back with edits and comments, approve it, or close it. Returns what they decided and all of their feedback.
Call it when you have written something that needs their word before you go on (a plan, a draft to approve), after telling them that it is ready. If they have answered since you last saw the canvas it returns at once.
"Still waiting" is no failure, and nothing is lost: call it again with the same canvas_id to go on waiting. timeout_s sets how long one call waits: if your client ended a call by a time-out of its own, stay below that.`,
  input: awaitReviewInput,
  output: awaitReviewOutput,
  annotations: READS,
  run: async (args, call) => {
    const id = parseCanvasId(args.canvas_id);
    if (id === null) return errorResult(await unknownCanvas(call, args.canvas_id));
    const usual = call.progress === undefined ? PLAIN_WAIT_MS : TOLD_WAIT_MS;
    const end = await waitForReview({
      deps: call.deps,
      canvasId: id,
      client: call.client,
      signal: call.signal ?? new AbortController().signal,
      limitMs: args.timeout_s === undefined ? usual : args.timeout_s * 1000,
      since: call.waited?.get(id),
      onBegin: () => call.page?.offer(id),
      onTick: (waitedMs) => call.progress?.(waitedMs / 1000, `Waiting for the person to review canvas ${id}.`),
    });
    if ((end.kind === "waiting" || end.kind === "cancelled") && end.known !== null) call.waited?.set(id, end.known);
    else call.waited?.delete(id);
    switch (end.kind) {
      case "answered":
        return told(call, id, end);
      case "waiting":
        return stillWaiting(call, id, end.waitedMs);
      case "archived":
        return toolError(
          "archived",
          `Canvas ${id} is archived, so nobody reviews it. Ask the person to reopen it, then call await_review again.`,
        );
      case "not_found":
      case "deleted":
        return errorResult(await unknownCanvas(call, id, end.kind));
      case "crowded":
        return toolError(
          "invalid_input",
          `${MOST_WAITS} calls wait for the review of canvas ${id} already. Wait for one of them to end; do not call again before.`,
        );
      case "cancelled":
        // Nobody reads this: the client has taken the call back.
        return output([`No longer waiting for the review of canvas ${id}.`], { outcome: "waiting", canvasId: id });
    }
  },
});

async function told(call: Call, id: string, answered: Answered): Promise<CallToolResult> {
  const answer = await tellReview(call, id, answered);
  if (!answer.ok) return errorResult(answer.error);
  const { record, outcome, lines, feedback } = answer;
  const note = outcome === "approved" ? record.approval?.note : undefined;
  const next = outcome === "changes" ? ["Answer with edit_canvas, then call await_review again."] : [];
  return output([...lines, ...next, "", feedback], {
    outcome,
    ...canvasOutputOf(record),
    ...(note === undefined ? {} : { note }),
  });
}

/** Names no version and carries no feedback: whatever the person is doing stays theirs until they answer. */
async function stillWaiting(call: Call, id: string, waitedMs: number): Promise<CallToolResult> {
  const lines = [
    `Still waiting: the person has not answered about canvas ${id} within ${Math.round(waitedMs / 1000)} s. Nothing is lost.`,
    `Call await_review again with canvas_id "${id}" to go on waiting.`,
  ];
  return output([...lines, ...(await pageLines(call, id))], { outcome: "waiting", canvasId: id });
}

function output(lines: readonly string[], structured: AwaitReviewOutput): CallToolResult {
  return { content: [{ type: "text", text: lines.join("\n") }], structuredContent: { ...structured } };
}
