import { z } from "zod";
import { parseCanvasId } from "../../../core/document/ids.ts";
import type { CanvasError, Outcome } from "../../../protocol/errors.ts";
import { defineAction } from "../action.ts";
import { unknownCanvas } from "../find-canvas.ts";
import { canvasId } from "../inputs.ts";
import { storeNotice } from "../store-notice.ts";
import { provenBy, type ToldReview, tellReview } from "./tell-review.ts";
import { waitForReview } from "./wait-for-review.ts";

export type ReviewAwaited =
  | ({ readonly kind: "answered" } & ToldReview)
  /** Nobody answered within the time; `known` is where a next wait goes on. */
  | { readonly kind: "waiting"; readonly waitedMs: number; readonly known: number }
  /** No answer could be kept, so nobody waits for one; `unsaved` says why. */
  | { readonly kind: "unsaved"; readonly unsaved: string; readonly known: number }
  /** Whoever waited has given up; `known` as above, null: before the canvas was looked at. */
  | { readonly kind: "cancelled"; readonly known: number | null };

/** Waits until the person sends the canvas back, approves it or closes the review. */
export const awaitReview = defineAction({
  name: "await_review",
  description: "Waits until the person sends the canvas back, approves it or closes the review.",
  by: ["model"],
  needs: "view",
  reads: true,
  input: z.object({ canvasId, limitMs: z.number().int().min(0).describe("So long it waits") }),
  run: async (call, { canvasId: given, limitMs }): Promise<Outcome<ReviewAwaited>> => {
    const id = parseCanvasId(given);
    if (id === null) return { ok: false, error: await unknownCanvas(call, given) };
    const { store } = call.deps;
    const unsaved = (await store.unwritable()) === null ? null : await storeNotice(call);
    const end = await waitForReview({
      call,
      canvasId: id,
      provenBy: provenBy(call),
      signal: call.signal ?? new AbortController().signal,
      // An answer that is there is told. A new one could not be kept: nobody is let wait for it.
      limitMs: unsaved === null ? limitMs : 0,
    });
    switch (end.kind) {
      case "answered": {
        const told = await tellReview(call, id, end);
        return told.ok ? { ...told, kind: "answered" } : told;
      }
      case "waiting":
        return unsaved === null ? { ok: true, ...end } : { ok: true, kind: "unsaved", unsaved, known: end.known };
      case "cancelled":
        return { ok: true, ...end };
      case "archived":
        return { ok: false, error: archived(id) };
      case "none":
      case "deleted":
        return { ok: false, error: await unknownCanvas(call, id, end.kind) };
      case "crowded":
        return { ok: false, error: crowded(id, end.most) };
    }
  },
});

function archived(id: string): CanvasError {
  const message = `Canvas ${id} is archived, so nobody reviews it. Ask the person to reopen it, then call await_review again.`;
  return { code: "archived", message };
}

function crowded(id: string, most: number): CanvasError {
  const message = `${most} calls wait for the review of canvas ${id} already. Wait for one of them to end; do not call again before.`;
  return { code: "invalid_input", message };
}
