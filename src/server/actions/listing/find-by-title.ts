import type { CanvasListing } from "../../../core/records/listing.ts";
import type { Call } from "../call.ts";

/** The living canvas of this owner with exactly this title, in any case, that was changed last; null: none. */
export async function findByTitle({ deps, who }: Call, title: string): Promise<CanvasListing | null> {
  return title.trim() === "" ? null : deps.store.canvases.titled(who.owner, title);
}
