import type { KnownPerson, People } from "../storage/ports.ts";
import type { Identified, Identify, Identity } from "./identity.ts";

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
/** What is known of somebody is looked up so often: they may sign in elsewhere under another name. */
const KNOWN_MS = 60_000;

export interface IntroductionOptions {
  readonly people: Pick<People, "seen" | "of">;
  /** Milliseconds, of a clock that nobody sets. */
  readonly now: () => number;
  readonly log: (line: string) => void;
}

/**
 * Gives whoever calls the name by which the server knows them, and keeps who they are, so that others can share with them.
 * Tokens of assistants often name nobody: that takes away no name and no e-mail address that somebody
 * signed in with before. What cannot be looked up or noted is logged, and holds up nobody.
 */
export function createIntroductions({
  people,
  now,
  log,
}: IntroductionOptions): (identity: Identity) => Promise<Identity> {
  const known = new Map<string, { readonly person: KnownPerson; readonly until: number; readonly said: string }>();
  const failed = (error: unknown): void =>
    log(`Who somebody is could not be looked up or noted, so that others may not find them: ${String(error)}`);

  return async (identity) => {
    const { subject, name, email } = identity;
    const said = JSON.stringify([name, email]);
    const before = known.get(subject);
    if (before !== undefined && before.said === said && now() < before.until) return { ...identity, ...before.person };
    const [kept] = await people.of([subject]).catch((error: unknown) => {
      failed(error);
      return [before?.person];
    });
    const address = email ?? kept?.email;
    const person: KnownPerson = {
      subject,
      name: name === subject ? (kept?.name ?? name) : name,
      ...(address === undefined ? {} : { email: address }),
    };
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(subject, { person, until: now() + KNOWN_MS, said });
    if (kept?.name !== person.name || kept.email !== person.email) people.seen(person).catch(failed);
    return { ...identity, ...person };
  };
}

/** The same of whoever is known by a bearer. */
export function introducing(identify: Identify, introduce: (identity: Identity) => Promise<Identity>): Identify {
  return async (bearer) => {
    const answer = await identify(bearer);
    return answer.kind === "known" ? { kind: "known", identity: await introduce(answer.identity) } : answer;
  };
}
