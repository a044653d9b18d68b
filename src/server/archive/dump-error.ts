import { StoreError } from "../../protocol/errors.ts";

/** A dump that cannot be read. With the number of a line: only what that line belongs to. */
export class DumpError extends StoreError {
  readonly line: number | null;
  /** Without the line. */
  readonly reason: string;

  constructor(line: number | null, reason: string) {
    super("invalid_input", line === null ? reason : `Line ${line} ${reason}`);
    this.line = line;
    this.reason = reason;
  }
}
