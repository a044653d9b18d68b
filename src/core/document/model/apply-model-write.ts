import type { MergeResult, TextChange } from "../../diff/hunk.ts";
import { fromEditor } from "../../diff/line-endings.ts";
import { mergeThreeWay } from "../../diff/merge-three-way.ts";
import { sentenceChanges } from "../../diff/sentence-changes.ts";
import { changesBetween } from "../../diff/text-changes.ts";
import type { Canvas } from "../../records/canvas.ts";
import { type Result, refuse } from "../../records/refusal.ts";
import { withAdoptedEdits } from "../books/adopted-edits.ts";
import { openBook, ownBook } from "../books/books.ts";
import { moveBaselineToWrite, tellOthers } from "../books/move-baseline.ts";
import { beginDraft, type Draft, logEvent, type Moment, type Texts } from "../draft.ts";
import { checkOpen, offersOf, raiseProposals } from "../proposals/raise-proposals.ts";
import { keepProtected } from "../protection/protected-text.ts";
import { putContent } from "../put-content.ts";
import { applyExtras, type ModelExtras } from "./apply-extras.ts";
import { checkComments, checkModelMay, checkNamed, checkQuotes } from "./check-model-call.ts";

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
export function applyModelWrite(record: Canvas, texts: Texts, input: ModelWrite, moment: Moment): Result<ModelOutcome> {
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
  const kept: ReturnType<typeof keepProtected> =
    record.protections.length === 0
      ? { ok: true, text: merge.text, notes: [] }
      : keepProtected(content, merge.text, record.protections);
  if (!kept.ok) return kept;
  const misquoted = checkQuotes(record.settings.suggestOnly ? content : kept.text, input.comments);
  if (misquoted !== null) return refuse(misquoted.code, misquoted.message);
  if (record.settings.suggestOnly) return suggestRewrite(start, merge, kept, input);
  const written = putContent(start, kept.text, kept.changes === undefined ? {} : { changes: kept.changes });
  const textChanged = written !== start;
  const logged = textChanged ? logEvent(written, "written", { conflicts: merge.conflicts.length }) : written;
  const raised = raiseConflicts(logged, merge, kept.text);
  if (!raised.ok) return raised;
  const extras = applyExtras(raised.draft, input);
  const told = textChanged
    ? tellOthers(extras.draft, content, changesForOthers(record, content, kept.text))
    : extras.draft;
  return {
    ok: true,
    draft: moveBaselineToWrite(told, content, submitted),
    textChanged,
    merged: merge.text !== submitted,
    conflicts: raised.conflicts,
    suggestions: [],
    ...(found.assumed === undefined ? {} : { assumed: found.assumed }),
    notes: [...repeatNotes(found.repeats, submitted === kept.text), ...kept.notes, ...extras.notes],
  };
}

/** Where both changed the same words: the model's beside the person's. */
function raiseConflicts(
  draft: Draft,
  merge: MergeResult,
  text: string,
): Result<{ readonly draft: Draft; readonly conflicts: number }> {
  if (merge.conflicts.length === 0) return { ok: true, draft, conflicts: 0 };
  const { by } = draft.moment;
  const { draft: raised, raised: conflicts } = raiseProposals(
    draft,
    "conflict",
    offersOf(merge, text, () => by),
  );
  const full = conflicts.length === 0 ? null : checkOpen(raised.record);
  return full === null ? { ok: true, draft: raised, conflicts: conflicts.length } : refuse(full.code, full.message);
}

/** What stands as it was sent needs no words. */
function repeatNotes(version: number | undefined, stands: boolean): string[] {
  if (version === undefined || stands) return [];
  return [
    `You sent this very text before, as v${version}: nothing in it is new. To have it back as it was, read the canvas, then pass the newest base_version.`,
  ];
}

/** Only where there are other models it is worth a comparison. */
function changesForOthers({ books }: Canvas, before: string, after: string): readonly TextChange[] {
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

/** The text that a model's rewrite was made on; `assumed` says which, where the model did not. */
interface ModelBase {
  readonly base: string;
  readonly assumed?: string;
  /** The model sent this very text before, and it made this version: nothing in it is new. */
  readonly repeats?: number;
}

/**
 * What a whole text that the model sent was made from. What it last submitted, sent again because an answer was lost, is
 * nothing new; naming a version that this text made, or a later one, it means to have it back.
 */
export function baseOfWrite(draft: Draft, text: string, named?: number): Result<ModelBase> {
  const { submitted, writtenVersion, offers, seen, shownVersion } = ownBook(draft);
  const isEqual = submitted !== undefined && withEndingsOf(submitted, text) === submitted;
  if (isEqual && (named === undefined || named < writtenVersion)) {
    return { ok: true, base: submitted, repeats: writtenVersion };
  }
  const found = baseOf(draft, named);
  if (!found.ok) return found;
  // Whoever was told of nothing has equal words by chance.
  const hasHeard = [...seen, ...offers.flatMap(({ marks }) => marks)].some((mark) => mark.startsWith("edit:"));
  const hasRead = shownVersion > writtenVersion || offers.some(({ shows }) => shows === "text");
  if (!hasHeard && !hasRead) return found;
  const { content } = draft.record.document;
  return { ...found, base: withAdoptedEdits(found.base, content, withEndingsOf(found.base, text)) };
}

/** Models write \n only: a text whose base has other line endings gets them back on every line that did not change. */
function withEndingsOf(base: string, text: string): string {
  return base.includes("\r") && !text.includes("\r") ? fromEditor(text, base) : text;
}

/**
 * What the model's text was made from: the version that it names, as far as it can know that; without a name what it last
 * submitted, or the newest version that it was shown whole. A number alone says nothing about what was read (it may stand
 * in a message), so that nothing newer than what the model knows can look like something that it took out.
 */
function baseOf(draft: Draft, named?: number): Result<ModelBase> {
  const { id, version } = draft.record.document;
  const { submitted, writtenVersion, shownVersion, knownVersion } = ownBook(draft);
  const future = checkNamed(draft.record, named);
  if (future !== null) return refuse(future.code, future.message);
  if (named !== undefined && named <= knownVersion) {
    const base = textOfVersion(draft, named);
    if (base !== undefined) return { ok: true, base };
    const message = `Version ${named} of canvas ${id} is not kept. Call read_canvas for its newest text, then pass base_version: ${version}.`;
    return refuse("unknown_version", message);
  }
  // It names what it cannot know.
  const known = named === undefined ? shownVersion : knownVersion;
  if (submitted !== undefined && (named === undefined || writtenVersion >= known)) {
    return { ok: true, base: submitted, assumed: `your own text of v${writtenVersion}` };
  }
  const base = known > 0 ? textOfVersion(draft, known) : undefined;
  if (base !== undefined) return { ok: true, base, assumed: `v${known}, the newest that you were shown whole` };
  const message = `You have not been shown the text of canvas ${id}, so a rewrite could remove words that you do not know. Call read_canvas first, then write_canvas with base_version: ${version}; or change parts with edit_canvas.`;
  return refuse("not_shown", message);
}

function textOfVersion({ record, texts }: Draft, version: number): string | undefined {
  return version === record.document.version ? record.document.content : texts.get(version);
}
