import type { CanvasRecord } from "../../core/records/canvas.ts";
import type { CanvasError } from "../../protocol/errors.ts";
import { isCanvasKey, isKey } from "./keys.ts";
import type { Who } from "./who.ts";

/** What an action says of itself that tells who may. */
export interface Allowed {
  readonly name: string;
  readonly by: readonly Who["kind"][];
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

/**
 * Whether `who` may do this, to this canvas (without a record: at all). Null: they may. Every action asks it, whatever the
 * door; it knows one owner so far, to whom everything belongs that a call can find.
 */
export function may(who: Who, action: Allowed | undefined, record: CanvasRecord | null): CanvasError | null {
  if (action !== undefined && !action.by.includes(who.kind)) {
    const message = `${action.name} is for ${action.by.join(" and ")}: a ${who.kind} cannot do it.`;
    return { code: "not_allowed", message };
  }
  if (record !== null && record.owner !== who.owner) throw new RangeError(`A record of another owner was found`);
  if (who.proof === undefined) return null;
  // What cannot be a key is refused before anything is looked up.
  const isProven = record === null ? isKey(who.proof.key) : isCanvasKey(record, who.proof.key);
  return isProven ? null : wrongKey;
}
