import type { CanvasRecord } from "../../../core/records/canvas.ts";
import { encodeEdited } from "../../../protocol/canvas-view.ts";
import type { PageCanvas } from "../../../protocol/page.ts";
import { listingOf } from "../../storage/listing.ts";
import type { CanvasListing, Wait } from "../../storage/ports.ts";
import type { Call } from "../call.ts";

/** A canvas as the person is shown it in a list. Of several who wait for it the first is named. */
export function pageCanvasOf(listing: CanvasListing, waits: readonly Wait[]): PageCanvas {
  const wait = waits.find(({ canvasId }) => canvasId === listing.id);
  const waiting =
    wait === undefined ? null : { since: wait.since, ...(wait.client === undefined ? {} : { client: wait.client }) };
  const { passage: _, ...facts } = listing;
  return { ...encodeEdited(facts), waiting };
}

export async function pageCanvasOfRecord({ deps, who }: Call, record: CanvasRecord): Promise<PageCanvas> {
  return pageCanvasOf(listingOf(record), await deps.store.waits.list(who.owner));
}
