import type { ModelKey } from "../../core/document/books/books.ts";
import { messagesFor } from "../../core/document/review/leave-message.ts";
import { checkpointFor } from "../../core/document/review/tell-model.ts";
import { linkReader } from "../../core/document/sharing/standing.ts";
import { newsFor } from "../../core/feedback/build-feedback.ts";
import { countWords } from "../../core/markdown/plain-text.ts";
import type { Author, Canvas, CanvasComment, CanvasRecord } from "../../core/records/canvas.ts";
import { AUDITED, type AuditLine, type Change } from "../../core/records/history.ts";
import type { CanvasListing } from "../../core/records/listing.ts";
import { StoreError } from "../../protocol/errors.ts";

/** What is new to each model, the last active at the end: its program, edits, comments, the rest, and whose it is where people are known. Of a few only: each costs a comparison. */
export type News = readonly (readonly [
  client: string,
  edits: number,
  comments: number,
  others: number,
  subject?: string,
])[];
const MOST_READERS = 5;

export function newsOf(record: Canvas): News {
  return record.books.slice(-MOST_READERS).map((book) => {
    const messages = messagesFor(record, book, null);
    const {
      edits,
      comments,
      proposals,
      messages: said,
      interactions,
      others,
    } = newsFor({ checkpoint: checkpointFor(record, book), messages });
    const counts = [book.client, edits, comments, proposals + said + interactions + others] as const;
    return book.subject === undefined ? counts : [...counts, book.subject];
  });
}

/** The counts for one reader, on a canvas of this owner. To a newcomer only the open comments are news. */
export function newsFrom(
  news: News,
  openComments: number,
  reader: ModelKey | undefined,
  owner: string,
): Pick<CanvasListing, "newEdits" | "newComments" | "newOthers"> {
  const own = ownNews(news, reader ?? {}, owner);
  if (own === undefined) return { newEdits: 0, newComments: openComments, newOthers: 0 };
  const [, newEdits, newComments, newOthers] = own;
  return { newEdits, newComments, newOthers };
}

/** As with books: one that names nobody is the owner's. Without a program: the last active of theirs, or of anybody. */
function ownNews(news: News, { client, subject }: ModelKey, owner: string): News[number] | undefined {
  const isTheirs = ([, , , , whose = owner]: News[number]): boolean => subject === undefined || whose === subject;
  if (client === undefined) return news.findLast(isTheirs) ?? news.at(-1);
  return news.find((each) => each[0] === client && isTheirs(each));
}

export function listingOf(record: Canvas, reader?: ModelKey, news: News = newsOf(record)): CanvasListing {
  const { id, title, status, version, revision, updatedAt, createdAt, lastEditor, content } = record.document;
  const shared = (record.sharing?.people.length ?? 0) + (record.sharing?.links.length ?? 0);
  return {
    id,
    owner: record.owner,
    ...(shared === 0 ? {} : { shared }),
    title,
    status,
    version,
    revision,
    updatedAt,
    createdAt,
    lastEditor,
    words: countWords(content),
    // The person's own suggestions wait for the model.
    openProposals: record.proposals.filter(
      ({ state, kind, by }) => state === "open" && (kind === "conflict" || by.kind === "model"),
    ).length,
    ...(record.approval === null ? {} : { approved: record.approval.version }),
    ...(record.meta?.kept === true ? { kept: true } : {}),
    ...newsFrom(news, openComments(record.comments), reader, record.owner),
  };
}

/** Somebody for whom a canvas of another's is there. */
export interface Reader {
  readonly subject: string;
  /** ISO time at which the link ends that they came by; null: they may for as long as they are not taken out. */
  readonly until: string | null;
}

/** For whom the canvas is there besides its owner, each once; links are readers, too, to be found by those who open them. */
export function readersOf({ sharing }: Pick<CanvasRecord, "sharing">): readonly Reader[] {
  if (sharing === undefined) return [];
  const { people, links } = sharing;
  const endOf = new Map(links.map(({ id, expiresAt }) => [id, expiresAt ?? null]));
  const readers = new Map<string, string | null>();
  for (const { person, link } of people) {
    const until = link === undefined ? null : (endOf.get(link) ?? null);
    const known = readers.get(person.subject);
    // Of several ways the one counts that lasts longest. ISO times of one form compare as text.
    const isLonger = known === undefined || (known !== null && (until === null || until > known));
    if (isLonger) readers.set(person.subject, until);
  }
  for (const { hash, expiresAt } of links) readers.set(linkReader(hash), expiresAt ?? null);
  return [...readers].map(([subject, until]) => ({ subject, until }));
}

/** Who of them is told of what happens to the canvas: all. */
export function subjectsOf(record: Pick<CanvasRecord, "sharing">): readonly string[] {
  return readersOf(record).map(({ subject }) => subject);
}

/** Who came, or may for another time than before; and who went. */
export function readerChanges(
  before: Pick<CanvasRecord, "sharing">,
  now: Pick<CanvasRecord, "sharing">,
): { readonly came: readonly Reader[]; readonly went: readonly string[] } {
  if (before.sharing === now.sharing) return { came: [], went: [] };
  const [were, are] = [readersOf(before), readersOf(now)];
  const same = ({ subject, until }: Reader) => were.some((each) => each.subject === subject && each.until === until);
  return {
    came: are.filter((reader) => !same(reader)),
    went: were.filter(({ subject }) => !are.some((each) => each.subject === subject)).map(({ subject }) => subject),
  };
}

