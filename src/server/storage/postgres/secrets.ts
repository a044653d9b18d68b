import { randomBytes } from "node:crypto";
import type { Secrets } from "../ports.ts";
import { text } from "../rows.ts";
import type { Database } from "./engine/database.ts";
import { prepared } from "./engine/statement.ts";

const SECRET_BYTES = 32;
const FIND = prepared("SELECT value FROM store WHERE name = $1");
/** Made once: a node that was faster has made it for all. */
const KEEP = prepared("INSERT INTO store (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING");

/** So many are remembered, each for so long: one never changes once it is made, until its owner is erased on some node. */
const MOST_KNOWN = 10_000;
const KNOWN_MS = 5_000;

export interface KnownSecrets extends Secrets {
  /** They are asked for anew: somebody's were deleted. */
  readonly forget: () => void;
}

export function createSecrets({ patiently, read }: Database, now: () => Date): KnownSecrets {
  const known = new Map<string, { readonly secret: string; readonly until: number }>();
  const remember = (owner: string, secret: string): string => {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(owner, { secret, until: now().getTime() + KNOWN_MS });
    return secret;
  };
  const find = async (owner: string): Promise<string | null> => {
    const [row] = await read(FIND(nameOf(owner)));
    return row === undefined ? null : text(row, "value");
  };
  const keep = async (owner: string, secret: string): Promise<string> => {
    await patiently((run) => run(KEEP(nameOf(owner), secret)));
    return remember(owner, (await find(owner)) ?? secret);
  };
  return {
    of: async (owner) => {
      const before = known.get(owner);
      if (before !== undefined && now().getTime() < before.until) return before.secret;
      const kept = await find(owner);
      return kept === null ? keep(owner, randomBytes(SECRET_BYTES).toString("base64url")) : remember(owner, kept);
    },
    keep: async (owner, secret) => (await keep(owner, secret)) === secret,
    forget: () => known.clear(),
  };
}

export function nameOf(owner: string): string {
  return `secret:${owner}`;
}
