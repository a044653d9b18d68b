import { parseCanvasId } from "../../core/document/ids.ts";
import type { CanvasRecord } from "../../core/records/canvas.ts";
import { quoted } from "../../core/text/quote-text.ts";
import type { CanvasError, Outcome } from "../../protocol/errors.ts";
import type { PageCanvas } from "../../protocol/page.ts";
import type { ServerDeps } from "../mcp/tool.ts";
import { listingOf } from "../storage/listing.ts";
import { type CanvasListing, foundRecord, type Wait } from "../storage/ports.ts";

/** A canvas as the page lists it. Of several who wait for it the first is named. */
export function pageCanvasOf(listing: CanvasListing, waits: readonly Wait[]): PageCanvas {
  const wait = waits.find(({ canvasId }) => canvasId === listing.id);
  const waiting =
    wait === undefined ? null : { since: wait.since, ...(wait.client === undefined ? {} : { client: wait.client }) };
  const { passage: _, ...facts } = listing;
  return { ...facts, waiting };
}

export async function pageCanvasOfRecord(deps: ServerDeps, record: CanvasRecord): Promise<PageCanvas> {
  return pageCanvasOf(listingOf(record), await deps.store.waits.list(deps.owner));
}

/** The canvas that the person means, or why there is none. */
export async function loadForPerson(
  { store, owner }: ServerDeps,
  given: string,
): Promise<Outcome<{ readonly record: CanvasRecord }>> {
  const id = parseCanvasId(given);
  const record = id === null ? null : foundRecord(await store.canvases.find(owner, id));
  return record === null ? { ok: false, error: noSuchCanvas(given) } : { ok: true, record };
}

export function noSuchCanvas(given: string): CanvasError {
  const message = `There is no canvas ${quoted(given, 44)}. It may have been deleted; the list has all that there are.`;
  return { code: "unknown_canvas", message };
}

/** What an operation that models share says no with, in words for the person. */
export function forPerson(error: CanvasError, given: string): CanvasError {
  const { code } = error;
  const isGone = code === "unknown_canvas" || code === "invalid_canvas_id" || code === "deleted_canvas";
  return isGone ? noSuchCanvas(given) : error;
}
