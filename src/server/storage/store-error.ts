import type { ErrorCode } from "../../protocol/errors.ts";

/** The store could not do it, in words for whoever reads the answer. Nothing was written. */
export class StoreError extends Error {
  readonly code: Extract<ErrorCode, "storage_full" | "storage_failed" | "invalid_input">;

  constructor(code: StoreError["code"], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "StoreError";
    this.code = code;
  }
}

/** Nothing can be written at the moment (the disk is full, the folder is read-only); what is there can still be read. */
export class UnwritableError extends StoreError {}

/** What the store keeps in a row is not what was written there. */
export class DamagedRowError extends StoreError {}
