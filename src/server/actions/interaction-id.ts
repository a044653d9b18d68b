import { parseCanvasId } from "../../core/document/ids.ts";
import { uuidOf } from "./uuid-of.ts";

/** The UUID of what somebody did to a canvas under this key: the same key, the same id. */
export function interactionId(owner: string, canvasId: string, key: string): string {
  return uuidOf(["interaction", owner, parseCanvasId(canvasId) ?? canvasId, key]);
}

/**
 * The UUID of a record that is made of an event of the log, whoever makes it, however often, and in whichever store the canvas
 * is by then. With its time: in a store that was put back its number is another's.
 */
export function eventRecordId(
  canvasId: string,
  { sequence, at }: { readonly sequence: number; readonly at: string },
  part: number,
): string {
  return uuidOf(["event", canvasId, String(sequence), at, String(part)]);
}
