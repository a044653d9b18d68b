import { z } from "zod";
import { parseCanvasId } from "../../../core/document/ids.ts";
import type { AuditLine } from "../../../core/records/history.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { EXPORTS } from "../../../protocol/sharing.ts";
import { defineAction } from "../action.ts";
import { momentOf } from "../call.ts";
import { findCanvas } from "../find-canvas.ts";
import { canvasId } from "../inputs.ts";

const DEFAULT_LIMIT = 100;
/** What somebody takes out again so soon is noted once: whoever only reads must not fill the owner's audit. */
const SAME_EXPORT_MS = 60_000;
const LOOKED_AT = 50;

export interface AuditPage {
  readonly lines: readonly (AuditLine & { readonly number: number })[];
  readonly more: boolean;
}

/** Who shared, approved, exported and deleted what of the caller's own, newest first; also of what is gone by now. */
export const readAudit = defineAction({
  name: "read_audit",
  description: "Lists who shared, approved, exported and deleted the person's own canvases, and when.",
  by: ["person"],
  needs: "nothing",
  reads: true,
  input: z.object({
    canvasId: canvasId.optional(),
    before: z.number().int().min(1).optional().describe("The number of the last line that was read"),
    limit: z.number().int().min(1).max(500).optional(),
  }),
  run: async ({ deps, who }, { canvasId: given, before, limit = DEFAULT_LIMIT }): Promise<Outcome<AuditPage>> => {
    const id = given === undefined ? undefined : parseCanvasId(given);
    if (id === null) return { ok: true, lines: [], more: false };
    const lines = await deps.store.audit.list(who.owner, {
      limit: limit + 1,
      ...(before === undefined ? {} : { before }),
      ...(id === undefined ? {} : { canvasId: id }),
    });
    return { ok: true, lines: lines.slice(0, limit), more: lines.length > limit };
  },
});

/** Somebody took the text out: as a file, on paper, by the clipboard. */
export const noteExport = defineAction({
  name: "note_export",
  description: "Notes for the owner that a canvas was exported.",
  by: ["person"],
  needs: "view",
  reads: true,
  input: z.object({ canvasId, form: z.enum(EXPORTS) }),
  run: async (call, { canvasId: given, form }): Promise<Outcome<object>> => {
    const found = await findCanvas(call, given);
    if (!found.ok) return found;
    const { owner, document } = found.record;
    const { by, now } = momentOf(call);
    const { id, title, version } = document;
    const line = { canvasId: id, title, kind: "exported", by, at: now, payload: { form, version } } as const;
    const { audit } = call.deps.store;
    const last = await audit.list(owner, { limit: LOOKED_AT, canvasId: id });
    if (!last.some((before) => isSameExport(before, line))) await audit.add(owner, line);
    return { ok: true };
  },
});

function isSameExport(before: AuditLine, { kind, by, at, payload }: AuditLine): boolean {
  const wasSoon = Date.parse(at) - Date.parse(before.at) < SAME_EXPORT_MS;
  if (!wasSoon || before.kind !== kind || before.by.subject !== by.subject) return false;
  return before.payload.form === payload.form && before.payload.version === payload.version;
}
