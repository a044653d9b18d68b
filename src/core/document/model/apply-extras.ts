import { describeAnchor } from "../../comments/describe-anchor.ts";
import { createQuoteFinder, type QuotePlace } from "../../comments/find-quote.ts";
import { markAddressed } from "../../comments/operations.ts";
import { commentIdIn } from "../../feedback/mark.ts";
import type { Anchor, CanvasComment, Status } from "../../records/canvas.ts";
import { createLineIndex } from "../../text/split-lines.ts";
import { mapBooks, ownBook } from "../books/books.ts";
import { amend, type Draft, logEvent, type Moment, nextRevision } from "../draft.ts";
import { itemId } from "../ids.ts";
import { settleMadeSuggestions } from "../proposals/person-suggestions.ts";
import { cleanTitle } from "../title.ts";
import { type AskedComment, quotesOf } from "./check-model-call.ts";

/** What any change by the model may bring along. */
export interface ModelExtras {
  readonly title?: string;
  readonly comments: readonly AskedComment[];
  readonly addresses: readonly string[];
  readonly status?: Status;
}

/** Title, comments, addressed marks and status of a model's call, on the text that is now in force. */
export function applyExtras(draft: Draft, extras: ModelExtras): Step {
  const made = draft.record.proposals.length === 0 ? { draft, notes: [] } : settleMadeSuggestions(draft);
  const titled = applyTitle(made.draft, extras.title);
  const commented = addComments(titled.draft, extras.comments);
  const addressed = addressComments(commented.draft, extras.addresses);
  const status = applyStatus(addressed, extras.status);
  return { draft: status.draft, notes: [...made.notes, ...titled.notes, ...commented.notes, ...status.notes] };
}

interface Step {
  readonly draft: Draft;
  readonly notes: readonly string[];
}

function applyTitle(draft: Draft, given: string | undefined): Step {
  const title = given === undefined ? null : cleanTitle(given);
  const { document, titledBy } = draft.record;
  if (title === null || (title === document.title && document.titleGiven)) return { draft, notes: [] };
  if (titledBy === "person") {
    const notes =
      title === document.title ? [] : [`The person named this canvas "${document.title}"; that title stays.`];
    return { draft, notes };
  }
  const { namedBy: _, ...record } = draft.record;
  const named = { document: { ...document, title, titleGiven: true }, titledBy: "model" as const };
  const amended = amend({ ...draft, record }, named);
  return { draft: logEvent(amended, "renamed", { title }), notes: [] };
}

function applyStatus(draft: Draft, status: Status | undefined): Step {
  const { record } = draft;
  if (status === undefined || status === record.document.status) return { draft, notes: [] };
  const personSetIt = record.statusSet?.by === "person" && record.statusSet.revision > ownBook(draft).offeredRevision;
  if (personSetIt) {
    const notes = [`The person has set the status to ${record.document.status} meanwhile; that stays.`];
    return { draft, notes };
  }
  const amended = amend(draft, {
    document: { ...record.document, status },
    approval: null,
    statusSet: { by: "model", revision: nextRevision(draft) },
  });
  return { draft: logEvent(amended, "status", { from: record.document.status, to: status }), notes: [] };
}

