import { buildFeedback, type Feedback, type FeedbackRequest, listFeedback } from "../../feedback/build-feedback.ts";
import { messageMark, titleMark } from "../../feedback/describe-rest.ts";
import type { Book, Offer } from "../../records/books.ts";
import type { Canvas, Checkpoint } from "../../records/canvas.ts";
import { bookOf, lastBook, type ModelKey, ownBook, putBook } from "../books/books.ts";
import { type Draft, logEvent, sealHead } from "../draft.ts";
import { messagesFor } from "./leave-message.ts";
import { nextReview } from "./review.ts";

/** Results that no call has proven; the same news stands in the newest of them. */
const MOST_OFFERS = 8;
/** Enough for every comment and decision of a busy canvas; older fingerprints only cost room. */
const MOST_SEEN = 12_000;

export interface Showing {
  /** Whoever waited has had the person's answers up to this number: later messages are for it too, told to others or not. */
  readonly knownReview?: number | null;
  /** Whether the client surely waits for this result. */
  readonly isSure?: boolean;
  /** Whether the result holds the canvas's whole text too. */
  readonly isWhole?: boolean;
}

/**
 * The model is shown this canvas: its version is sealed, so that behind the number stands one text, and what the news says
 * counts as offered, until a later call proves that it arrived.
 */
export function showToModel(
  draft: Draft,
  showing: Showing = {},
): { readonly draft: Draft; readonly feedback: Feedback } {
  const known = knowsTitle(draft);
  const feedback = buildFeedback(requestFor(known, showing));
  const standing = new Set(feedback.edits);
  const shows = showing.isWhole === true ? "text" : feedback.isComplete ? "news" : "part";
  const { marks, words } = feedback;
  const isAll = shows === "news" || (shows === "text" && feedback.isCompleteButEdits);
  const offered = offer(known, { marks, words, shows, isAll }, showing);
  const book = ownBook(offered);
  return { draft: putBook(offered, { ...book, seen: stillUseful(book.seen, standing) }), feedback };
}

/** What was told of an edit that no longer stands only costs room, and old fingerprints do. */
function stillUseful(seen: readonly string[], standing: ReadonlySet<string>): readonly string[] {
  const useful = seen.filter((mark) => !mark.startsWith("edit:") || standing.has(mark.replace(/~$/, "")));
  return useful.length === seen.length && seen.length <= MOST_SEEN ? seen : useful.slice(-MOST_SEEN);
}

/** Everything that stands between the model and the person, in items; `tell` notes those that a page of it holds. */
export function listForModel(draft: Draft): ReturnType<typeof listFeedback> & {
  readonly tell: (marks: readonly string[]) => Draft;
} {
  const known = knowsTitle(draft);
  return {
    ...listFeedback(requestFor(known, {})),
    tell: (marks) => offer(known, { marks, words: [], shows: "part", isAll: false }, {}),
  };
}

function requestFor(draft: Draft, { knownReview = null }: Showing): FeedbackRequest {
  const { record } = draft;
  const book = ownBook(draft);
  return { checkpoint: checkpointFor(record, book), messages: messagesFor(record, book, knownReview) };
}

/** The name that the model gave itself, or was first shown, is no news to it. */
function knowsTitle(draft: Draft): Draft {
  const book = ownBook(draft);
  const { title } = draft.record.document;
  const isOwn = title !== draft.start.document.title && draft.moment.by.kind === "model";
  const isFirst = ![...book.seen, ...book.offers.flatMap(({ marks }) => marks)].some((mark) =>
    mark.startsWith("title:"),
  );
  const mark = titleMark(title);
  return (isOwn || isFirst) && !book.seen.includes(mark)
    ? putBook(draft, { ...book, seen: [...book.seen.filter((other) => !other.startsWith("title:")), mark] })
    : draft;
}

function offer(
  draft: Draft,
  { marks, words, shows, isAll }: Required<Pick<Offer, "marks" | "words" | "shows">> & { readonly isAll: boolean },
  { isSure = true }: Showing,
): Draft {
  const sealed = sealHead(draft);
  const book = ownBook(sealed);
  const { document, review, turn } = sealed.record;
  const { arrival, now } = sealed.moment;
  const made: Offer = {
    marks,
    ...(words.length === 0 ? {} : { words }),
    version: document.version,
    by: "result",
    shows,
    review: review?.number ?? 0,
    // Where not all that was new had room, nobody knows how far it reached.
    ...(isAll && turn !== undefined ? { turn } : {}),
    ...(arrival?.connection === undefined ? {} : { connection: arrival.connection }),
    call: arrival?.order ?? 0,
    at: now,
    isSure,
  };
  // A result that tells nothing new about a version known whole, or shows a text that was surely shown before, needs no proof.
  const isKnown =
    book.knownVersion === document.version && (shows !== "text" || book.shownVersion === document.version);
  const isEmpty =
    marks.length === 0 && isKnown && made.review <= book.seenReview && (made.turn ?? 0) <= (book.seenTurn ?? 0);
  const next: Book = {
    ...book,
    offeredRevision: document.revision,
    offers: isEmpty ? book.offers : [...book.offers, made].slice(-MOST_OFFERS),
  };
  const noted = putBook(sealed, next);
  return marks.length === 0 ? noted : logEvent(noted, "offered", { revision: document.revision });
}

