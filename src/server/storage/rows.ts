import type { ModelKey } from "../../core/document/books/books.ts";
import type { CanvasRecord } from "../../core/records/canvas.ts";
import type { AuditLine, CanvasEvent, VersionSummary } from "../../core/records/history.ts";
import type { CanvasListing } from "../../core/records/listing.ts";
import { decodeAuthor, encodeAuthor } from "../../protocol/canvas-view.ts";
import { listingOf, type News, newsFrom, newsOf, openComments, searchText } from "./listing.ts";
import type { KnownPerson } from "./ports.ts";
import { packRecord, unpackRecord, upgradeRecord } from "./record-json.ts";
import { DamagedRowError } from "./store-error.ts";

/** What a column can hold. */
export type StoredValue = string | number | null;
/** A row of a table, as an engine gives it. */
export type StoredRow = Readonly<Record<string, StoredValue | Uint8Array | ArrayBuffer>>;

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
  "shared",
  "meta",
  "record",
  "content",
  "search",
  "baseline",
] as const;

export function recordValues(record: CanvasRecord): StoredValue[] {
  const news = newsOf(record);
  const listing = listingOf(record, undefined, news);
  const { document, meta } = record;
  const { content } = document;
  return [
    listing.title,
    listing.status,
    listing.version,
    listing.revision,
    listing.createdAt,
    listing.updatedAt,
    encodeAuthor(listing.lastEditor),
    listing.words,
    openComments(record.comments),
    listing.openProposals,
    listing.newEdits > 0 ? 1 : 0,
    JSON.stringify(news),
    listing.approved ?? null,
    listing.shared ?? 0,
    JSON.stringify(meta),
    JSON.stringify(packRecord(record)),
    content,
    isAscii(document.title) && isAscii(content) ? null : searchText(record),
    // Of records of the first release; those of today keep such texts with the model that they are about.
    null,
  ];
}

export function recordFrom(row: StoredRow): CanvasRecord {
  try {
    return soundRecordFrom(row);
  } catch (error) {
    const id = text(row, "id");
    throw new DamagedRowError(
      "storage_failed",
      `Canvas ${id} cannot be opened: what the store keeps of it is damaged. Other canvases are not affected. Restart writing-canvas: it brings back what is left.`,
      error,
    );
  }
}

function soundRecordFrom(row: StoredRow): CanvasRecord {
  const content = text(row, "content");
  const packed = upgradeRecord(JSON.parse(text(row, "record")), optional(row, "baseline") ?? content);
  const meta = JSON.parse(text(row, "meta")) as CanvasRecord["meta"];
  return unpackRecord(packed, { content, owner: text(row, "owner"), meta });
}

export function listingFrom(row: StoredRow, reader?: ModelKey): CanvasListing {
  const news = parsed<News | null>(row, "news", null);
  const open = number(row, "open_comments");
  // A row of the first release, or a damaged one: its model, whoever that was, has some edits to hear of.
  const counts =
    news === null
      ? { newEdits: number(row, "edited"), newComments: open, newOthers: 0 }
      : newsFrom(news, open, reader, text(row, "owner"));
  return {
    id: text(row, "id"),
    owner: text(row, "owner"),
    ...(typeof row.shared === "number" && row.shared > 0 ? { shared: row.shared } : {}),
    title: text(row, "title"),
    status: text(row, "status") as CanvasListing["status"],
    version: number(row, "version"),
    revision: number(row, "revision"),
    updatedAt: text(row, "updated_at"),
    createdAt: text(row, "created_at"),
    lastEditor: decodeAuthor(text(row, "last_editor")),
    words: number(row, "words"),
    openProposals: number(row, "open_proposals"),
    ...(typeof row.approved === "number" ? { approved: row.approved } : {}),
    ...(row.kept === 1 ? { kept: true as const } : {}),
    ...counts,
  };
}