/** Adds the model's comments to the text that is now in force. Throws on a quote that is not there: `checkQuotes` comes first. */
function addComments(draft: Draft, asked: readonly AskedComment[]): Step {
  if (asked.length === 0) return { draft, notes: [] };
  const { comments, document } = draft.record;
  const ids = new Set(comments.map((comment) => comment.id));
  const notes: string[] = [];
  // Two comments on equal words go to the first two places where these stand.
  const claimed: { from: number; to: number }[] = [];
  const find = createQuoteFinder(document.content, quotesOf(asked));
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const findTwin = createTwinFinder(comments, draft.moment);
  let lines: ((offset: number) => number) | undefined;
  const lineOf = (offset: number): number => {
    lines ??= createLineIndex(document.content);
    return lines(offset);
  };
  const added: CanvasComment[] = [];
  for (const [index, comment] of asked.entries()) {
    const thread = comment.replyTo === undefined ? undefined : byId.get(comment.replyTo);
    const { quote } = comment;
    const placed =
      thread !== undefined || quote === undefined
        ? null
        : placeQuote(document.content, quote, find(quote, claimed), nextRevision(draft), lineOf);
    const twin = findTwin(comment, placed?.anchor.quotedText);
    if (twin !== undefined) {
      notes.push(`comments[${index}] stands there already (${twin.id}); it was not added again.`);
      continue;
    }
    const id = itemId(draft.moment.randomId, (candidate) => ids.has(candidate));
    ids.add(id);
    if (placed !== null) {
      claimed.push({ from: placed.anchor.offset, to: placed.anchor.offset + placed.anchor.length });
      if (placed.note !== undefined) notes.push(`comments[${index}] (${id}): ${placed.note}`);
    }
    added.push({
      id,
      anchor: placed?.anchor ?? null,
      body: comment.body,
      by: draft.moment.by,
      createdAt: draft.moment.now,
      resolved: false,
      ...(thread === undefined ? {} : { replyTo: thread.replyTo ?? thread.id }),
    });
  }
  if (added.length === 0) return { draft, notes };
  const amended = amend(draft, { comments: [...comments, ...added] });
  return { draft: logEvent(amended, "comment", { op: "add", ids: added.map((comment) => comment.id) }), notes };
}

/** A call that is repeated because its answer was lost says the same in the same place, soon after. */
function createTwinFinder(
  comments: readonly CanvasComment[],
  { sealOpenedBefore }: Moment,
): (asked: AskedComment, quotedText: string | undefined) => CanvasComment | undefined {
  const placeOf = (body: string, replyTo: string | undefined, quotedText: string | undefined): string =>
    JSON.stringify([body, replyTo ?? null, replyTo === undefined ? (quotedText ?? null) : null]);
  const said = new Map<string, CanvasComment>();
  for (const comment of comments) {
    const { by, deleted, body, replyTo, anchor, createdAt } = comment;
    if (by.kind !== "model" || deleted === true || createdAt <= sealOpenedBefore) continue;
    const place = placeOf(body, replyTo, anchor?.quotedText);
    if (!said.has(place)) said.set(place, comment);
  }
  return ({ body, replyTo }, quotedText) => said.get(placeOf(body, replyTo, quotedText));
}

function placeQuote(
  content: string,
  quote: string,
  place: QuotePlace,
  revision: number,
  lineOf: (offset: number) => number,
): { readonly anchor: Anchor; readonly note?: string } {
  if (place.kind === "missing") {
    throw new RangeError(
      `A quote of ${quote.length} characters is not in a text of ${content.length}: check quotes first`,
    );
  }
  const anchor = describeAnchor(content, place.from, place.to - place.from, revision);
  if (place.count === 1) return { anchor };
  const line = lineOf(place.from);
  const note = `the quoted text occurs ${place.count} times; the comment stands on line ${line}. Quote more words to name another place.`;
  return { anchor, note };
}

/** Marks what the model says it dealt with. Only the person resolves. */
function addressComments(draft: Draft, ids: readonly string[]): Draft {
  if (ids.length === 0) return draft;
  const { comments, document } = draft.record;
  const marked = markAddressed(comments, ids, document.version).comments;
  if (!marked.some((comment, i) => comment.addressedIn !== comments[i]?.addressedIn)) return draft;
  const logged = logEvent(amend(draft, { comments: marked }), "comment", { op: "addressed", ids });
  // Opened again by the person it is news again.
  const threads = new Set(ids);
  const inside = new Set(
    comments
      .filter(({ id, replyTo }) => threads.has(id) || (replyTo !== undefined && threads.has(replyTo)))
      .map(({ id }) => id),
  );
  const isOver = (mark: string): boolean => commentIdIn(mark).some((id) => inside.has(id));
  return mapBooks(logged, (book) => ({
    ...book,
    seen: book.seen.filter((mark) => !isOver(mark)),
    offers: book.offers.map((offer) => ({ ...offer, marks: offer.marks.filter((mark) => !isOver(mark)) })),
  }));
}
