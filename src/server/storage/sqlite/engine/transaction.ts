import { setTimeout as wait } from "node:timers/promises";
import { StoreError } from "../../../../protocol/errors.ts";
import { UnwritableError } from "../../store-error.ts";
import { failureOf, type SqlDatabase } from "./adapter.ts";

/** SQLite itself waits this long inside one call; longer would hold up everything else that this process does. */
export const BUSY_TIMEOUT_MS = 20;
// With the pauses between them about two minutes: a save takes 2 ms, and the longest of the worker's calls some seconds, so
// only a stopped process holds a lock that long.
const MAX_TRIES = 2_400;
const LONGEST_PAUSE_MS = 60;

/**
 * All of `body` or nothing, on one state of the file. Writers say IMMEDIATE: begun deferred, they starve, each waiting for
 * the others' read locks.
 */
export function inTransaction<T>(database: SqlDatabase, mode: "IMMEDIATE" | "DEFERRED", body: () => T): T {
  database.exec(`BEGIN ${mode}`);
  try {
    const result = body();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    rollBack(database, error);
    throw error;
  }
}

function rollBack(database: SqlDatabase, reason: unknown): void {
  try {
    database.exec("ROLLBACK");
  } catch (error) {
    // After a full disk or a damaged page SQLite has already rolled back by itself.
    if (error instanceof Error && error.message.includes("no transaction is active")) return;
    throw new AggregateError([reason, error], "Could neither finish nor undo a write.");
  }
}

/**
 * Tries again while another process holds the file, with a random pause so that several do not meet again.
 * Any other failure is translated into words, once, here.
 */
export async function retryWhileBusy<T>(path: string, work: () => T): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return work();
    } catch (error) {
      if (failureOf(error) !== "busy" || tries >= MAX_TRIES) throw describeSqliteError(path, error);
    }
    await wait(1 + Math.random() * LONGEST_PAUSE_MS);
  }
}

/** The error for the caller: an engine's failure becomes a StoreError; a broken caller's error stays as it is. */
export function describeSqliteError(path: string, error: unknown): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error;
  const nothing = "Nothing of this call was written.";
  switch (failureOf(error)) {
    case "full":
      return new UnwritableError(
        "storage_full",
        `The disk that holds ${path} is full. ${nothing} Free some space and try again.`,
        error,
      );
    case "busy":
      return new StoreError(
        "storage_failed",
        `Another program has held ${path} locked for two minutes. ${nothing} Close that program and try again.`,
        error,
      );
    case "damaged":
      return new StoreError(
        "storage_failed",
        `${path} is damaged (${error.message}). ${nothing} Restart writing-canvas: it puts what can be read into a new file and keeps this one.`,
        error,
      );
    case "readonly":
      return new UnwritableError(
        "storage_failed",
        `${path} cannot be written (${error.message}). ${nothing} Check its permissions.`,
        error,
      );
    case "other":
      return isEngineError(error)
        ? new StoreError(
            "storage_failed",
            `The store at ${path} failed: ${error.message}. ${nothing} Try again.`,
            error,
          )
        : error;
    case "unsure":
      return new StoreError(
        "storage_failed",
        `The disk that holds ${path} failed (${error.message}), and whether this call was written is not known. Look at the canvas before you try again.`,
        error,
      );
  }
}

function isEngineError(error: Error): boolean {
  return "rawCode" in error || "errcode" in error;
}
