import { z } from "zod";
import { canvasFileOf } from "../../../core/document/canvas-file.ts";
import { beginDraft } from "../../../core/document/draft.ts";
import { checkPersonMay } from "../../../core/document/person/person-status.ts";
import { interact as act } from "../../../core/document/review/interact.ts";
import { summarize } from "../../../core/interactions/summarize.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import { type Interaction, type Json, STANDARD_ACTIONS } from "../../../core/records/interactions.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { defineAction, givenOnly } from "../action.ts";
import { momentOf } from "../call.ts";
import { changeCanvas } from "../change-canvas.ts";
import { canvasId, checkSaveKey, fingerprintOf } from "../inputs.ts";
import { interactionId } from "../interaction-id.ts";

const KEY_LENGTH = 24;

export interface Interacted {
  readonly record: CanvasRecord;
  /** The UUID under which it is in the log. */
  readonly id: string;
  readonly summary: string;
}

/**
 * The person did something in a dashboard that shows the canvas. It is noted and told to models, and does nothing else, whatever
 * it is called: nobody approves by it. With a key, a retry is the same interaction.
 */
export const interact = defineAction({
  name: "interact",
  description: "Notes what the person did in a dashboard that shows the canvas, and tells its models.",
  by: ["person"],
  needs: "comment",
  input: z.object({
    canvasId,
    action: z.string().describe(`${STANDARD_ACTIONS.join(", ")}, or another word`),
    element: z.string().optional().describe("What it was done to, by its id, name or label"),
    data: z.unknown().optional().describe("Any JSON value"),
    key: z.string().optional().describe("The same for a retry, of 1 to 200 characters"),
  }),
  run: async (call, { canvasId: id, key, ...asked }): Promise<Outcome<Interacted>> => {
    const bad = key === undefined ? null : checkSaveKey(key);
    if (bad !== null) return { ok: false, error: { ...bad, message: bad.message.replace("save_key", "The key") } };
    const moment = momentOf(call);
    const did = givenOnly({ ...asked, data: asked.data as Json | undefined });
    const done: Interaction = {
      ...did,
      id: interactionId(call.who.owner, id, key ?? call.deps.randomId(KEY_LENGTH)),
      isPosted: true,
    };
    // By the id, which is each person's own: what another of the canvas did under the same key is another thing.
    const once = key === undefined ? {} : { once: { key: `interact ${done.id}`, fingerprint: fingerprintOf({ did }) } };
    const changed = await changeCanvas(call, id, once, (record, texts) => {
      const error = checkPersonMay(record);
      return error === null ? act(beginDraft(record, texts, moment), [done]) : { ok: false, error };
    });
    if (!changed.ok) return changed;
    const { record } = changed;
    const { summary } = summarize({ ...done, canvasFile: canvasFileOf(record.document.id) });
    return { ok: true, record, id: done.id, summary };
  },
});
