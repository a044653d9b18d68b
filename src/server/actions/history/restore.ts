import { z } from "zod";
import { parseCanvasId } from "../../../core/document/ids.ts";
import { restoreVersion } from "../../../core/document/person/restore-version.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { restoreVersionInput } from "../../../protocol/widget-inputs.ts";
import { defineAction } from "../action.ts";
import { momentOf } from "../call.ts";
import { changeCanvas } from "../change-canvas.ts";
import { canvasId, checkSaveKey, fingerprintOf, saveKey } from "../inputs.ts";
import { forgottenVersion } from "./forgotten-version.ts";

/** An older text as a new version. Nothing is lost. */
export const restore = defineAction({
  name: "restore",
  description: "Makes an older text of a canvas its newest version.",
  by: ["person"],
  needs: "edit",
  input: z.object({
    canvasId,
    version: restoreVersionInput.shape.version,
    point: restoreVersionInput.shape.point,
    saveKey,
    seen: restoreVersionInput.shape.seen.describe("The text that is replaced, as the person saw it"),
  }),
  run: async (call, asked): Promise<Outcome<{ readonly record: CanvasRecord }>> => {
    const { canvasId: given, version, point, saveKey: key, seen } = asked;
    const bad = checkSaveKey(key);
    if (bad !== null) return { ok: false, error: bad };
    const fingerprint = fingerprintOf(`restore ${given} ${version}${point === undefined ? "" : ` ${point}`}`);
    const moment = momentOf(call);
    const id = parseCanvasId(given);
    // What a point says never changes: it can be read before the canvas is held.
    const text =
      point === undefined || id === null
        ? undefined
        : await call.deps.store.canvases.moment(call.who.owner, id, version, point);
    const options = { versions: [version], once: { key, fingerprint } };
    const restored = await changeCanvas(call, given, options, (record, texts) =>
      restoreVersion(record, texts, version, moment, text, seen),
    );
    if (restored.ok || restored.error.code !== "unknown_version") return restored;
    return { ok: false, error: (await forgottenVersion(call, given, version)) ?? restored.error };
  },
});
