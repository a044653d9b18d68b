import { nearIds, parseCanvasId } from "../../core/document/ids.ts";
import type { CanvasRecord } from "../../core/records/canvas.ts";
import { quoted } from "../../core/text/quote-text.ts";
import type { CanvasError, Outcome } from "../../protocol/errors.ts";
import { hidden, may } from "../access/may.ts";
import type { Call } from "./call.ts";
import { storeNotice } from "./store-notice.ts";

/** The canvas as it is, for whoever may see it; or why there is none. */
export async function findCanvas(call: Call, given: string): Promise<Outcome<{ readonly record: CanvasRecord }>> {
  const { who, action, deps } = call;
  const now = deps.clock().toISOString();
  const barred = may(who, action, null, now);
  if (barred !== null) return { ok: false, error: barred };
  const id = parseCanvasId(given);
  const found = id === null ? { kind: "none" as const } : await deps.store.canvases.find(who.owner, id);
  if (found.kind !== "found") return { ok: false, error: await unknownCanvas(call, given, found.kind) };
  const error = may(who, action, found.record, now);
  return error === null ? { ok: true, record: found.record } : { ok: false, error: await inWords(call, given, error) };
}

/** Of what is not there for them they are told what they would be told of any id that is not. */
export async function inWords(call: Call, given: string, error: CanvasError): Promise<CanvasError> {
  return error === hidden ? unknownCanvas(call, given) : error;
}

/** Why there is no such canvas, with names near it. */
export async function unknownCanvas(call: Call, given: string, why: "none" | "deleted" = "none"): Promise<CanvasError> {
  const { deps, who, toCreate = "write_canvas without canvas_id" } = call;
  const shown = quoted(given, 44);
  if (why === "deleted") {
    const message = `Canvas ${shown} was deleted by the person. Call list_canvases to find another, or ${toCreate} to create one.`;
    return { code: "deleted_canvas", message };
  }
  const near = nearIds(given, await deps.store.canvases.ids(who.owner, 1_000));
  const hint = near.length === 0 ? "" : ` Did you mean ${near.join(" or ")}?`;
  const next = `Call list_canvases to see the ids, or ${toCreate} to create a canvas.`;
  if (parseCanvasId(given) === null) {
    const message = `${shown} is not a canvas id: an id is 4 or more letters and digits, such as HN8B.${hint} ${next}`;
    return { code: "invalid_canvas_id", message };
  }
  const notice = await storeNotice(call);
  const told = notice === null ? "" : ` Tell the person: ${notice}`;
  return { code: "unknown_canvas", message: `There is no canvas ${shown}.${hint} ${next}${told}` };
}

/** What an action says no with, in words for the person: names of tools say nothing to them. */
export function forPerson(error: CanvasError, given: string): CanvasError {
  const { code } = error;
  const isGone = code === "unknown_canvas" || code === "invalid_canvas_id" || code === "deleted_canvas";
  if (!isGone) return error;
  const message = `There is no canvas ${quoted(given, 44)}. It may have been deleted; the list has all that there are.`;
  return { code: "unknown_canvas", message };
}
