import type { CanvasComment, CanvasRecord } from "../../core/document/records.ts";
import { countWords } from "../../core/markdown/plain-text.ts";
import type { CanvasListing } from "./canvas-store.ts";
import { StoreError } from "./store-error.ts";

export function listingOf(record: CanvasRecord): CanvasListing {
  const { id, title, status, version, revision, updatedAt, createdAt, lastEditor, content } = record.document;
  return {
    id,
    title,
    status,
    version,
    revision,
    updatedAt,
    createdAt,
    lastEditor,
    words: countWords(content),
    openComments: openComments(record.comments),
    openProposals: record.proposals.filter((proposal) => proposal.state === "open").length,
    edited: record.claudeContent !== content,
  };
}

/** What the person said in threads that are neither resolved nor deleted. */
function openComments(comments: readonly CanvasComment[]): number {
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  return comments.filter((comment) => {
    const first = comment.replyTo === undefined ? comment : byId.get(comment.replyTo);
    return comment.author === "user" && !comment.deleted && first !== undefined && !first.resolved && !first.deleted;
  }).length;
}

const LONGEST_WORD = 1_000;
const MOST_WORDS = 20;

// Dashes, brackets, quotation marks and the signs of sentences and paths. What belongs to names stays: 100%, C++, R&D, snake_case.
const BETWEEN_WORDS = /[\s\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}.,;:!?'"`´…·•/\\|~*\u2212\u00ad]+/u;

/**
 * The words of a query; a canvas is listed when each of them stands in its title or text, in any case. Punctuation parts
 * words, so that "rate-limiting" finds "rate limiting"; a query of nothing else is sought as it is.
 */
export function wordsOf(query: string | undefined): readonly string[] {
  const text = (query ?? "").toLowerCase();
  const words = text.split(BETWEEN_WORDS).filter((word) => word !== "");
  return (
    (words.length > 0 ? words : text.split(/\s+/u).filter((word) => word !== ""))
      .slice(0, MOST_WORDS)
      // SQLite refuses patterns of 50,000 bytes: of an endless word its beginning is sought.
      .map((word) => word.slice(0, LONGEST_WORD).replace(/\p{Surrogate}$/u, ""))
  );
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
  for (const text of [record.document.content, record.document.title, record.claudeContent]) {
    if (text.includes("\0") || /\p{Surrogate}/u.test(text)) {
      throw new RangeError(
        `Canvas ${record.document.id} has a NUL or a lone surrogate in its text: check the input first`,
      );
    }
  }
}
