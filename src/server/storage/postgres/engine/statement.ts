import { createHash } from "node:crypto";
import type { StoredValue } from "../../rows.ts";

export type SqlParameter = StoredValue | readonly string[] | readonly number[];

/** One statement with its values. One with a name is prepared once a connection: the same name is always the same text. */
export interface Statement {
  readonly text: string;
  readonly values: readonly SqlParameter[];
  readonly name?: string;
}

/** A statement that is always the same text. */
export function prepared(text: string): (...values: readonly SqlParameter[]) => Statement {
  const name = nameOf(text);
  return (...values) => ({ text, values, name });
}

/** A statement that is put together: `value` gives each value its place. */
export class StatementParts {
  readonly #values: SqlParameter[] = [];

  value(value: SqlParameter, type = "text"): string {
    this.#values.push(value);
    return `$${this.#values.length}::${type}`;
  }

  /** A list of rows for FROM, each value of its column's type. */
  rows(rows: readonly (readonly SqlParameter[])[], types: readonly string[]): string {
    const written = rows.map((row) => `(${row.map((value, at) => this.value(value, types[at])).join(", ")})`);
    return `(VALUES ${written.join(", ")})`;
  }

  /** `isUsual`: there are few of its form, so that it is worth preparing. */
  finish(text: string, isUsual: boolean): Statement {
    return { text, values: this.#values, ...(isUsual ? { name: nameOf(text) } : {}) };
  }
}

function nameOf(text: string): string {
  return `wc_${createHash("sha256").update(text).digest("hex").slice(0, 24)}`;
}
