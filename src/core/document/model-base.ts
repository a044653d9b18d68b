import type { Texts } from "./draft.ts";
import type { CanvasRecord, Status } from "./records.ts";
import { type Refusal, type Result, refuse } from "./refusal.ts";

/**
 * The text that a model's write was made on: the version it names, or what it last submitted. A number that it was never
 * shown (it stood in a message while the person wrote on) says nothing about what it has read: then the base is the
 * newest version that it was shown, so that nothing newer can look like something that the model took out.
 */
export function baseOf(record: CanvasRecord, texts: Texts, baseVersion?: number): Result<{ readonly base: string }> {
  const { id, version, content } = record.document;
  if (baseVersion === undefined) return { ok: true, base: record.submitted ?? record.claudeContent };
  if (baseVersion > version) {
    const message = `base_version ${baseVersion} does not exist: canvas ${id} is at version ${version}. Call read_canvas for its newest text, then pass base_version: ${version}.`;
    return refuse("future_version", message);
  }
  const shown = record.told.offeredVersion ?? baseVersion;
  if (baseVersion > shown) return { ok: true, base: texts.get(shown) ?? record.claudeContent };
  const base = baseVersion === version ? content : texts.get(baseVersion);
  if (base !== undefined) return { ok: true, base };
  const message = `Version ${baseVersion} of canvas ${id} is not kept. Call read_canvas for its newest text, then pass base_version: ${version}.`;
  return refuse("unknown_version", message);
}

/** Whether the model may write here, and set this status. */
export function checkModelMay(record: CanvasRecord, status?: Status): Refusal | null {
  const { id } = record.document;
  if (record.document.status === "archived") {
    const message = `Canvas ${id} is archived, which makes it read-only. Ask the person to reopen it (status menu in the canvas), or create a new canvas.`;
    return refuse("archived", message).error;
  }
  return status === undefined ? null : checkModelStatus(status);
}

/** Approving is the person's. */
export function checkModelStatus(status: Status): Refusal | null {
  if (status !== "approved") return null;
  const message =
    'Only the person can approve. Use status "in_review" to ask for it, and tell them that the canvas is ready.';
  return refuse("status_not_allowed", message).error;
}
