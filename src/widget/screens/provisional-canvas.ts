import { createCanvas } from "../../core/document/create-canvas.ts";
import { checkpointFor } from "../../core/document/review/tell-model.ts";
import type { CanvasView } from "../../protocol/canvas-view.ts";
import { openCanvas } from "../state/reduce-ready.ts";
import type { Rights } from "../state/rights.ts";
import type { Ready, WidgetState } from "../state/state.ts";
import { titleOfStream } from "./title-of-stream.ts";

/** A text on its way to become a canvas, or one that did not. */
export type TextWithoutCanvas = Extract<WidgetState, { phase: "streaming" | "settling" | "stopped" | "detached" }>;

/** The id of a canvas that has none yet. */
export const NO_ID = "";

/** Until there is a canvas nothing can be done to its text but to read it. */
export const NO_RIGHTS: Rights = {
  canEdit: false,
  canComment: false,
  canSuggest: false,
  canDecide: false,
  canSetStatus: false,
  canApprove: false,
  canWithdraw: false,
  canSend: false,
  canShare: false,
  canProtect: false,
  canRestore: false,
  canTitle: false,
};

/**
 * The same page shows a text from its first word: here is one that has no canvas yet in the form of one, so that nothing has
 * to be built anew when it gets one. The text itself is what arrives; the canvas under it is empty.
 */
export function provisionalCanvas(canvas: TextWithoutCanvas): Ready {
  const { stream } = canvas;
  const opened = openCanvas(emptyView(titleOfStream(stream)), "browser");
  return { ...opened, unsure: false, incoming: { stream, settled: canvas.phase !== "streaming" } };
}

function emptyView(title: string): CanvasView {
  const nowhere = { storeId: "", owner: "", key: "" };
  const moment = {
    by: { kind: "model" as const },
    now: new Date(0).toISOString(),
    sealOpenedBefore: "",
    randomId: () => "",
  };
  const { record } = createCanvas({ id: NO_ID, content: "", title, owner: "", widgetKey: "" }, moment);
  return { ...nowhere, state: "", checkpoint: checkpointFor(record) };
}
