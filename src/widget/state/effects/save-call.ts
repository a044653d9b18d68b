import { storable } from "../../../core/document/check-text.ts";
import type { ProposalDecision } from "../../../core/records/operations.ts";
import type { CanvasView } from "../../../protocol/canvas-view.ts";
import { unpackSaved } from "../../../protocol/saved-canvas.ts";
import type { SaveCanvasInput } from "../../../protocol/widget-inputs.ts";
import { type Caller, callTool } from "../../host/call-tool.ts";
import { shellWords } from "../../words.ts";
import type { LocalDecision, Outgoing } from "../state.ts";
import { callLoad, type NoAnswer, noAnswer } from "./load.ts";

export type SaveAnswer =
  | {
      readonly kind: "saved";
      readonly view: CanvasView;
      /** Of its text, where the server has said it. */
      readonly hash?: string;
      /** False: a server of an earlier release, which reads no changes, has taken all but the text. */
      readonly isTextTaken: boolean;
      readonly notes: readonly string[];
    }
  | NoAnswer;

/** One save as the wire wants it. `state`: of the view that the widget has. */
export function savePayload(
  canvas: { readonly id: string; readonly key: string; readonly state?: string },
  outgoing: Outgoing,
): SaveCanvasInput {
  const { status } = outgoing;
  const local = storableAll(outgoing.local);
  return {
    canvas_id: canvas.id,
    key: canvas.key,
    save_key: outgoing.saveKey,
    base_revision: outgoing.base.revision,
    ...(outgoing.base.revision === 0 ? {} : { base_hash: outgoing.base.hash }),
    ...(outgoing.withBase || needsBase(outgoing) ? { base_content: outgoing.base.content } : {}),
    ...textOf(outgoing),
    ...(canvas.state === undefined ? {} : { since: canvas.state }),
    ...(local.title === null ? {} : { title: local.title }),
    ...(local.comments.length === 0 ? {} : { comments: [...local.comments] }),
    ...(local.decisions.length === 0 ? {} : { decisions: local.decisions.map(withoutWas) }),
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

/** The text as what was done to it; without any where it only says which text the offsets beside it are measured in. */
function textOf({ content, changes, isWhole, local }: Outgoing): Pick<SaveCanvasInput, "content" | "changes"> {
  if (isWhole) return content === null ? {} : { content };
  if (content !== null) return { changes: [...changes] };
  return isPlaced(local) ? { changes: [] } : {};
}

/** A text that no store has had is only known by itself. Servers of earlier releases read offsets in whatever text they have by then. */
function needsBase({ base, content, local, isWhole }: Outgoing): boolean {
  return base.apart === true || base.revision === 0 || (isWhole === true && content === null && isPlaced(local));
}

/** Whether any of it names a place in the text. */
export function isPlaced({ comments, protect, decisions }: Outgoing["local"]): boolean {
  const isInText = decisions.some((one) => one.decision !== "reopen" && one.inText !== undefined);
  return isInText || [...comments, ...protect].some((one) => one.op === "add" || one.op === "attach");
}

/** Only this widget puts back what stood there. */
function withoutWas({ was: _, put: _put, ...decision }: LocalDecision): ProposalDecision {
  return decision;
}

/** Asks the server to save. `from`: the canvas that the save was made on, as this widget had it. */
export async function callSave(
  caller: Caller,
  payload: SaveCanvasInput,
  { view, outgoing }: { readonly view: CanvasView; readonly outgoing: Outgoing },
): Promise<SaveAnswer> {
  const text = outgoing.content ?? view.checkpoint.document.content;
  const answer = await callTool(caller, "save_canvas", payload, text);
  if (!answer.ok) return noAnswer(answer.error);
  const { reply } = answer;
  const { notes = [] } = reply;
  if (reply.kind === "view") {
    const isTextTaken = payload.changes === undefined || reply.tookChanges === true;
    return { kind: "saved", view: reply.view, isTextTaken, notes };
  }
  const { saved } = reply;
  const after = unpackSaved({ before: view, sent: outgoing.changes }, saved, text);
  if (after !== null) return { kind: "saved", view: after, hash: saved.mark.hash, isTextTaken: true, notes };
  caller.host.log("warning", "save_canvas: the answer does not fit the canvas that stands here; it is loaded");
  const loaded = await callLoad(caller, { id: view.checkpoint.document.id, key: view.key }, null, null);
  if (loaded.kind === "view") return { kind: "saved", view: loaded.view, isTextTaken: true, notes };
  return loaded.kind === "unchanged" ? { kind: "unreachable", why: shellWords.answerLost } : loaded;
}

type Work = Pick<Outgoing, "base" | "content" | "changes" | "local" | "suggest">;

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
