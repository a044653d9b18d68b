import { z } from "zod";
import { contentRevision } from "../../../core/document/versions/past-texts.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { MomentSummary } from "../../../core/records/history.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { defineAction } from "../action.ts";
import type { Call } from "../call.ts";
import { findCanvas } from "../find-canvas.ts";
import { canvasId } from "../inputs.ts";

export interface ListedMoments {
  readonly id: string;
  readonly moments: readonly MomentSummary[];
}

/** Every text that stood inside one version and is kept, newest first: with a reason those that the list of versions has. */
export const listMoments = defineAction({
  name: "list_moments",
  description: "Lists every text that stood inside one version of a canvas, newest first.",
  by: ["person"],
  needs: "view",
  reads: true,
  input: z.object({ canvasId, version: z.number().int().positive() }),
  run: async (call, { canvasId: given, version }): Promise<Outcome<ListedMoments>> => {
    const found = await findCanvas(call, given);
    if (!found.ok) return found;
    const moments = await momentsInside(call, found.record, version);
    const said = moments.map(({ revision, at, reason }) => ({
      revision,
      at,
      ...(reason === undefined ? {} : { reason }),
    }));
    return { ok: true, id: found.record.document.id, moments: said };
  },
});

/** Without the text in force: that is the version itself. */
export async function momentsInside(
  { deps, who }: Call,
  record: CanvasRecord,
  version: number,
): Promise<readonly MomentSummary[]> {
  const { document, head } = record;
  const moments = await deps.store.canvases.moments(who.owner, document.id, version);
  if (version !== document.version || head.sealed) return moments;
  return moments.filter(({ revision }) => revision !== contentRevision(record));
}
