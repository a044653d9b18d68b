import type { CanvasEvent, CanvasRecord, VersionSummary } from "../../core/document/records.ts";
import type { CanvasListing } from "./canvas-store.ts";
import { listingOf, type News, newsFrom, newsOf, openComments, searchText } from "./listing.ts";
import { packBook, unpackBook, upgradeRecord } from "./record-json.ts";
import type { SqlRow, SqlValue } from "./sqlite-adapter.ts";
import { StoreError } from "./store-error.ts";

/** The columns of `canvases` that a record decides, in the order of `recordValues`. */
export const RECORD_COLUMNS = [
  "title",
  "status",
  "version",
  "revision",
  "created_at",
  "updated_at",
  "last_editor",
  "words",
  "open_comments",
  "open_proposals",
  "edited",
  "news",
  "approved",
  "meta",
  "record",
  "content",
  "search",
  "baseline",
] as const;

export function recordValues(record: CanvasRecord): SqlValue[] {
  const news = newsOf(record);
  const listing = listingOf(record, undefined, news);
  const { document, books, meta, owner: _owner, ...rest } = record;
  const { content, ...head } = document;
  return [
    listing.title,
    listing.status,
    listing.version,
    listing.revision,
    listing.createdAt,
    listing.updatedAt,
    listing.lastEditor,
    listing.words,
    openComments(record.comments),
    listing.openProposals,
    listing.newEdits > 0 ? 1 : 0,
    JSON.stringify(news),
    listing.approved ?? null,
    JSON.stringify(meta),
    JSON.stringify({ ...rest, document: head, books: books.map((book) => packBook(book, content)) }),
    content,
    isAscii(document.title) && isAscii(content) ? null : searchText(record),
    // Of records of the first release; those of today keep such texts with the model that they are about.
    null,
  ];
}

export function recordFrom(row: SqlRow): CanvasRecord {
  try {
    return soundRecordFrom(row);
  } catch (error) {
    const id = text(row, "id");
    throw new StoreError(
      "storage_failed",
      `Canvas ${id} cannot be opened: what the store keeps beside its text is damaged. Other canvases are not affected. Its text is in the store's file: SELECT content FROM canvases WHERE id = '${id}'.`,
      error,
    );
  }
}

function soundRecordFrom(row: SqlRow): CanvasRecord {
  const content = text(row, "content");
  const { books, ...rest } = upgradeRecord(JSON.parse(text(row, "record")), optional(row, "baseline") ?? content);
  return {
    ...rest,
    document: { ...rest.document, content },
    books: books.map((book) => unpackBook(book, content)),
    owner: text(row, "owner"),
    meta: JSON.parse(text(row, "meta")) as CanvasRecord["meta"],
  };
}

export function listingFrom(row: SqlRow, reader?: string): CanvasListing {
  const news = parsed<News | null>(optional(row, "news"), null);
  const open = number(row, "open_comments");
  // A row of the first release, or a damaged one: its model, whoever that was, has some edits to hear of.
  const counts =
    news === null ? { newEdits: number(row, "edited"), newComments: open, newOthers: 0 } : newsFrom(news, open, reader);
  return {
    id: text(row, "id"),
    title: text(row, "title"),
    status: text(row, "status") as CanvasListing["status"],
    version: number(row, "version"),
    revision: number(row, "revision"),
    updatedAt: text(row, "updated_at"),
    createdAt: text(row, "created_at"),
    lastEditor: text(row, "last_editor") as CanvasListing["lastEditor"],
    words: number(row, "words"),
    openProposals: number(row, "open_proposals"),
    ...(typeof row.approved === "number" ? { approved: row.approved } : {}),
    ...counts,
  };
}

export function summaryFrom(row: SqlRow): VersionSummary {
  const label = optional(row, "label");
  return {
    version: number(row, "version"),
    revision: number(row, "revision"),
    title: text(row, "title"),
    status: text(row, "status") as VersionSummary["status"],
    by: parsed<VersionSummary["by"]>(text(row, "by"), DAMAGED_AUTHOR),
    at: text(row, "at"),
    sealed: true,
    wordsAdded: number(row, "words_added"),
    wordsRemoved: number(row, "words_removed"),
    ...(label === null ? {} : { label }),
  };
}

export function eventFrom(row: SqlRow): CanvasEvent {
  return {
    sequence: number(row, "sequence"),
    kind: text(row, "kind") as CanvasEvent["kind"],
    by: JSON.parse(text(row, "by")) as CanvasEvent["by"],
    at: text(row, "at"),
    version: number(row, "version"),
    payload: JSON.parse(text(row, "payload")) as CanvasEvent["payload"],
  };
}

/** One damaged row must not hide all others of a list. */
function parsed<T>(json: string | null, otherwise: T): T {
  if (json === null) return otherwise;
  try {
    return JSON.parse(json) as T;
  } catch {
    // Only the text can be at fault: it is no JSON.
    return otherwise;
  }
}

const DAMAGED_AUTHOR = { kind: "person", name: "unknown (damaged)" } as const;

export function text(row: SqlRow, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw new TypeError(`Column ${column} holds ${typeof value}, not text`);
  return value;
}

export function number(row: SqlRow, column: string): number {
  const value = row[column];
  if (typeof value !== "number") throw new TypeError(`Column ${column} holds ${typeof value}, not a number`);
  return value;
}

function optional(row: SqlRow, column: string): string | null {
  return row[column] === null ? null : text(row, column);
}

function isAscii(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII, controls included.
  return /^[\x00-\x7f]*$/.test(value);
}
