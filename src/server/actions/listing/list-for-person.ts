import { z } from "zod";
import { snippetOf } from "../../../core/markdown/snippet.ts";
import { STATUSES } from "../../../core/records/canvas.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import type { PageCanvas, PageList } from "../../../protocol/page.ts";
import { listingOf, wordsOf } from "../../storage/listing.ts";
import type { Wait } from "../../storage/ports.ts";
import { defineAction, givenOnly } from "../action.ts";
import type { Call } from "../call.ts";
import { pageCanvasesOf } from "../canvas-view.ts";
import { findCanvas } from "../find-canvas.ts";
import { checkQuery } from "../inputs.ts";
import { storeNotice } from "../store-notice.ts";

const DEFAULT_LIMIT = 50;

/** One page of the person's canvases, the last changed first; with the first page all that an agent waits for. */
export const listForPerson = defineAction({
  name: "list_for_person",
  description: "Lists the person's canvases with where what they sought stands, and those that somebody waits for.",
  by: ["person"],
  needs: "nothing",
  reads: true,
  input: z.object({
    whose: z.enum(["own", "shared"]).optional().describe("Only their own, or only what others share with them"),
    query: z.string().optional(),
    status: z.enum(STATUSES).optional(),
    except: z.enum(STATUSES).optional().describe("All but those of this status"),
    cursor: z.string().optional(),
    limit: z.number().int().min(1).optional(),
  }),
  run: async (
    call,
    { whose, query = "", status, except, cursor, limit = DEFAULT_LIMIT },
  ): Promise<Outcome<PageList>> => {
    const { store } = call.deps;
    const { owner, subject } = call.who;
    const bad = checkQuery(query);
    if (bad !== null) return { ok: false, error: bad };
    const page = await store.canvases.list(owner, {
      limit,
      reader: { subject },
      ...givenOnly({ whose, status, except, cursor }),
      ...(query.trim() === "" ? {} : { query, passages: true }),
    });
    const waits = await store.waits.list(owner);
    const words = wordsOf(query);
    const shown = await pageCanvasesOf(call, page.canvases, waits);
    const canvases = shown.map((canvas, at): PageCanvas => {
      const passage = page.canvases[at]?.passage;
      const found = passage === undefined ? null : snippetOf(passage, words);
      return found === null ? canvas : { ...canvas, found };
    });
    return {
      ok: true,
      canvases,
      total: page.total,
      notice: await storeNotice(call),
      ...(page.next === undefined ? {} : { next: page.next }),
      ...(cursor === undefined ? { waiting: await awaited(call, waits, canvases) } : {}),
    };
  },
});

/** Those that are not on the page are loaded one by one: few agents wait at a time. */
async function awaited(
  call: Call,
  waits: readonly Wait[],
  listed: readonly PageCanvas[],
): Promise<readonly PageCanvas[]> {
  const ids = [...new Set(waits.map(({ canvasId }) => canvasId))];
  const all = await Promise.all(
    ids.map(async (id) => {
      const known = listed.find((canvas) => canvas.id === id);
      if (known !== undefined) return known;
      const found = await findCanvas(call, id);
      if (!found.ok) return null;
      const [canvas] = await pageCanvasesOf(call, [listingOf(found.record, { subject: call.who.subject })], waits);
      return canvas ?? null;
    }),
  );
  return all.filter((canvas) => canvas !== null);
}
