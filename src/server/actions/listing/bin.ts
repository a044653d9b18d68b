import { z } from "zod";
import { parseCanvasId } from "../../../core/document/ids.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { BIN_DAYS } from "../../../protocol/limits.ts";
import type { BinnedCanvas } from "../../storage/ports.ts";
import { defineAction } from "../action.ts";
import { momentOf } from "../call.ts";
import { findCanvas, unknownCanvas } from "../find-canvas.ts";
import { canvasId } from "../inputs.ts";

const oneCanvas = z.object({ canvasId });

/** Into the bin. */
export const remove = defineAction({
  name: "remove",
  description: `Puts a canvas into the bin, out of which it can be brought back for ${BIN_DAYS} days.`,
  by: ["person"],
  needs: "own",
  input: oneCanvas,
  run: async (call, { canvasId: given }): Promise<Outcome<object>> => {
    const id = parseCanvasId(given);
    const isRemoved = id !== null && (await call.deps.store.bin.put(call.who.owner, id, momentOf(call).by));
    if (isRemoved) return { ok: true };
    // One that is somebody else's is there, but not theirs to delete.
    const found = await findCanvas(call, given);
    return found.ok ? { ok: false, error: await unknownCanvas(call, given) } : found;
  },
});

/** What can be brought back, the last deleted first. */
export const listBin = defineAction({
  name: "list_bin",
  description: "Lists what is in the bin, the last deleted first.",
  by: ["person"],
  needs: "nothing",
  reads: true,
  input: z.object({}),
  run: async ({ deps, who }): Promise<Outcome<{ readonly binned: readonly BinnedCanvas[] }>> => ({
    ok: true,
    binned: await deps.store.bin.list(who.owner),
  }),
});

/** Only what is in the bin goes for good, unless more is asked for: of everything else there is a way back. */
export const purge = defineAction({
  name: "purge",
  description: "Deletes for good what is in the bin.",
  by: ["person"],
  needs: "own",
  input: oneCanvas.extend({ alsoLiving: z.boolean().optional().describe("In the bin or not") }),
  run: async (call, { canvasId: given, alsoLiving = false }): Promise<Outcome<object>> => {
    const { who } = call;
    const { bin } = call.deps.store;
    const id = parseCanvasId(given);
    const mayGo = id !== null && (alsoLiving || (await bin.list(who.owner)).some(({ canvas }) => canvas.id === id));
    if (mayGo && (await bin.purge(who.owner, id, momentOf(call).by))) return { ok: true };
    const message = "It is not in the bin (any more), and nothing was deleted. The list has what is there.";
    return { ok: false, error: { code: "unknown_canvas", message } };
  },
});

/** Out of the bin. Asked for a canvas that is not deleted, or no longer, it changes nothing and gives that. */
export const bringBack = defineAction({
  name: "bring_back",
  description: "Brings a canvas back out of the bin, with all of its history.",
  by: ["person"],
  needs: "own",
  input: oneCanvas,
  run: async (
    call,
    { canvasId: given },
  ): Promise<Outcome<{ readonly record: CanvasRecord; readonly wasBinned: boolean }>> => {
    const id = parseCanvasId(given);
    const wasBinned = id !== null && (await call.deps.store.bin.bringBack(call.who.owner, id, momentOf(call).by));
    const found = await findCanvas(call, given);
    return found.ok ? { ...found, wasBinned } : found;
  },
});
