import type { CallToolResult } from "@modelcontextprotocol/server";
import { beginDraft, sealHead } from "../../core/document/draft.ts";
import { KEPT } from "../../core/feedback/build-feedback.ts";
import { approvedSince } from "../../core/feedback/describe-rest.ts";
import { quoted } from "../../core/text/quote-text.ts";
import type { CanvasListing } from "../storage/ports.ts";
import { StoreError } from "../storage/store-error.ts";
import { changeCanvas } from "./change-canvas.ts";
import { nextTurn } from "./next-turn.ts";
import { type Call, momentOf } from "./tool.ts";
import { errorResult } from "./tool-result.ts";

/**
 * A number that the model is shown must stand for one text: only the person's versions can still be open, and are sealed
 * before their canvases are listed. Null: all went well.
 */
export async function sealListed(call: Call, listings: readonly CanvasListing[]): Promise<CallToolResult | null> {
  for (const listing of listings) {
    const { id } = listing;
    if (listing.lastEditor !== "user" || (await isSealed(call, listing))) continue;
    // Each may be a long text: others get their turn in between.
    await nextTurn();
    const moment = momentOf(call, "model");
    const seal = changeCanvas(call, id, { isReading: true }, (record, texts) => ({
      ok: true,
      draft: sealHead(beginDraft(record, texts, moment)),
    }));
    const changed = await seal.catch((error: unknown) => {
      // One canvas that is damaged does not hide the others.
      if (!(error instanceof StoreError)) throw error;
      call.deps.log(`Canvas ${id} could not be sealed: ${error.message}`);
      return null;
    });
    if (changed === null) continue;
    // Deleted since it was listed: nothing is left to seal.
    if (changed.ok || changed.error.code === "unknown_canvas" || changed.error.code === "deleted_canvas") continue;
    return errorResult(changed.error);
  }
  return null;
}

/** Whether its newest version is in the history: asked so that nothing of its text is read. */
async function isSealed({ deps: { store, owner } }: Call, { id, version }: CanvasListing): Promise<boolean> {
  try {
    const [newest] = await store.canvases.versions(owner, id, { limit: 1 });
    return newest?.version === version;
  } catch (error) {
    // Sealing it says what is damaged.
    if (error instanceof StoreError) return false;
    throw error;
  }
}

/** One canvas on a line, with what is new from the person and what waits for them. */
export function lineOf(canvas: CanvasListing): string {
  const open = [
    ...(canvas.newEdits > 0 ? [counted(canvas.newEdits, "new edit")] : []),
    ...(canvas.newComments > 0 ? [counted(canvas.newComments, "new comment")] : []),
    ...(canvas.newOthers > 0 ? [counted(canvas.newOthers, "other news", "other news")] : []),
    ...(canvas.openProposals > 0
      ? [counted(canvas.openProposals, "open suggestion or conflict", "open suggestions or conflicts")]
      : []),
  ];
  const state = `${canvas.status}${approvedSince(canvas.approved, canvas.version)}, v${canvas.version}${canvas.kept ? `, ${KEPT}` : ""}, ${counted(canvas.words, "word")}, updated ${canvas.updatedAt}`;
  return `- ${canvas.id} ${quoted(canvas.title)}: ${state}${open.length === 0 ? "" : `; ${open.join(", ")}`}`;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