/** Before a message speaks of this version: from now on behind its number stands this text, whatever is typed next. */
export function sealForMessage(draft: Draft): Draft {
  return sealHead(draft);
}

/**
 * The person sent a message about the canvas. What went with it counts as offered, never as told: nobody knows what the host
 * passed on. Where the message is only kept until a model asks (`isKept`), nobody was offered anything yet.
 */
export function markSent(draft: Draft, sender: ModelKey | undefined, isKept = false): Draft {
  const sealed = sealHead(draft);
  const { record, moment } = sealed;
  const book = audienceOf(record, sender);
  const feedback = buildFeedback({ checkpoint: checkpointFor(record, book) });
  const review = nextReview(record, "sent", moment.now, moment.by);
  const { edits, comments, proposals } = feedback.news;
  const payload = { revision: record.document.revision, edits, comments, proposals };
  const sent = logEvent({ ...sealed, record: { ...record, review } }, "sent", payload);
  if (book === undefined || feedback.marks.length === 0 || isKept) return sent;
  const made: Offer = {
    marks: feedback.marks,
    version: record.document.version,
    by: "message",
    shows: "part",
    review: 0,
    call: 0,
    at: moment.now,
    isSure: false,
  };
  const books = record.books.map((each) =>
    each === book ? { ...book, offers: [...book.offers, made].slice(-MOST_OFFERS) } : each,
  );
  return { ...sent, record: { ...sent.record, books } };
}

/**
 * The person's messages up to this answer stand in the model's conversation: it surely got them. Where nothing else is new to
 * it, it has got the answer, too: whoever waits now waits for another.
 */
export function notePassedOn(draft: Draft, answer: number): Draft {
  const { messages = [], review } = draft.record;
  const book = ownBook(draft);
  const marks = messages.filter((message) => message.review <= answer).map(({ id }) => messageMark(id));
  const noted = putBook(draft, { ...book, seen: [...new Set([...book.seen, ...marks])] });
  const isAll = review !== undefined && review.number <= answer && buildFeedback(requestFor(noted, {})).told === "seen";
  const heard = ownBook(noted);
  return isAll && heard.seenReview < answer ? putBook(noted, { ...heard, seenReview: answer }) : noted;
}

/**
 * The model that a person's canvas speaks to: the one behind their own program, or the one that was last active. Where people
 * are known, their own models come before those of others.
 */
export function audienceOf(record: Canvas, { client, subject }: ModelKey = {}): Book | undefined {
  const own = client === undefined ? undefined : bookOf(record, { client, subject });
  if (own !== undefined || subject === undefined) return own ?? lastBook(record);
  const isTheirs = (book: Book): boolean => (book.subject ?? record.owner) === subject;
  return record.books.findLast(isTheirs) ?? lastBook(record);
}

/** The canvas as one model knows it: by default the one that was last active. */
export function checkpointFor(record: Canvas, book: Book | undefined = lastBook(record)): Checkpoint {
  const { document, comments, proposals, protections, approval, settings, interactions } = record;
  const kept = record.meta?.kept === true ? { kept: true as const } : {};
  const { review } = record;
  const sent = review?.kind === "sent" || review?.kind === "message" ? { sent: review.revision } : {};
  const done = interactions === undefined ? {} : { interactions };
  const shared = {
    document,
    comments,
    proposals,
    protections,
    approval,
    ...peopleOf(record),
    settings,
    ...done,
    ...kept,
  };
  if (book === undefined) {
    const told = { client: null, seen: [], offered: [], knownVersion: 0, ...sent };
    return { ...shared, baseline: document.content, told };
  }
  const { client, subject, seen, knownVersion, writtenVersion, others, heard: words, reopened } = book;
  const known = new Set(seen);
  const offered = [...new Set(book.offers.flatMap(({ marks }) => marks))].filter((mark) => !known.has(mark));
  // What stood in a result that may be lost may have been heard all the same.
  const all = [...words, ...book.offers.flatMap(({ words: told = [] }) => told)];
  const heardOf = [...new Map(all.map((one) => [one.mark, one])).values()];
  const told = {
    client,
    ...(subject === undefined ? {} : { subject }),
    seen,
    offered,
    knownVersion,
    ...(writtenVersion === 0 ? {} : { writtenVersion }),
    ...sent,
    ...(others.length === 0 ? {} : { others }),
    ...(heardOf.length === 0 ? {} : { heard: heardOf }),
    ...(reopened.length === 0 ? {} : { reopened }),
  };
  return { ...shared, baseline: book.baseline, told };
}

/** What the canvas says of people whom the server knows; nothing where it knows none. */
function peopleOf({ approvals, sharing, touches, namedBy }: Canvas): Partial<Checkpoint> {
  const approvers = sharing?.approvers ?? [];
  return {
    ...(approvals === undefined ? {} : { approvals }),
    ...(approvers.length === 0 ? {} : { approvers }),
    ...(touches === undefined ? {} : { touches }),
    ...(namedBy === undefined ? {} : { namedBy }),
  };
}
