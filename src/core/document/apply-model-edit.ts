import { applyChanges, refineChange } from "../diff/text-changes.ts";
import type { ModelOutcome } from "./apply-model-write.ts";
import { lineAndColumn } from "./check-text.ts";
import { beginDraft, type Draft, logEvent, type Moment, type Texts } from "./draft.ts";
import { type LocatedEdit, locateEdits, type ModelEditItem, withoutMade } from "./locate-edits.ts";
import { baseOf, checkModelMay } from "./model-base.ts";
import { checkComments } from "./model-comments.ts";
import { applyExtras, type ModelExtras } from "./model-finish.ts";
import { moveBaseline } from "./move-baseline.ts";
import { excerpt, protectionAt } from "./protected-text.ts";
import { putContent } from "./put-content.ts";
import { raiseProposals } from "./raise-proposals.ts";
import type { CanvasRecord, Protection } from "./records.ts";
import { type Result, refuse } from "./refusal.ts";

export interface ModelEdit extends ModelExtras {
  readonly edits: readonly ModelEditItem[];
  readonly baseVersion?: number;
  readonly mode: "apply" | "suggest";
}

/**
 * Targeted edits by the model on the text as it is now: all of them or none. With mode "suggest", or when the person
 * wants suggestions only, the text stays and each edit becomes a suggestion.
 */
export function applyModelEdit(
  record: CanvasRecord,
  texts: Texts,
  input: ModelEdit,
  moment: Moment,
): Result<ModelOutcome> {
  const error = checkModelMay(record, input.status) ?? checkComments(record.comments, input.comments, input.addresses);
  if (error !== null) return refuse(error.code, error.message);
  const found = baseOf(record, texts, input.baseVersion);
  if (!found.ok) return found;
  const { content } = record.document;
  const sought = locateEdits(content, [found.base, record.claudeContent], input.edits);
  if (!sought.ok) return sought;
  // Whoever names the newest version knows what stands there.
  const isNewest = input.baseVersion === record.document.version;
  const fresh = isNewest ? { located: sought.located, notes: [] } : withoutMade(content, sought.located);
  const places = { located: fresh.located, notes: [...sought.notes, ...fresh.notes] };
  const start = beginDraft(record, texts, moment);
  const locked = lockedEdit(content, record.protections, places.located);
  if (locked !== null) return refuse("protected_text", locked);
  if (input.mode === "suggest" || record.settings.suggestOnly) return suggestEdits(start, places, input);
  const text = applyChanges(content, places.located);
  const changes = places.located.flatMap((edit) => refineChange(content, edit));
  const written = putContent(start, text, { changes });
  const textChanged = written !== start;
  const logged = textChanged ? logEvent(written, "edited", { edits: places.located.length }) : written;
  const extras = applyExtras(logged, input);
  return {
    ok: true,
    draft: textChanged ? moveBaseline(extras.draft, content, places.located) : extras.draft,
    textChanged,
    merged: false,
    conflicts: 0,
    suggestions: 0,
    notes: [...places.notes, ...extras.notes],
  };
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
  const offers = places.located.map(({ from, to, insert, reason }) => ({
    from,
    to,
    text: insert,
    ...(reason === undefined ? {} : { reason }),
  }));
  const raised = raiseProposals(start, "suggestion", offers);
  const extras = applyExtras(raised.draft, input);
  const because =
    input.mode === "suggest"
      ? []
      : ["The person asked for suggestions only, so the edits were not applied: they stand as suggestions."];
  return {
    ok: true,
    draft: extras.draft,
    textChanged: false,
    merged: false,
    conflicts: 0,
    suggestions: raised.raised.length,
    notes: [...because, ...places.notes.map((text) => text.replace("was applied", "is suggested")), ...extras.notes],
  };
}