export function summaryFrom(row: StoredRow): VersionSummary {
  const label = readable(row, "label");
  return {
    version: number(row, "version"),
    revision: number(row, "revision"),
    title: readable(row, "title") ?? "",
    status: text(row, "status") as VersionSummary["status"],
    by: parsed<VersionSummary["by"]>(row, "by", DAMAGED_AUTHOR),
    at: text(row, "at"),
    sealed: true,
    wordsAdded: number(row, "words_added"),
    wordsRemoved: number(row, "words_removed"),
    ...(label === null ? {} : { label }),
  };
}

/** Without those that are damaged: the numbers show that they are missing. */
export function eventsFrom(rows: readonly StoredRow[]): readonly CanvasEvent[] {
  return rows.flatMap((row) => {
    const payload = parsed<CanvasEvent["payload"] | null>(row, "payload", null);
    if (payload === null || typeof row.kind !== "string" || typeof row.at !== "string") return [];
    return {
      sequence: number(row, "sequence"),
      kind: row.kind as CanvasEvent["kind"],
      by: parsed<CanvasEvent["by"]>(row, "by", DAMAGED_AUTHOR),
      at: row.at,
      version: number(row, "version"),
      payload,
    };
  });
}

/** Without those that are damaged. */
export function auditFrom(rows: readonly StoredRow[]): readonly (AuditLine & { readonly number: number })[] {
  return rows.flatMap((row) => {
    const payload = parsed<AuditLine["payload"] | null>(row, "payload", null);
    if (payload === null || typeof row.kind !== "string" || typeof row.at !== "string") return [];
    return {
      number: number(row, "number"),
      canvasId: text(row, "canvas_id"),
      title: readable(row, "title") ?? "",
      kind: row.kind as AuditLine["kind"],
      by: parsed<AuditLine["by"]>(row, "by", DAMAGED_AUTHOR),
      at: row.at,
      payload,
    };
  });
}

export function personFrom(row: StoredRow): KnownPerson {
  const email = readable(row, "email");
  return {
    subject: text(row, "subject"),
    name: readable(row, "name") ?? "",
    ...(email === null ? {} : { email }),
  };
}

/** One damaged row must not hide all others of a list. */
function parsed<T>(row: StoredRow, column: string, otherwise: T): T {
  try {
    const json = optional(row, column);
    return json === null ? otherwise : (JSON.parse(json) as T);
  } catch {
    // Only the text can be at fault: it is no JSON, or no text at all.
    return otherwise;
  }
}

const DAMAGED_AUTHOR = { kind: "person", name: "unknown (damaged)" } as const;

/** A damaged name hides no version. Null: there is none. */
function readable(row: StoredRow, column: string): string | null {
  try {
    return optional(row, column);
  } catch (error) {
    if (error instanceof DamagedRowError) return "(damaged)";
    throw error;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array | ArrayBuffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    // Only the bytes can be at fault: they are no UTF-8.
    return null;
  }
}

export function text(row: StoredRow, column: string): string {
  const value = row[column];
  if (value instanceof Uint8Array || value instanceof ArrayBuffer) {
    const decoded = decode(value);
    // No text that is kept holds a NUL: it was refused when it came.
    if (decoded !== null && !decoded.includes("\0")) return decoded;
    const message = "The store is damaged in one of its texts. Restart writing-canvas: it brings back what is left.";
    throw new DamagedRowError("storage_failed", message);
  }
  if (typeof value !== "string") throw new TypeError(`Column ${column} holds ${typeof value}, not text`);
  return value;
}

export function number(row: StoredRow, column: string): number {
  const value = row[column];
  if (typeof value !== "number") throw new TypeError(`Column ${column} holds ${typeof value}, not a number`);
  return value;
}

function optional(row: StoredRow, column: string): string | null {
  return row[column] === null ? null : text(row, column);
}

function isAscii(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII, controls included.
  return /^[\x00-\x7f]*$/.test(value);
}
