import { UNKNOWN_CLIENT } from "../../core/document/books/books.ts";
import type { Book } from "../../core/records/books.ts";
import type { CanvasRecord } from "../../core/records/canvas.ts";
import {
  decodeComment,
  decodeEdited,
  encodeComment,
  encodeEdited,
  type WireComment,
  type WireDocument,
} from "../../protocol/canvas-view.ts";

/** A book as it is kept beside its canvas's text: texts that equal it, or one another, are kept once. Null: the canvas's own. */
export interface PackedBook extends Omit<Book, "baseline" | "submitted"> {
  readonly baseline: string | null;
  readonly submitted?: string | null;
  readonly submittedIsBaseline?: true;
}

/** What the JSON of a record holds, in the words of the wire. */
export type PackedRecord = Omit<CanvasRecord, "owner" | "meta" | "books" | "document" | "comments"> & {
  readonly document: Omit<WireDocument, "content">;
  readonly comments: readonly WireComment[];
  readonly books: readonly PackedBook[];
};

export function packBook({ baseline, submitted, ...rest }: Book, content: string): PackedBook {
  const packed = { ...rest, baseline: baseline === content ? null : baseline };
  if (submitted === undefined) return packed;
  if (submitted === baseline) return { ...packed, submittedIsBaseline: true };
  return { ...packed, submitted: submitted === content ? null : submitted };
}

export function unpackBook({ submittedIsBaseline, ...packed }: PackedBook, content: string): Book {
  const { submitted, ...rest } = packed;
  const baseline = packed.baseline ?? content;
  if (submittedIsBaseline === true) return { ...rest, baseline, submitted: baseline };
  return submitted === undefined ? { ...rest, baseline } : { ...rest, baseline, submitted: submitted ?? content };
}

/** What the first release kept instead of books: one of them, whichever model it was, without saying which. */
interface FirstRelease {
  readonly told: {
    readonly offeredRevision: number;
    readonly marks: readonly string[];
    readonly offeredVersion?: number;
  };
  readonly submitted?: string;
  readonly review?: { readonly number: number; readonly shown: string };
}

/** A record as it is read, of this release or of the first. `baseline` is the first's own column. */
export function upgradeRecord(
  read: PackedRecord | (Omit<PackedRecord, "books"> & FirstRelease),
  baseline: string,
): PackedRecord {
  if ("books" in read) return read;
  const { told, submitted = baseline, ...rest } = read;
  const { review } = rest;
  const version = told.offeredVersion ?? 1;
  const book: PackedBook = {
    client: UNKNOWN_CLIENT,
    baseline,
    submitted,
    writtenVersion: version,
    shownVersion: version,
    knownVersion: version,
    provenVersion: version,
    offeredRevision: told.offeredRevision,
    seenReview: review === undefined || review.shown !== "yes" ? 0 : review.number,
    seen: told.marks,
    offers: [],
    others: [],
    heard: [],
    reopened: [],
  };
  return { ...rest, books: [book] };
}

/** A record as JSON keeps it, beside its text, owner and meta. */
export function packRecord({ document, books, meta: _meta, owner: _owner, ...rest }: CanvasRecord): PackedRecord {
  const { content, ...head } = document;
  return {
    ...rest,
    comments: rest.comments.map(encodeComment),
    document: encodeEdited(head),
    books: books.map((book) => packBook(book, content)),
  };
}

export function unpackRecord(
  { books, ...rest }: PackedRecord,
  { content, owner, meta }: { readonly content: string } & Pick<CanvasRecord, "owner" | "meta">,
): CanvasRecord {
  return {
    ...rest,
    comments: rest.comments.map(decodeComment),
    document: { ...decodeEdited(rest.document), content },
    books: books.map((book) => unpackBook(book, content)),
    owner,
    meta,
  };
}
