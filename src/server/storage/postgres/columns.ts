import type { CanvasRecord } from "../../../core/records/canvas.ts";
import { RECORD_COLUMNS, recordValues } from "../rows.ts";
import type { SqlParameter } from "./engine/statement.ts";
import { readersValue } from "./readers.ts";

/** A column of `canvases` with its type and what it is to hold. */
export interface Column {
  readonly name: string;
  readonly type: "text" | "int" | "boolean";
  readonly value: SqlParameter;
}

const NUMBERS: ReadonlySet<string> = new Set([
  "version",
  "revision",
  "words",
  "open_comments",
  "open_proposals",
  "edited",
  "approved",
  "shared",
]);
/** Kept by SQLite's first release alone. */
const LEFT_OUT = "baseline";
/** Those that stay as they are while the text does. */
const OF_TEXT: ReadonlySet<string> = new Set(["content", "search"]);

/** What a record decides. Without the text's own columns where `withText` says so: what is not named is not written anew. */
export function columnsOf(record: CanvasRecord, withText: boolean): readonly Column[] {
  const values = recordValues(record);
  const columns = RECORD_COLUMNS.map((name, at): Column => {
    return { name, type: NUMBERS.has(name) ? "int" : "text", value: values[at] ?? null };
  });
  const { file, kept } = record.meta;
  return [
    ...columns.filter(({ name }) => name !== LEFT_OUT && (withText || !OF_TEXT.has(name))),
    { name: "file", type: "text", value: typeof file === "string" ? file : null },
    { name: "readers", type: "text", value: readersValue(record) },
    { name: "kept", type: "boolean", value: String(kept === true) },
  ];
}

/** What `recordFrom` reads, and what a write must know of the row that it replaces. */
export const LOADED =
  "c.id, c.owner, c.meta, c.record, c.content, NULL AS baseline, c.writes, c.last_write, c.readers, c.sealed, c.pointed, c.events";
