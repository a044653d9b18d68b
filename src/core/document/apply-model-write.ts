import type { MergeResult } from "../diff/hunk.ts";
import { fromEditor } from "../diff/line-endings.ts";
import { mergeThreeWay } from "../diff/merge-three-way.ts";
import { changesBetween } from "../diff/text-changes.ts";
import { beginDraft, type Draft, logEvent, type Moment, note, type Texts } from "./draft.ts";
import { baseOf, checkModelMay } from "./model-base.ts";
import { checkComments } from "./model-comments.ts";
import { applyExtras, type ModelExtras } from "./model-finish.ts";
import { keepProtected } from "./protected-text.ts";
import { putContent } from "./put-content.ts";
import { offersOf, raiseProposals } from "./raise-proposals.ts";
import type { CanvasRecord } from "./records.ts";
import { type Result, refuse } from "./refusal.ts";

export interface ModelWrite extends ModelExtras {
  readonly content: string;
  readonly baseVersion?: number;
  /** The text that it was made from, where that is known better than by a version: a file's text before it was changed. */
  readonly baseText?: string;
}

/** What came of a model's call. */
export interface ModelOutcome {
  readonly draft: Draft;
  /** Whether the text in force is another than before. */
  readonly textChanged: boolean;
  /** Whether changes by the person since the base were merged in. */
  readonly merged: boolean;
  readonly conflicts: number;
  readonly suggestions: number;
  /** Sentences for the model. */
  readonly notes: readonly string[];
}

/**
 * A full rewrite by the model. What the person changed after the base is merged in; where both changed the same words
 * the person's stay and the model's stand beside them as a conflict. The baseline becomes what was submitted.
 */
export function applyModelWrite(
  record: CanvasRecord,
  texts: Texts,
  input: ModelWrite,
  moment: Moment,
): Result<ModelOutcome> {
  const error = checkModelMay(record, input.status) ?? checkComments(record.comments, input.comments, input.addresses);
  if (error !== null) return refuse(error.code, error.message);
  const { baseText } = input;
  const found =
    baseText === undefined ? baseOf(record, texts, input.baseVersion) : { ok: true as const, base: baseText };
  if (!found.ok) return found;
  const { content } = record.document;
  const submitted = withEndingsOf(found.base, input.content);
  const merge = mergeThreeWay(found.base, content, submitted);
  const start = beginDraft(record, texts, moment);
  const kept = keepProtected(content, merge.text, record.protections);
  if (!kept.ok) return kept;
  if (record.settings.suggestOnly) return suggestRewrite(start, merge, kept, input);
  const written = putContent(start, kept.text, kept.changes === undefined ? {} : { changes: kept.changes });
  const textChanged = written !== start;
  const logged = textChanged ? logEvent(written, "written", { conflicts: merge.conflicts.length }) : written;
  const raised = raiseProposals(
    logged,
    "conflict",
    offersOf(merge, kept.text, () => moment.by),
  );
  const extras = applyExtras(raised.draft, input);
  return {
    ok: true,
    draft: putBaseline(extras.draft, submitted),
    textChanged,
    merged: merge.text !== submitted,
    conflicts: raised.raised.length,
    suggestions: 0,
    notes: [...kept.notes, ...extras.notes],
  };
}

function putBaseline(draft: Draft, text: string): Draft {
  const { submitted, ...record } = draft.record;
  const heard = submitted === undefined ? draft : { ...draft, record };
  return record.claudeContent === text ? heard : note(heard, { claudeContent: text });
}

/** "Claude suggests instead of changing": the rewrite as one suggestion a change. The text and the baseline stay. */
function suggestRewrite(
  start: Draft,
  merge: MergeResult,
  kept: { readonly text: string; readonly notes: readonly string[] },
  input: ModelWrite,
): Result<ModelOutcome> {
  const { content } = start.record.document;
  const offers = changesBetween(content, kept.text).map(({ from, to, insert }) => ({ from, to, text: insert }));
  const suggested = raiseProposals(start, "suggestion", offers);
  const raised = raiseProposals(
    suggested.draft,
    "conflict",
    offersOf(merge, content, () => start.moment.by),
  );
  const extras = applyExtras(raised.draft, input);
  return {
    ok: true,
    draft: extras.draft,
    textChanged: false,
    merged: false,
    conflicts: raised.raised.length,
    suggestions: suggested.raised.length,
    notes: [
      "The person asked for suggestions only, so your text was not applied: its changes stand as suggestions for them to accept or reject.",
      ...kept.notes,
      ...extras.notes,
    ],
  };
}

/** Models write \n only: a text whose base has other line endings gets them back on every line that did not change. */
export function withEndingsOf(base: string, text: string): string {
  return base.includes("\r") && !text.includes("\r") ? fromEditor(text, base) : text;
}
