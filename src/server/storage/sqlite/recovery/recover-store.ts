import { randomInt, randomUUID } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { ID_ALPHABET } from "../../../../core/document/ids.ts";
import { RECORD_COLUMNS, recordValues } from "../../rows.ts";
import type { OpenSql, SqlDatabase, SqlValue } from "../engine/adapter.ts";
import { migrate } from "../engine/migrations.ts";
import { inTransaction } from "../engine/transaction.ts";
import { writeReaders } from "../readers.ts";
import { type RecoveredCanvases, recoverCanvases } from "./recover-canvases.ts";
import { openPages } from "./recover-pages.ts";
import { type FoundRow, type FoundRows, readRows } from "./recover-rows.ts";
import { type Shape, schemaShapes } from "./recover-schema.ts";
import type { Loss, RecoveryReport } from "./recovery-report.ts";

/** A file that is read as it is. Keep it open as long as SQLite has the file open: closing it ends SQLite's locks. */
export interface RawFile {
  readonly size: number;
  readonly read: (offset: number, length: number) => Buffer;
  readonly close: () => void;
}

export function openRawFile(path: string): RawFile {
  const file = openSync(path, "r");
  return {
    size: fstatSync(file).size,
    read: (offset, length) => {
      const bytes = Buffer.alloc(length);
      let got = 0;
      for (let n = 1; n > 0 && got < length; got += n) n = readSync(file, bytes, got, length - got, offset + got);
      return bytes.subarray(0, got);
    },
    close: () => closeSync(file),
  };
}

/**
 * Puts all that can be read of a store's file, damaged or not, into an empty database, and says what is missing. The file is
 * only read. Nothing else may write to it meanwhile.
 */
export function recoverInto(database: SqlDatabase, raw: RawFile, engine: OpenSql, now: Date): RecoveryReport {
  const shapes = schemaShapes(engine);
  const found = readRows(openPages(raw.size, raw.read), shapes);
  const recovered = recoverCanvases(found, { now, randomId });
  const losses: Loss[] = [...recovered.losses];
  migrate(database, randomUUID());
  inTransaction(database, "IMMEDIATE", () => {
    insertStore(database, found.of("store"), losses);
    insertIds(database, recovered);
    insertCanvases(database, recovered);
    const others = shapes.filter(({ name, kind }) => kind === "table" && !WRITTEN.includes(name));
    for (const shape of others) insertOthers(database, shape, found, recovered, losses);
  });
  const count = (what: string): number => Number(database.get(`SELECT count(*) AS n FROM ${what}`)?.n ?? 0);
  const binned = count("canvases WHERE deleted_at IS NOT NULL");
  return { canvases: count("canvases") - binned, binned, versions: count("versions"), losses };
}

/** By hand, from records; or, what is counted, by the triggers of what is put in. */
const WRITTEN = ["store", "ids", "canvases", "readers", "sqlite_sequence", "counts", "used_ids"];

function insertStore(database: SqlDatabase, rows: readonly FoundRow[], losses: Loss[]): void {
  let hasId = false;
  for (const { values } of rows) {
    const { name, value } = values;
    if (typeof name !== "string" || typeof value !== "string") continue;
    database.run("INSERT OR REPLACE INTO store (name, value) VALUES (?, ?)", name, value);
    if (name === "id") hasId = true;
  }
  if (!hasId) losses.push({ kind: "keys" });
}

function insertIds(database: SqlDatabase, { ids }: RecoveredCanvases): void {
  for (const { id, owner, createdAt, deletedAt, changed, meta } of ids) {
    database.run(
      "INSERT INTO ids (id, owner, created_at, deleted_at, changed, meta) VALUES (?, ?, ?, ?, ?, ?)",
      id,
      owner,
      createdAt,
      deletedAt,
      changed,
      meta,
    );
  }
}

function insertCanvases(database: SqlDatabase, { canvases, lastSeq }: RecoveredCanvases): void {
  for (const { seq, record, deletedAt, fingerprint, row } of canvases) {
    const columns: Record<string, SqlValue> = { id: record.document.id, owner: record.owner, fingerprint };
    const values = recordValues(record);
    for (const [index, column] of RECORD_COLUMNS.entries()) columns[column] = values[index] ?? null;
    insert(database, "canvases", { ...columns, ...row, seq, deleted_at: deletedAt });
    writeReaders(database, seq, {}, record);
  }
  // No number is given again: a row that is still about the canvas that had it would belong to another.
  if (lastSeq === 0) return;
  database.run("DELETE FROM sqlite_sequence WHERE name = 'canvases'");
  database.run("INSERT INTO sqlite_sequence (name, seq) VALUES ('canvases', ?)", lastSeq);
}

/** Rows as they were found. Of a table with a column `canvas`: those whose canvas is there. */
function insertOthers(
  database: SqlDatabase,
  { name, columns }: Shape,
  found: FoundRows,
  { canvases }: RecoveredCanvases,
  losses: Loss[],
): void {
  const ofCanvas = columns.some((column) => column.name === "canvas");
  const seqs = new Set<unknown>(canvases.map(({ seq }) => seq));
  let lost = 0;
  for (const { values, isStray } of found.of(name)) {
    if (ofCanvas && !seqs.has(values.canvas)) continue;
    const isWhole = Object.values(values).every((value) => value === null || isSqlValue(value));
    if (isWhole) insert(database, name, values as Record<string, SqlValue>);
    else if (!isStray && name !== "events") lost += 1;
  }
  // Versions are counted by their texts, with those whose row is sound and whose text cannot be rebuilt.
  if (name === "events") lost = gapsInEvents(database);
  if (lost > 0 && name !== "versions") losses.push({ kind: name === "events" ? "events" : "other", count: lost });
}

/** Each canvas's events are numbered from 1 on. */
function gapsInEvents(database: SqlDatabase): number {
  const row = database.get(
    "SELECT coalesce(sum(last - n), 0) AS gaps FROM (SELECT max(sequence) AS last, count(*) AS n FROM events GROUP BY canvas)",
  );
  return Number(row?.gaps ?? 0);
}

/** What is there already, in a page that is surely in force, stays. */
function insert(database: SqlDatabase, table: string, row: Readonly<Record<string, SqlValue>>): void {
  const names = Object.keys(row);
  const marks = names.map(() => "?").join(", ");
  database.run(`INSERT OR IGNORE INTO ${table} (${names.join(", ")}) VALUES (${marks})`, ...Object.values(row));
}

function isSqlValue(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number";
}

function randomId(length: number): string {
  return Array.from({ length }, () => ID_ALPHABET[randomInt(ID_ALPHABET.length)]).join("");
}
