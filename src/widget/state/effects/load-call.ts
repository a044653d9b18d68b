import type { TextMark } from "../../../core/records/canvas.ts";
import type { CanvasView } from "../../../protocol/canvas-view.ts";
import type { ErrorCode } from "../../../protocol/errors.ts";
import { type CallError, callTool } from "../../host/call-tool.ts";
import type { HostPort } from "../../host/host-port.ts";
import { shellWords } from "../../words.ts";

export type LoadAnswer =
  /** `putBack`: the store never had the text that was named. */
  | { readonly kind: "view"; readonly view: CanvasView; readonly putBack?: boolean }
  | { readonly kind: "unchanged" }
  | NoAnswer;

/** Anything that is neither what was asked for nor a reason counts as a server that is not there. */
export type NoAnswer =
  | { readonly kind: "refused"; readonly code: ErrorCode; readonly message: string }
  | { readonly kind: "unreachable"; readonly why: string };

export async function callLoad(
  host: HostPort,
  canvas: { readonly id: string; readonly key: string },
  since: string | null,
  /** The text that this widget has. */
  base: TextMark | null,
): Promise<LoadAnswer> {
  const answer = await callTool(host, "load_canvas", {
    canvas_id: canvas.id,
    key: canvas.key,
    ...(since === null ? {} : { since }),
    ...(base === null || base.revision === 0 ? {} : { base: { revision: base.revision, hash: base.hash } }),
  });
  if (!answer.ok) return noAnswer(answer.error);
  const { reply } = answer;
  return reply.kind === "view" ? { kind: "view", view: reply.view, putBack: reply.putBack === true } : reply;
}

export function noAnswer(error: CallError): NoAnswer {
  if (error.kind !== "unusable") return error;
  return { kind: "unreachable", why: error.isError ? error.text : shellWords.answerLost };
}
