import type { Book } from "../../../core/records/books.ts";
import { STATUSES } from "../../../core/records/canvas.ts";
import { type PackedChange, packText, unpackText } from "../../../protocol/canvas-view.ts";
import { isRecord } from "../../../protocol/partial-check.ts";
import type { KeptDetails, ServerCopy } from "./browser-record.ts";
import { readHistory } from "./kept-history.ts";

/** Its texts are written as what makes them of the canvas's. */
export function writeDetails({ books, server, ...rest }: KeptDetails, content: string): object {
  return {
    ...rest,
    ...(books === undefined ? {} : { books: books.map((book) => writeBook(book, content)) }),
    ...(server === undefined ? {} : { server: { ...server, content: packText(content, server.content) } }),
  };
}

function writeBook({ baseline, submitted, ...book }: Book, content: string): object {
  return {
    ...book,
    baseline: packText(content, baseline),
    ...(submitted === undefined ? {} : { submitted: packText(content, submitted) }),
  };
}

/** Undefined when they are none: browsers' storages get damaged. Books and copies that make no sense are left out. */
export function readDetails(value: unknown, content: string): KeptDetails | undefined {
  if (!isRecord(value) || !isRecord(value.head) || !isRecord(value.head.by)) return undefined;
  const { openedAt, sealed } = value.head;
  if (typeof openedAt !== "string" || typeof sealed !== "boolean") return undefined;
  const { books, server, history, ...rest } = value;
  const read = readBooks(books, content);
  const copy = readCopy(server, content);
  const versions = readHistory(history);
  return {
    ...(rest as unknown as KeptDetails),
    ...(read === null ? {} : { books: read }),
    ...(copy === null ? {} : { server: copy }),
    ...(versions.length === 0 ? {} : { history: versions }),
  };
}

function readBooks(value: unknown, content: string): readonly Book[] | null {
  if (!Array.isArray(value)) return null;
  const books = value.map((each: unknown) => readBook(each, content));
  return books.includes(null) ? null : books.filter((book) => book !== null);
}

const COUNTS = ["writtenVersion", "shownVersion", "knownVersion", "provenVersion", "offeredRevision", "seenReview"];
const LISTS = ["seen", "offers", "others", "heard", "reopened"];

function readBook(value: unknown, content: string): Book | null {
  if (!isRecord(value) || typeof value.client !== "string") return null;
  if (COUNTS.some((name) => typeof value[name] !== "number") || LISTS.some((name) => !Array.isArray(value[name]))) {
    return null;
  }
  const baseline = readText(value.baseline, content);
  const submitted = value.submitted === undefined ? undefined : readText(value.submitted, content);
  if (baseline === null || submitted === null) return null;
  const { submitted: _, ...book } = value as unknown as Book;
  return { ...book, baseline, ...(submitted === undefined ? {} : { submitted }) };
}

function readCopy(value: unknown, content: string): ServerCopy | null {
  if (!isRecord(value)) return null;
  const text = readText(value.content, content);
  const { revision, version, title, titleGiven, addressed, calls } = value;
  const status = STATUSES.find((one) => one === value.status);
  if (text === null || status === undefined) return null;
  if (typeof revision !== "number" || typeof version !== "number") return null;
  if (typeof title !== "string" || typeof titleGiven !== "boolean") return null;
  return {
    content: text,
    revision,
    version,
    title,
    titleGiven,
    status,
    addressed: words(addressed),
    calls: words(calls),
  };
}

function words(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

function readText(value: unknown, content: string): string | null {
  return Array.isArray(value) ? unpackText(content, value as readonly PackedChange[]) : null;
}
