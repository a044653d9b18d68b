import { isEmail } from "../listing.ts";
import type { KnownPerson, People } from "../ports.ts";
import { personFrom } from "../rows.ts";
import type { Database, Run } from "./engine/database.ts";
import { prepared } from "./engine/statement.ts";

/** So many at most answer to one handle. */
const MOST_FOUND = 5;
const OF = prepared("SELECT subject, name, email FROM people WHERE subject = ANY($1::text[])");
const WITH_EMAIL = prepared(answering("email"));
const WITH_NAME = prepared(answering("name_key"));
const ALL = prepared("SELECT subject, name, email FROM people ORDER BY number");
const KEEP = prepared(
  `INSERT INTO people (subject, name, name_key, email) VALUES ($1, $2, $3, $4)
   ON CONFLICT (subject) DO UPDATE SET name = excluded.name, name_key = excluded.name_key, email = excluded.email`,
);

export function createPeople({ read, patiently }: Database): People {
  const knownOf = async (subjects: readonly string[]): Promise<readonly KnownPerson[]> => {
    const known = new Map((await read(OF(subjects))).map(personFrom).map((person) => [person.subject, person]));
    return subjects.flatMap((subject) => known.get(subject) ?? []);
  };
  return {
    seen: async ({ subject, name, email }) => {
      const [known] = await knownOf([subject]);
      if (known?.name === name && known.email === email) return;
      await patiently((run) => run(KEEP(subject, name, name.toLowerCase(), email ?? null)));
    },
    find: async (handle) => {
      // No text that is kept holds one.
      if (handle.includes("\0")) return [];
      const exact = await knownOf([handle]);
      if (exact.length > 0) return exact;
      const sought = handle.toLowerCase();
      return (await read(isEmail(sought) ? WITH_EMAIL(sought) : WITH_NAME(sought))).map(personFrom);
    },
    of: knownOf,
  };
}

function answering(column: "email" | "name_key"): string {
  return `SELECT subject, name, email FROM people WHERE ${column} = $1 ORDER BY number LIMIT ${MOST_FOUND}`;
}

/** In the order in which they were first seen. */
export async function allPeople(read: Run): Promise<readonly KnownPerson[]> {
  return (await read(ALL())).map(personFrom);
}
