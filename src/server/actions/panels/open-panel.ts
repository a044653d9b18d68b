import { z } from "zod";
import { checkText } from "../../../core/document/check-text.ts";
import { newByModel } from "../../../core/document/model/new-by-model.ts";
import { judgeRewrite } from "../../../core/document/model/rewrite-canvas.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import { refuse } from "../../../core/records/refusal.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { MAX_CONTENT_BYTES } from "../../../protocol/limits.ts";
import { defineAction, givenOnly } from "../action.ts";
import { type Call, momentOf } from "../call.ts";
import { findCanvas } from "../find-canvas.ts";
import { canvasId, fingerprintOf } from "../inputs.ts";
import { createOnce } from "../writing/create-once.ts";
import { noteOpenFor } from "./list-panels.ts";

const EVER = new Date(0).toISOString();

const input = z.object({
  panel: z.string().min(1).describe("Names the panel among all that there are"),
  last: canvasId
    .optional()
    .describe("The panel's own canvas, where that is known: one that was deleted is not made again"),
  canvasId: canvasId.optional().describe("Left out: the panel's own canvas, made when there is none"),
  content: z.string().optional().describe("The markdown text of a new one"),
  title: z.string().optional().describe("Default: the first heading"),
});
type Asked = z.output<typeof input>;

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
  input,
  run: async (call, asked): Promise<Outcome<OpenedPanel>> => {
    const { canvasId: given, content, title } = asked;
    if (given === undefined) return openOwn(call, asked);
    if (content !== undefined || title !== undefined)
      return refuse(
        "invalid_input",
        "canvas_id opens a canvas that is there; content and title are for a new one. Pass the one or the other.",
      );
    const seen = { ...call, action: { ...openPanel, needs: "view" } } as const;
    const found = await findCanvas(seen, given);
    if (!found.ok) return found;
    // Wherever else the person has what is open for them, it is there, too.
    const noted = await noteOpenFor(seen, given, true);
    return noted.ok ? { ok: true, record: noted.record, isNew: false } : noted;
  },
});

async function openOwn(call: Call, { panel, last, content, title }: Asked): Promise<Outcome<OpenedPanel>> {
  const { text } = judgeRewrite(content ?? "", null);
  const bad = checkText("content", text, MAX_CONTENT_BYTES);
  if (bad !== null) return { ok: false, error: bad };
  const moment = momentOf(call);
  const madeOf = fingerprintOf([text, title ?? null]);
  // Keys are forgotten after a while, and a conversation may be taken up after years: what it was made by stays.
  const fingerprint = `panel:${fingerprintOf(panel)}`;
  const made = last ?? (await call.deps.store.canvases.findCreated(call.who.owner, fingerprint, EVER));
  const wish = { content: text, comments: [], addresses: [], ...givenOnly({ title }) };
  const created =
    made === null
      ? await createOnce(call, { key: fingerprint, fingerprint }, (given) => {
          const { change } = newByModel(given, wish, moment);
          const { record } = change;
          return { change: { ...change, record: { ...record, meta: { ...record.meta, panel: madeOf } } } };
        })
      : { kind: "repeated" as const, id: made };
  if (created.kind === "refused") return { ok: false, error: created.error };
  if (created.kind === "created") return { ok: true, record: created.made.change.record, isNew: true };
  const found = await findCanvas({ ...call, action: { ...openPanel, needs: "view" } }, created.id);
  if (!found.ok) return found;
  const isOther = (content !== undefined || title !== undefined) && found.record.meta.panel !== madeOf;
  if (!isOther) return { ok: true, record: found.record, isNew: false };
  return refuse(
    "invalid_input",
    `This panel shows canvas ${created.id} already, and nothing was written. To change its text use edit_canvas or write_canvas; for another document open another panel.`,
  );
}
