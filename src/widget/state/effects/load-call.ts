import type { ErrorCode } from "../../../protocol/errors.ts";
import type { CanvasView } from "../../../protocol/widget-tools.ts";
import type { HostPort } from "../../host/host-port.ts";
import { readReply } from "../../host/read-reply.ts";
import { shellWords } from "../../words.ts";

export type LoadAnswer =
  | { readonly kind: "view"; readonly view: CanvasView }
  | { readonly kind: "unchanged" }
  | { readonly kind: "refused"; readonly code: ErrorCode; readonly message: string }
  | { readonly kind: "unreachable"; readonly why: string };

export async function callLoad(
  host: HostPort,
  canvas: { readonly id: string; readonly key: string },
  since: string | null,
): Promise<LoadAnswer> {
  const called = await host.callTool("load_canvas", {
    canvas_id: canvas.id,
    key: canvas.key,
    ...(since === null ? {} : { since }),
  });
  if (!called.ok) return { kind: "unreachable", why: called.why };
  const reply = readReply(called.reply);
  if (reply?.kind === "view" || reply?.kind === "unchanged") return reply;
  if (reply?.kind === "error") return { kind: "refused", code: reply.code, message: reply.message };
  return { kind: "unreachable", why: called.reply.isError ? called.reply.text : shellWords.answerLost };
}
