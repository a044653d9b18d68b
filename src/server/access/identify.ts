import type { KnownPerson, People } from "../storage/ports.ts";
import type { Identified, Identify } from "./identity.ts";

/** More than any token that is sent in a header: longer ones are none, and are not looked at. */
const LONGEST_BEARER = 16 * 1024;

/** What everybody is told of a token that is none, whatever is wrong with it. */
export const NOT_KNOWN: Extract<Identified, { kind: "unknown" }> = {
  kind: "unknown",
  why: "The token is not known here, or is no longer good.",
};

/**
 * The first of these that knows a bearer. Where none does and one cannot tell, nobody can: it may be the one that would have
 * known.
 */
export function firstToKnow(ways: readonly Identify[]): Identify {
  return async (bearer) => {
    if (bearer === "" || bearer.length > LONGEST_BEARER) return NOT_KNOWN;
    let answer: Identified = NOT_KNOWN;
    for (const way of ways) {
      const said = await way(bearer);
      if (said.kind === "known") return said;
      if (said.kind === "unavailable") answer = said;
    }
    return answer;
  };
}

const MOST_REMEMBERED = 20_000;
const RETRY_MS = 60_000;

/** Keeps what is known of people whom the server sees, once a process and when it changes. It holds up no answer. */
export function createSightings(options: {
  readonly people: Pick<People, "seen">;
  readonly now: () => number;
  readonly log: (line: string) => void;
}): (person: KnownPerson) => void {
  const { people, now, log } = options;
  const noted = new Map<string, { readonly what: string; readonly retryAt: number | null }>();
  return ({ subject, name, email }) => {
    const what = JSON.stringify([name, email]);
    const before = noted.get(subject);
    if (before?.what === what && (before.retryAt === null || now() < before.retryAt)) return;
    if (noted.size >= MOST_REMEMBERED) noted.clear();
    noted.set(subject, { what, retryAt: null });
    people.seen({ subject, name, ...(email === undefined ? {} : { email }) }).catch((error: unknown) => {
      noted.set(subject, { what, retryAt: now() + RETRY_MS });
      log(`Who somebody is could not be noted, so that others may not find them to share with: ${String(error)}`);
    });
  };
}

/** The same, and whoever is known is noted. */
export function noting(identify: Identify, note: (person: KnownPerson) => void): Identify {
  return async (bearer) => {
    const said = await identify(bearer);
    if (said.kind === "known") note(said.identity);
    return said;
  };
}
