import { storable } from "../../../core/document/check-text.ts";
import type { ErrorCode } from "../../../protocol/errors.ts";
import type { CanvasView, SaveCanvasInput } from "../../../protocol/widget-tools.ts";
import type { HostPort } from "../../host/host-port.ts";
import { readReply } from "../../host/read-reply.ts";
import { shellWords } from "../../words.ts";
import type { Outgoing } from "../state.ts";

export type SaveAnswer =
  | { readonly kind: "saved"; readonly view: CanvasView; readonly notes: readonly string[] }
  | { readonly kind: "refused"; readonly code: ErrorCode; readonly message: string }
  | { readonly kind: "unreachable"; readonly why: string };

/** One save as the wire wants it. */
export function savePayload(canvas: { id: string; key: string }, outgoing: Outgoing): SaveCanvasInput {
  const { status } = outgoing;
  const local = storableAll(outgoing.local);
  return {
    canvas_id: canvas.id,
    key: canvas.key,
    save_key: outgoing.saveKey,
    base_revision: outgoing.base.revision,
    ...(outgoing.base.revision === 0 ? {} : { base_hash: outgoing.base.hash }),
    ...(outgoing.withBase || needsBase(outgoing) ? { base_content: outgoing.base.content } : {}),
    ...(outgoing.content === null ? {} : { content: outgoing.content }),
    ...(local.title === null ? {} : { title: local.title }),
    ...(local.comments.length === 0 ? {} : { comments: [...local.comments] }),
    ...(local.decisions.length === 0 ? {} : { decisions: [...local.decisions] }),
    ...(local.suggestOnly === null ? {} : { settings: { suggestOnly: local.suggestOnly } }),
    ...(local.protect.length === 0 ? {} : { protect: [...local.protect] }),
    ...(status === null
      ? {}
      : {
          status: {
            to: status.to,
            revision: outgoing.base.revision,
            ...(status.note === undefined ? {} : { note: status.note }),
          },
        }),
    ...(outgoing.sent ? { sent: true } : {}),
    ...(outgoing.suggest ? { suggest: true } : {}),
    ...(outgoing.seal ? { seal: true, seen: { revision: outgoing.base.revision, hash: outgoing.base.hash } } : {}),
    ...(outgoing.left ? { left: true } : {}),
  };
}

/**
 * A character that no store takes must not hold back, from a comment that nobody can reach any more, all that comes after.
 * In the text itself the person sees where it stands, and the server says so.
 */
function storableAll(local: Outgoing["local"]): Outgoing["local"] {
  return JSON.parse(JSON.stringify(local), (_, value: unknown) =>
    typeof value === "string" ? storable(value) : value,
  );
}

/** A text that no store has had is only known by itself; offsets without a text beside them would be read in whatever text the server has by then. */
function needsBase({ base, content, local }: Outgoing): boolean {
  if (base.apart || base.revision === 0) return true;
  const placed = [...local.comments, ...local.protect].some((one) => one.op === "add" || one.op === "attach");
  return content === null && placed;
}

/** Asks the server to save. Anything that is neither a canvas nor a reason counts as a server that is not there. */
export async function callSave(host: HostPort, payload: SaveCanvasInput): Promise<SaveAnswer> {
  const called = await host.callTool("save_canvas", payload);
  if (!called.ok) return { kind: "unreachable", why: called.why };
  const reply = readReply(called.reply);
  if (reply?.kind === "view") return { kind: "saved", view: reply.view, notes: reply.notes ?? [] };
  if (reply?.kind === "error") return { kind: "refused", code: reply.code, message: reply.message };
  return { kind: "unreachable", why: called.reply.isError ? called.reply.text : shellWords.answerLost };
}
