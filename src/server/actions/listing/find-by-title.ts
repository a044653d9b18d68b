import type { CanvasListing } from "../../../core/records/listing.ts";
import type { Call } from "../call.ts";

/** So many canvases that have all words of the title are looked at: one search. */
const LOOKED_AT = 200;

/** The newest living canvas of this owner with exactly this title, in any case and without outer white space; null: none. */
export async function findByTitle({ deps, who }: Call, title: string): Promise<CanvasListing | null> {
  const sought = comparable(title);
  if (sought === "") return null;
  const { canvases } = await deps.store.canvases.list(who.owner, { limit: LOOKED_AT, query: title });
  return canvases.find((canvas) => comparable(canvas.title) === sought) ?? null;
}

function comparable(title: string): string {
  return title.trim().toLowerCase();
}
