import { StoreError } from "../../../../protocol/errors.ts";
import { UnwritableError } from "../../store-error.ts";

/** What went wrong between this machine and the database, as far as it matters what is done next. */
export type Failure =
  /** It does not answer, or not now: it is tried again for a while. */
  | "gone"
  /** Another transaction was in the way. */
  | "conflict"
  /** It can be read, and takes no writes: a replica, or one that is about to become the main one. */
  | "read only"
  | "full"
  /** A text in the call holds what no database can keep. */
  | "bad text"
  | "other";

const SYSTEM_CODES: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENOENT",
]);

/** By PostgreSQL's own codes. */
const SQL_CODES: Readonly<Record<string, Failure>> = {
  "40001": "conflict",
  "40P01": "conflict",
  "25006": "read only",
  "53100": "full",
  "22021": "bad text",
  // It is shutting down, starting, or has ended this connection; a statement took too long; it has no connection left.
  "57P01": "gone",
  "57P02": "gone",
  "57P03": "gone",
  "57P05": "gone",
  "57014": "gone",
  "25P03": "gone",
  "53300": "gone",
};

/** What the driver says in words alone. */
const GONE_WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed)/;

export function failureOf(error: unknown): Failure {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (typeof code === "string") {
    const known = SQL_CODES[code];
    if (known !== undefined) return known;
    if (code.startsWith("08") || SYSTEM_CODES.has(code)) return "gone";
  }
  return typeof message === "string" && GONE_WORDS.test(message) ? "gone" : "other";
}

/** Said after it was tried for a while. `unsure`: a write was on its way when the connection was lost. */
export function failureInWords(failure: Failure, unsure: boolean, cause: unknown): StoreError {
  switch (failure) {
    case "bad text":
      return new StoreError(
        "invalid_input",
        "A text in this call holds a NUL character, which cannot be stored. Leave it out, and call again.",
        cause,
      );
    case "full":
      return new StoreError(
        "storage_full",
        "The database is full: nothing was written. Tell whoever runs this server; reading still works.",
        cause,
      );
    case "read only":
      return new UnwritableError(
        "storage_failed",
        "The database takes no writes at the moment: nothing was written. Try again in a moment.",
        cause,
      );
    case "conflict":
      return new StoreError(
        "storage_failed",
        "Others were writing the same for too long: nothing was written. Try again in a moment.",
        cause,
      );
    default:
      return new StoreError(
        "storage_failed",
        unsure
          ? "The database was lost while this was being written: either all of it was written or nothing. Read the canvas to see which, then try again."
          : "The database does not answer at the moment: nothing was written. Try again in a moment.",
        cause,
      );
  }
}
