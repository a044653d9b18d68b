import { z } from "zod";
import { beginDraft, sealHead } from "../../../core/document/draft.ts";
import { STATUSES } from "../../../core/records/canvas.ts";
import type { CanvasListing } from "../../../core/records/listing.ts";
import { type CanvasError, type Outcome, StoreError } from "../../../protocol/errors.ts";
import { defineAction, givenOnly } from "../action.ts";
import { type Call, momentOf } from "../call.ts";
import { type NamedListing, withOwners } from "../canvas-view.ts";
import { changeCanvas } from "../change-canvas.ts";
import { checkQuery } from "../inputs.ts";
import { nextTurn } from "../next-turn.ts";
import { storeNotice } from "../store-notice.ts";
import { nearestCanvases } from "./nearest-canvases.ts";

const DEFAULT_LIMIT = 20;

export interface Listed {
  readonly canvases: readonly NamedListing[];
  readonly total: number;
  /** The cursor of the next page. */
  readonly next?: string;
  /** Asked for, and where nothing has all words of the query: what comes nearest to it, best first. */
  readonly nearest: readonly CanvasListing[];
  /** What the person must know about the store itself, or null. */
  readonly notice: string | null;
}

/** Canvases, the last changed first, with what is new from the person to the model that asks. */
export const list = defineAction({
  name: "list",
  description: "Lists canvases, the last changed first, with what is new from the person.",
  by: ["model", "person"],
  needs: "nothing",
  reads: true,
  input: z.object({
    status: z.enum(STATUSES).optional(),
    query: z.string().optional().describe("Words in title or text"),
    limit: z.number().int().min(1).max(200).optional(),
    cursor: z.string().optional().describe("From the page before"),
    withNearest: z.boolean().optional().describe("Where nothing is found, what comes nearest is named"),
  }),
  run: async (
    call,
    { status, query = "", limit = DEFAULT_LIMIT, cursor, withNearest = false },
  ): Promise<Outcome<Listed>> => {
    const { store } = call.deps;
    const { owner, kind, client = "", subject } = call.who;
    const bad = checkQuery(query);
    if (bad !== null) return { ok: false, error: bad };
    const isSearch = query.trim() !== "";
    const page = await store.canvases.list(owner, {
      limit,
      ...(kind === "model" ? { reader: { client, subject } } : {}),
      ...(isSearch ? { query } : {}),
      ...givenOnly({ status, cursor }),
    });
    const error = kind === "model" ? await sealListed(call, page.canvases) : null;
    if (error !== null) return { ok: false, error };
    const nearest = withNearest && isSearch && page.canvases.length === 0 ? await nearestCanvases(call, query) : [];
    return {
      ok: true,
      ...page,
      canvases: await withOwners(call, page.canvases),
      nearest,
      notice: await storeNotice(call),
    };
  },
});

/**
 * A number that the model is shown must stand for one text: only the person's versions can still be open, and are sealed
 * before their canvases are listed. Null: all went well.
 */
async function sealListed(call: Call, listings: readonly CanvasListing[]): Promise<CanvasError | null> {
  for (const listing of listings) {
    const { id } = listing;
    if (listing.lastEditor !== "person" || (await isSealed(call, listing))) continue;
    // Each may be a long text: others get their turn in between.
    await nextTurn();
    const moment = momentOf(call);
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
    return changed.error;
  }
  return null;
}

/** Whether its newest version is in the history: asked so that nothing of its text is read. */
async function isSealed({ deps, who }: Call, { id, version }: CanvasListing): Promise<boolean> {
  try {
    const [newest] = await deps.store.canvases.versions(who.owner, id, { limit: 1 });
    return newest?.version === version;
  } catch (error) {
    // Sealing it says what is damaged.
    if (error instanceof StoreError) return false;
    throw error;
  }
}
