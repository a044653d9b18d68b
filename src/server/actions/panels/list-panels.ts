import { z } from "zod";
import { beginDraft } from "../../../core/document/draft.ts";
import { isOpenFor, lastClosed, noteOpen, type PanelMoment } from "../../../core/document/panel-state.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { foundRecord, type Wait } from "../../storage/ports.ts";
import { defineAction } from "../action.ts";
import { type Call, momentOf } from "../call.ts";
import { changeOnce } from "../change-canvas.ts";
import { findCanvas } from "../find-canvas.ts";
import { canvasId } from "../inputs.ts";

/** What an agent wrote longer ago is not open any more, unless it was opened for the person otherwise. */
const RECENT_MS = 24 * 60 * 60 * 1_000;
const MOST_OPEN = 30;

/** The canvases that are open for a person beside their conversations, the last changed at the end. */
export const listPanels = defineAction({
  name: "list_panels",
  description: "Lists the canvases that agents have open for the person.",
  by: ["person"],
  needs: "nothing",
  reads: true,
  input: z.object({}),
  run: async (call): Promise<Outcome<{ readonly open: readonly CanvasRecord[] }>> => {
    const { store } = call.deps;
    const { owner } = call.who;
    const { canvases } = await store.canvases.list(owner, { limit: MOST_OPEN, except: "archived" });
    const waits = await store.waits.list(owner);
    const ids = new Set([...canvases.map(({ id }) => id), ...waits.map((wait) => wait.canvasId)]);
    const open: CanvasRecord[] = [];
    for (const id of ids) {
      const record = foundRecord(await store.canvases.find(owner, id));
      if (record !== null && isOpenFor(record, owner, momentFor(call, id, waits))) open.unshift(record);
    }
    return { ok: true, open };
  },
});

/** Whether this canvas is to be open for its person now. */
export const seePanel = defineAction({
  name: "see_panel",
  description: "Says whether agents have this canvas open for the person.",
  by: ["person"],
  needs: "view",
  reads: true,
  input: z.object({ canvasId }),
  run: async (call, { canvasId: id }): Promise<Outcome<{ readonly isOpen: boolean }>> => {
    const found = await findCanvas(call, id);
    if (!found.ok) return found;
    const { owner } = call.who;
    const moment = momentFor(call, id, await call.deps.store.waits.list(owner));
    return { ok: true, isOpen: isOpenFor(found.record, owner, moment) };
  },
});

/** The person closed it, wherever they see it: it is open again when an agent writes to it. */
export const closePanel = defineAction({
  name: "close_panel",
  description: "Notes that the person closed a canvas beside their conversations. Nothing of it changes.",
  by: ["person"],
  needs: "view",
  reads: true,
  input: z.object({
    canvasId,
    opening: z
      .string()
      .optional()
      .describe("When it had been closed last as it was opened: closed since, nothing is noted"),
  }),
  run: (call, { canvasId: id, opening }) => noteOpenFor(call, id, false, opening),
});

/** Notes whether it is open for whoever calls. Nothing else of it changes, and no version or revision is made. */
export async function noteOpenFor(
  call: Call,
  id: string,
  open: boolean,
  opening?: string,
): Promise<Outcome<{ readonly record: CanvasRecord }>> {
  const moment = momentOf(call);
  const changed = await changeOnce(call, id, { isReading: true }, (record, texts) => {
    const draft = beginDraft(record, texts, moment);
    const { owner } = call.who;
    if (opening !== undefined && lastClosed(record, owner) !== opening) return { ok: true, draft };
    return { ok: true, draft: { ...draft, record: noteOpen(record, owner, open, moment.now) } };
  });
  return changed.ok ? { ok: true, record: changed.record } : changed;
}

function momentFor({ deps }: Call, id: string, waits: readonly Wait[]): PanelMoment {
  const since = new Date(deps.clock().getTime() - RECENT_MS).toISOString();
  const waitedSince = waits
    .flatMap((wait) => (wait.canvasId === id ? [wait.since] : []))
    .sort()
    .at(-1);
  return waitedSince === undefined ? { since } : { since, waitedSince };
}
