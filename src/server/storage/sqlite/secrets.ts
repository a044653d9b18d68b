import { randomBytes } from "node:crypto";
import type { SqlDatabase } from "./adapter.ts";
import { text } from "./rows.ts";

const SECRET_BYTES = 32;

/** The owner's secret; null until it is first needed. */
export function findSecret(database: SqlDatabase, owner: string): string | null {
  const row = database.get("SELECT value FROM store WHERE name = ?", nameOf(owner));
  return row ? text(row, "value") : null;
}

/** Made once: a process that was faster has made it for all. */
export function makeSecret(database: SqlDatabase, owner: string): string {
  const made = newSecret();
  database.run("INSERT OR IGNORE INTO store (name, value) VALUES (?, ?)", nameOf(owner), made);
  return findSecret(database, owner) ?? made;
}

export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

function nameOf(owner: string): string {
  return `secret:${owner}`;
}
