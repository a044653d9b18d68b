import { z } from "zod";
import { fitBase } from "../../../core/document/versions/past-texts.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { loadCanvasInput } from "../../../protocol/widget-inputs.ts";
import { defineAction } from "../action.ts";
import { stateOf } from "../canvas-view.ts";
import { findCanvas } from "../find-canvas.ts";
import { canvasId } from "../inputs.ts";

export interface Loaded {
  readonly record: CanvasRecord;
  readonly state: string;
  /** It is still as the caller has it. */
  readonly isUnchanged: boolean;
  /** This store never had the text that the caller named: an older copy has taken its place. */
  readonly isPutBack: boolean;
}

/** A canvas for the person who shows it. Nothing is told to a model. */
export const load = defineAction({
  name: "load",
  description: "Loads a canvas for the person's screen.",
  by: ["person"],
  needs: "view",
  reads: true,
  input: z.object({
    canvasId,
    since: loadCanvasInput.shape.since.describe("The state that the screen has"),
    base: loadCanvasInput.shape.base.describe("The text that the screen has"),
  }),
  run: async (call, { canvasId: id, since, base }): Promise<Outcome<Loaded>> => {
    const found = await findCanvas(call, id);
    if (!found.ok) return found;
    const { record } = found;
    const state = stateOf(call, record);
    const isPutBack = base !== undefined && fitBase(record, base) === "elsewhere";
    return { ok: true, record, state, isUnchanged: since === state && !isPutBack, isPutBack };
  },
});
