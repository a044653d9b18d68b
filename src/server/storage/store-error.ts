import { StoreError } from "../../protocol/errors.ts";

/** Nothing can be written at the moment (the disk is full, the folder is read-only); what is there can still be read. */
export class UnwritableError extends StoreError {}

/** What the store keeps in a row is not what was written there. */
export class DamagedRowError extends StoreError {}

/** Of a canvas that is read bit by bit. */
export class DeletedMeanwhileError extends StoreError {
  constructor(id: string) {
    super("storage_failed", `Canvas ${id} was deleted for good while it was read.`);
  }
}

/** What was thrown, for a line of the log. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
