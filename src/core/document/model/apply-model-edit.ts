import { applyChanges, refineChange } from "../../diff/text-changes.ts";
import type { Canvas, Protection } from "../../records/canvas.ts";
import { type Result, refuse } from "../../records/refusal.ts";
import { createLineIndex } from "../../text/split-lines.ts";
import { openBook, ownBook } from "../books/books.ts";
import { moveBaseline, tellOthers } from "../books/move-baseline.ts";
import { lineAndColumn } from "../check-text.ts";
import { beginDraft, type Draft, logEvent, type Moment, type Texts } from "../draft.ts";
import { checkOpen, checkWithdraw, raiseProposals, withdraw } from "../proposals/raise-proposals.ts";
import { excerpt, protectedFault, protectionAt } from "../protection/protected-text.ts";
import { putContent } from "../put-content.ts";
import { applyExtras, type ModelExtras } from "./apply-extras.ts";
import type { ModelOutcome } from "./apply-model-write.ts";
import { checkComments, checkModelMay, checkNamed, checkQuotes } from "./check-model-call.ts";
import { type LocatedEdit, locateEdits, type ModelEditItem, withoutMade } from "./locate/locate-edits.ts";

export interface ModelEdit extends ModelExtras {
  readonly edits: readonly ModelEditItem[];
  readonly baseVersion?: number;
  readonly mode: "apply" | "suggest";
  /** Ids of the model's own proposals to take back. */
  readonly withdraw?: readonly string[];
}

/**
 * Targeted edits by the model on the text as it is now: all of them or none. With mode "suggest", or when the person
 * wants suggestions only, the text stays and each edit becomes a suggestion.
 */
export function applyModelEdit(record: Canvas, texts: Texts, input: ModelEdit, moment: Moment): Result<ModelOutcome> {
  const { withdraw: takenBack = [] } = input;
  const error =
    checkModelMay(record, input.status) ??
    checkNamed(record, input.baseVersion) ??
    checkComments(record.comments, input.comments, input.addresses) ??
    checkWithdraw(record, takenBack, moment.by);
  if (error !== null) return refuse(error.code, error.message);
  const opened = openBook(beginDraft(record, texts, moment), input.baseVersion);
  const { content } = record.document;
  const sought = locateEdits(content, knownTexts(opened, input.baseVersion), input.edits, ownBook(opened).baseline);
  if (!sought.ok) return sought;
  // Whoever names the newest version knows what stands there.
  const isNewest = input.baseVersion === record.document.version;
  // Whoever names an older one may well repeat a call whose answer was lost.
  const isOlder = input.baseVersion !== undefined && !isNewest;
  const fresh = isNewest ? { located: sought.located, notes: [] } : withoutMade(content, sought.located, isOlder);
  const places = { located: fresh.located, notes: [...sought.notes, ...fresh.notes] };
  const start = withdraw(opened, takenBack);
  const refined = places.located.flatMap((edit) => refineChange(content, edit));
  const locked =
    lockedEdit(content, record.protections, places.located) ?? protectedFault(content, refined, record.protections);
  if (locked !== null) return refuse("protected_text", locked);
  const suggests = input.mode === "suggest" || record.settings.suggestOnly;
  const text = suggests ? content : applyChanges(content, places.located);
  const misquoted = checkQuotes(text, input.comments);
  if (misquoted !== null) return refuse(misquoted.code, misquoted.message);
  if (suggests) return suggestEdits(start, places, input);
  const written = putContent(start, text, { changes: refined });
  const textChanged = written !== start;
  const logged = textChanged ? logEvent(written, "edited", { edits: places.located.length }) : written;
  const extras = applyExtras(logged, input);
  const told = textChanged ? tellOthers(extras.draft, content, refined) : extras.draft;
  return {
    ok: true,
    draft: textChanged ? moveBaseline(told, content, places.located) : told,
    textChanged,
    merged: false,
    conflicts: 0,
    suggestions: [],
    lines: editedLines(text, places.located),
    notes: [...places.notes, ...extras.notes],
  };
}

/** The texts that the model may have had in mind: the version that it names, what it wrote, what it was shown. */
function knownTexts(draft: Draft, named: number | undefined): readonly string[] {
  const { submitted, shownVersion, baseline } = ownBook(draft);
  const shown = [named, shownVersion].flatMap((version) =>
    version === undefined ? [] : (draft.texts.get(version) ?? []),
  );
  return [...shown, ...(submitted === undefined ? [] : [submitted]), baseline];
}

/** The lines of the new text on which the edits stand, in the order of the text. */
function editedLines(text: string, located: readonly LocatedEdit[]): readonly number[] {
  const lineOf = createLineIndex(text);
  let shift = 0;
  const lines = located.map(({ from, to, insert }) => {
    const line = lineOf(from + shift);
    shift += insert.length - (to - from);
    return line;
  });
  return [...new Set(lines)];
}

/** Why an edit may not be made: it reaches into words that the person protected. */
function lockedEdit(
  content: string,
  protections: readonly Protection[],
  located: readonly LocatedEdit[],
): string | null {
  for (const edit of located) {
    // By words: an edit may repeat protected words in its replacement, as long as it leaves them alone.
    const changes = refineChange(content, edit).filter(({ from, to, insert }) => content.slice(from, to) !== insert);
    for (const { from, to } of changes) {
      const anchor = protectionAt(content, protections, from, to)?.anchor;
      if (anchor === undefined) continue;
      const { line } = lineAndColumn(content, anchor.offset);
      return `edits[${edit.index}] would change "${excerpt(anchor.quotedText)}" (line ${line}), which the person protected. Leave these words exactly as they are; no edit was made.`;
    }
  }
  return null;
}

function suggestEdits(
  start: Draft,
  places: { readonly located: readonly LocatedEdit[]; readonly notes: readonly string[] },
  input: ModelEdit,
): Result<ModelOutcome> {
  const inOrder = places.located.toSorted((a, b) => a.index - b.index);
  const offers = inOrder.map(({ from, to, insert, reason }) => ({
    from,
    to,
    text: insert,
    ...(reason === undefined ? {} : { reason }),
  }));
  // Each has its own reason: they are not joined to make room.
  const raised = raiseProposals(start, "suggestion", offers, Number.NEGATIVE_INFINITY);
  const full = raised.raised.length === 0 ? null : checkOpen(raised.draft.record);
  if (full !== null) return refuse(full.code, full.message);
  const extras = applyExtras(raised.draft, input);
  const because =
    input.mode === "suggest" || input.edits.length === 0
      ? []
      : ["The person asked for suggestions only, so the edits were not applied: they stand as suggestions."];
  return {
    ok: true,
    draft: extras.draft,
    textChanged: false,
    merged: false,
    conflicts: 0,
    suggestions: raised.raised.map(({ id }) => id),
    notes: [...because, ...places.notes.map((text) => text.replace("was applied", "is suggested")), ...extras.notes],
  };
}
