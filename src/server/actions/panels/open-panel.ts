import { z } from "zod";
import { checkText } from "../../../core/document/check-text.ts";
import { judgeRewrite } from "../../../core/document/model/rewrite-canvas.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import { refuse } from "../../../core/records/refusal.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { MAX_CONTENT_BYTES } from "../../../protocol/limits.ts";
import { defineAction, givenOnly } from "../action.ts";
import { type Call, momentOf } from "../call.ts";
import { findCanvas } from "../find-canvas.ts";
import { canvasId, fingerprintOf } from "../inputs.ts";
import { newByModel } from "../writing/create-by-model.ts";
import { createOnce } from "../writing/create-once.ts";

export interface OpenedPanel {
  readonly record: CanvasRecord;
  readonly isNew: boolean;
}

/**
 * A canvas in a panel beside a conversation: one that is there, or the panel's own, which is made when the panel is first
 * opened. A program opens its panels again and again with what it was first given: the panel's own canvas stays the same,
 * as it is by then.
 */
export const openPanel = defineAction({
  name: "open_panel",
  description: "Opens a canvas in a panel beside a conversation; the same panel without an id opens the same canvas.",
  by: ["model"],
  needs: "nothing",
  input: z.object({
    panel: z.string().min(1).describe("Names the panel among all that there are"),
    canvasId: canvasId.optional().describe("Left out: the panel's own canvas, made when there is none"),
    content: z.string().optional().describe("The markdown text of a new one"),
    title: z.string().optional().describe("Default: the first heading"),
  }),
  run: async (call, { panel, canvasId: given, content, title }): Promise<Outcome<OpenedPanel>> => {
    if (given === undefined) return openOwn(call, panel, content, title);
    if (content !== undefined || title !== undefined)
      return refuse(
        "invalid_input",
        "canvas_id opens a canvas that is there; content and title are for a new one. Pass the one or the other.",
      );
    const found = await findCanvas({ ...call, action: { ...openPanel, needs: "view" } }, given);
    return found.ok ? { ok: true, record: found.record, isNew: false } : found;
  },
});

async function openOwn(
  call: Call,
  panel: string,
  content: string | undefined,
  title: string | undefined,
): Promise<Outcome<OpenedPanel>> {
  const { text } = judgeRewrite(content ?? "", null);
  const bad = checkText("content", text, MAX_CONTENT_BYTES);
  if (bad !== null) return { ok: false, error: bad };
  const moment = momentOf(call);
  const fingerprint = fingerprintOf([text, title ?? null]);
  const wish = { content: text, comments: [], addresses: [], ...givenOnly({ title }) };
  const created = await createOnce(call, { key: `panel:${panel}`, fingerprint: "panel" }, (given) => {
    const made = newByModel(given, wish, moment);
    const { record } = made.change;
    return { change: { ...made.change, record: { ...record, meta: { ...record.meta, panel: fingerprint } } } };
  });
  if (created.kind === "refused") return { ok: false, error: created.error };
  if (created.kind === "created") return { ok: true, record: created.made.change.record, isNew: true };
  const found = await findCanvas({ ...call, action: { ...openPanel, needs: "view" } }, created.id);
  if (!found.ok) return found;
  const isOther = (content !== undefined || title !== undefined) && found.record.meta.panel !== fingerprint;
  if (!isOther) return { ok: true, record: found.record, isNew: false };
  return refuse(
    "invalid_input",
    `This panel shows canvas ${created.id} already, and nothing was written. To change its text use edit_canvas or write_canvas; for another document open another panel.`,
  );
}
