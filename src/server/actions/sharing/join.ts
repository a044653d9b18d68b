import { z } from "zod";
import { beginDraft, finishDraft } from "../../../core/document/draft.ts";
import { parseCanvasId } from "../../../core/document/ids.ts";
import { join } from "../../../core/document/sharing/share.ts";
import { isOpenTo, linkReader } from "../../../core/document/sharing/standing.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { CanvasError, Outcome } from "../../../protocol/errors.ts";
import { defineAction } from "../action.ts";
import { momentOf } from "../call.ts";
import { canvasId } from "../inputs.ts";
import { meOf, noPeople } from "./people.ts";
import { hashOfSecret } from "./share.ts";

/** The same for a wrong one, one of another canvas, one that was revoked, one that has ended, and for whom the owner took out. */
export const deadLink: CanvasError = {
  code: "unknown_canvas",
  message: "This link does not work, or no longer. Ask whoever sent it for a new one.",
};

/** Whoever opens a link that shares a canvas has it from then on, for as long as the link is good. */
export const joinByLink = defineAction({
  name: "join_by_link",
  description: "Takes up a canvas that somebody shares by a link.",
  by: ["person"],
  needs: "nothing",
  reads: true,
  input: z.object({ canvasId, secret: z.string().min(1).max(200) }),
  run: async (call, { canvasId: given, secret }): Promise<Outcome<{ readonly record: CanvasRecord }>> => {
    const me = meOf(call);
    if (me === null) return { ok: false, error: noPeople };
    const id = parseCanvasId(given);
    if (id === null) return { ok: false, error: deadLink };
    const moment = momentOf(call);
    const hash = hashOfSecret(secret);
    type Answer = Outcome<{ readonly record: CanvasRecord }>;
    const dead: Answer = { ok: false, error: deadLink };
    // Found by the link itself: whoever has a wrong one finds nothing, whatever the id.
    const joined = await call.deps.store.canvases.update<Answer>(linkReader(hash), id, {}, (record, texts) => {
      const link = record.sharing?.links.find((each) => each.hash === hash);
      if (link === undefined || record.sharing === undefined) return { answer: dead };
      if (!isOpenTo(link, record.sharing, me.subject, moment.now)) return { answer: dead };
      if (record.owner === me.subject) return { answer: { ok: true, record } };
      const made = join(beginDraft(record, texts, moment), me, link, moment.now);
      if (!made.ok) return { answer: made };
      const change = finishDraft(made.draft, record);
      const answer = { ok: true, record: change?.record ?? record } as const;
      return change === undefined ? { answer } : { change, answer };
    });
    return joined.kind === "done" ? joined.answer : dead;
  },
});
