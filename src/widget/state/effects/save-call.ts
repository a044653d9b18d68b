import { storable } from "../../../core/document/check-text.ts";
import type { CanvasView } from "../../../protocol/canvas-view.ts";
import type { SaveCanvasInput } from "../../../protocol/widget-inputs.ts";
import { type Caller, callTool } from "../../host/call-tool.ts";
import type { Outgoing } from "../state.ts";
import { type NoAnswer, noAnswer } from "./load.ts";

type SaveAnswer = { readonly kind: "saved"; readonly view: CanvasView; readonly notes: readonly string[] } | NoAnswer;

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
    ...(local.interactions.length === 0 ? {} : { interactions: [...local.interactions] }),
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

/** Asks the server to save. */
export async function callSave(caller: Caller, payload: SaveCanvasInput): Promise<SaveAnswer> {
  const answer = await callTool(caller, "save_canvas", payload);
  if (!answer.ok) return noAnswer(answer.error);
  return { kind: "saved", view: answer.reply.view, notes: answer.reply.notes ?? [] };
}

type Work = Pick<Outgoing, "base" | "content" | "local" | "suggest">;

export interface SaveKeys {
  /** The key of the save of this work: the same as when it was last asked for, so that it is saved once, whoever sends it. */
  keyOf(work: Work): string;
}

export function createSaveKeys(newKey: () => string): SaveKeys {
  let last: { readonly work: Work; readonly key: string } | null = null;
  return {
    keyOf(work) {
      if (last === null || !isSame(last.work, work)) last = { work, key: newKey() };
      return last.key;
    },
  };
}

/** A save of this work and of nothing else. */
export function plainSave(work: Work, keys: SaveKeys): Outgoing {
  return { ...work, saveKey: keys.keyOf(work), status: null, sent: false, seal: false, withBase: false };
}

function isSame(a: Work, b: Work): boolean {
  return (
    a.base.revision === b.base.revision &&
    a.local === b.local &&
    a.suggest === b.suggest &&
    a.content === b.content &&
    a.base.content === b.base.content
  );
}
