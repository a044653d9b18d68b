import { expect, test } from "vitest";
import { memoryStorage } from "../../../../widget/state/text-storage.ts";
import { createEntry } from "./entry.ts";
import type { ApiAnswer } from "./gate.ts";
import type { Session } from "./session.ts";

const USED: ApiAnswer<never> = { ok: false, kind: "refused", code: "used_link", message: "used" };
const AWAY: ApiAnswer<never> = { ok: false, kind: "unreachable", code: "unreachable", message: "away" };
const NEW: ApiAnswer<string> = { ok: true, value: "new" };

function rig(answers: readonly ApiAnswer<string>[], held: string | null = null) {
  const storage = memoryStorage();
  const session: Session = {
    kept: "browser",
    read: () => storage.read("session"),
    keep: (token) => void storage.write("session", token),
    drop: () => storage.remove("session"),
    subscribe: () => () => {},
  };
  if (held !== null) session.keep(held);
  const waits: number[] = [];
  let asked = 0;
  const spend = async () => {
    const answer = answers[asked++] ?? AWAY;
    if (answer.ok) session.keep(answer.value);
    return answer;
  };
  const entry = createEntry(session, spend, async (ms) => void waits.push(ms));
  return { entry, session, waits };
}

test.each([
  ["a good link", "link", [NEW], null, { kind: "open", ended: false }, "new"],
  ["no link and a session", null, [], "old", { kind: "open", ended: false }, "old"],
  ["no link and no session", null, [], null, { kind: "locked", why: "none" }, null],
  ["a used link and a session", "link", [USED], "old", { kind: "open", ended: false }, "old"],
  ["a used link and no session", "link", [USED], null, { kind: "locked", why: "used" }, null],
  ["a server that comes late", "link", [AWAY, AWAY, NEW], null, { kind: "open", ended: false }, "new"],
  ["a server that is away, and a session", "link", [AWAY], "old", { kind: "open", ended: false }, "old"],
] as const)("%s", async (_, link, answers, held, state, kept) => {
  const { entry, session } = rig(answers, held);
  await entry.enter(link);
  expect(entry.state()).toEqual(state);
  expect(session.read()).toBe(kept);
});

test("it tries again less and less often, and says so meanwhile", async () => {
  const { entry, waits } = rig([AWAY, AWAY, AWAY, AWAY, AWAY, AWAY, NEW]);
  const seen: string[] = [];
  entry.subscribe(() => seen.push(entry.state().kind));
  await entry.enter("link");
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000]);
  expect([seen[0], seen.at(-1)]).toEqual(["unreachable", "open"]);
});

test("a session that is refused ends, and what is on screen stays", async () => {
  const { entry, session } = rig([], "old");
  await entry.enter(null);
  entry.shutOut("old");
  expect(entry.state()).toEqual({ kind: "open", ended: true });
  session.keep("newer");
  entry.look();
  expect(entry.state()).toEqual({ kind: "open", ended: false });
});

test("a late refusal of an older session shuts nobody out", async () => {
  const { entry, session } = rig([], "newer");
  await entry.enter(null);
  entry.shutOut("older");
  expect(entry.state()).toEqual({ kind: "open", ended: false });
  expect(session.read()).toBe("newer");
});

test("another tab that was shut out takes this one along", async () => {
  const { entry, session } = rig([], "old");
  await entry.enter(null);
  session.drop();
  entry.look();
  expect(entry.state()).toEqual({ kind: "open", ended: true });
});
