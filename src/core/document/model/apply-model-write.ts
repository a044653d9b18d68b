import type { MergeResult, TextChange } from "../../diff/hunk.ts";
import { mergeThreeWay } from "../../diff/merge-three-way.ts";
import { sentenceChanges } from "../../diff/sentence-changes.ts";
import { changesBetween } from "../../diff/text-changes.ts";
import type { CanvasRecord } from "../../records/canvas.ts";
import { type Result, refuse } from "../../records/refusal.ts";
import { openBook, tellOthers } from "../books/books.ts";
import { moveBaselineToWrite } from "../books/move-baseline.ts";
import { beginDraft, type Draft, logEvent, type Moment, type Texts } from "../draft.ts";
import { checkOpen, offersOf, raiseProposals } from "../proposals/raise-proposals.ts";
import { keepProtected } from "../protection/protected-text.ts";
import { putContent } from "../put-content.ts";
import { baseOfWrite, checkModelMay, withEndingsOf } from "./model-base.ts";
import { checkComments, checkQuotes } from "./model-comments.ts";
import { applyExtras, type ModelExtras } from "./model-finish.ts";

export interface ModelWrite extends ModelExtras {
  readonly content: string;
  readonly baseVersion?: number;
  /** The text that it was made from, where that is known better than by a version: a file's text before it was changed. */
  readonly baseText?: string;
}

/** What came of a model's call. */
export interface ModelOutcome {
  readonly draft: Draft;
  /** Which text it was taken to be made from, where it did not say. */
  readonly assumed?: string;
  /** Whether the text in force is another than before. */
  readonly textChanged: boolean;
  /** Whether changes by the person since the base were merged in. */
  readonly merged: boolean;
  readonly conflicts: number;
  /** Ids of suggestions that it made. */
  readonly suggestions: readonly string[];
  /** Of targeted edits: the lines on which they now stand. */
  readonly lines?: readonly number[];
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
  const start = openBook(beginDraft(record, texts, moment), input.baseVersion);
  const { baseText } = input;
  const found: ReturnType<typeof baseOfWrite> =
    baseText === undefined ? baseOfWrite(start, input.content, input.baseVersion) : { ok: true, base: baseText };
  if (!found.ok) return found;
  const { content } = record.document;
  const submitted = withEndingsOf(found.base, input.content);
  const merge = mergeThreeWay(found.base, content, submitted);
  const kept = keepProtected(content, merge.text, record.protections);
  if (!kept.ok) return kept;
  const misquoted = checkQuotes(record.settings.suggestOnly ? content : kept.text, input.comments);
  if (misquoted !== null) return refuse(misquoted.code, misquoted.message);
  if (record.settings.suggestOnly) return suggestRewrite(start, merge, kept, input);
  const written = putContent(start, kept.text, kept.changes === undefined ? {} : { changes: kept.changes });
  const textChanged = written !== start;
  const logged = textChanged ? logEvent(written, "written", { conflicts: merge.conflicts.length }) : written;
  const raised = raiseProposals(
    logged,
    "conflict",
    offersOf(merge, kept.text, () => moment.by),
  );
  const full = raised.raised.length === 0 ? null : checkOpen(raised.draft.record);
  if (full !== null) return refuse(full.code, full.message);
  const extras = applyExtras(raised.draft, input);
  const told = textChanged
    ? tellOthers(extras.draft, content, changesForOthers(record, content, kept.text))
    : extras.draft;
  return {
    ok: true,
    draft: moveBaselineToWrite(told, content, submitted),
    textChanged,
    merged: merge.text !== submitted,
    conflicts: raised.raised.length,
    suggestions: [],
    ...(found.assumed === undefined ? {} : { assumed: found.assumed }),
    notes: [...repeatNotes(found.repeats, submitted === kept.text), ...kept.notes, ...extras.notes],
  };
}

/** What stands as it was sent needs no words. */
function repeatNotes(version: number | undefined, stands: boolean): string[] {
  if (version === undefined || stands) return [];
  return [
    `You sent this very text before, as v${version}: nothing in it is new. To have it back as it was, read the canvas, then pass the newest base_version.`,
  ];
}

/** Only where there are other models it is worth a comparison. */
function changesForOthers({ books }: CanvasRecord, before: string, after: string): readonly TextChange[] {
  return books.length < 2 ? [] : changesBetween(before, after);
}

/** Suggestions of a rewrite leave room for so many of its conflicts. */
const MOST_CONFLICTS_BESIDE = 100;

/** "Claude suggests instead of changing": the rewrite as suggestions, each a sentence or a block. The text and the baseline stay. */
function suggestRewrite(
  start: Draft,
  merge: MergeResult,
  kept: { readonly text: string; readonly notes: readonly string[] },
  input: ModelWrite,
): Result<ModelOutcome> {
  const { content } = start.record.document;
  const offers = sentenceChanges(content, kept.text).map(({ from, to, insert }) => ({ from, to, text: insert }));
  const conflicts = offersOf(merge, content, () => start.moment.by);
  const suggested = raiseProposals(start, "suggestion", offers, Math.min(conflicts.length, MOST_CONFLICTS_BESIDE));
  const raised = raiseProposals(suggested.draft, "conflict", conflicts);
  const full = suggested.raised.length + raised.raised.length === 0 ? null : checkOpen(raised.draft.record);
  if (full !== null) return refuse(full.code, full.message);
  const extras = applyExtras(raised.draft, input);
  return {
    ok: true,
    draft: extras.draft,
    textChanged: false,
    merged: false,
    conflicts: raised.raised.length,
    suggestions: suggested.raised.map(({ id }) => id),
    notes: [
      "The person asked for suggestions only, so your text was not applied: its changes stand as suggestions for them to accept or reject.",
      ...kept.notes,
      ...extras.notes,
    ],
  };
}
