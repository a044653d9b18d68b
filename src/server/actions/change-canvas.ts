import { versionsNeeded } from "../../core/document/books/books.ts";
import { type Draft, finishDraft, type Texts } from "../../core/document/draft.ts";
import { parseCanvasId } from "../../core/document/ids.ts";
import { type Showing, showToModel } from "../../core/document/review/tell-model.ts";
import type { CanvasRecord } from "../../core/records/canvas.ts";
import type { Result } from "../../core/records/refusal.ts";
import type { CanvasError, Outcome } from "../../protocol/errors.ts";
import { may } from "../access/may.ts";
import type { Once } from "../storage/ports.ts";
import type { Call } from "./call.ts";
import { inWords, unknownCanvas } from "./find-canvas.ts";
import { checkLength } from "./limits.ts";
import { nextTurn } from "./next-turn.ts";

const LONG = 200_000;

/** What an operation on a canvas made: the draft to write, and what its action wants to say about it. */
export type Operation<T> = (record: CanvasRecord, texts: Texts) => Result<T & { readonly draft: Draft }>;

export interface ChangeOptions {
  /** Sealed versions whose texts the operation needs. */
  readonly versions?: readonly number[];
  readonly once?: Once;
  /** It only notes what a model was shown: it is answered although nothing can be saved. */
  readonly isReading?: boolean;
}

export type Changed<T> = Outcome<{
  readonly record: CanvasRecord;
  /** What the operation made; null: the same call was made before, and did it then. */
  readonly made: T | null;
  /** Of a reading: why what it noted could not be saved. */
  readonly unsaved?: string;
}>;

/**
 * Loads the canvas, asks whether they may, lets the operation decide, writes what it decided: atomically. Which texts of
 * older versions the operation needs only the record tells.
 */
export async function changeCanvas<T>(
  call: Call,
  givenId: string,
  options: ChangeOptions,
  operation: Operation<T>,
): Promise<Changed<T>> {
  const { who, action } = call;
  const { store } = call.deps;
  const now = call.deps.clock().toISOString();
  const barred = may(who, action, null, now);
  if (barred !== null) return { ok: false, error: barred };
  const id = parseCanvasId(givenId);
  if (id === null) return { ok: false, error: await unknownCanvas(call, givenId) };
  type Answer =
    | { readonly kind: "refused"; readonly error: CanvasError }
    | { readonly kind: "made"; readonly record: CanvasRecord; readonly made: T & { readonly draft: Draft } };
  const outcome = await store.canvases.update<Answer>(who.owner, id, options, (record, texts, sought) => {
    const error = may(who, action, record, now);
    if (error !== null) return { answer: { kind: "refused", error } };
    const needs = versionsNeeded(record, who).filter((version) => !sought.has(version));
    if (needs.length > 0) return { needs };
    const made = operation(record, texts);
    if (!made.ok) return { answer: { kind: "refused", error: made.error } };
    const tooLong = checkLength(call, made.draft.record.document.content, record.document.content);
    if (tooLong !== null) return { answer: { kind: "refused", error: tooLong } };
    const change = finishDraft(made.draft, record);
    const answer: Answer = { kind: "made", record: change?.record ?? record, made };
    return { ...(change === undefined ? {} : { change }), answer };
  });
  switch (outcome.kind) {
    case "none":
    case "deleted":
      return { ok: false, error: await unknownCanvas(call, givenId, outcome.kind) };
    case "key_reused":
      return { ok: false, error: keyReused };
    case "repeated": {
      const error = may(who, action, outcome.record, now);
      if (error !== null) return { ok: false, error: await inWords(call, givenId, error) };
      return { ok: true, record: outcome.record, made: null };
    }
    case "done": {
      const { answer } = outcome;
      if (answer.kind === "refused") return { ok: false, error: await inWords(call, givenId, answer.error) };
      const { record } = answer;
      // What is said about a long text takes its time, too.
      if (record.document.content.length > LONG) await nextTurn();
      const unsaved = outcome.unsaved === undefined ? {} : { unsaved: outcome.unsaved };
      return { ok: true, record, made: answer.made, ...unsaved };
    }
  }
}

/** The same for a change without a key of its own, which nobody can have made before. */
export async function changeOnce<T>(
  call: Call,
  givenId: string,
  options: Omit<ChangeOptions, "once">,
  operation: Operation<T>,
): Promise<Outcome<{ readonly record: CanvasRecord; readonly made: T; readonly unsaved?: string }>> {
  const changed = await changeCanvas(call, givenId, options, operation);
  if (!changed.ok) return changed;
  const { made } = changed;
  if (made === null) throw new Error("A change without a save key cannot repeat");
  return { ...changed, made };
}

const keyReused: CanvasError = {
  code: "key_reused",
  message: "This save_key was used for another save. Make a new one for each save.",
};

/** Seals what the model is about to be shown, and keeps the news that it will read. */
export function shown<T extends { readonly draft: Draft }>(
  outcome: T,
  showing?: Showing,
): T & { readonly news: string } {
  const { draft, feedback } = showToModel(outcome.draft, showing);
  return { ...outcome, draft, news: feedback.text };
}
