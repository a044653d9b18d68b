import { inject } from "vitest";
// For the type of what is provided.
import type {} from "./shared-postgres.ts";

/** Why there is no PostgreSQL here, for `test.skipIf`; null: there is. */
export function whyNoPostgres(): string | null {
  const offered = inject("postgres");
  return "missing" in offered ? offered.missing : null;
}

/** The address of a new, empty database in the PostgreSQL that this run of unit tests shares. */
export async function freshDatabase(): Promise<string> {
  const offered = inject("postgres");
  if ("missing" in offered) throw new Error(offered.missing);
  const answer = await fetch(offered.ask);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
