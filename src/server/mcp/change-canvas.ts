import { versionsNeeded } from "../../core/document/books/books.ts";
import { byteLength } from "../../core/document/check-text.ts";
import { type Draft, finishDraft, type Texts } from "../../core/document/draft.ts";
import { nearIds, parseCanvasId } from "../../core/document/ids.ts";
import type { CanvasRecord } from "../../core/records/canvas.ts";
import type { Result } from "../../core/records/refusal.ts";
import { quoted } from "../../core/text/quote-text.ts";
import type { CanvasError, Outcome } from "../../protocol/errors.ts";
import { MAX_CONTENT_BYTES } from "../../protocol/limits.ts";
import type { Missing, Once } from "../storage/ports.ts";
import { nextTurn } from "./next-turn.ts";
import type { Call } from "./tool.ts";

const LONG = 200_000;

/** What an operation on a canvas made: the draft to write, and what its tool wants to say about it. */
export type Operation<T> = (record: CanvasRecord, texts: Texts) => Result<T & { readonly draft: Draft }>;

export type Changed<T> = Outcome<{
  readonly record: CanvasRecord;
  readonly repeated: boolean;
  readonly made: T | null;
  /** Of a reading: why what it noted could not be saved. */
  readonly unsaved?: string;
}>;

/**
 * Loads the canvas, lets the operation decide, writes what it decided: atomically. The texts of older versions that the
 * operation needs are fetched when they turn out to be needed, since only the record tells which.
 */
export async function changeCanvas<T>(
  call: Call,
  givenId: string,
  options: { readonly versions?: readonly number[]; readonly once?: Once; readonly isReading?: boolean },
  operation: Operation<T>,
): Promise<Changed<T>> {
  const { store, owner } = call.deps;
  const id = parseCanvasId(givenId);
  if (id === null) return { ok: false, error: await unknownCanvas(call, givenId) };
  type Answer =
    | { readonly kind: "needs"; readonly versions: readonly number[] }
    | { readonly kind: "made"; readonly made: Result<T & { readonly draft: Draft }> };
  let versions = [...(options.versions ?? [])];
  const { versions: _, ...others } = options;
  for (;;) {
    const asked = new Set(versions);
    const outcome = await store.canvases.update<Answer>(owner, id, { ...others, versions }, (record, texts) => {
      const needed = versionsNeeded(record, call.client).filter((version) => !asked.has(version));
      if (needed.length > 0) return { answer: { kind: "needs", versions: needed } };
      const made = checkSize(operation(record, texts));
      const change = made.ok ? finishDraft(made.draft) : undefined;
      return { ...(change === undefined ? {} : { change }), answer: { kind: "made", made } };
    });
    switch (outcome.kind) {
      case "none":
      case "deleted":
        return { ok: false, error: await unknownCanvas(call, givenId, outcome.kind) };
      case "key_reused":
        return {
          ok: false,
          error: {
            code: "key_reused",
            message: "This save_key was used for another save. Make a new one for each save.",
          },
        };
      case "repeated":
        return { ok: true, record: outcome.record, repeated: true, made: null };
      case "done": {
        const { answer } = outcome;
        if (answer.kind === "needs") {
          versions = [...versions, ...answer.versions];
          await nextTurn();
          continue;
        }
        if (!answer.made.ok) return answer.made;
        // What is said about a long text takes its time, too.
        if (answer.made.draft.record.document.content.length > LONG) await nextTurn();
        const unsaved = outcome.unsaved === undefined ? {} : { unsaved: outcome.unsaved };
        return { ok: true, record: answer.made.draft.record, repeated: false, made: answer.made, ...unsaved };
      }
    }
  }
}

/** The model must know that the number it was shown may yet stand for another text. */
export function unsavedLines({ unsaved }: { readonly unsaved?: string }): readonly string[] {
  if (unsaved === undefined) return [];
  return [`Nothing can be saved now: ${unsaved} Tell the person, and read the canvas again before you change it.`];
}

function checkSize<T>(made: Result<T & { readonly draft: Draft }>): Result<T & { readonly draft: Draft }> {
  if (!made.ok) return made;
  const { content } = made.draft.record.document;
  if (content === made.draft.start.document.content) return made;
  // Three bytes a code unit at most: only a long text is worth counting.
  if (content.length * 3 <= MAX_CONTENT_BYTES || byteLength(content) <= MAX_CONTENT_BYTES) return made;
  const message = "With this change the canvas would be larger than 5 MB. Split it over several canvases.";
  return { ok: false, error: { code: "content_too_large", message } };
}

/** Why there is no such canvas, with names near it. */
export async function unknownCanvas(call: Call, given: string, why: Missing["kind"] = "none"): Promise<CanvasError> {
  const shown = quoted(given, 44);
  if (why === "deleted") {
    const message = `Canvas ${shown} was deleted by the person. Call list_canvases to find another, or write_canvas without canvas_id to create one.`;
    return { code: "deleted_canvas", message };
  }
  const near = nearIds(given, await call.deps.store.canvases.ids(call.deps.owner, 1_000));
  const hint = near.length === 0 ? "" : ` Did you mean ${near.join(" or ")}?`;
  const next = "Call list_canvases to see the ids, or write_canvas without canvas_id to create a canvas.";
  if (parseCanvasId(given) === null) {
    const message = `${shown} is not a canvas id: an id is 4 or more letters and digits, such as HN8B.${hint} ${next}`;
    return { code: "invalid_canvas_id", message };
  }
  const notice = await call.deps.store.notice();
  const told = notice === null ? "" : ` Tell the person: ${notice}`;
  return { code: "unknown_canvas", message: `There is no canvas ${shown}.${hint} ${next}${told}` };
}
