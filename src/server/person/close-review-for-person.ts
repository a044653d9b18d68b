import type { Outcome } from "../../protocol/errors.ts";
import type { Call } from "../mcp/tool.ts";
import { closeReviewOf } from "../review/close-review.ts";
import { forPerson } from "./page-canvas.ts";

/** The person leaves a review without an answer. */
export async function closeReviewForPerson(call: Call, id: string): Promise<Outcome<object>> {
  const closed = await closeReviewOf(call, id);
  return closed.ok ? { ok: true } : { ok: false, error: forPerson(closed.error, id) };
}
