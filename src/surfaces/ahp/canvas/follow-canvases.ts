import type { CanvasRecord } from "../../../core/records/canvas.ts";
import { StoreError } from "../../../protocol/errors.ts";
import type { Call } from "../../../server/actions/call.ts";
import { listPanels, seePanel } from "../../../server/actions/panels/list-panels.ts";
import { open } from "../../../server/actions/reading/open.ts";
import type { After } from "../../../server/clock/timer.ts";
import { watchCanvases } from "../../../server/live/watch-canvases.ts";
import { describeError } from "../../../server/observe/describe-error.ts";
import type { AhpSession } from "../host/session.ts";
import { contentUri } from "../wire/uris.ts";
import { CANVAS, ENTRY, EXTENSION, type WritingCanvas, wordsOf } from "./writing-canvas.ts";

/** After the store did not answer. */
const LOOK_AGAIN_MS = 5_000;

/**
 * Keeps what is open in a session as it is in the store: what an agent opens for the person, by whatever way, is open here;
 * what changes is told to whoever shows it; what is deleted is closed. Stops with the returned function.
 */
export async function followCanvases(options: {
  /** A call by the person. */
  readonly call: Call;
  readonly canvas: WritingCanvas;
  readonly session: Pick<AhpSession, "instances" | "renewAddresses">;
  readonly after: After;
  readonly log: (line: string) => void;
}): Promise<() => void> {
  const { call, canvas, session, after, log } = options;
  const { instances } = session;

  const openInstance = async (id: string): Promise<void> => {
    if (canvas.showing(id).length > 0) return;
    await instances.open({ canvasId: CANVAS, extensionId: EXTENSION, instanceId: id, input: { canvas_id: id } });
  };
  const tell = async (instanceId: string, record: CanvasRecord): Promise<void> => {
    const state = instances.byId(instanceId)?.state;
    if (state === undefined) return;
    const isBack = state.availability === "stale";
    if (isBack) await session.renewAddresses(instanceId);
    const back = isBack ? ({ availability: "ready", url: contentUri(instanceId, ...ENTRY) } as const) : {};
    instances.update(instanceId, { ...wordsOf(record), ...back });
    await canvas.refresh(instanceId, record);
  };
  const close = async (instanceId: string): Promise<void> => {
    await instances.close(instanceId).catch((error: unknown) => {
      // Another was faster.
      if (instances.byId(instanceId) !== undefined) throw error;
    });
  };
  const look = async (id: string): Promise<void> => {
    const found = await open.run(call, { canvasId: id });
    for (const instanceId of canvas.showing(id))
      if (found.ok && canvas.isStillOpen(instanceId, found.record)) await tell(instanceId, found.record);
      else await close(instanceId);
    if (!found.ok || canvas.showing(id).length > 0) return;
    const seen = await seePanel.run(call, { canvasId: id });
    if (seen.ok && seen.isOpen) await openInstance(id);
  };

  const waiting = new Set<string>();
  let isLooking = false;
  let isOver = false;
  const later = new Map<string, () => void>();
  const lookLater = (id: string): void => {
    if (later.has(id)) return;
    const stop = after(LOOK_AGAIN_MS, () => {
      later.delete(id);
      waiting.add(id);
      void lookAll();
    });
    later.set(id, stop);
  };
  /** One at a time, and each once however often it changed meanwhile. */
  const lookAll = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    for (const id of waiting) {
      waiting.delete(id);
      if (isOver) break;
      try {
        await look(id);
      } catch (error) {
        log(`AHP: canvas ${id} cannot be looked at: ${describeError(error, { frames: false })}`);
        // Nobody can load it, or save to it, until the store is there again.
        if (error instanceof StoreError)
          for (const instanceId of canvas.showing(id))
            instances.update(instanceId, { availability: "stale", url: null });
        // Nobody says when it is.
        if (error instanceof StoreError) lookLater(id);
      }
    }
    isLooking = false;
  };
  const watch = watchCanvases(call, (ids) => {
    for (const id of ids) waiting.add(id);
    void lookAll();
  });
  await watch.ready();
  const listed = await listPanels.run(call, {});
  if (listed.ok) for (const { document } of listed.open) await openInstance(document.id);
  else log(`AHP: what is open cannot be told: ${listed.error.message}`);
  return () => {
    isOver = true;
    for (const stopLater of later.values()) stopLater();
    watch.stop();
  };
}
