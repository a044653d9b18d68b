import { commentIdIn, markOf } from "../../feedback/mark.ts";
import type { Book, Offer } from "../../records/books.ts";
import type { Canvas } from "../../records/canvas.ts";
import { type Draft, logEvent, type Moment, note } from "../draft.ts";

/** So many edits and rules are remembered by their words, in case the person takes them back. */
const MOST_HEARD = 300;
/** So many programs of one person have a book, each with a text: whoever only reads must not fill another's canvas. */
const MOST_OF_ONE = 12;

/** In records of the first release, which kept one book for all models. */
export const UNKNOWN_CLIENT = "?";

/** A model: its program, and whose it is where the server knows its people. An author and whoever acts are ones, too. */
export interface ModelKey {
  readonly client?: string | undefined;
  readonly subject?: string | undefined;
}

/** The book of a model; undefined: it never came to this canvas. One that names nobody is the owner's, or where no people are known anybody's. */
export function bookOf(
  { books, owner }: Pick<Canvas, "books" | "owner">,
  { client = "", subject }: ModelKey,
): Book | undefined {
  const ofProgram = books.filter((book) => book.client === client);
  if (subject === undefined) return ofProgram[0];
  const own = ofProgram.find((book) => book.subject === subject);
  return own ?? (subject === owner ? ofProgram.find((book) => book.subject === undefined) : undefined);
}

/** Of the model that was last active; undefined: none ever came. */
export function lastBook({ books }: Pick<Canvas, "books">): Book | undefined {
  return books.at(-1);
}

/** The book of the model that acts, which `openBook` has made sure of. */
export function ownBook(draft: Draft): Book {
  const book = bookOf(draft.record, draft.moment.by);
  if (book === undefined)
    throw new Error(`Canvas ${draft.record.document.id} has no book of the model that acts on it`);
  return book;
}

/** Before a model's call is looked at: its book, a new one for a newcomer, with all that the call proves to have arrived. */
export function openBook(draft: Draft, named?: number): Draft {
  const { record, moment } = draft;
  const { client = "", subject } = moment.by;
  const whose = subject === undefined ? {} : { subject };
  const book = bookOf(record, moment.by);
  if (book === undefined || (subject !== undefined && book.subject === undefined)) {
    const nameless = book ?? bookOf(record, { client: UNKNOWN_CLIENT, subject });
    if (nameless === undefined) return putBook(draft, newBook(record, { client, ...whose }));
    // Kept by a release that did not tell models apart, or people: it is taken for that of the first who comes and may have it.
    const rest = record.books.filter((each) => each !== nameless);
    const adopted = { ...nameless, client, ...whose };
    return openBook(note(draft, { books: [...rest, adopted] }), named);
  }
  const proven = book.offers.filter((offer) => isProven(offer, book, moment, named));
  if (proven.length === 0) return draft;
  const seen = [...new Set([...book.seen, ...proven.flatMap(({ marks }) => marks)])];
  const shownVersion = Math.max(book.shownVersion, ...versions(proven, "text"));
  const hasText = book.knownVersion > 0 || shownVersion > 0;
  const isSeen = new Set(seen);
  const next: Book = {
    ...book,
    ...heard(book, proven, seen),
    provenVersion: Math.max(book.provenVersion, ...proven.map(({ version }) => version)),
    // What went with a message is only of interest until it arrives in a result.
    offers: book.offers
      .filter((offer) => !proven.includes(offer))
      .filter(({ by, marks }) => by === "result" || marks.some((mark) => !isSeen.has(mark)))
      .map((offer) => withoutTakenBack(offer, proven)),
    shownVersion,
    // News alone makes nobody know a text that they never had.
    knownVersion: Math.max(book.knownVersion, shownVersion, ...(hasText ? versions(proven, "news") : [])),
    seenReview: Math.max(book.seenReview, ...proven.map(({ review }) => review)),
    ...seenTurn(book, proven),
    others: book.others.filter(({ version }) => version > shownVersion),
  };
  const isNews = next.seen.length > book.seen.length;
  const kept = putBook(draft, next);
  return isNews ? logEvent(kept, "seen", { version: Math.max(...proven.map(({ version }) => version)) }) : kept;
}

/** The older versions whose texts an operation on this record may need: the one before an open head, and what the program knows. */
export function versionsNeeded(record: Canvas, model: ModelKey = {}): number[] {
  const { version } = record.document;
  const before = !record.head.sealed && version > 1 ? [version - 1] : [];
  const known = knownVersions(bookOf(record, model)).filter((each) => each > 0 && each < version);
  return [...new Set([...before, ...known])];
}

function knownVersions(book: Book | undefined): number[] {
  if (book === undefined) return [];
  const shown = book.offers.flatMap(({ shows, version }) => (shows === "part" ? [] : [version]));
  return [book.shownVersion, book.knownVersion, book.held?.baseVersion ?? 0, ...shown];
}