/** Nobody is named any more who was erased. The same record where they were not. */
export function withoutReader(record: CanvasRecord, subject: string): CanvasRecord {
  const { sharing } = record;
  if (sharing === undefined) return record;
  const people = sharing.people.filter(({ person }) => person.subject !== subject);
  const approvers = sharing.approvers.filter((person) => person.subject !== subject);
  if (people.length === sharing.people.length && approvers.length === sharing.approvers.length) return record;
  return { ...record, sharing: { ...sharing, people, approvers } };
}

/** Whether somebody is sought by their e-mail address: then nobody answers who only calls themselves so. */
export function isEmail(handle: string): boolean {
  return handle.includes("@");
}

/** Who did it, where nobody said. */
export const SOMEBODY: Author = { kind: "person" };

/** What is noted of something that was done with a canvas as a whole. */
export function binLine(
  { id, title }: Pick<CanvasListing, "id" | "title">,
  kind: "deleted" | "brought_back" | "purged",
  by: Author = SOMEBODY,
  at: string,
): AuditLine {
  return { canvasId: id, title, kind, by, at, payload: {} };
}

/** Those of the lines that are not among others that were kept before. Of two that are alike both count. */
export function linesToAdd(kept: readonly AuditLine[], lines: readonly AuditLine[]): readonly AuditLine[] {
  const left = new Map<string, number>();
  for (const line of kept) left.set(lineKey(line), (left.get(lineKey(line)) ?? 0) + 1);
  return lines.filter((line) => {
    const same = left.get(lineKey(line)) ?? 0;
    left.set(lineKey(line), same - 1);
    return same <= 0;
  });
}

function lineKey({ canvasId, title, kind, by, at, payload }: AuditLine): string {
  return JSON.stringify([at, kind, canvasId, title, by, payload]);
}

/** What of a change its owner can read later in the audit. */
export function auditLinesOf({ record, events }: Change): readonly AuditLine[] {
  const { id: canvasId, title } = record.document;
  return events
    .filter(({ kind }) => AUDITED.has(kind))
    .map(({ kind, by, at, payload }) => ({ canvasId, title, kind, by, at, payload }));
}

/** What the person said in threads that are neither resolved, addressed nor deleted. */
export function openComments(comments: readonly CanvasComment[]): number {
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  return comments.filter((comment) => {
    const first = comment.replyTo === undefined ? comment : byId.get(comment.replyTo);
    return comment.by.kind === "person" && !comment.deleted && first !== undefined && isOpen(first);
  }).length;
}

function isOpen({ by, resolved, deleted, addressedIn }: CanvasComment): boolean {
  return !resolved && !deleted && (by.kind !== "person" || addressedIn === undefined);
}

const LONGEST_WORD = 1_000;
const MOST_WORDS = 20;
/** Of a query that is longer its beginning is looked at: more would hold up everybody else. */
const LONGEST_QUERY = 100_000;

// Dashes, brackets, quotation marks and the signs of sentences and paths. What belongs to names stays: 100%, C++, R&D, snake_case.
const BETWEEN_WORDS = /[\s\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}.,;:!?'"`´…·•/\\|~*\u2212\u00ad]+/u;

/**
 * The words of a query; a canvas is listed when each of them stands in its title or text, in any case. Punctuation parts
 * words, so that "rate-limiting" finds "rate limiting"; a query of nothing else is sought as it is.
 */
export function wordsOf(query: string | undefined): readonly string[] {
  const text = (query ?? "").slice(0, LONGEST_QUERY).toLowerCase();
  const words = text.split(BETWEEN_WORDS).filter((word) => word !== "");
  return (
    (words.length > 0 ? words : text.split(/\s+/u).filter((word) => word !== ""))
      .slice(0, MOST_WORDS)
      // SQLite refuses patterns of 50,000 bytes: of an endless word its beginning is sought.
      .map((word) => word.slice(0, LONGEST_WORD).replace(/\p{Surrogate}$/u, ""))
  );
}

/** Of a canvas's source: so much before what was found, and so much in all. */
export const PASSAGE = { before: 200, length: 600 } as const;
/** So much text is looked through for the passages of one list. */
export const MOST_LOOKED_THROUGH = 8_000_000;

/** The source around the first of the words that stands in it. */
export function passageIn(content: string, words: readonly string[]): string | undefined {
  const lowered = content.toLowerCase();
  for (const word of words) {
    const at = lowered.indexOf(word);
    if (at >= 0) return content.slice(Math.max(0, at - PASSAGE.before), at - PASSAGE.before + PASSAGE.length);
  }
  return undefined;
}

/** As titles are compared. */
export function titleKey(title: string): string {
  return title.trim().toLowerCase();
}

/** Title and text as they are searched. */
export function searchText(record: CanvasRecord): string {
  return `${record.document.title}\n${record.document.content}`.toLowerCase();
}

export interface Cursor {
  readonly updatedAt: string;
  readonly seq: number;
}

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.updatedAt, cursor.seq])).toString("base64url");
}

export function readCursor(text: string): Cursor {
  const refused = new StoreError(
    "invalid_input",
    "`cursor` is not one that list_canvases gave. List again without a cursor.",
  );
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    throw refused;
  }
  if (!Array.isArray(parsed) || typeof parsed[0] !== "string" || !Number.isSafeInteger(parsed[1])) throw refused;
  return { updatedAt: parsed[0], seq: parsed[1] as number };
}

/** A text that a store can keep exactly; callers have checked it, so anything else is their fault. */
export function assertKeepable(record: CanvasRecord): void {
  const known = record.books.flatMap(({ baseline, submitted }) =>
    submitted === undefined ? baseline : [baseline, submitted],
  );
  for (const text of [record.document.content, record.document.title, ...known]) {
    if (text.includes("\0") || /\p{Surrogate}/u.test(text)) {
      throw new RangeError(
        `Canvas ${record.document.id} has a NUL or a lone surrogate in its text: check the input first`,
      );
    }
  }
}
