import { isEmail } from "../listing.ts";
import type { KnownPerson, People } from "../ports.ts";
import { personFrom } from "../rows.ts";
import type { Connection } from "./connection.ts";
import type { SqlDatabase } from "./engine/adapter.ts";

/** What `personFrom` reads. */
const PERSON_ROW = "subject, CAST(name AS BLOB) AS name, CAST(email AS BLOB) AS email";
/** So many at most answer to one handle. */
const MOST_FOUND = 5;

export function createPeople({ read, write }: Connection): People {
  return {
    seen: async (person) => {
      const known = await read((database) => findPerson(database, person.subject));
      if (known?.name === person.name && known.email === person.email) return;
      await write((database) => keepPerson(database, person));
    },
    find: (handle) =>
      read((database) => {
        const exact = findPerson(database, handle);
        if (exact !== null) return [exact];
        const sought = handle.toLowerCase();
        return database
          .all(
            `SELECT ${PERSON_ROW} FROM people WHERE ${isEmail(sought) ? "email" : "name_key"} = ? ORDER BY number LIMIT ${MOST_FOUND}`,
            sought,
          )
          .map(personFrom);
      }),
    of: (subjects) => read((database) => subjects.flatMap((subject) => findPerson(database, subject) ?? [])),
  };
}

/** In the order in which they were first seen. */
export function allPeople(database: SqlDatabase): readonly KnownPerson[] {
  return database.all(`SELECT ${PERSON_ROW} FROM people ORDER BY number`).map(personFrom);
}

export function forgetPerson(database: SqlDatabase, subject: string): void {
  database.run("DELETE FROM people WHERE subject = ?", subject);
}

function findPerson(database: SqlDatabase, subject: string): KnownPerson | null {
  const row = database.get(`SELECT ${PERSON_ROW} FROM people WHERE subject = ?`, subject);
  return row ? personFrom(row) : null;
}

function keepPerson(database: SqlDatabase, { subject, name, email }: KnownPerson): void {
  database.run(
    `INSERT INTO people (subject, number, name, name_key, email)
     VALUES (?, (SELECT coalesce(max(number), 0) + 1 FROM people), ?, ?, ?)
     ON CONFLICT (subject) DO UPDATE SET name = excluded.name, name_key = excluded.name_key, email = excluded.email`,
    subject,
    name,
    name.toLowerCase(),
    email ?? null,
  );
}
