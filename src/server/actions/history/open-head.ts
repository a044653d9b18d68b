import { headVersion } from "../../../core/document/draft.ts";
import { isPoint, withPoints } from "../../../core/document/versions/points.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { VersionSummary } from "../../../core/records/history.ts";
import { StoreError } from "../../../protocol/errors.ts";
import type { Call } from "../call.ts";
import { momentsInside } from "./moments.ts";

/** The open head as the history lists it, with the points inside it. */
export async function openHead(call: Call, record: CanvasRecord): Promise<VersionSummary> {
  const { id, version } = record.document;
  const { content: _, ...head } = headVersion(record, await textOfVersion(call, id, version - 1), false);
  const moments = await momentsInside(call, record, version);
  return withPoints(head, moments.filter(isPoint), moments.length);
}

/** Empty before the first version. Null: it cannot be rebuilt, which keeps nobody from the rest of the history. */
async function textOfVersion({ deps, who }: Call, id: string, version: number): Promise<string | null> {
  if (version === 0) return "";
  try {
    return (await deps.store.canvases.version(who.owner, id, version))?.content ?? null;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return null;
  }
}
