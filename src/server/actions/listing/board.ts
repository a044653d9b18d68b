import { z } from "zod";
import { STATUSES, type Status } from "../../../core/records/canvas.ts";
import type { CanvasListing } from "../../../core/records/listing.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import type { BoardView } from "../../../protocol/widget-tools.ts";
import { boardKeyOf } from "../../access/keys.ts";
import { defineAction, givenOnly } from "../action.ts";
import { pageCanvasesOf } from "../canvas-view.ts";
import { checkQuery } from "../inputs.ts";
import { nextTurn } from "../next-turn.ts";
import { storeNotice } from "../store-notice.ts";

/** The newest canvases of every status, for the person's screen; the model that asks for it is told of them by `list`. */
export const board = defineAction({
  name: "board",
  description: "Gathers the canvases by status, for the person to move and open.",
  by: ["model", "person"],
  needs: "nothing",
  reads: true,
  input: z.object({
    query: z.string().optional().describe("Words in title or text"),
    status: z.enum(STATUSES).optional().describe("The column to open on"),
    limit: z.number().int().min(1).describe("So many of each status"),
  }),
  run: async (call, asked): Promise<Outcome<{ readonly board: BoardView }>> => {
    const { store } = call.deps;
    const { owner, subject } = call.who;
    const query = asked.query?.trim() ?? "";
    const bad = checkQuery(query);
    if (bad !== null) return { ok: false, error: bad };
    const canvases: CanvasListing[] = [];
    const totals: Record<Status, number> = { draft: 0, in_review: 0, approved: 0, archived: 0 };
    for (const status of STATUSES) {
      const page = await store.canvases.list(owner, {
        status,
        limit: asked.limit,
        reader: { subject },
        ...(query === "" ? {} : { query }),
      });
      canvases.push(...page.canvases);
      totals[status] = page.total;
      // A search reads every text.
      if (query !== "") await nextTurn();
    }
    const waits = await store.waits.list(owner);
    const board: BoardView = {
      storeId: store.storeId,
      owner,
      key: await boardKeyOf(store, owner),
      query,
      ...givenOnly({ status: asked.status }),
      canvases: await pageCanvasesOf(call, canvases, waits),
      totals,
      notice: await storeNotice(call),
    };
    return { ok: true, board };
  },
});
