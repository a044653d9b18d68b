import type { TextChange } from "../../diff/hunk.ts";
import { applyChanges, changesBetween } from "../../diff/text-changes.ts";
import { ownerOfAuthor } from "../../people/person-of.ts";
import type { Draft } from "../draft.ts";
import { bookOf, mapBooks, ownBook, putBook } from "./books.ts";
import { followEdits } from "./follow-edits.ts";
import { rebaseEdits } from "./rebase-edits.ts";

/**
 * After edits by a model of `before`: they are made to its baseline too, so that the person's changes go on showing as
 * theirs, and the model's do not. Words of the person that stand beside an edit, and not in the passage that it names, are
 * none that the model has shown to know.
 */
export function moveBaseline(draft: Draft, before: string, edits: readonly TextChange[]): Draft {
  const book = ownBook(draft);
  const { content, version } = draft.record.document;
  const baseline = rebaseEdits(before, edits, book.baseline);
  // Whoever has only read so far has made what they read their own text by editing it.
  const submitted = book.submitted ?? draft.texts.get(book.shownVersion);
  const followed = followEdits(book, { baseline: book.baseline, content: before }, { baseline, content });
  return putBook(draft, {
    ...followed,
    baseline,
    ...(submitted === undefined ? {} : { submitted: rebaseEdits(before, edits, submitted) }),
    writtenVersion: version,
  });
}

/** After a rewrite of `before` by a model: `submitted` is its text, from now on. */
export function moveBaselineToWrite(draft: Draft, before: string, submitted: string): Draft {
  const book = ownBook(draft);
  const { content, version } = draft.record.document;
  const baseline = baselineAfterWrite({ baseline: book.baseline, before, after: content, submitted });
  return putBook(draft, {
    ...followEdits(book, { baseline: book.baseline, content: before }, { baseline, content }),
    baseline,
    submitted,
    writtenVersion: version,
    // Nobody else's words are in it: it knows all of it.
    ...(submitted === content ? { knownVersion: version, shownVersion: version, others: [] } : {}),
  });
}

/**
 * The baseline after a model's text `submitted` made `before` become `after`. What stands between the two is the
 * person's only where it was theirs before: the model's own older words, and those of others, are not called theirs.
 */
export function baselineAfterWrite(texts: {
  readonly baseline: string;
  readonly before: string;
  readonly after: string;
  readonly submitted: string;
}): string {
  const { baseline, before, after, submitted } = texts;
  if (after === submitted || baseline === before) return after;
  const carried = rebaseEdits(before, changesBetween(before, after), baseline);
  const notTaken = changesBetween(after, submitted);
  const persons = changesBetween(after, carried).filter((change) =>
    notTaken.some(({ from, to }) => from <= change.to && to >= change.from),
  );
  return applyChanges(after, persons);
}

/**
 * Words of a model's that the person accepted do not show as the person's: models are told of the decision. But its author
 * may not have heard of it yet: what it really submitted stays the base of a write that names none.
 */
export function moveBaselineUnheard(draft: Draft, before: string, accepted: readonly TextChange[]): Draft {
  return mapBooks(draft, (book) => ({ ...book, baseline: rebaseEdits(before, accepted, book.baseline) }));
}

/** The baselines without differences from the text at these ranges of it. */
export function dropDifferences(
  draft: Draft,
  ranges: readonly { readonly offset: number; readonly length: number }[],
): Draft {
  if (ranges.length === 0) return draft;
  const { content } = draft.record.document;
  return mapBooks(draft, (book) => {
    const differences = changesBetween(content, book.baseline);
    const kept = differences.filter(
      ({ from, to }) => !ranges.some(({ offset, length }) => from <= offset + length && to >= offset),
    );
    return kept.length === differences.length ? book : { ...book, baseline: applyChanges(content, kept) };
  });
}

/** A model has changed the text: to other models that is not the person's doing, and they are told who it was. */
export function tellOthers(draft: Draft, before: string, changes: readonly TextChange[]): Draft {
  const { client = "" } = draft.moment.by;
  const own = bookOf(draft.record, draft.moment.by);
  const person = ownerOfAuthor(draft.moment.by);
  const { version } = draft.record.document;
  return mapBooks(draft, (book) => {
    if (book === own || (own === undefined && book.client === client)) return book;
    const made = { version, client, ...(person === null ? {} : { by: person }) };
    const others = [...book.others.filter((other) => other.version !== version), made];
    return { ...book, baseline: rebaseEdits(before, changes, book.baseline), others: others.slice(-20) };
  });
}
