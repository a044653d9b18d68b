import { randomBytes } from "node:crypto";
import type { Secrets } from "../ports.ts";
import { text } from "../rows.ts";
import { UnwritableError } from "../store-error.ts";
import type { Connection } from "./connection.ts";
import type { SqlDatabase } from "./engine/adapter.ts";

const SECRET_BYTES = 32;

export function createSecrets({ read, write }: Connection): Secrets {
  // Only while none can be kept: nothing is saved with keys that are made from them.
  const unkept = new Map<string, string>();
  return {
    of: async (owner) => {
      const kept = await read((database) => findSecret(database, owner));
      if (kept !== null) return kept;
      try {
        return await write((database) => makeSecret(database, owner));
      } catch (error) {
        if (!(error instanceof UnwritableError)) throw error;
        const made = unkept.get(owner) ?? newSecret();
        unkept.set(owner, made);
        return made;
      }
    },
    keep: (owner, secret) => write((database) => keepSecret(database, owner, secret) === secret),
  };
}

/** The owner's secret; null until it is first needed. */
function findSecret(database: SqlDatabase, owner: string): string | null {
  const row = database.get("SELECT value FROM store WHERE name = ?", nameOf(owner));
  return row ? text(row, "value") : null;
}

/** Made once: a process that was faster has made it for all. */
function makeSecret(database: SqlDatabase, owner: string): string {
  return keepSecret(database, owner, newSecret());
}

/** The one that stands there afterwards. */
function keepSecret(database: SqlDatabase, owner: string, secret: string): string {
  database.run("INSERT OR IGNORE INTO store (name, value) VALUES (?, ?)", nameOf(owner), secret);
  return findSecret(database, owner) ?? secret;
}

export function forgetSecret(database: SqlDatabase, owner: string): void {
  database.run("DELETE FROM store WHERE name = ?", nameOf(owner));
}

function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

function nameOf(owner: string): string {
  return `secret:${owner}`;
}
