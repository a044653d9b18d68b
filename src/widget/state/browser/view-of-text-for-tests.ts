import type { CanvasView } from "../../../protocol/canvas-view.ts";
import { viewAfterCall } from "./after-call.ts";
import { momentHere } from "./browser-record.ts";

/** A canvas of which nothing is known but the call that made it. */
export function viewOfText(content: string, canvasId: string, version = 1): CanvasView {
  const moment = momentHere("model", null, Date.parse("2026-11-16T12:00:00.000Z"), () => "key");
  const call = { tool: "write_canvas", args: { content } } as const;
  const view = viewAfterCall(call, { canvasId, version, origin: null }, null, moment);
  if (view === null) throw new Error("The call passes no text");
  return view;
}
