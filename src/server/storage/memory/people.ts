import { isEmail } from "../listing.ts";
import type { KnownPerson, People } from "../ports.ts";

/** So many at most answer to one handle. */
const MOST_FOUND = 5;

export interface MemoryPeople extends People {
  all(): readonly KnownPerson[];
  forget(subject: string): void;
}

export function createPeople(): MemoryPeople {
  const known = new Map<string, KnownPerson>();
  return {
    all: () => [...known.values()],
    async seen(person) {
      known.set(person.subject, { ...person });
    },
    async find(handle) {
      const exact = known.get(handle);
      if (exact !== undefined) return [exact];
      const sought = handle.toLowerCase();
      const answers = ({ name, email }: KnownPerson) => (isEmail(sought) ? email : name.toLowerCase()) === sought;
      return [...known.values()].filter(answers).slice(0, MOST_FOUND);
    },
    async of(subjects) {
      return subjects.flatMap((subject) => known.get(subject) ?? []);
    },
    forget: (subject) => known.delete(subject),
  };
}
