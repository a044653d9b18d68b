import type { TextMark } from "../../../core/records/canvas.ts";
import type { ErrorCode } from "../../../protocol/errors.ts";
import type { CanvasView } from "../../../protocol/widget-tools.ts";
import type { HostPort } from "../../host/host-port.ts";
import { readReply } from "../../host/read-reply.ts";
import { shellWords } from "../../words.ts";

export type LoadAnswer =
  /** `putBack`: the store never had the text that was named. */
  | { readonly kind: "view"; readonly view: CanvasView; readonly putBack?: boolean }
  | { readonly kind: "unchanged" }
  | { readonly kind: "refused"; readonly code: ErrorCode; readonly message: string }
  | { readonly kind: "unreachable"; readonly why: string };

export async function callLoad(
  host: HostPort,
  canvas: { readonly id: string; readonly key: string },
  since: string | null,
  /** The text that this widget has. */
  base: TextMark | null,
): Promise<LoadAnswer> {
  const called = await host.callTool("load_canvas", {
    canvas_id: canvas.id,
    key: canvas.key,
    ...(since === null ? {} : { since }),
    ...(base === null || base.revision === 0 ? {} : { base: { revision: base.revision, hash: base.hash } }),
  });
  if (!called.ok) return { kind: "unreachable", why: called.why };
  const reply = readReply(called.reply);
  if (reply?.kind === "view" || reply?.kind === "unchanged") return reply;
  if (reply?.kind === "error") return { kind: "refused", code: reply.code, message: reply.message };
  return { kind: "unreachable", why: called.reply.isError ? called.reply.text : shellWords.answerLost };
}
