import { expect, test } from "vitest";
import type { KnownPerson } from "../storage/ports.ts";
import { createSightings, firstToKnow, NOT_KNOWN, noting } from "./identify.ts";
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

function sightings() {
  const seen: KnownPerson[] = [];
  const logged: string[] = [];
  const state = { now: 0, fails: false };
  const note = createSightings({
    people: {
      seen: async (person) => {
        seen.push(person);
        if (state.fails) throw new Error("no store");
      },
    },
    now: () => state.now,
    log: (line) => void logged.push(line),
  });
  return { note, seen, logged, state };
}

test("whoever is known is noted once, and again when their name or e-mail changes; never what they may", async () => {
  const { note, seen } = sightings();
  const identify = noting(known, note);
  await identify("t");
  await identify("t");
  note({ ...ADA, name: "Ada L." });
  note({ ...ADA, name: "Ada L.", email: "ada@example.com" });
  note({ ...ADA, name: "Ada L.", email: "ada@example.com" });
  expect(seen).toEqual([
    { subject: "ada", name: "Ada" },
    { subject: "ada", name: "Ada L." },
    { subject: "ada", name: "Ada L.", email: "ada@example.com" },
  ]);
});

test("that somebody cannot be noted is logged, holds up nobody, and is tried again after a minute", async () => {
  const { note, seen, logged, state } = sightings();
  state.fails = true;
  note(ADA);
  await Promise.resolve();
  await Promise.resolve();
  expect(logged).toEqual([expect.stringContaining("no store")]);
  note(ADA);
  expect(seen).toHaveLength(1);
  state.now = 60_000;
  state.fails = false;
  note(ADA);
  expect(seen).toHaveLength(2);
});
