import { createHash } from "node:crypto";
import { parseCanvasId } from "../../core/document/ids.ts";

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

/** Of the eighth version, which is for what is made from other data. */
function uuidOf(parts: readonly string[]): string {
  const bytes = createHash("sha256").update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
