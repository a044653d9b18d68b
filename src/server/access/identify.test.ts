import { expect, test } from "vitest";
import type { KnownPerson } from "../storage/ports.ts";
import { createIntroductions, firstToKnow, introducing, NOT_KNOWN } from "./identify.ts";
import type { Identified, Identify, Identity } from "./identity.ts";

const ADA: Identity = { subject: "ada", name: "Ada", scopes: ["canvas:read"] };
const says =
  (said: Identified): Identify =>
  async () =>
    said;
const known = says({ kind: "known", identity: ADA });
const unknown = says(NOT_KNOWN);
const away = says({ kind: "unavailable", why: "away" });

test.each<[string, readonly Identify[], Identified["kind"]]>([
  ["the first who knows", [known, away], "known"],
  ["another who knows", [unknown, known], "known"],
  ["one who knows although another is away", [away, known], "known"],
  ["nobody who knows", [unknown, unknown], "unknown"],
  ["one who might have known", [unknown, away], "unavailable"],
  ["one who might have known before one who does not", [away, unknown], "unavailable"],
  ["nobody at all", [], "unknown"],
])("of several ways it is told by %s", async (_, ways, kind) => {
  expect((await firstToKnow(ways)("some-token")).kind).toBe(kind);
});

test.each(["", "x".repeat(16 * 1024 + 1)])("what is no token is shown to nobody", async (bearer) => {
  expect(await firstToKnow([known])(bearer)).toEqual(NOT_KNOWN);
});

function introductions(...kept: readonly KnownPerson[]) {
  const people = new Map(kept.map((person) => [person.subject, person]));
  const seen: KnownPerson[] = [];
  const logged: string[] = [];
  const state = { now: 0, fails: false, asked: 0, says: ADA };
  const introduce = createIntroductions({
    people: {
      seen: async (person) => {
        if (state.fails) throw new Error("no store");
        seen.push(person);
        people.set(person.subject, person);
      },
      of: async (subjects) => {
        if (state.fails) throw new Error("no store");
        state.asked += 1;
        return subjects.flatMap((subject) => people.get(subject) ?? []);
      },
    },
    now: () => state.now,
    log: (line) => void logged.push(line),
  });
  const identify = introducing(async () => ({ kind: "known", identity: state.says }), introduce);
  const who = async () => {
    const said = await identify("t");
    return said.kind === "known" ? said.identity : said;
  };
  return { who, seen, logged, state, people };
}

test("whoever is known is noted once, and again when their name or e-mail changes; never what they may", async () => {
  const { who, seen, state } = introductions();
  await who();
  await who();
  expect(state.asked).toBe(1);
  state.says = { ...ADA, name: "Ada L." };
  await who();
  state.says = { ...ADA, name: "Ada L.", email: "ada@example.com" };
  expect(await who()).toEqual(state.says);
  await who();
  expect(seen).toEqual([
    { subject: "ada", name: "Ada" },
    { subject: "ada", name: "Ada L." },
    { subject: "ada", name: "Ada L.", email: "ada@example.com" },
  ]);
});

test("a token that names nobody is shown by the name that they signed in with, which it does not take away", async () => {
  const { who, seen, state, people } = introductions({
    subject: "ada",
    name: "Ada Lovelace",
    email: "ada@example.com",
  });
  state.says = { ...ADA, name: "ada" };
  expect(await who()).toEqual({ ...ADA, name: "Ada Lovelace", email: "ada@example.com" });
  expect(seen).toEqual([]);
  people.set("ada", { subject: "ada", name: "Ada King", email: "ada@example.com" });
  expect((await who()) as Identity).toMatchObject({ name: "Ada Lovelace" });
  state.now = 60_000;
  expect((await who()) as Identity).toMatchObject({ name: "Ada King" });
});

test("that somebody cannot be looked up or noted is logged, holds up nobody, and is tried again after a minute", async () => {
  const { who, seen, logged, state } = introductions();
  state.fails = true;
  expect(await who()).toEqual(ADA);
  await Promise.resolve();
  expect(logged).toEqual([expect.stringContaining("no store"), expect.stringContaining("no store")]);
  await who();
  expect(logged).toHaveLength(2);
  state.now = 60_000;
  state.fails = false;
  await who();
  expect(seen).toEqual([{ subject: "ada", name: "Ada" }]);
});

test("nobody is looked up by a bearer that is not known", async () => {
  const identify = introducing(unknown, () => Promise.reject(new Error("asked")));
  expect(await identify("t")).toEqual(NOT_KNOWN);
});