function isProven(offer: Offer, book: Book, { arrival }: Moment, named: number | undefined): boolean {
  if (offer.by === "message") return false;
  // The number stood in the first result of that version; what was told later under the same number may be lost.
  const first = book.offers.find(({ by, version }) => by === "result" && version === offer.version);
  if (named === offer.version && named > book.provenVersion && offer === first) return true;
  if (!offer.isSure || arrival === undefined) return offer.isSure;
  if (offer.connection !== arrival.connection) return false;
  // ISO times of one form compare as text.
  if (offer.connection === undefined) return arrival.at > offer.at;
  return arrival.order > offer.call && !arrival.unanswered.includes(offer.call);
}

/** Where people have had a turn at all. */
function seenTurn(book: Book, proven: readonly Offer[]): Pick<Book, "seenTurn"> {
  const turn = Math.max(book.seenTurn ?? 0, ...proven.map((offer) => offer.turn ?? 0));
  return turn === 0 ? {} : { seenTurn: turn };
}

function versions(offers: readonly Offer[], shows: Offer["shows"]): number[] {
  return offers.flatMap((offer) => (offer.shows === shows ? [offer.version] : []));
}

/** What the model now surely knows: fingerprints, and the words of what the person may take back. */
function heard(
  book: Book,
  proven: readonly Offer[],
  seen: readonly string[],
): Pick<Book, "seen" | "heard" | "reopened"> {
  const arrived = new Set(proven.flatMap(({ marks }) => marks));
  // Taken back, and told so: neither is of any interest any more.
  const backs = new Set([...arrived].filter((mark) => mark.startsWith("back:")).map((mark) => mark.slice(5)));
  // A comment that was resolved and comes back is news again, and so is one that is resolved again.
  const resolved = new Set([...arrived].flatMap((mark) => /^resolved:(.*)$/.exec(mark)?.[1] ?? []));
  const isOver = (mark: string): boolean =>
    mark.startsWith("back:") || backs.has(mark) || commentIdIn(mark).some((id) => resolved.has(id));
  const words = new Map(
    [...book.heard, ...proven.flatMap(({ words: told = [] }) => told)].map((one) => [one.mark, one]),
  );
  return {
    seen: withoutOutdated(seen.filter((mark) => !isOver(mark))),
    heard: [...words.values()].filter(({ mark }) => !backs.has(mark)).slice(-MOST_HEARD),
    reopened: book.reopened.filter((id) => !arrived.has(`reopened:${id}`)),
  };
}

/** What was told in an earlier result that may be lost needs no taking back twice. */
function withoutTakenBack(offer: Offer, proven: readonly Offer[]): Offer {
  const backs = new Set(proven.flatMap(({ marks }) => marks));
  const isBack = (mark: string): boolean => backs.has(`back:${mark}`);
  const { words } = offer;
  if (!offer.marks.some(isBack)) return offer;
  return {
    ...offer,
    marks: offer.marks.filter((mark) => !isBack(mark)),
    ...(words === undefined ? {} : { words: words.filter(({ mark }) => !isBack(mark)) }),
  };
}

/** Of a name that was changed, and of a rule that was turned on and off, only the last word counts. */
function withoutOutdated(seen: readonly string[]): readonly string[] {
  const last = ["rule:", "title:"].map((kind) => seen.findLast((mark) => mark.startsWith(kind)));
  return seen.filter((mark) => !/^(rule|title):/.test(mark) || last.includes(mark));
}

/** A newcomer is told what waits, not what was settled with others before it came. */
function newBook(record: Canvas, model: Pick<Book, "client" | "subject">): Book {
  const settled = record.proposals.flatMap(({ id, state }) =>
    state === "open" ? [] : [markOf("proposal", id, state)],
  );
  const others = record.books.flatMap(({ seen }) => seen.filter((mark) => /^(message|interaction):/.test(mark)));
  return {
    ...model,
    baseline: record.document.content,
    writtenVersion: 0,
    shownVersion: 0,
    knownVersion: 0,
    provenVersion: 0,
    offeredRevision: 0,
    seenReview: Math.max(0, ...record.books.map(({ seenReview }) => seenReview)),
    seen: [...new Set([...settled, ...others])],
    offers: [],
    others: [],
    heard: [],
    reopened: [],
  };
}

/**
 * The draft with this book in the place of its older self, and last: its model is the one that was last active. Where nothing
 * in it is new, nothing is: whoever only reads again writes nothing.
 */
export function putBook(draft: Draft, book: Book): Draft {
  const last = lastBook(draft.record);
  if (last !== undefined && isSame(last, book)) return draft;
  const rest = draft.record.books.filter(({ client, subject }) => client !== book.client || subject !== book.subject);
  return note(draft, { books: [...withRoomFor(rest, book), book] });
}

/** Of a person with too many programs the one that was active longest ago is forgotten. */
function withRoomFor(books: readonly Book[], { subject }: Book): readonly Book[] {
  const theirs = subject === undefined ? [] : books.filter((book) => book.subject === subject);
  return theirs.length < MOST_OF_ONE ? books : books.filter((book) => book !== theirs[0]);
}

function isSame(before: Book, after: Book): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Book>;
  return [...names].every((name) => before[name] === after[name]);
}

/** The same, with every book changed in its place. */
export function mapBooks(draft: Draft, change: (book: Book) => Book): Draft {
  const books = draft.record.books.map(change);
  return books.every((book, i) => book === draft.record.books[i]) ? draft : note(draft, { books });
}
