import type { CallToolResult } from "@modelcontextprotocol/server";
import { parseCanvasId } from "../../core/document/ids.ts";
import { awaitReviewInput } from "../../protocol/model-tools.ts";
import { provenBy, tellReview } from "../review/tell-review.ts";
import { type Answered, MOST_WAITS, waitForReview } from "../review/wait-for-review.ts";
import { unknownCanvas } from "./change-canvas.ts";
import { pageLines } from "./persons-page.ts";
import { type Call, defineTool, READS } from "./tool.ts";
import { errorResult, textResult, toolError } from "./tool-result.ts";

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
  run: async (args, call) => {
    const id = parseCanvasId(args.canvas_id);
    if (id === null) return errorResult(await unknownCanvas(call, args.canvas_id));
    const usual = call.progress === undefined ? PLAIN_WAIT_MS : TOLD_WAIT_MS;
    const unsaved = await whyNothingIsSaved(call);
    const end = await waitForReview({
      deps: call.deps,
      canvasId: id,
      client: call.client,
      provenBy: provenBy(call),
      signal: call.signal ?? new AbortController().signal,
      // An answer that is there is told. A new one could not be kept: nobody is let wait for it.
      limitMs: unsaved !== null ? 0 : args.timeout_s === undefined ? usual : args.timeout_s * 1000,
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
        return unsaved === null ? stillWaiting(call, id, end.waitedMs) : cannotAnswer(id, unsaved);
      case "archived":
        return toolError(
          "archived",
          `Canvas ${id} is archived, so nobody reviews it. Ask the person to reopen it, then call await_review again.`,
        );
      case "none":
      case "deleted":
        return errorResult(await unknownCanvas(call, id, end.kind));
      case "crowded":
        return toolError(
          "invalid_input",
          `${MOST_WAITS} calls wait for the review of canvas ${id} already. Wait for one of them to end; do not call again before.`,
        );
      case "cancelled":
        // Nobody reads this: the client has taken the call back.
        return textResult(`No longer waiting for the review of canvas ${id}.`);
    }
  },
});

async function told(call: Call, id: string, answered: Answered): Promise<CallToolResult> {
  const answer = await tellReview(call, id, answered);
  if (!answer.ok) return errorResult(answer.error);
  const { outcome, lines, news } = answer;
  const next = outcome === "changes" ? ["Answer with edit_canvas, then call await_review again."] : [];
  return textResult([...lines, ...next, news].join("\n"));
}

async function whyNothingIsSaved({ deps }: Call): Promise<string | null> {
  return (await deps.store.unwritable()) === null ? null : deps.store.notice();
}

function cannotAnswer(id: string, unsaved: string): CallToolResult {
  const lines = [
    `Not waiting: the person has not answered about canvas ${id}, and cannot now. ${unsaved}`,
    "Tell the person, and ask them in the conversation; call await_review again when it can be saved.",
  ];
  return textResult(lines.join("\n"));
}

/** Names no version and carries no news: whatever the person is doing stays theirs until they answer. */
async function stillWaiting(call: Call, id: string, waitedMs: number): Promise<CallToolResult> {
  const lines = [
    `Still waiting: the person has not answered about canvas ${id} within ${Math.round(waitedMs / 1000)} s. Nothing is lost.`,
    `Call await_review again with canvas_id "${id}" to go on waiting.`,
  ];
  return textResult([...lines, ...(await pageLines(call, id, "again"))].join("\n"));
}
