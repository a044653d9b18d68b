import { isEnough, type Need, standingOf } from "../../core/document/sharing/standing.ts";
import { nameInWords } from "../../core/people/name-words.ts";
import type { CanvasRecord } from "../../core/records/canvas.ts";
import type { Refusal } from "../../core/records/refusal.ts";
import type { CanvasError } from "../../protocol/errors.ts";
import { isCanvasKey, isKey } from "./keys.ts";
import type { Who } from "./who.ts";

/** What an action says of itself that tells who may. */
export interface Allowed {
  readonly name: string;
  readonly by: readonly Who["kind"][];
  /** What whoever does it must at least be to the canvas; "nothing": it is about no canvas that is there yet. */
  readonly needs: Need | "nothing";
  /** It changes nothing of anybody's: a token that only reads is enough. */
  readonly reads?: true;
}

export const wrongKey: CanvasError = {
  code: "wrong_key",
  message:
    "The key does not fit this canvas. This tool is for the canvas's own widget: models use write_canvas, edit_canvas and read_canvas.",
};

export const wrongBoardKey: CanvasError = {
  code: "wrong_key",
  message:
    "The key does not fit this board. This tool is for the board's own widget: models use show_board, list_canvases and read_canvas.",
};

/** The canvas is not there for them: they are told what everybody is told of an id that was never used. */
export const hidden: CanvasError = { code: "unknown_canvas", message: "There is no such canvas." };

/**
 * Whether `who` may do this, to this canvas (without a record: at all), at this time (ISO). Null: they may. Every action
 * asks it, whatever the door.
 */
export function may(
  who: Who,
  action: Allowed | undefined,
  record: CanvasRecord | null,
  now: string,
): CanvasError | null {
  if (action !== undefined && !action.by.includes(who.kind)) {
    const message = `${action.name} is for ${action.by.join(" and ")}: a ${who.kind} cannot do it.`;
    return { code: "not_allowed", message };
  }
  if (who.isReadOnly && action?.reads !== true) return readOnly;
  if (who.only !== undefined && action?.needs === "nothing") return onlyOne(who.only);
  if (record === null) {
    // What cannot be a key is refused before anything is looked up.
    return who.proof === undefined || isKey(who.proof.key) ? null : wrongKey;
  }
  if (who.only !== undefined && who.only !== record.document.id) return hidden;
  if (standingOf(record, who.owner, now) === null) return hidden;
  if (who.proof !== undefined && !isCanvasKey(record, who.owner, who.proof.key)) return wrongKey;
  const need = action?.needs ?? "view";
  return need === "nothing" ? null : mayDo(who, need, record, now);
}

/** Whether they are enough to the canvas for this, where only what is asked for tells what is needed. */
export function mayDo(who: Who, need: Need, record: CanvasRecord, now: string): Refusal | null {
  const standing = standingOf(record, who.owner, now);
  if (standing === null)
    throw new RangeError(`What may be done to canvas ${record.document.id} was asked for a stranger`);
  if (isEnough(standing, need)) return null;
  const { id } = record.document;
  const name = record.sharing?.owner?.name;
  // Whoever owns it chose it, and a model reads it.
  const owner = name === undefined ? "its owner" : nameInWords(name);
  const can = CAN[standing];
  const message = `Canvas ${id} is ${owner}'s, and you can ${can}${who.kind === "model" ? " for your person" : ""}: ${WANTS[need]}. Ask ${owner} for more.`;
  return { code: "not_allowed", message };
}

function onlyOne(id: string): CanvasError {
  const message = `This panel is for canvas ${id} alone, and nothing was done. Open the page for everything else.`;
  return { code: "not_allowed", message };
}

const CAN = {
  viewer: "read it",
  commenter: "read it, comment on it and suggest changes",
  editor: "edit it",
  owner: "do everything",
} as const;

const WANTS: Readonly<Record<Need, string>> = {
  view: "this needs reading",
  comment: "this needs somebody who may comment",
  edit: "this needs somebody who may edit",
  own: "this is for its owner alone",
};

const readOnly: CanvasError = {
  code: "not_allowed",
  message:
    "Your token lets you read only (canvas:read), and nothing was changed. Sign in again with canvas:write, or ask whoever runs this server for a token that may write.",
};
