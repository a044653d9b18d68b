import { parseCanvasId } from "../../core/document/ids.ts";
import type { Outcome } from "../../protocol/errors.ts";
import type { PageBin, PageCanvas } from "../../protocol/page.ts";
import type { ServerDeps } from "../mcp/tool.ts";
import { BIN_DAYS } from "../storage/ports.ts";
import { loadForPerson, noSuchCanvas, pageCanvasOf, pageCanvasOfRecord } from "./page-canvas.ts";

/** Into the bin. */
export async function deleteForPerson({ store, owner }: ServerDeps, given: string): Promise<Outcome<object>> {
  const id = parseCanvasId(given);
  const deleted = id !== null && (await store.bin.put(owner, id));
  return deleted ? { ok: true } : { ok: false, error: noSuchCanvas(given) };
}

/** What can be brought back. */
export async function binForPerson({ store, owner }: ServerDeps): Promise<PageBin> {
  const bin = await store.bin.list(owner);
  return {
    canvases: bin.map(({ canvas, deletedAt }) => ({ canvas: pageCanvasOf(canvas, []), deletedAt })),
    days: BIN_DAYS,
  };
}

/** Only what is in the bin goes for good: of everything else there is a way back. */
export async function purgeForPerson({ store, owner }: ServerDeps, given: string): Promise<Outcome<object>> {
  const id = parseCanvasId(given);
  const isBinned = (await store.bin.list(owner)).some(({ canvas }) => canvas.id === id);
  if (id === null || !isBinned) {
    const message = "It is not in the bin (any more), and nothing was deleted. The list has what is there.";
    return { ok: false, error: { code: "unknown_canvas", message } };
  }
  await store.bin.purge(owner, id);
  return { ok: true };
}

/** Out of the bin. Asked for a canvas that is not deleted, or no longer, it changes nothing and gives that. */
export async function undeleteForPerson(
  deps: ServerDeps,
  given: string,
): Promise<Outcome<{ readonly canvas: PageCanvas }>> {
  const id = parseCanvasId(given);
  if (id !== null) await deps.store.bin.bringBack(deps.owner, id);
  const loaded = await loadForPerson(deps, given);
  if (loaded.ok) return { ok: true, canvas: await pageCanvasOfRecord(deps, loaded.record) };
  const message = `${loaded.error.message} A deleted canvas can be brought back for ${BIN_DAYS} days.`;
  return { ok: false, error: { ...loaded.error, message } };
}
